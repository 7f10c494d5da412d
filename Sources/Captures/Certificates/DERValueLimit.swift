internal import GzipReader

/// Counts the values before DER is parsed: the parser's nodes for tiny values take a hundred times the memory of the
/// bytes.
enum DERValueLimit {
    /// Genuine certificates and receipts have a few hundred values.
    static let maximumCount = 10_000

    /// Whether there are at most ``maximumCount`` values. Counting stops at the first damaged header.
    static func allows(_ bytes: ArraySlice<UInt8>) -> Bool {
        var count = 0
        var position = bytes.startIndex
        while position < bytes.endIndex {
            guard let header = DERHeader(bytes[position...]) else { return true }
            count += 1
            guard count <= maximumCount else { return false }
            // Enter constructed values; skip the content of others.
            position = header.isConstructed ? header.contentStart : header.contentEnd ?? header.contentStart
        }
        return true
    }
}

struct DERHeader {
    let tagClass: UInt8
    let isConstructed: Bool
    let tag: UInt64
    let tagByteCount: Int
    let contentStart: Int
    let contentEnd: Int?

    static let universal: UInt8 = 0

    /// Nil if the header or the content is truncated, the tag number exceeds 63 bits, or the length exceeds 64 bits.
    init?(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        guard let first = rest.popFirst() else { return nil }
        tagClass = first >> 6
        isConstructed = first & 0x20 != 0
        if first & 0x1F == 0x1F {
            var tag: UInt64 = 0
            while true {
                guard let byte = rest.popFirst(), tag < 1 << 56 else { return nil }
                tag = tag << 7 | UInt64(byte & 0x7F)
                if byte < 0x80 { break }
            }
            self.tag = tag
        } else {
            tag = UInt64(first & 0x1F)
        }
        tagByteCount = rest.startIndex - bytes.startIndex
        guard let length = rest.popFirst() else { return nil }
        if length == 0x80 {
            contentStart = rest.startIndex
            contentEnd = nil
            return
        }
        var count = UInt64(length)
        if length > 0x80 {
            guard length < 0xFF else { return nil }
            count = 0
            for _ in 0..<length & 0x7F {
                guard let byte = rest.popFirst(), count < 1 << 56 else { return nil }
                count = count << 8 | UInt64(byte)
            }
        }
        guard let count = FileSize(count).int(atMost: rest.count) else { return nil }
        contentStart = rest.startIndex
        contentEnd = rest.startIndex + count
    }
}
