/// Encodes DER values (X.690 §8).
package enum DERWriter {
    package static func sequence(_ contents: [UInt8]...) -> [UInt8] { value(0x30, Array(contents.joined())) }
    package static func set(_ contents: [UInt8]...) -> [UInt8] { value(0x31, Array(contents.joined())) }
    package static func octets(_ content: [UInt8]) -> [UInt8] { value(0x04, content) }
    package static func bits(_ content: [UInt8]) -> [UInt8] { value(0x03, [0] + content) }

    package static let isTrue: [UInt8] = [0x01, 0x01, 0xFF]

    /// An INTEGER from 0 to 127.
    package static func integer(_ number: UInt8) -> [UInt8] {
        precondition(number < 0x80, "a longer integer is needed nowhere")
        return value(0x02, [number])
    }

    /// An unsigned number as an INTEGER in its shortest form.
    package static func integer(_ number: some Collection<UInt8>) -> [UInt8] {
        let digits = number.drop { $0 == 0 }
        let needsZero = digits.first.map { $0 >= 0x80 } ?? true
        return value(0x02, (needsZero ? [0] : []) + digits)
    }

    package static func text(_ text: String) -> [UInt8] { value(0x0C, Array(text.utf8)) }

    /// Contents inside a context tag. Tag numbers from 31 take several bytes.
    package static func context(_ number: UInt16, _ contents: [UInt8]...) -> [UInt8] {
        let content = Array(contents.joined())
        guard number >= 31 else { return value(0xA0 | UInt8(number), content) }
        return [0xBF] + base128(UInt64(number)) + length(content.count) + content
    }

    /// An OBJECT IDENTIFIER from dotted decimal.
    package static func identifier(_ text: String) -> [UInt8] {
        let numbers = text.split(separator: ".").compactMap { UInt64($0) }
        precondition(numbers.count >= 2, "an object identifier has two numbers at least")
        return value(0x06, base128(40 * numbers[0] + numbers[1]) + numbers.dropFirst(2).flatMap(base128))
    }

    package static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag] + length(content.count) + content }

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
