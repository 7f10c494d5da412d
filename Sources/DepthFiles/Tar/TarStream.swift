internal import Support

/// The bytes of a shard, unpacked where they are a gzip stream, taken from the front.
///
///     let stream = TarStream { try file.next() }
///     let block = try stream.read(512)
///
/// No more than two pieces are in memory, packed or not.
final class TarStream {
    /// Gives the next piece of the file; an empty one at its end.
    typealias Source = () throws(FileAccessError) -> [UInt8]

    /// Why there are no more bytes, though the shard should not end here.
    enum Failure: Error {
        /// The file cannot be read.
        case system(FileAccessError)
        /// The gzip stream is damaged.
        case damagedPacking(String)
        /// The file ends inside of a gzip member.
        case endsInsideOfPacking
    }

    /// Where the next byte stands, counted from the beginning of the unpacked shard.
    private(set) var offset = 0
    private let source: Source
    private var piece: [UInt8] = []
    private var position = 0
    /// Nil until the first piece was seen, and of what is not packed.
    private var unpacking: GunzipStream?
    private var hasBegun = false
    private var packed: [UInt8] = []
    private var packedPosition = 0

    init(_ source: @escaping Source) { self.source = source }

    /// The next bytes, fewer only at the end.
    func read(_ count: Int) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        try take(count) { bytes += $0 }
        return bytes
    }

    /// Hands on the next bytes part by part.
    ///
    /// - Returns: how many there were.
    @discardableResult
    func take(_ count: Int, _ body: (ArraySlice<UInt8>) -> Void) throws(Failure) -> Int {
        var taken = 0
        while taken < count, try fill() {
            let part = piece[position...].prefix(count - taken)
            body(part)
            position += part.count
            offset += part.count
            taken += part.count
        }
        return taken
    }

    /// Sees to it that there is a byte to take; false at the end.
    private func fill() throws(Failure) -> Bool {
        while position == piece.count {
            position = 0
            // What went before is given back first: only one piece is needed at a time.
            piece = []
            if !hasBegun {
                piece = try next()
                // Two bytes tell what it is, and pieces may be as small as one.
                while piece.count == 1, case let more = try next(), !more.isEmpty { piece += more }
                hasBegun = true
                guard piece.starts(with: [0x1F, 0x8B]) else { return !piece.isEmpty }
                unpacking = GunzipStream()
                (packed, piece) = (piece, [])
            }
            guard let unpacking else {
                piece = try next()
                return !piece.isEmpty
            }
            let isAtEnd = try refill()
            do throws(GunzipStream.Damage) { piece = try unpacking.inflate(packed, from: &packedPosition) } catch {
                throw .damagedPacking(error.detail)
            }
            if piece.isEmpty, isAtEnd {
                if unpacking.isInsideMember { throw .endsInsideOfPacking }
                return false
            }
        }
        return true
    }

    /// Gets more of the packed file where all was taken in; true where there is no more.
    private func refill() throws(Failure) -> Bool {
        guard packedPosition == packed.count else { return false }
        packedPosition = 0
        packed = try next()
        return packed.isEmpty
    }

    private func next() throws(Failure) -> [UInt8] {
        do throws(FileAccessError) { return try source() } catch { throw .system(error) }
    }
}
