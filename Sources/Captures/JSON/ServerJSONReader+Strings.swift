internal import Support

extension ServerJSONReader {
    /// Reads the string whose opening quote is at the reader's position.
    mutating func stringContent() throws(ServerJSONError) -> String {
        let start = position
        position += 1
        var content: [UInt8] = []
        var plainStart = position
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                content += bytes[plainStart..<position]
                position += 1
                guard let string = String(validating: content, as: UTF8.self)
                else { throw .grammar(.notUTF8, offset: start) }
                return string
            case UInt8(ascii: "\\"):
                content += bytes[plainStart..<position]
                position += 1
                content += UTF8.encode(try escaped()) ?? UTF8.encodedReplacementCharacter
                plainStart = position
            case 0..<0x20: throw grammar(.controlCharacter)
            default: position += 1
            }
        }
        throw grammar(.endOfText)
    }

    private mutating func escaped() throws(ServerJSONError) -> Unicode.Scalar {
        let scalar = try escapedCharacter()
        return scalar == "u" ? try escapedUnits() : scalar
    }

    /// Reads the letter of an escape; returns `u` for `\u`, whose digits follow.
    private mutating func escapedCharacter() throws(ServerJSONError) -> Unicode.Scalar {
        guard let byte = peek else { throw grammar(.endOfText) }
        guard let scalar = Self.character(escapedAs: byte) else { throw grammar(.escape) }
        position += 1
        return scalar
    }

    private static func character(escapedAs byte: UInt8) -> Unicode.Scalar? {
        switch Unicode.Scalar(byte) {
        case "b": "\u{8}"
        case "f": "\u{C}"
        case "n": "\n"
        case "r": "\r"
        case "t": "\t"
        case "\"", "\\", "/", "u": Unicode.Scalar(byte)
        default: nil
        }
    }

    /// Reads one or two UTF-16 code units; the first `\u` has been consumed.
    private mutating func escapedUnits() throws(ServerJSONError) -> Unicode.Scalar {
        let first = try codeUnit()
        guard UTF16.isSurrogate(first) else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
        guard UTF16.isLeadSurrogate(first), consume(UInt8(ascii: "\\")), consume(UInt8(ascii: "u"))
        else { throw grammar(.loneSurrogate) }
        let second = try codeUnit()
        guard UTF16.isTrailSurrogate(second) else { throw grammar(.loneSurrogate) }
        return Unicode.Scalar(0x10000 + ((UInt32(first) & 0x3FF) << 10 | UInt32(second) & 0x3FF)) ?? "\u{FFFD}"
    }

    private mutating func codeUnit() throws(ServerJSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = peek else { throw grammar(.endOfText) }
            guard let digit = Hexadecimal.digit(byte) else { throw grammar(.escape) }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }

    /// Skips the string whose opening quote is next. Checks its escapes, but not surrogate pairs and UTF-8.
    mutating func skipString() throws(ServerJSONError) {
        position += 1
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return
            case UInt8(ascii: "\\"):
                position += 1
                if try escapedCharacter() == "u", try codeUnit() == 0 { hasSkippedNul = true }
            case 0..<0x20: throw grammar(.controlCharacter)
            default: position += 1
            }
        }
        throw grammar(.endOfText)
    }
}
