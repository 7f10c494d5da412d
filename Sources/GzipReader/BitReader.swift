/// Reads the bits of a DEFLATE stream, of each byte the lowest first (RFC 1951, 3.1.1), or whole bytes.
struct BitReader {
    private let bytes: [UInt8]
    /// Where the byte stands that is read next.
    private(set) var position: Int
    /// Bits of bytes before `position` that were not read yet; the lowest is next.
    private var held: UInt32 = 0
    private var heldCount = 0

    init(_ bytes: [UInt8], from position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    /// The next `count` bits, 0 to 16, as a number: the first bit is its lowest.
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

    /// Leaves out what is left of a byte that was read in part.
    mutating func skipToByte() {
        held = 0
        heldCount = 0
    }

    /// The next byte. Call it where a byte begins.
    mutating func byte() throws(GzipRefusal) -> UInt8 { UInt8(try bits(8)) }

    /// The next four bytes as a number, the lowest first.
    mutating func word() throws(GzipRefusal) -> UInt32 {
        UInt32(try bits(16)) | UInt32(try bits(16)) << 16
    }

    private mutating func nextByte() throws(GzipRefusal) -> UInt8 {
        guard position < bytes.count else { throw .truncated }
        defer { position += 1 }
        return bytes[position]
    }
}
