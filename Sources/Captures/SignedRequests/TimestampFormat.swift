internal import Support

/// A format of a request's timestamp. It fits if it gives a time within a day of the server's clock.
package enum TimestampFormat: String, Sendable, CaseIterable {
    case milliseconds, seconds, microseconds, nanoseconds
    case fractionalSeconds = "seconds-with-fraction"
    case secondsSince2001 = "seconds-since-2001"
    case millisecondsSince2001 = "milliseconds-since-2001"
    case date

    package static func of(_ text: String, now: CaptureTimestamp) -> (form: TimestampFormat, milliseconds: Int64)? {
        for form in allCases {
            guard let milliseconds = form.milliseconds(text) else { continue }
            let (distance, isWrapped) = now.milliseconds.subtractingReportingOverflow(milliseconds)
            if !isWrapped, distance.magnitude <= 86_400_000 { return (form, milliseconds) }
        }
        return nil
    }

    private static let secondsTo2001: Int64 = 978_307_200

    private func milliseconds(_ text: String) -> Int64? {
        func thousandfold(_ number: Int64) -> Int64? {
            let (product, isWrapped) = number.multipliedReportingOverflow(by: 1000)
            return isWrapped ? nil : product
        }
        switch self {
        case .milliseconds: return Int64(text)
        case .seconds: return Int64(text).flatMap(thousandfold)
        case .microseconds: return Int64(text).map { $0 / 1000 }
        case .nanoseconds: return Int64(text).map { $0 / 1_000_000 }
        case .secondsSince2001:
            return Int64(text).flatMap { $0.magnitude < 1 << 40 ? thousandfold($0 + Self.secondsTo2001) : nil }
        case .millisecondsSince2001:
            return Int64(text).flatMap { $0.magnitude < 1 << 50 ? $0 + Self.secondsTo2001 * 1000 : nil }
        case .date: return CaptureTimestamp(text)?.milliseconds
        case .fractionalSeconds:
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, let seconds = Int64(parts[0]), let whole = thousandfold(seconds),
                !parts[1].isEmpty, parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) })
            else { return nil }
            let (sum, isWrapped) = whole.addingReportingOverflow(Int64((parts[1] + "00").prefix(3)) ?? 0)
            return isWrapped ? nil : sum
        }
    }

    /// Formats a time since 1970; nil if the format cannot represent it.
    func text(milliseconds: Int64) -> String? {
        func times(_ factor: Int64) -> String? {
            let (product, isWrapped) = milliseconds.multipliedReportingOverflow(by: factor)
            return isWrapped ? nil : String(product)
        }
        switch self {
        case .milliseconds: return String(milliseconds)
        case .seconds: return String(milliseconds / 1000)
        case .microseconds: return times(1000)
        case .nanoseconds: return times(1_000_000)
        case .fractionalSeconds:
            return "\(milliseconds / 1000)." + String((milliseconds % 1000).magnitude).zeroPadded(to: 3)
        case .secondsSince2001: return String(milliseconds / 1000 - Self.secondsTo2001)
        case .millisecondsSince2001:
            let (difference, isWrapped) = milliseconds.subtractingReportingOverflow(Self.secondsTo2001 * 1000)
            return isWrapped ? nil : String(difference)
        case .date:
            guard milliseconds >= 0 else { return nil }
            return CaptureTimestamp(utcSeconds: milliseconds / 1000, nanoseconds: milliseconds % 1000 * 1_000_000)
                .millisecondText
        }
    }

    package var wording: String {
        switch self {
        case .milliseconds: "milliseconds since 1970"
        case .seconds: "seconds since 1970"
        case .microseconds: "microseconds since 1970"
        case .nanoseconds: "nanoseconds since 1970"
        case .fractionalSeconds: "seconds since 1970 with a fraction"
        case .secondsSince2001: "seconds since 2001"
        case .millisecondsSince2001: "milliseconds since 2001"
        case .date: "an RFC 3339 time"
        }
    }
}
