/// The inflated bytes, and room for more.
///
/// SAFETY: `next` is at most `capacity` bytes after `first`, and ``FastInflater/slack`` more bytes follow the capacity.
/// Callers check ``room`` before writing.
struct WrittenBytes {
    let first: UnsafeMutableRawPointer
    private(set) var next: UnsafeMutableRawPointer
    /// The end of the capacity.
    let end: UnsafeMutableRawPointer

    init(_ memory: UnsafeMutableRawBufferPointer, capacity: Int) {
        precondition(capacity >= 0 && memory.count >= capacity + FastInflater.slack, "there is room for repeats")
        first = memory.baseAddress!
        next = first
        end = first + capacity
    }

    @inline(__always) var count: Int { next - first }
    @inline(__always) var room: Int { end - next }
    @inline(__always) mutating func advance(by byteCount: Int) { next += byteCount }

    /// Writes a literal at `next + offset` without advancing.
    @inline(__always) func write(_ symbol: DecodedSymbol, at offset: Int) {
        next.storeBytes(of: symbol.byte, toByteOffset: offset, as: UInt8.self)
    }

    @inline(__always) mutating func append(_ symbol: DecodedSymbol) {
        write(symbol, at: 0)
        advance(by: 1)
    }

    /// Appends a copy of earlier bytes. Bytes after the copy may be overwritten with garbage.
    ///
    /// SAFETY: requires 1 <= distance <= count and length <= room. Writes at most 16 or `length + 7` bytes, whichever
    /// is more.
    @inline(__always) mutating func repeatBytes(_ length: Int, from distance: Int) {
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
            // Only `distance` bytes of each word are correct; the next step overwrites the others.
            var offset = 0
            while offset < length {
                copyWord(source + offset, target + offset)
                offset &+= distance
            }
        }
    }

    @inline(__always) private func copyWord(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) {
        target.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
    }
}
