/// Encodes the DER values that test certificates and receipts contain.
///
/// Source: X.690 §8.
enum DERWriter {
    static func sequence(_ contents: [UInt8]...) -> [UInt8] { value(0x30, Array(contents.joined())) }

    static func set(_ contents: [UInt8]...) -> [UInt8] { value(0x31, Array(contents.joined())) }

    static func octets(_ content: [UInt8]) -> [UInt8] { value(0x04, content) }

    /// A BIT STRING without unused bits.
    static func bits(_ content: [UInt8]) -> [UInt8] { value(0x03, [0] + content) }

    static let isTrue: [UInt8] = [0x01, 0x01, 0xFF]

    /// An INTEGER from 0 to 127.
    static func integer(_ number: UInt8) -> [UInt8] {
        precondition(number < 0x80, "a longer integer is needed nowhere")
        return value(0x02, [number])
    }

    static func text(_ text: String) -> [UInt8] { value(0x0C, Array(text.utf8)) }

    /// Contents inside a context tag. Tag numbers from 31 take several bytes.
    static func context(_ number: UInt16, _ contents: [UInt8]...) -> [UInt8] {
        let content = Array(contents.joined())
        guard number >= 31 else { return value(0xA0 | UInt8(number), content) }
        return [0xBF] + base128(UInt64(number)) + length(content.count) + content
    }

    /// An OBJECT IDENTIFIER from dotted decimal.
    static func identifier(_ text: String) -> [UInt8] {
        let numbers = text.split(separator: ".").compactMap { UInt64($0) }
        precondition(numbers.count >= 2, "an object identifier has two numbers at least")
        return value(0x06, base128(40 * numbers[0] + numbers[1]) + numbers.dropFirst(2).flatMap(base128))
    }

    /// UTCTime or GeneralizedTime, with whole seconds. Source: RFC 5280 §4.1.2.5.
    static func time(_ time: CaptureTimestamp) -> [UInt8] {
        let digits = Array(time.secondText.utf8.filter { (0x30...0x39).contains($0) }) + Array("Z".utf8)
        // Years from 1950 to 2049 use UTCTime, which has a two-digit year.
        let isShort = (-631_152_000..<2_524_608_000).contains(time.utcSeconds)
        return isShort ? value(0x17, Array(digits.dropFirst(2))) : value(0x18, digits)
    }

    static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag] + length(content.count) + content }

    private static func length(_ count: Int) -> [UInt8] {
        guard count >= 0x80 else { return [UInt8(count)] }
        var bytes: [UInt8] = []
        var rest = count
        while rest > 0 {
            bytes.insert(UInt8(truncatingIfNeeded: rest), at: 0)
            rest >>= 8
        }
        return [0x80 | UInt8(bytes.count)] + bytes
    }

    private static func base128(_ number: UInt64) -> [UInt8] {
        var bytes = [UInt8(number & 0x7F)]
        var rest = number >> 7
        while rest > 0 {
            bytes.insert(0x80 | UInt8(rest & 0x7F), at: 0)
            rest >>= 7
        }
        return bytes
    }
}
