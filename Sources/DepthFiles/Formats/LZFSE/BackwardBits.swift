/// Bits that are read from the end of a payload to its beginning, as a little-endian number from its highest bit down.
///
///     var bits = try BackwardBits(100..<140, of: bytes, spareBits: 3)
///     var word = bits.next          // the next 57 bits at least, highest first
///     let first = take(5, &word)
///     try bits.skip(5)
///
/// SAFETY: `end` is at least `start`, which stands 64 bits or more behind the beginning of `bytes`, and at most the end
/// of `bytes`: so the eight bytes up to `end` are within.
struct BackwardBits {
    /// How many of the bits in ``next`` are of the payload, if it has so many.
    static let bitsAtHand = 57

    private let bytes: UnsafeRawBufferPointer
    /// The first bit of the payload, which is read last.
    private let start: Int
    /// The bit behind the next one.
    private var end: Int

    /// - Parameters:
    ///   - payload: where it stands in `bytes`; what comes before it has eight bytes or more.
    ///   - spareBits: how many of the highest bits of its last byte belong to it no more, 0 to 7. They are zero.
    init(
        _ payload: Range<Int>, of bytes: UnsafeRawBufferPointer, spareBits: Int
    ) throws(LZFSEFault) {
        precondition(payload.lowerBound >= 8 && payload.upperBound <= bytes.count, "a payload follows a header")
        guard spareBits == 0 || !payload.isEmpty && bytes[payload.upperBound - 1] >> (8 - spareBits) == 0 else {
            throw .damaged(.spareBits)
        }
        self.bytes = bytes
        start = payload.lowerBound * 8
        end = payload.upperBound * 8 - spareBits
    }

    /// The next bits, the first of them highest. Behind those of the payload come others.
    @inline(__always)
    var next: UInt64 {
        let byteEnd = (end &+ 7) &>> 3
        // SAFETY: the eight bytes up to `byteEnd` are within, see above.
        let word = bytes.loadUnaligned(fromByteOffset: byteEnd &- 8, as: UInt64.self)
        return UInt64(littleEndian: word) &<< UInt64(truncatingIfNeeded: byteEnd &* 8 &- end)
    }

    /// Leaves bits behind, ``bitsAtHand`` at most.
    @inline(__always)
    mutating func skip(_ count: Int) throws(LZFSEFault) {
        guard count <= end &- start else { throw .damaged(.bitsRunOut) }
        end &-= count
    }
}

/// Takes the highest bits of a word, 0 to 63 of them, as a number.
@inline(__always)
func take(_ count: Int, _ word: inout UInt64) -> Int {
    // One bit before the others: shifting by 64 would shift by nothing.
    let bits = (word &>> 1) &>> UInt64(truncatingIfNeeded: 63 &- count)
    word = word &<< UInt64(truncatingIfNeeded: count)
    return Int(truncatingIfNeeded: bits)
}
