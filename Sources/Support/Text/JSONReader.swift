/// Reads JSON (RFC 8259), and `NaN`, `Infinity` and `-Infinity`, which some of the compared programs print, as numbers.
/// `JSONDecoder` gives no access to the text of numbers.
package struct JSONReader {
    private let bytes: [UInt8]
    private let strings: JSONStrings
    private let isRepairing: Bool
    private var position = 0
    private var depth = 0

    private static let maximumDepth = 100
    /// A value takes many times the memory of its text (`0,`: twelve times). Real inputs have far fewer values.
    private static let maximumValueCount = 1_000_000
    private var valueCount = 0

    private init(_ bytes: [UInt8], _ strings: JSONStrings, isRepairing: Bool) {
        (self.bytes, self.strings, self.isRepairing) = (bytes, strings, isRepairing)
    }

    /// A duplicate key is an error. Repairing replaces bytes that are not UTF-8 and half surrogate pairs by U+FFFD.
    package static func read(
        _ bytes: [UInt8], _ strings: JSONStrings = .names, isRepairing: Bool = false
    ) throws(JSONError) -> JSONValue {
        var reader = JSONReader(bytes, strings, isRepairing: isRepairing)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
        let value = try reader.value()
        reader.skipSpace()
        guard reader.position == bytes.count else { throw reader.error("more text after the value") }
        return value
    }

    package static func read(_ text: String, _ strings: JSONStrings = .names) throws(JSONError) -> JSONValue {
        try read(Array(text.utf8), strings)
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        skipSpace()
        valueCount += 1
        guard valueCount <= Self.maximumValueCount else { throw error("more than \(Self.maximumValueCount) values") }
        guard let byte = peek else { throw error("the end where a value is expected") }
        switch byte {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .flag(true))
        case UInt8(ascii: "f"): return try word("false", .flag(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "N"): return try word("NaN", .number("NaN"))
        case UInt8(ascii: "I"): return try word("Infinity", .number("Infinity"))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw error("\(Self.name(byte)) where a value is expected")
        }
    }

    private mutating func object() throws(JSONError) -> JSONValue {
        try enter()
        var members: [JSONValue.Member] = []
        var keys: Set<ExactText> = []
        skipSpace()
        if !consume(UInt8(ascii: "}")) {
            repeat {
                skipSpace()
                guard peek == UInt8(ascii: "\"") else { throw error("no key where one is expected") }
                let key = try string()
                guard keys.insert(ExactText(key)).inserted
                else { throw error("the duplicate key \"\(key.printable)\"") }
                skipSpace()
                guard consume(UInt8(ascii: ":")) else { throw error("no colon after the key \"\(key.printable)\"") }
                members.append(JSONValue.Member(key: key, value: try value()))
                skipSpace()
            } while consume(UInt8(ascii: ","))
            guard consume(UInt8(ascii: "}")) else { throw error("an unterminated object") }
        }
        depth -= 1
        return .object(members)
    }

    private mutating func array() throws(JSONError) -> JSONValue {
        try enter()
        var elements: [JSONValue] = []
        skipSpace()
        if !consume(UInt8(ascii: "]")) {
            repeat {
                elements.append(try value())
                skipSpace()
            } while consume(UInt8(ascii: ","))
            guard consume(UInt8(ascii: "]")) else { throw error("an unterminated array") }
        }
        depth -= 1
        return .array(elements)
    }

    private mutating func enter() throws(JSONError) {
        position += 1
        depth += 1
        guard depth <= Self.maximumDepth else { throw error("more than \(Self.maximumDepth) nested values") }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        guard bytes[position...].starts(with: word.utf8) else { throw error("an unknown word") }
        position += word.utf8.count
        return value
    }

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        _ = consume(UInt8(ascii: "-"))
        if peek == UInt8(ascii: "I") { return try word("Infinity", .number("-Infinity")) }
        if consume(UInt8(ascii: "0")) {
            if let next = peek, Self.isDigit(next) { throw error("a number with a leading zero") }
        } else {
            try digits()
        }
        if consume(UInt8(ascii: ".")) { try digits() }
        if consume(UInt8(ascii: "e")) || consume(UInt8(ascii: "E")) {
            if !consume(UInt8(ascii: "+")) { _ = consume(UInt8(ascii: "-")) }
            try digits()
        }
        return .number(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while let byte = peek, Self.isDigit(byte) { position += 1 }
        guard position > start else { throw error("a number without digits") }
    }

    private mutating func string() throws(JSONError) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = peek {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                let valid = String(validating: text, as: UTF8.self)
                guard let string = valid ?? (isRepairing ? String(decoding: text, as: UTF8.self) : nil)
                else { throw error("a string that is not UTF-8") }
                return strings == .texts ? string : String(jsonName: string)
            case UInt8(ascii: "\\"): text.append(contentsOf: String(try escape()).utf8)
            case 0..<0x20: throw error("a control character in a string")
            default: text.append(byte)
            }
        }
        throw error("an unterminated string")
    }

    private static let escapes: [UInt8: Character] = [
        UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/", UInt8(ascii: "b"): "\u{8}",
        UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]

    private mutating func escape() throws(JSONError) -> Character {
        guard let byte = peek else { throw error("an unterminated string") }
        position += 1
        if let character = Self.escapes[byte] { return character }
        guard byte == UInt8(ascii: "u") else { throw error("an unknown escape") }
        var code = try codeUnit()
        let end = position
        if (0xD800..<0xDC00).contains(code), consume(UInt8(ascii: "\\")), consume(UInt8(ascii: "u")) {
            let low = try codeUnit()
            if (0xDC00..<0xE000).contains(low) { code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00) }
        }
        if let scalar = Unicode.Scalar(code) { return Character(scalar) }
        guard isRepairing else { throw error("half a surrogate pair") }
        position = end
        return "\u{FFFD}"
    }

    private static let withoutDigits = "a \\u without four hexadecimal digits"

    private mutating func codeUnit() throws(JSONError) -> UInt32 {
        guard position + 4 <= bytes.count else { throw error(Self.withoutDigits) }
        var code: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw error(Self.withoutDigits) }
            code = code << 4 | UInt32(digit)
        }
        position += 4
        return code
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func consume(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func name(_ byte: UInt8) -> String {
        (0x21..<0x7F).contains(byte) ? "\"\(Character(Unicode.Scalar(byte)))\"" : "byte \(byte)"
    }

    private func error(_ finding: String) -> JSONError {
        let line = bytes[..<position].count { $0 == 0x0A } + 1
        return JSONError(line: line, finding: finding)
    }
}

package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    package let line: Int
    package let finding: String

    package var description: String { "line \(line): \(finding)" }
}
