internal import GzipReader

/// The reason the server's CBOR decoder rejects bytes.
public enum CBORFault: String, Error, Hashable, Sendable, CaseIterable {
    /// The bytes end early, or a length exceeds the bytes that remain.
    case truncated
    /// A length or value form that is reserved or not allowed for its type.
    case reservedForm
    /// A simple value other than false, true, null and undefined.
    case unknownSimpleValue
    /// A break outside an item of indefinite length.
    case unexpectedBreak
    /// A chunk whose type differs from that of its string.
    case wrongChunk
    /// A text string, or a chunk of one, that is not UTF-8.
    case notUTF8
    /// More than 256 levels of nesting.
    case nestedTooDeep
    /// A bignum that is not a byte string, exceeds 16 bytes after its leading zeros, or is below −2^127.
    case unreadableBignum
    /// The first item is not a map.
    case notMap
    /// The item is not an array.
    case notArray
}

/// Reads the first CBOR item as the server does, with lengths of any form, nested chunks and bignums (RFC 8949).
///
/// Nested arrays and maps are returned as positions, so the input's size bounds memory, whatever counts it declares.
struct CBORReader {
    private let bytes: [UInt8]
    private(set) var position: Int

    private static let maximumDepth = 256

    /// Starts at `position`, an offset that another reader of the same bytes returned.
    init(_ bytes: [UInt8], at position: Int = 0) { (self.bytes, self.position) = (bytes, position) }

    enum Value: Equatable {
        case unsigned(UInt64)
        /// Holds n for the number −1 − n.
        case negative(UInt64)
        case bytes([UInt8])
        /// UTF-8.
        case text([UInt8])
        case array(at: Int)
        case map(at: Int)
        case other
    }

    /// If a name occurs twice, the first value counts.
    mutating func values(named names: [String]) throws(CBORFault) -> [Value?] {
        var values = [Value?](repeating: nil, count: names.count)
        try members { name, value in
            guard case .text(let name) = name else { return }
            for (index, wanted) in names.enumerated() where values[index] == nil && name.elementsEqual(wanted.utf8) {
                values[index] = value
            }
        }
        return values
    }

    mutating func members(_ body: (Value, Value) -> Void) throws(CBORFault) {
        let head = try head()
        guard head.type == .map else { throw .notMap }
        try items(count: head.count) { (reader) throws(CBORFault) in
            let name = try reader.value(depth: 1)
            body(name, try reader.value(depth: 1))
        }
    }

    mutating func elements(_ body: (Value) -> Void) throws(CBORFault) {
        let head = try head()
        guard head.type == .array else { throw .notArray }
        try items(count: head.count) { (reader) throws(CBORFault) in body(try reader.value(depth: 1)) }
    }

    private enum MajorType: UInt8 { case unsigned, negative, bytes, text, array, map, tag, other }

    private struct Head {
        let type: MajorType
        /// The low five bits of the first byte.
        let form: UInt8
        /// The number; nil for an indefinite length.
        let count: UInt64?
    }

    private mutating func head() throws(CBORFault) -> Head {
        let first = try byte()
        guard let type = MajorType(rawValue: first >> 5) else { throw .reservedForm }
        let form = first & 31
        switch form {
        case 0..<24: return Head(type: type, form: form, count: UInt64(form))
        case 24..<28:
            var count: UInt64 = 0
            for _ in 0..<1 << (form - 24) { count = count << 8 | UInt64(try byte()) }
            return Head(type: type, form: form, count: count)
        case 31 where ![.unsigned, .negative, .tag].contains(type): return Head(type: type, form: form, count: nil)
        default: throw .reservedForm
        }
    }

    private mutating func byte() throws(CBORFault) -> UInt8 {
        guard position < bytes.count else { throw .truncated }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func value(depth: Int) throws(CBORFault) -> Value {
        let start = position
        let head = try head()
        switch head.type {
        case .unsigned: return .unsigned(head.count ?? 0)
        case .negative: return .negative(head.count ?? 0)
        case .bytes: return .bytes(try string(head))
        case .text: return .text(try string(head))
        case .tag where head.count == 2 || head.count == 3: return try bignum(isNegative: head.count == 3)
        case .array, .map, .tag:
            guard depth < Self.maximumDepth else { throw .nestedTooDeep }
            let valueCount = head.type == .map ? 2 : 1
            try items(count: head.type == .tag ? 1 : head.count) { (reader) throws(CBORFault) in
                for _ in 0..<valueCount { _ = try reader.value(depth: depth + 1) }
            }
            return head.type == .array ? .array(at: start) : head.type == .map ? .map(at: start) : .other
        case .other:
            try check(simpleOrFloat: head)
            return .other
        }
    }

    /// The integer under tag 2 or 3, which the server's library decodes anywhere; `other` if it exceeds 64 bits.
    private mutating func bignum(isNegative: Bool) throws(CBORFault) -> Value {
        let head = try head()
        guard head.type == .bytes else { throw .unreadableBignum }
        let digits = try string(head).drop { $0 == 0 }
        guard digits.count <= 16, !isNegative || digits.count < 16 || digits.first ?? 0 < 0x80
        else { throw .unreadableBignum }
        guard digits.count <= 8 else { return .other }
        let number = digits.reduce(0) { $0 << 8 | UInt64($1) }
        return isNegative ? .negative(number) : .unsigned(number)
    }

    private mutating func items(
        count: UInt64?, _ read: (inout CBORReader) throws(CBORFault) -> Void
    ) throws(CBORFault) {
        guard let count else {
            while try !consumeBreak() { try read(&self) }
            return
        }
        // A count that is too large ends in `.truncated`, because each item has at least one byte.
        var remaining = count
        while remaining > 0 {
            try read(&self)
            remaining -= 1
        }
    }

    private mutating func consumeBreak() throws(CBORFault) -> Bool {
        guard position < bytes.count else { throw .truncated }
        guard bytes[position] == 0xFF else { return false }
        position += 1
        return true
    }

    private func check(simpleOrFloat head: Head) throws(CBORFault) {
        guard let count = head.count else { throw .unexpectedBreak }
        // Forms 25 to 27 are floats; 20 to 23 are false, true, null and undefined, in one byte or two.
        guard (25..<28).contains(head.form) || (20..<24).contains(count) else { throw .unknownSimpleValue }
    }

    private mutating func string(_ head: Head) throws(CBORFault) -> [UInt8] {
        guard head.count == nil else { return try chunk(head) }
        var content: [UInt8] = []
        var openCount = 1
        while openCount > 0 {
            if try consumeBreak() {
                openCount -= 1
                continue
            }
            let inner = try self.head()
            guard inner.type == head.type else { throw .wrongChunk }
            if inner.count == nil { openCount += 1 } else { content += try chunk(inner) }
        }
        return content
    }

    private mutating func chunk(_ head: Head) throws(CBORFault) -> [UInt8] {
        guard let count = FileSize(head.count ?? 0).int(atMost: bytes.count - position) else { throw .truncated }
        let content = Array(bytes[position..<position + count])
        guard head.type == .bytes || String(validating: content, as: UTF8.self) != nil else { throw .notUTF8 }
        position += count
        return content
    }
}

extension CBORReader.Value {
    var byteString: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
    var string: String? { if case .text(let text) = self { String(decoding: text, as: UTF8.self) } else { nil } }
}

/// Encodes CBOR items in their shortest form (RFC 8949 §4.2.1).
enum CBORWriter {
    static func integer(_ number: Int) -> [UInt8] {
        number < 0 ? head(type: 1, count: -1 - number) : head(type: 0, count: number)
    }

    static func bytes(_ content: [UInt8]) -> [UInt8] { head(type: 2, count: content.count) + content }
    static func text(_ content: String) -> [UInt8] { head(type: 3, count: content.utf8.count) + Array(content.utf8) }
    static func array(_ items: [[UInt8]]) -> [UInt8] { head(type: 4, count: items.count) + items.joined() }

    /// Keeps the order given; names and values are already encoded.
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
