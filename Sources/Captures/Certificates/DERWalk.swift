/// How many values DER or BER holds, looked at before it is read: a reader that makes a node of each would need a
/// hundred times the memory of what is made of nothing else.
enum DERWalk {
    /// More than any certificate or receipt has: genuine ones have a few hundred.
    static let maximumCount = 10_000

    /// Whether there are at most ``maximumCount`` values; what is damaged counts up to where it is.
    static func isModest(_ bytes: ArraySlice<UInt8>) -> Bool {
        var count = 0
        var position = bytes.startIndex
        while position < bytes.endIndex {
            guard let header = DERHeader(bytes[position...]) else { return true }
            count += 1
            guard count <= maximumCount else { return false }
            // Into what is made of others, past all else.
            position = header.isConstructed ? header.contentStart : header.contentEnd ?? header.contentStart
        }
        return true
    }
}

/// Tag and length of a value in BER.
///
/// Source: X.690 §8.1.
struct DERHeader {
    let tagClass: UInt8
    let isConstructed: Bool
    let tag: UInt64
    let contentStart: Int
    /// Nil for an indefinite length.
    let contentEnd: Int?

    static let universal: UInt8 = 0

    /// Nil for a header that is cut off, a length that is beyond the bytes, and tags and lengths of more than 8 bytes.
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
        guard let length = rest.popFirst() else { return nil }
        if length == 0x80 {
            contentStart = rest.startIndex
            contentEnd = nil
            return
        }
        var count = UInt64(length)
        if length > 0x80 {
            guard length <= 0x88 else { return nil }
            count = 0
            for _ in 0..<length & 0x7F {
                guard let byte = rest.popFirst() else { return nil }
                count = count << 8 | UInt64(byte)
            }
        }
        guard let count = Int(exactly: count), count <= rest.count else { return nil }
        contentStart = rest.startIndex
        contentEnd = rest.startIndex + count
    }
}
