/// The next bits of a stream; at least 56 after each refill.
///
/// SAFETY: `next` lies within the input or at `end`, one past the last byte. Only ``refillInside()`` has a further
/// precondition.
struct HeldBits {
    /// The bits; the next one is the lowest. Bits above the first `count` can belong to bytes that are read again.
    private(set) var held: UInt64 = 0
    /// The number of held bits. Only the lowest byte is valid; shifts ignore the other bytes.
    private var count: UInt64 = 0
    private(set) var next: UnsafeRawPointer
    private let end: UnsafeRawPointer
    /// The number of zero bytes read past the end of the input.
    private var missing = 0

    init(_ input: UnsafeRawBufferPointer, from position: Int) {
        precondition((0...input.count).contains(position), "the bits begin within the input")
        next = input.baseAddress! + position
        end = input.baseAddress! + input.count
    }

    /// The number of unread bytes.
    @inline(__always) var byteCount: Int { end - next }

    /// Refills to at least 56 bits. Eight bytes of the input must be left.
    @inline(__always) mutating func refillInside() {
        // SAFETY: eight bytes from `next` are within the input. Bytes that do not fit entirely are read again.
        held |= UInt64(littleEndian: next.loadUnaligned(as: UInt64.self)) &<< count
        next += 7 &- Int(truncatingIfNeeded: count &>> 3 & 7)
        count |= 56
    }

    /// Refills to at least 56 bits, with zeros past the end of the input; ``returnUnusedBytes()`` detects their use.
    mutating func refill() {
        if byteCount >= 8 {
            refillInside()
            return
        }
        count &= 63
        held &= 1 &<< count &- 1
        while count < 56 {
            if next < end {
                // SAFETY: `next` is before the end.
                held |= UInt64(next.load(as: UInt8.self)) &<< count
                next += 1
            } else {
                missing += 1
            }
            count += 8
        }
    }

    /// The next bits as an index, without consuming them.
    @inline(__always) func peek(_ count: UInt64) -> Int { Int(truncatingIfNeeded: held & (1 &<< count &- 1)) }

    /// Consumes the bits of a symbol and its extra bits; returns the bits that were held before.
    @inline(__always) mutating func consume(_ symbol: DecodedSymbol) -> UInt64 {
        defer { skip(symbol.bitCount) }
        return held
    }

    @inline(__always) private mutating func skip(_ bits: UInt64) {
        held = held &>> bits
        count = count &- bits
    }

    /// Consumes the next bits and returns them as a number.
    mutating func consume(_ bits: UInt64) -> Int {
        defer { skip(bits) }
        return peek(bits)
    }

    /// Drops the rest of a partly used byte, and counts the unread bytes; nil if bits past the end were consumed.
    mutating func returnUnusedBytes() -> Int? {
        let unused = Int(count & 63) >> 3
        guard missing <= unused else { return nil }
        // SAFETY: these bytes were read from the input, not added past its end.
        next -= unused - missing
        (held, count, missing) = (0, 0, 0)
        return byteCount
    }

    /// Copies bytes of the input. Call only when no bits are held; false if too few bytes are left.
    mutating func copy(_ byteCount: Int, to target: UnsafeMutableRawPointer) -> Bool {
        guard byteCount <= self.byteCount else { return false }
        // SAFETY: that many bytes are left, and the caller has room for them.
        target.copyMemory(from: next, byteCount: byteCount)
        next += byteCount
        return true
    }
}
