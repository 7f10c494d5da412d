internal import Support

extension Departure {
    static let times: [Departure] = [
        time(
            "time-fraction", "CAP-062", "a fraction of another number of digits",
            [
                "2026-03-01T12:00:00.1Z", "2026-03-01T12:00:00.123456789Z", "2026-03-01T12:00:00.1234567890Z",
                "2026-03-01T12:00:19.9999999999999999999999Z", "2026-03-01T12:00:00Z",
            ]),
        time(
            "time-fraction-form", "CAP-062", "a fraction without digits or point",
            [
                "2026-03-01T12:00:00.Z", "2026-03-01T12:00:00,5Z", "2026-03-01T12:00:00.5.5Z",
                "2026-03-01T12:00:00 .5Z",
            ]),
        time(
            "time-letters", "CAP-061", "other letters for T and Z", mayDiffer: true,
            ["2026-03-01t12:00:00Z", "2026-03-01 12:00:00Z", "2026-03-01T12:00:00z", "2026-03-01t12:00:00.25z"]),
        time(
            "time-separator", "CAP-061", "another separator for T",
            [
                "2026-03-01_12:00:00Z", "2026-03-01  12:00:00Z", "2026-03-01\t12:00:00Z", "2026-03-0112:00:00Z",
                "2026-03-01\u{A0}12:00:00Z",
            ]),
        time(
            "time-minus", "CAP-061", "a typographic minus", mayDiffer: true,
            ["2026-03-01T10:30:00\u{2212}01:30", "2026-03-01T12:00:00\u{2212}00:00"]),
        time(
            "time-dash", "CAP-061", "a dash for the minus",
            [
                "2026-03-01T10:30:00\u{2013}01:30", "2026-03-01T10:30:00\u{FF0D}01:30",
                "2026-03-01T10:30:00\u{2010}01:30",
            ]),
        time(
            "time-offset", "CAP-065", "an offset",
            [
                "2026-03-01T12:00:00+00:00", "2026-03-01T12:00:00-00:00", "2026-03-01T17:30:00.25+05:30",
                "2026-03-02T11:59:00+23:59", "2026-02-28T12:01:00-23:59", "2026-03-01T12:01:00+00:01",
                "2026-03-01T08:30:00-03:30", "2026-03-01T12:00:00+01:00", "2026-03-02T00:10:00+12:10",
            ]),
        time(
            "time-offset-bound", "CAP-065", "an offset beyond its bounds",
            [
                "2026-03-01T12:00:00+24:00", "2026-03-01T12:00:00-24:00", "2026-03-01T12:00:00+01:60",
                "2026-03-01T12:00:00+99:99",
            ]),
        time(
            "time-offset-form", "CAP-060", "an offset of another form",
            [
                "2026-03-01T12:00:00+0100", "2026-03-01T12:00:00+01", "2026-03-01T12:00:00+1:00",
                "2026-03-01T12:00:00+01:00:00", "2026-03-01T12:00:00Z+00:00", "2026-03-01T12:00:00 +01:00",
                "2026-03-01T12:00:00",
            ]),
        time(
            "time-widths", "CAP-060", "a field of another width, or none",
            [
                "2026-3-01T12:00:00Z", "2026-03-1T12:00:00Z", "026-03-01T12:00:00Z", "12026-03-01T12:00:00Z",
                "+2026-03-01T12:00:00Z", "2026-03-01T9:00:00Z", "2026-03-01T12:00Z", "2026-03-01", "20260301T120000Z",
            ]),
        time(
            "time-digits", "CAP-060", "digits of another script",
            ["202\u{FF16}-03-01T12:00:00Z", "2026-03-01T12:00:0\u{0660}Z", "2026-03-01T12:00:00.\u{0661}Z"]),
        time(
            "time-around", "CAP-060", "characters before or after the time",
            [
                " 2026-03-01T12:00:00Z", "2026-03-01T12:00:00Z ", "2026-03-01T12:00:00Z\n",
                "\u{FEFF}2026-03-01T12:00:00Z", "2026-03-01T12:00:00Z\0",
            ]),
        time(
            "time-date", "CAP-063", "a date at the ends of the calendar",
            [
                "2028-02-29T12:00:00Z", "2000-02-29T12:00:00Z", "2026-02-28T23:59:59Z", "0000-01-01T00:00:00Z",
                "9999-12-31T23:59:59Z", "0000-02-29T00:00:00Z", "2026-04-30T00:00:00Z",
            ]),
        time(
            "time-no-date", "CAP-063", "a date that does not exist",
            [
                "2026-02-29T12:00:00Z", "1900-02-29T12:00:00Z", "2100-02-29T12:00:00Z", "2026-04-31T12:00:00Z",
                "2026-13-01T12:00:00Z", "2026-00-01T12:00:00Z", "2026-01-00T12:00:00Z", "2026-01-32T12:00:00Z",
            ]),
        time(
            "time-clock", "CAP-063", "an hour or a minute at its bound",
            ["2026-03-01T23:59:59Z", "2026-03-01T24:00:00Z", "2026-03-01T12:60:00Z", "2026-03-01T00:00:00Z"]),
        time("time-second-61", "CAP-064", "a second above 60", ["2026-03-01T12:00:61Z", "2026-03-01T12:00:99Z"]),
        time(
            "time-second-60", "CAP-064", "a second 60", mayDiffer: true,
            ["2026-03-01T11:59:60Z", "2026-02-28T23:59:60.999Z", "2026-02-28T12:34:60Z", "2026-03-01T12:00:60.5Z"]),
        time(
            "time-other", "CAP-030 CAP-163", "a text that is no time",
            ["", "now", "1772366400250", "Sun, 01 Mar 2026 12:00:00 GMT", "2026-W09-7T12:00:00Z", "-"]),
        Departure("time-age", "CAP-086", "a time near 900 s from now", .capture) { draft, random in
            let seconds: Int64 = random.pick([-901, -900, -1, 0, 1, 900, 901])
            let nanoseconds: Int64 = random.pick([0, 1_000_000, 999_000_000])
            let clock = InputDraft.clock
            draft.json["captured_at"] = .text(clock.adding(seconds: -seconds).millisecondText ?? "")
            draft.now = CaptureTimestamp(utcSeconds: clock.utcSeconds, nanoseconds: nanoseconds).millisecondText ?? ""
        },
        Departure("time-old", "CAP-091 CAP-163", "a time of another year", .capture) { draft, random in
            draft.json["captured_at"] = .text(random.pick(["1970-01-01T00:00:00Z", "2050-01-01T00:00:00Z"]))
        },
        Departure("now-second-60", "CAP-087", "a second 60 of the server's clock", .full, mayDiffer: true) {
            draft, random in
            draft.now = random.pick(["2026-03-01T12:00:60Z", "2026-03-01T12:00:60.75Z"])
            draft.json["captured_at"] = .text(
                random.pick([
                    "2026-03-01T12:01:10Z", "2026-03-01T12:00:60.5Z", "2026-03-01T12:00:59Z", "2026-03-01T11:00:60Z",
                ]))
        },
    ]

    private static func time(
        _ id: String, _ rules: String, _ text: String, mayDiffer: Bool = false, _ times: [String]
    ) -> Departure {
        values(id, rules, text, .capture, at: "captured_at", mayDiffer: mayDiffer, times.map(JSONDraft.text))
    }

    static func values(
        _ id: String, _ rules: String, _ text: String, _ subject: InputDraft.Subject, at path: String,
        mayDiffer: Bool = false, _ values: [JSONDraft]
    ) -> Departure {
        Departure(id, rules, text, subject, mayDiffer: mayDiffer) { draft, random in
            draft.json[path] = random.pick(values)
        }
    }
}
