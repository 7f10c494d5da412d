internal import Platform

/// What tells at a glance whether a file may have changed: its size, and when it was last written.
///
///     if FileStamp(ofFileAt: path) != row.fileStamp { print("\(path) may have changed") }
public struct FileStamp: Sendable, Hashable {
    /// Its size in bytes.
    public let byteCount: Int
    /// When it was last written, in UTC as in `2026-11-22T09:30:00.123456789Z`; empty if that is not known.
    public let modified: String

    /// Of a file that could not be looked at.
    public static let unknown = FileStamp(byteCount: 0, modified: "")

    /// Puts together what a table says of a file.
    public init(byteCount: Int, modified: String) {
        self.byteCount = byteCount
        self.modified = modified
    }

    /// Asks the file system; ``unknown`` for what cannot be asked about, and for what is no regular file.
    public init(ofFileAt path: String) {
        guard let status = try? FileStatus(of: path), status.kind == .regular else {
            self = .unknown
            return
        }
        self.init(
            byteCount: status.byteCount,
            modified: Self.text(seconds: status.modified.seconds, nanoseconds: status.modified.nanoseconds))
    }

    /// A time as ISO 8601 writes it, to the nanosecond.
    static func text(seconds: Int, nanoseconds: Int) -> String {
        let (days, second) = seconds.flooredQuotientAndRemainder(dividingBy: 86_400)
        let (year, month, day) = civilDate(daysSince1970: days)
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T"
            + "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
            + ".\(padded(nanoseconds, 9))Z"
    }

    /// The date in the Gregorian calendar. Years are counted from March, so that the leap day ends them, in eras of 400
    /// years, which all have the same days.
    private static func civilDate(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        let daysFromMarchTo1970 = 719_468
        let (era, dayOfEra) = (days + daysFromMarchTo1970).flooredQuotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
    }
}

extension Int {
    fileprivate func flooredQuotientAndRemainder(dividingBy divisor: Int) -> (Int, Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
