package import Captures
internal import Reports
internal import Support

// Values of captures, from the text or number of an option.

extension CaptureTimestamp {
    /// A time: `now`, or text such as `2025-12-01T10:00:30Z`.
    static func of(_ option: TaskOption, _ text: String) throws(OptionError) -> CaptureTimestamp {
        if text == "now" { return .now }
        guard let time = CaptureTimestamp(text) else {
            throw OptionError(option, text: text, expected: "a time such as 2025-12-01T10:00:00.123Z, or now")
        }
        return time
    }

    /// The time of a capture, in a year of four digits; nil for now.
    package static func ofCapture(_ text: String?) throws(OptionError) -> CaptureTimestamp {
        guard let text else { return .now }
        let time = try CaptureTimestamp.of(.at, text)
        guard time.millisecondText != nil else {
            throw OptionError(.at, text: text, expected: "a year from 0 to 9999")
        }
        return time
    }
}

extension StrictBase64 {
    /// Decodes base64 that the server sent. For a text in another form, the error gives the right text of its bytes.
    ///
    /// - Parameter byteCount: the number of bytes; nil for any.
    static func bytes(
        of option: TaskOption, _ text: String, byteCount: Int? = nil
    ) throws(OptionError) -> [UInt8] {
        guard let bytes = bytes(of: text), bytes.count == byteCount ?? bytes.count else {
            let size = byteCount.map { " of \($0) bytes" } ?? ""
            let form = Base64Reading.explanation(of: text) { $0.count == byteCount ?? $0.count }
            throw OptionError(
                option, text: text,
                expected: "padded base64\(size), as the server sent it" + (form.map { "; found \($0)" } ?? ""))
        }
        return bytes
    }
}

extension OptionError {
    /// The counter of an assertion, at least 1: stored counters start at 0, and the server requires a higher counter.
    static func counter(_ option: TaskOption, _ counter: Int) throws(OptionError) -> UInt32 {
        guard counter >= 1, let counter = UInt32(exactly: counter) else {
            throw OptionError(
                option, is: counter, expected: "1 to \(UInt32.max), above the counter that the server stored")
        }
        return counter
    }

    static func requireModel(_ model: String) throws(OptionError) {
        guard !model.allSatisfy(\.isWhitespace), !model.hasEscapedBytes else {
            throw OptionError(.model, text: model, expected: "the name of a phone model in UTF-8")
        }
    }
}
