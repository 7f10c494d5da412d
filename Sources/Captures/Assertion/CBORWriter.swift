/// Encodes CBOR items in their shortest form.
///
/// Source: RFC 8949 §3, §4.2.1.
enum CBORWriter {
    static func integer(_ number: Int) -> [UInt8] {
        number < 0 ? head(type: 1, count: -1 - number) : head(type: 0, count: number)
    }

    static func bytes(_ content: [UInt8]) -> [UInt8] { head(type: 2, count: content.count) + content }

    static func text(_ content: String) -> [UInt8] { head(type: 3, count: content.utf8.count) + Array(content.utf8) }

    static func array(_ items: [[UInt8]]) -> [UInt8] { head(type: 4, count: items.count) + items.joined() }

    /// Encodes a map in the order given; names and values are already encoded.
    static func map(_ members: [(name: [UInt8], value: [UInt8])]) -> [UInt8] {
        head(type: 5, count: members.count) + members.flatMap { $0.name + $0.value }
    }

    private static func head(type: UInt8, count: Int) -> [UInt8] {
        func bytes(_ byteCount: Int) -> [UInt8] {
            (0..<byteCount).map { UInt8(truncatingIfNeeded: count >> (8 * (byteCount - 1 - $0))) }
        }
        return switch count {
        case ..<24: [type << 5 | UInt8(count)]
        case ..<0x100: [type << 5 | 24] + bytes(1)
        case ..<0x1_0000: [type << 5 | 25] + bytes(2)
        default: [type << 5 | 27] + bytes(8)
        }
    }
}
