internal import Support

struct ClientText {
    let text: String
    /// The form, such as "in lower case".
    let form: String
}

enum HashTexts {
    static func all(_ sent: String) -> [ClientText] {
        guard let bytes = bytes(sent) else { return [] }
        let (digits, base64) = (Hexadecimal.text(of: bytes), StrictBase64.text(of: bytes))
        let urlText = String(base64.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
        return [
            (digits, "in lower case"), (digits.uppercased(), "in upper case"), (base64, "in base64"),
            (String(base64.prefix { $0 != "=" }), "in base64 without padding"), (urlText, "in base64url"),
            (String(urlText.prefix { $0 != "=" }), "in base64url without padding"),
            ("sha256:" + digits, "with the prefix sha256:"),
        ].map { ClientText(text: $0, form: $1) }
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        Hexadecimal.bytes(of: String(text.trimmed)) ?? StrictBase64.bytes(of: text)
    }
}

enum TimeTexts {
    static func all(_ sent: String) -> [ClientText] {
        let instant = CaptureTimestamp(sent)
        let moments = [Moment(sent), instant?.millisecondText.flatMap { Moment($0) }].compactMap(\.self)
        let texts = moments.flatMap(\.forms).map { ClientText(text: $0.text, form: $0.form(instead: moments[0])) }
        guard let instant else { return texts }
        let formats: [TimestampFormat] = [.milliseconds, .seconds, .fractionalSeconds, .secondsSince2001]
        let numbers = formats.compactMap { format in
            format.text(milliseconds: instant.milliseconds).map { ClientText(text: $0, form: "in \(format.wording)") }
        }
        // The local times of the same instant. The offsets of zones are multiples of 15 minutes.
        let local = zoneOffsets.flatMap { minutes -> [ClientText] in
            let time = CaptureTimestamp(
                utcSeconds: instant.utcSeconds + Int64(minutes) * 60, nanoseconds: instant.nanoseconds)
            guard var moment = time.millisecondText.flatMap({ Moment($0) }) else { return [] }
            let (hours, rest) = abs(minutes).quotientAndRemainder(dividingBy: 60)
            moment.zone = (minutes < 0 ? "-" : "+") + "\(hours)".zeroPadded(to: 2) + ":" + "\(rest)".zeroPadded(to: 2)
            return [moment, moment.with(fraction: "")].map { ClientText(text: $0.text, form: "in local time") }
        }
        return texts + numbers + local
    }

    /// The offsets of the time zones that clocks use, in minutes.
    private static let zoneOffsets: [Int] = {
        let hours = (-11...14).filter { $0 != 0 }.map { $0 * 60 }
        return hours + [-570, -210, 210, 270, 330, 345, 390, 525, 570, 630, 765]
    }()

    /// Every millisecond of the same second, because clients cut off the fraction or read the clock twice.
    static func milliseconds(_ sent: String) -> [ClientText] {
        guard let moment = Moment(sent) else { return [] }
        return (0..<1000).map { number in
            let signed = moment.with(fraction: String(number).zeroPadded(to: 3))
            return ClientText(text: signed.text, form: signed.form(instead: moment))
        }
    }

    /// The fields of a time of RFC 3339, verbatim.
    private struct Moment {
        let date: String
        var separator: String
        let time: String
        /// The digits after the period.
        var fraction: String
        var zone: String

        init?(_ text: String) {
            guard text.utf8.count >= 19, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
            (date, separator) = (String(text.prefix(10)), String(text.dropFirst(10).prefix(1)))
            time = String(text.dropFirst(11).prefix(8))
            let rest = text.dropFirst(19)
            fraction = rest.first == "." ? String(rest.dropFirst().prefix { $0.isNumber }) : ""
            zone = String(rest.dropFirst(fraction.isEmpty ? 0 : fraction.count + 1))
        }

        var text: String { "\(date)\(separator)\(time)\(fraction.isEmpty ? "" : ".")\(fraction)\(zone)" }

        func with(fraction: String) -> Moment {
            var moment = self
            moment.fraction = fraction
            return moment
        }

        /// The time with each separator, zone and number of fraction digits that clients write.
        var forms: [Moment] {
            let nanoseconds = fraction + String(repeating: "0", count: max(0, 9 - fraction.count))
            let short = String(fraction.reversed().drop { $0 == "0" }.reversed())
            let fractions = [fraction, "", String(nanoseconds.prefix(3)), String(nanoseconds.prefix(6)), short]
            let isUTC = ["Z", "z", "+00:00", "-00:00", "+0000", ""].contains(zone)
            let zones = [zone] + (isUTC ? ["Z", "+00:00", "+0000", ""] : [zone.filter { $0 != ":" }])
            return [separator, "T", " "].flatMap { separator in
                zones.flatMap { zone in
                    fractions.map { fraction in
                        var moment = with(fraction: fraction)
                        (moment.separator, moment.zone) = (separator, zone)
                        return moment
                    }
                }
            }
        }

        func form(instead sent: Moment) -> String {
            if (date, time) != (sent.date, sent.time) { return "in UTC" }
            var parts: [String] = []
            if separator != sent.separator { parts.append("with \(separator == " " ? "a space" : separator)") }
            if fraction.count != sent.fraction.count {
                parts.append(fraction.isEmpty ? "without a fraction" : "with \(fraction.count) digits of fraction")
            } else if fraction != sent.fraction {
                parts.append("with another fraction")
            }
            if zone != sent.zone { parts.append(zone.isEmpty ? "without a time zone" : "with \(zone)") }
            return parts.joined(separator: " and ")
        }
    }
}
