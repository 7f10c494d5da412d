internal import Support

/// A point in time, parsed and compared by the server's rules.
///
///     guard let now = CaptureTimestamp("2025-12-01T10:00:30Z") else { … }
///     print(now.seconds(since: taken))
///
/// Source: RFC 3339 as implemented by chrono 0.4.
public struct CaptureTimestamp: Sendable, Hashable {
    /// Seconds since 1970 in UTC, without leap seconds.
    public let utcSeconds: Int64
    /// The fraction of the second. A leap second adds 10⁹; the server accepts one in any minute.
    public let nanoseconds: Int64

    /// Creates a point in time.
    public init(utcSeconds: Int64, nanoseconds: Int64 = 0) {
        (self.utcSeconds, self.nanoseconds) = (utcSeconds, nanoseconds)
    }

    /// Parses `2025-12-01T10:00:00.123Z` and its variants `t`, space, `z` and an offset; nil for any other text.
    public init?(_ text: String) {
        var fields = TimestampFields(text)
        guard let date = fields.date(), fields.consumeOne(of: "Tt "), let time = fields.time(),
            let offset = fields.offset(), fields.isAtEnd
        else { return nil }
        utcSeconds = date * 86_400 + time.seconds - offset
        nanoseconds = time.nanoseconds
    }

    /// UTC with milliseconds, the format of the app: `2025-12-01T10:00:00.123Z`. The rest of the fraction is
    /// truncated; nil for years outside four digits, and for nanoseconds from 2 s on.
    public var millisecondText: String? {
        guard let first = CaptureTimestamp("0000-01-01T00:00:00Z"), let last = CaptureTimestamp("9999-12-31T23:59:59Z"),
            (first.utcSeconds...last.utcSeconds).contains(utcSeconds), (0..<2_000_000_000).contains(nanoseconds)
        else { return nil }
        let seconds = utcSeconds - first.utcSeconds
        let date = CalendarDate(daysSinceYearZero: seconds / 86_400)
        func digits(_ number: Int64, _ count: Int) -> String { String(number).zeroPadded(to: count) }
        let time = seconds % 86_400
        let second = time % 60 + nanoseconds / 1_000_000_000
        return "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))T\(digits(time / 3600, 2)):"
            + "\(digits(time / 60 % 60, 2)):\(digits(second, 2)).\(digits(nanoseconds / 1_000_000 % 1000, 3))Z"
    }

    /// Whole seconds from `other` to this time, rounded towards zero and clamped to 64 bits.
    public func seconds(since other: CaptureTimestamp) -> Int64 {
        let nanosecondsInSecond: Int64 = 1_000_000_000
        var seconds = Int128(utcSeconds) - Int128(other.utcSeconds)
        // chrono adds an elapsed leap second. It compares only the times of day to decide whether one has elapsed.
        let (time, otherTime) = (Self.timeOfDay(utcSeconds), Self.timeOfDay(other.utcSeconds))
        if time > otherTime, other.nanoseconds >= nanosecondsInSecond { seconds += 1 }
        if time < otherTime, nanoseconds >= nanosecondsInSecond { seconds -= 1 }
        let fraction = Int128(nanoseconds) - Int128(other.nanoseconds)
        seconds += fraction / Int128(nanosecondsInSecond)
        let rest = fraction % Int128(nanosecondsInSecond)
        if seconds > 0, rest < 0 { seconds -= 1 } else if seconds < 0, rest > 0 { seconds += 1 }
        return Int64(clamping: seconds)
    }

    private static func timeOfDay(_ seconds: Int64) -> Int64 { ((seconds % 86_400) + 86_400) % 86_400 }
}

private struct CalendarDate {
    let year: Int64
    let month: Int64
    let day: Int64

    init(daysSinceYearZero days: Int64) {
        // Years begin on 1 March, so that the leap day is the last day. The origin is 1 March of the year −400.
        let shifted = days + 146_097 - 60
        let cycle = shifted / 146_097
        let dayOfCycle = shifted % 146_097
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfCycle + (cycle - 1) * 400 + (month <= 2 ? 1 : 0)
    }
}

/// Each field is nil if it is malformed or out of range.
private struct TimestampFields {
    private var rest: ArraySlice<UInt8>

    init(_ text: String) { rest = Array(text.utf8)[...] }
    var isAtEnd: Bool { rest.isEmpty }

    mutating func consumeOne(of characters: String) -> Bool {
        guard let first = rest.first, characters.utf8.contains(first) else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func number(digits count: Int, in range: ClosedRange<Int64>) -> Int64? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        rest = rest.dropFirst(count)
        let number = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
        return range.contains(number) ? number : nil
    }

    mutating func date() -> Int64? {
        guard let year = number(digits: 4, in: 0...9999), consumeOne(of: "-"),
            let month = number(digits: 2, in: 1...12), consumeOne(of: "-"),
            let day = number(digits: 2, in: 1...Self.dayCount(of: month, in: year))
        else { return nil }
        // Years begin on 1 March, so that the leap day is the last day. 1970 begins 719,468 days after 1 March 0000.
        let shiftedYear = month > 2 ? year : year - 1
        let cycle = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfCycle = shiftedYear - cycle * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return cycle * 146_097 + yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear - 719_468
    }

    private static func dayCount(of month: Int64, in year: Int64) -> Int64 {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }

    mutating func time() -> (seconds: Int64, nanoseconds: Int64)? {
        guard let hour = number(digits: 2, in: 0...23), consumeOne(of: ":"),
            let minute = number(digits: 2, in: 0...59), consumeOne(of: ":"),
            let second = number(digits: 2, in: 0...60)
        else { return nil }
        var nanoseconds: Int64 = second == 60 ? 1_000_000_000 : 0
        if consumeOne(of: ".") {
            guard let fraction = fraction() else { return nil }
            nanoseconds += fraction
        }
        return (hour * 3600 + minute * 60 + min(second, 59), nanoseconds)
    }

    /// Nanoseconds; digits after the ninth are dropped.
    private mutating func fraction() -> Int64? {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
        let kept = digits.prefix(9)
        return (kept.count..<9).reduce(kept.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }) { number, _ in number * 10
        }
    }

    /// Seconds east of UTC.
    mutating func offset() -> Int64? {
        if consumeOne(of: "Zz") { return 0 }
        // The server also accepts U+2212, the typographic minus sign.
        let minus = Array("\u{2212}".utf8)
        var sign: Int64 = 1
        if rest.starts(with: minus) {
            rest = rest.dropFirst(minus.count)
            sign = -1
        } else if consumeOne(of: "-") {
            sign = -1
        } else if !consumeOne(of: "+") {
            return nil
        }
        guard let hours = number(digits: 2, in: 0...23), consumeOne(of: ":"),
            let minutes = number(digits: 2, in: 0...59)
        else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}
