import Captures
import Testing

@Suite struct TimestampTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0, 0), ("2000-02-29t12:00:00.5z", 951_825_600, 500_000_000),
            ("1969-12-31 23:59:59Z", -1, 0),
            ("0000-01-01T00:00:00Z", -62_167_219_200, 0), ("9999-12-31T23:59:59-23:59", 253_402_387_139, 0),
            ("2025-12-01T11:00:00+01:00", 1_764_583_200, 0), ("2025-12-01T09:00:00\u{2212}01:00", 1_764_583_200, 0),
            ("2025-12-01T10:00:60.1234567899Z", 1_764_583_259, 1_123_456_789),
        ] as [(String, Int64, Int64)])
    func timestampsAreReadToTheNanosecond(_ row: (text: String, seconds: Int64, nanoseconds: Int64)) {
        #expect(CaptureTimestamp(row.text) == CaptureTimestamp(utcSeconds: row.seconds, nanoseconds: row.nanoseconds))
    }

    @Test(arguments: [
        "", "2025-12-01", "2025-12-01T10:00Z", "2025-12-01T10:00:00", "2025-12-01T10:00:00.Z", "2025-12-01T10:00:00,1Z",
        "2025-02-29T10:00:00Z", "1900-02-29T00:00:00Z", "2025-04-31T00:00:00Z", "2025-00-01T00:00:00Z",
        "2025-12-00T00:00:00Z",
        "2025-13-01T00:00:00Z", "2025-12-01T24:00:00Z", "2025-12-01T10:60:00Z", "2025-12-01T10:00:61Z",
        "2025-12-01T10:00:00+0100",
        "2025-12-01T10:00:00+24:00", "2025-12-01T10:00:00+01:60", " 2025-12-01T10:00:00Z", "2025-12-01T10:00:00Z ",
        "+2025-12-01T10:00:00Z", "2025-12-01_10:00:00Z", "２025-12-01T10:00:00Z", "2025-12-01T10:00:00 +01:00",
    ])
    func malformedTimestampsAreRefused(_ text: String) { #expect(CaptureTimestamp(text) == nil) }

    /// Every day of two centuries, counted one by one: 2000 is a leap year, 1900 and 2100 are not.
    @Test func consecutiveDaysDifferByOne() {
        var day: Int64 = -25_567
        for year in 1900...2101 {
            for month in 1...12 {
                for date in 1...31 {
                    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
                    guard let timestamp = CaptureTimestamp("\(year)-\(two(month))-\(two(date))T00:00:00Z") else {
                        continue
                    }
                    #expect(timestamp.utcSeconds == day * 86_400)
                    day += 1
                }
            }
        }
        #expect(day == 48_212)
    }

    /// If the earlier time is in a leap second, that second counts in full.
    @Test(arguments: [
        ("10:00:30.9Z", "10:00:00.0Z", 30), ("10:00:30.0Z", "10:00:00.1Z", 29), ("10:00:00.1Z", "10:00:30.0Z", -29),
        ("10:00:00.0Z", "10:00:30.9Z", -30),
        ("10:00:30Z", "09:59:60Z", 31), ("09:59:60Z", "10:00:30Z", -31), ("10:00:60Z", "10:00:59Z", 1),
        ("10:00:01Z", "10:00:00.999999999Z", 0),
        ("10:00:00Z", "10:00:00Z", 0),
        ("10:00:00.4Z", "10:00:00.5Z", 0),
    ])
    func wholeSecondsAreRoundedTowardsZero(_ row: (later: String, earlier: String, seconds: Int64)) throws {
        let later = try #require(CaptureTimestamp("2025-12-01T\(row.later)"))
        let earlier = try #require(CaptureTimestamp("2025-12-01T\(row.earlier)"))
        #expect(later.seconds(since: earlier) == row.seconds)
    }
}
