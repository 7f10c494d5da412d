internal import Support

/// Writes JSON as serde_json 1.0 does: no white space, members in the order of the calls, shortest decimals.
package struct ServerJSONWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func object(_ body: (inout ServerJSONWriter) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        body(&self)
        bytes.append(UInt8(ascii: "}"))
    }

    package mutating func member(_ name: StaticString, _ value: String) {
        key(name)
        quote(value)
    }

    /// Writes a number, boolean or `null`, already formatted by ``text(of:)`` or `description`.
    package mutating func member(_ name: StaticString, plain value: String) {
        key(name)
        bytes += value.utf8
    }

    package mutating func member(_ name: StaticString, _ body: (inout ServerJSONWriter) -> Void) {
        key(name)
        object(body)
    }

    private mutating func key(_ name: StaticString) {
        if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
        quote(name.description)
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x08: bytes += "\\b".utf8
            case 0x09: bytes += "\\t".utf8
            case 0x0A: bytes += "\\n".utf8
            case 0x0C: bytes += "\\f".utf8
            case 0x0D: bytes += "\\r".utf8
            case 0..<0x20: bytes += "\\u00\(Hexadecimal.text(of: [byte]))".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Formats a binary32 number, widened to binary64 as the server does.
    package static func text(of number: Float) -> String { text(of: Double(number)) }

    /// The shortest digits that identify the number; `null` for infinities and NaN.
    package static func text(of number: Double) -> String {
        guard number.isFinite else { return "null" }
        let sign = number.sign == .minus ? "-" : ""
        guard number != 0 else { return sign + "0.0" }
        let (digits, point) = shortestDigits(of: number.magnitude)
        return sign + layOut(digits, point: point)
    }

    /// The number, shortened until the server's imprecise parser reads its text as exactly that number; 0 if that is
    /// impossible.
    package static func safe(_ number: Double) -> Double {
        guard number.isFinite, !isReadAsWritten(number) else { return number }
        let (digits, point) = shortestDigits(of: number.magnitude)
        for count in stride(from: min(digits.count, 15), to: 0, by: -1) {
            let text = "0.\(String(decoding: digits.prefix(count), as: UTF8.self))e\(point)"
            guard let magnitude = Double(text) else { preconditionFailure("\(text) is no number") }
            if isReadAsWritten(magnitude) { return number.sign == .minus ? -magnitude : magnitude }
        }
        return 0
    }

    private static func isReadAsWritten(_ number: Double) -> Bool {
        var reader = ServerJSONReader(Array(text(of: number).utf8))
        return (try? reader.binary64()) == number
    }

    /// The digits d₁d₂… and the exponent p of 0.d₁d₂… × 10^p.
    private static func shortestDigits(of number: Double) -> (digits: [UInt8], point: Int) {
        // Swift's description has the same digits in another layout.
        let parts = number.description.split(separator: "e")
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        let mantissa = Array(parts[0].utf8)
        let point = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissa.count
        let digits = mantissa.filter { $0 != UInt8(ascii: ".") }
        var significant = digits.drop { $0 == UInt8(ascii: "0") }
        while significant.last == UInt8(ascii: "0") { significant.removeLast() }
        return (Array(significant), exponent + point - significant.startIndex)
    }

    private static func layOut(_ digits: [UInt8], point: Int) -> String {
        func text(_ digits: some Sequence<UInt8>) -> String { String(decoding: Array(digits), as: UTF8.self) }
        func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
        switch point {
        case 1...16 where digits.count <= point: return text(digits) + zeros(point - digits.count) + ".0"
        case 1...16: return text(digits[..<point]) + "." + text(digits[point...])
        case -4...0: return "0." + zeros(-point) + text(digits)
        default:
            let fraction = digits.count > 1 ? "." + text(digits[1...]) : ""
            return text(digits[..<1]) + fraction + "e\(point - 1)"
        }
    }
}
