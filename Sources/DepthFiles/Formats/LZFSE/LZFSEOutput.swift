import Support

struct LZFSEStep {
    var literalCount: UInt32
    var matchLength: UInt32
    /// The distance back to the match; shorter than the length if the match overlaps its own output.
    var distance: UInt32
}

/// The decompressed bytes, in a growing buffer.
struct LZFSEOutput {
    /// The buffer, fully initialised; the first ``count`` bytes are output.
    private var room: [UInt8] = []
    private(set) var count = 0
    private let limit: Int
    private let firstCapacity: Int
    private let reservation: ByteReservation?
    /// Copies use eight-byte words, so up to this number of bytes may be written after the end of a copy.
    private static let slack = 8

    init(limit: Int, capacity: Int, reservation: ByteReservation? = nil) {
        self.reservation = reservation
        self.limit = max(0, limit)
        firstCapacity = capacity
    }

    mutating func readBytes() -> [UInt8] {
        var bytes: [UInt8] = []
        swap(&bytes, &room)
        bytes.removeLast(bytes.count - count)
        count = 0
        return bytes
    }

    mutating func append(_ bytes: Slice<UnsafeRawBufferPointer>) throws(LZFSEFault) {
        try makeRoom(for: bytes.count)
        room.replaceSubrange(count..<(count + bytes.count), with: bytes)
        count += bytes.count
    }

    /// Appends steps. Surplus literals are ignored.
    mutating func append(_ steps: [LZFSEStep], literals: [UInt8]) throws(LZFSEFault) {
        var (literalCount, total) = (0, 0)
        for step in steps {
            literalCount += Int(step.literalCount)
            total += Int(step.literalCount) + Int(step.matchLength)
        }
        guard literalCount <= literals.count else { throw .damaged(.literalsRunOut) }
        try makeRoom(for: total)
        let before = count
        let written = room.withUnsafeMutableBytes { room in
            literals.withUnsafeBytes { literals in Self.apply(steps, literals, room, from: before) }
        }
        count = written.count
        if written.isAtBadDistance { throw .damaged(.distance) }
    }

    /// SAFETY: `room` holds the output of all steps plus slack, and `literals` the literals of all steps.
    private static func apply(
        _ steps: [LZFSEStep], _ literals: UnsafeRawBufferPointer, _ room: UnsafeMutableRawBufferPointer,
        from count: Int
    ) -> (count: Int, isAtBadDistance: Bool) {
        var (count, used) = (count, 0)
        for step in steps {
            let literalCount = Int(step.literalCount)
            if literalCount > 0 {
                let target = room.baseAddress! + count
                let source = literals.baseAddress! + used
                if literals.count &- used >= literalCount &+ slack {
                    copyWords(literalCount, from: source, to: target)
                } else {
                    target.copyMemory(from: source, byteCount: literalCount)
                }
                used &+= literalCount
                count &+= literalCount
            }
            let (length, distance) = (Int(step.matchLength), Int(step.distance))
            if length > 0 {
                guard distance > 0, distance <= count else { return (count, true) }
                repeatBytes(length, from: distance, at: room.baseAddress! + count)
                count &+= length
            }
        }
        return (count, false)
    }

    /// SAFETY: `source` and `target` both have `count` bytes plus slack.
    @inline(__always)
    private static func copyWords(_ count: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
        var offset = 0
        while offset < count {
            target.storeBytes(
                of: source.loadUnaligned(fromByteOffset: offset, as: UInt64.self), toByteOffset: offset,
                as: UInt64.self)
            offset &+= slack
        }
    }

    /// SAFETY: `distance` bytes precede `target`, and it has room for `length` bytes plus slack.
    @inline(__always)
    private static func repeatBytes(_ length: Int, from distance: Int, at target: UnsafeMutableRawPointer) {
        if distance >= slack {
            copyWords(length, from: UnsafeRawPointer(target) - distance, to: target)
            return
        }
        // Copy byte by byte until a word fits into a multiple of the distance, then copy words from that far back.
        let start = min(length, 2 * slack)
        for offset in 0..<start {
            target.storeBytes(
                of: (target + offset - distance).load(as: UInt8.self), toByteOffset: offset, as: UInt8.self)
        }
        let period = (slack + distance - 1) / distance * distance
        copyWords(length - start, from: UnsafeRawPointer(target + start) - period, to: target + start)
    }

    /// The buffer doubles, up to the limit.
    private mutating func makeRoom(for added: Int) throws(LZFSEFault) {
        guard added <= limit - count else { throw .overLimit }
        let needed = count + added + Self.slack
        if needed <= room.count { return }
        let capacity = max(needed, min(max(firstCapacity, 2 * room.count), limit) + Self.slack)
        // The old buffer exists until it has been copied.
        reservation?.reserve(capacity)
        let freed = room.count
        room = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initializedCount in
            let copied = buffer.initialize(fromContentsOf: room[..<count])
            // SAFETY: this initialises the rest of the capacity.
            buffer[copied...].initialize(repeating: 0)
            initializedCount = capacity
        }
        reservation?.release(freed)
    }
}
