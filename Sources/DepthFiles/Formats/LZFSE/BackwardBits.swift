/// Reads bits from the end of a payload to its start, as a little-endian number from its highest bit down.
///
///     var bits = try BackwardBits(100..<140, of: bytes, spareBits: 3)
///     var word = bits.next          // the next 57 bits at least, highest first
///     let first = removeBits(5, &word)
///     try bits.skip(5)
///
/// SAFETY: `start` <= `end` <= 8 * `bytes.count`, and `start` is at least 64. Therefore the eight bytes up to `end`
/// are within `bytes`.
struct BackwardBits {
    /// The number of bits in ``next`` that belong to the payload, if that many are left.
    static let bitsAtHand = 57

    private let bytes: UnsafeRawBufferPointer
    /// The index of the first bit of the payload, which is read last.
    private let start: Int
    /// The index after the next bit.
    private var end: Int

    /// - Parameters:
    ///   - payload: a range of `bytes` with at least eight bytes before it.
    ///   - spareBits: the number of unused high bits in the last byte, 0 to 7. They must be zero.
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

    /// The next bits, the first one highest. Beyond the payload, the preceding bits of `bytes`.
    @inline(__always)
    var next: UInt64 {
        let byteEnd = (end &+ 7) &>> 3
        // SAFETY: the eight bytes up to `byteEnd` are within `bytes`, see above.
        let word = bytes.loadUnaligned(fromByteOffset: byteEnd &- 8, as: UInt64.self)
        return UInt64(littleEndian: word) &<< UInt64(truncatingIfNeeded: byteEnd &* 8 &- end)
    }

    /// Skips up to ``bitsAtHand`` bits.
    @inline(__always)
    mutating func skip(_ count: Int) throws(LZFSEFault) {
        guard count <= end &- start else { throw .damaged(.bitsRunOut) }
        end &-= count
    }
}

/// Removes the highest 0 to 63 bits of a word and returns them as a number.
@inline(__always)
func removeBits(_ count: Int, _ word: inout UInt64) -> Int {
    // Shift by one bit first: a masking shift by 64 would be a shift by 0.
    let bits = (word &>> 1) &>> UInt64(truncatingIfNeeded: 63 &- count)
    word = word &<< UInt64(truncatingIfNeeded: count)
    return Int(truncatingIfNeeded: bits)
}
