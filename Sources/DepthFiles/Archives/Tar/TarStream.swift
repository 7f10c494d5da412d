internal import Support

/// The bytes of a shard, decompressed if they are gzip, with at most two pieces in memory.
final class TarStream {
    /// Returns the next piece of the file; an empty one at the end.
    typealias Source = () throws(FileAccessError) -> [UInt8]

    enum Failure: Error {
        case system(FileAccessError)
        case damagedPacking(String)
        case endsInsideOfPacking
    }

    private(set) var offset = 0
    private let source: Source
    private var piece: [UInt8] = []
    private var position = 0
    /// The decompressor; nil before the first piece, and for an uncompressed file.
    private var unpacking: GunzipStream?
    private var hasBegun = false
    private var packed: [UInt8] = []
    private var packedPosition = 0

    init(_ source: @escaping Source) { self.source = source }

    func read(_ count: Int) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        try read(count) { bytes += $0 }
        return bytes
    }

    /// Passes up to `count` bytes to `body`, and returns their number.
    @discardableResult func read(_ count: Int, _ body: (ArraySlice<UInt8>) -> Void) throws(Failure) -> Int {
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

    /// Ensures that there is a byte to read; returns false at the end.
    private func fill() throws(Failure) -> Bool {
        while position == piece.count {
            position = 0
            // Free the old piece first: only one is needed at a time.
            piece = []
            if !hasBegun {
                piece = try next()
                // Detection needs two bytes, and a piece may have only one.
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
            do throws(GunzipStream.Damage) {
                piece = try unpacking.inflate(packed, from: &packedPosition)
            } catch {
                throw .damagedPacking(error.detail)
            }
            if piece.isEmpty, isAtEnd {
                if unpacking.isInsideMember { throw .endsInsideOfPacking }
                return false
            }
        }
        return true
    }

    /// Reads more of the compressed file if all was consumed; returns true at the end.
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
