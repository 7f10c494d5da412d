import DepthAnalysis
import GzipReader
import Support

// Shared code for pictures decoded by libraries that are loaded on demand.

extension StoredMap {
    /// A strip or tile counts as at least this many bytes of the limit: a small one takes as long as a large one.
    private static let leastBytesOfPiece = 1024
    private static let uncheckedPieceCount = 1 << 16

    /// Checks a picture against the limit before anything is allocated for it; returns the size of a strip or tile.
    static func check(
        _ dimensions: MapDimensions, pixelByteCount: Int, pieceCount: Int, pieceByteCount: FileSize,
        _ format: DepthFileFormat, limit: Int
    ) throws(DepthFileError) -> Int {
        guard dimensions.width > 0, dimensions.height > 0, pixelByteCount > 0, pieceByteCount > 0
        else { throw .storedDamaged(format, detail: "empty strips or tiles for \(dimensions.text) pixels") }
        let (pixelCount, overflows) = dimensions.width.multipliedReportingOverflow(by: dimensions.height)
        guard !overflows, pixelCount <= limit / pixelByteCount, let piece = pieceByteCount.int(atMost: limit),
            pieceCount <= max(uncheckedPieceCount, limit / leastBytesOfPiece)
        else { throw .tooLarge(container: .none, limit: limit) }
        return piece
    }

    /// Makes a map from the samples written by `read`. Memory is committed as it is written, so a truncated file uses
    /// little.
    static func unpacking(
        _ dimensions: MapDimensions, of element: ElementType, _ format: DepthFileFormat, limit: Int, working: Int,
        _ reservation: ByteReservation?, _ read: (UnsafeMutableBufferPointer<UInt8>) throws(DepthFileError) -> Void
    ) throws(DepthFileError) -> StoredMap {
        let byteCount = dimensions.width * dimensions.height * element.kind.byteCount
        reservation?.reserve(byteCount + working)
        var failure: DepthFileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { bytes, initializedCount in
            do throws(DepthFileError) {
                try read(UnsafeMutableBufferPointer(rebasing: bytes[..<byteCount]))
                initializedCount = byteCount
            } catch {
                failure = error
                initializedCount = 0
            }
        }
        reservation?.release(working)
        if let failure { throw failure }
        reservation?.reserve(4 * dimensions.width * dimensions.height)
        defer { reservation?.release(byteCount) }
        return try decoding(dimensions, of: element, in: bytes, from: 0, format, limit: limit)
    }
}

extension String {
    /// The text of a fixed-size C character array, which Swift imports as a tuple.
    init<Characters>(ofArray characters: Characters) {
        self = withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// The same text with non-printable characters escaped, because libraries quote file content.
    init<Characters>(printableOfArray characters: Characters) {
        self = Printable.form(of: String(ofArray: characters))
    }

    /// The text that a C function writes to a buffer of `capacity` characters; nil if the function returns 0.
    init?(capacity: Int, ofFailure call: (UnsafeMutablePointer<CChar>) -> Int32) {
        var text = [CChar](repeating: 0, count: capacity)
        guard call(&text) != 0 else { return nil }
        self = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
