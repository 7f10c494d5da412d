/// Reads a DEFLATE stream as bits, lowest bit of each byte first (RFC 1951, 3.1.1), or as whole bytes.
struct BitReader {
    private let bytes: [UInt8]
    /// The index of the next byte to read.
    private(set) var position: Int
    /// Unread bits of the bytes before `position`; the next bit is the lowest.
    private var held: UInt32 = 0
    private var heldCount = 0

    init(_ bytes: [UInt8], from position: Int = 0) { (self.bytes, self.position) = (bytes, position) }

    /// The next `count` bits (0 to 16) as a number, first bit lowest.
    mutating func bits(_ count: Int) throws(GzipRefusal) -> Int {
        while heldCount < count {
            held |= UInt32(try nextByte()) << UInt32(heldCount)
            heldCount += 8
        }
        let value = held & (1 << UInt32(count) - 1)
        held >>= UInt32(count)
        heldCount -= count
        return Int(value)
    }

    mutating func skipToByte() {
        held = 0
        heldCount = 0
    }

    /// The next byte. Call only at a byte boundary.
    mutating func byte() throws(GzipRefusal) -> UInt8 { UInt8(try bits(8)) }

    /// The next four bytes as a little-endian number.
    mutating func word() throws(GzipRefusal) -> UInt32 { UInt32(try bits(16)) | UInt32(try bits(16)) << 16 }

    private mutating func nextByte() throws(GzipRefusal) -> UInt8 {
        guard position < bytes.count else { throw .truncated }
        defer { position += 1 }
        return bytes[position]
    }
}
