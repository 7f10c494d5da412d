/// The next bits of a stream, 56 and more of them at hand.
///
/// SAFETY: `next` lies within the input, from its first byte to `end`, the one behind its last. Only ``refillInside()``
/// asks more of whoever calls it.
struct HeldBits {
    /// The bits at hand, the next one lowest. Above those counted there may be bits of bytes that are read once more.
    private(set) var held: UInt64 = 0
    /// How many, in the lowest byte alone: shifting takes no more of a number into account.
    private var count: UInt64 = 0
    /// The byte to take in next.
    private(set) var next: UnsafeRawPointer
    private let end: UnsafeRawPointer
    /// Zero bytes that were taken in behind the end of the input.
    private var missing = 0

    init(_ input: UnsafeRawBufferPointer, from position: Int) {
        precondition((0...input.count).contains(position), "the bits begin within the input")
        next = input.baseAddress! + position
        end = input.baseAddress! + input.count
    }

    /// Bytes of the input that were not taken in.
    @inline(__always) var byteCount: Int { end - next }

    /// Makes sure that 56 bits are at hand. Eight bytes of the input must be left.
    @inline(__always)
    mutating func refillInside() {
        // SAFETY: eight bytes from `next` are within the input. Those that do not fit whole are read again.
        held |= UInt64(littleEndian: next.loadUnaligned(as: UInt64.self)) &<< count
        next += 7 &- Int(truncatingIfNeeded: count &>> 3 & 7)
        count |= 56
    }

    /// Makes sure that 56 bits are at hand. Behind the end of the input come zeros, which ``takeBack()`` finds out.
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

    /// The next bits as an index; they stay.
    @inline(__always)
    func peek(_ count: UInt64) -> Int { Int(truncatingIfNeeded: held & (1 &<< count &- 1)) }

    /// Takes the bits of a symbol, its extra bits included; gives the bits it begins with.
    @inline(__always)
    mutating func take(_ symbol: DecodedSymbol) -> UInt64 {
        defer { skip(symbol.bitCount) }
        return held
    }

    @inline(__always)
    private mutating func skip(_ bits: UInt64) {
        held = held &>> bits
        count = count &- bits
    }

    /// The next bits as a number; they go.
    mutating func take(_ bits: UInt64) -> Int {
        defer { skip(bits) }
        return peek(bits)
    }

    /// Leaves out what is left of a byte that was used in part, and takes back whole bytes of which nothing was used.
    ///
    /// - Returns: how many bytes of the input are left; nil if bits were used that are not there.
    mutating func takeBack() -> Int? {
        let unused = Int(count & 63) >> 3
        guard missing <= unused else { return nil }
        // SAFETY: of the bytes taken in, these were not missing.
        next -= unused - missing
        (held, count, missing) = (0, 0, 0)
        return byteCount
    }

    /// Copies whole bytes. Call it where nothing is held.
    ///
    /// - Returns: whether there are so many.
    mutating func copy(_ byteCount: Int, to target: UnsafeMutableRawPointer) -> Bool {
        guard byteCount <= self.byteCount else { return false }
        // SAFETY: that many bytes are left; the caller has room for them.
        target.copyMemory(from: next, byteCount: byteCount)
        next += byteCount
        return true
    }
}
