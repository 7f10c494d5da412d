/// What was inflated so far, and room for more.
///
/// SAFETY: `next` lies within the memory, at most `capacity` bytes behind `first`, and ``FastInflater/slack`` bytes
/// follow those. Whoever writes has looked at ``room``.
struct WrittenBytes {
    let first: UnsafeMutableRawPointer
    /// Where the next byte goes.
    private(set) var next: UnsafeMutableRawPointer
    /// Where the capacity ends.
    let end: UnsafeMutableRawPointer

    init(_ memory: UnsafeMutableRawBufferPointer, capacity: Int) {
        precondition(capacity >= 0 && memory.count >= capacity + FastInflater.slack, "there is room for repeats")
        first = memory.baseAddress!
        next = first
        end = first + capacity
    }

    @inline(__always) var count: Int { next - first }
    @inline(__always) var room: Int { end - next }

    @inline(__always)
    mutating func advance(by byteCount: Int) { next += byteCount }

    /// Puts a literal `offset` bytes behind the last one, without counting it.
    @inline(__always)
    func put(_ symbol: DecodedSymbol, at offset: Int) {
        next.storeBytes(of: symbol.byte, toByteOffset: offset, as: UInt8.self)
    }

    @inline(__always)
    mutating func append(_ symbol: DecodedSymbol) {
        put(symbol, at: 0)
        advance(by: 1)
    }

    /// Repeats what stands `distance` bytes back; what is written behind `length` bytes means nothing.
    ///
    /// SAFETY: 1 <= distance <= count and length <= room. At most 16 bytes, or 7 more than asked for, are written.
    @inline(__always)
    mutating func repeatBytes(_ length: Int, from distance: Int) {
        let target = next
        let source = UnsafeRawPointer(target) - distance
        next += length
        if distance >= 8 {
            copyWord(source, target)
            copyWord(source + 8, target + 8)
            var offset = 16
            while offset < length {
                copyWord(source + offset, target + offset)
                offset &+= 8
            }
        } else if distance == 1 {
            let word = UInt64(source.load(as: UInt8.self)) &* 0x0101_0101_0101_0101
            var offset = 0
            while offset < length {
                target.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
                offset &+= 8
            }
        } else {
            // Of each word as many bytes as are known; the next step writes the others again.
            var offset = 0
            while offset < length {
                copyWord(source + offset, target + offset)
                offset &+= distance
            }
        }
    }

    @inline(__always)
    private func copyWord(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) {
        target.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
    }
}
