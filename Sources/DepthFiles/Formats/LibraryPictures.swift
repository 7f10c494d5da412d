import DepthAnalysis
import Support

// What pictures have in common that a library unpacks which is opened when first needed.

extension StoredMap {
    /// A piece, a strip or a tile, counts as at least so many bytes of the limit: a small one takes as long as one of
    /// many samples.
    private static let leastBytesOfPiece = 1024
    /// So many pieces are always let in.
    private static let piecesAlwaysTaken = 1 << 16

    /// Holds a picture to the limit before anything is allocated for it.
    ///
    /// - Parameters:
    ///   - pixelByteCount: what the file has for a pixel, all channels.
    ///   - pieceCount: how many strips or tiles there are, and `pieceByteCount` the bytes of one when it is unpacked.
    static func check(
        _ dimensions: MapDimensions, pixelByteCount: Int, pieceCount: Int, pieceByteCount: UInt64,
        _ format: DepthFileFormat, limit: Int
    ) throws(DepthFileError) {
        guard dimensions.width > 0, dimensions.height > 0, pixelByteCount > 0, pieceByteCount > 0 else {
            throw .storedDamaged(format, detail: "strips or tiles that hold nothing, of \(dimensions.text) pixels")
        }
        let (pixelCount, overflows) = dimensions.width.multipliedReportingOverflow(by: dimensions.height)
        guard !overflows, pixelCount <= limit / pixelByteCount, pieceByteCount <= UInt64(limit),
            pieceCount <= max(piecesAlwaysTaken, limit / leastBytesOfPiece)
        else { throw .tooLarge(container: .none, limit: limit) }
    }

    /// The map of the samples that `read` writes; unless it throws, it writes all of the memory it is given. Memory is
    /// used as it is written, so a file that breaks off early takes little, whatever it claims.
    ///
    /// - Parameters:
    ///   - working: how many bytes the library takes meanwhile.
    ///   - reservation: takes these and the bytes of the map.
    static func unpacking(
        _ dimensions: MapDimensions, of element: ElementType, _ format: DepthFileFormat, limit: Int, working: Int,
        _ reservation: ByteReservation?,
        _ read: (UnsafeMutableBufferPointer<UInt8>) throws(DepthFileError) -> Void
    ) throws(DepthFileError) -> StoredMap {
        let byteCount = dimensions.width * dimensions.height * element.kind.byteCount
        reservation?.take(byteCount + working)
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
        reservation?.giveBack(working)
        if let failure { throw failure }
        reservation?.take(4 * dimensions.width * dimensions.height)
        defer { reservation?.giveBack(byteCount) }
        return try decoding(dimensions, of: element, in: bytes, from: 0, format, limit: limit)
    }
}

extension String {
    /// The text of a fixed C array of characters, which Swift sees as a tuple.
    init<Characters>(ofArray characters: Characters) {
        self = withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// The same for people: libraries quote what stands in the file, and whatever is not printable is written out.
    init<Characters>(printableOfArray characters: Characters) {
        self = Printable.form(of: String(ofArray: characters))
    }

    /// The text that a function of C writes to room for so many characters; nil where it returns 0.
    init?(capacity: Int, ofFailure call: (UnsafeMutablePointer<CChar>) -> Int32) {
        var text = [CChar](repeating: 0, count: capacity)
        guard call(&text) != 0 else { return nil }
        self = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
