import DepthAnalysis
import Support

/// A format whose files say themselves how large their map is and how its numbers are stored.
///
///     if let format = StoredFormat.recognised(in: bytes, rule) { let map = try format.decode(bytes, request) }
///
/// A new format is a file that decodes it and an entry in ``all``.
struct StoredFormat: Sendable {
    /// Which format it is; its words stand in FormatWording.
    let format: DepthFileFormat
    /// What its files begin with: one of these. No depth map of float32 does, see ``ForeignFormat``.
    let signatures: [[UInt8]]
    /// Whether bytes are such a file, where it takes more than a signature to know.
    let isHeaded: (@Sendable (_ bytes: [UInt8]) -> Bool)?
    /// Decodes a file.
    let decode: @Sendable (_ bytes: [UInt8], _ request: StoredRequest) throws(DepthFileError) -> StoredMap

    init(
        format: DepthFileFormat, signatures: [[UInt8]], isHeaded: (@Sendable ([UInt8]) -> Bool)? = nil,
        decode: @escaping @Sendable (_ bytes: [UInt8], _ request: StoredRequest) throws(DepthFileError) -> StoredMap
    ) {
        self.format = format
        self.signatures = signatures
        self.isHeaded = isHeaded
        self.decode = decode
    }

    /// All there are.
    static let all = [png, numPy, portableFloatMap, portableGreyMap, tiff, openEXR, colmap, gipuma]

    /// The format of bytes, or of the four or more that begin like one and are not exactly what is asked for.
    static func recognised(in bytes: [UInt8], _ rule: LengthRule) -> StoredFormat? {
        all.first { format in
            format.isHeaded?(bytes) == true
                || format.signatures.contains { signature in
                    bytes.starts(with: signature)
                        || bytes.count >= 4 && signature.starts(with: bytes) && !rule.givenFit(byteCount: bytes.count)
                }
        }
    }

    static let png = StoredFormat(format: .png16, signatures: [PNGChunks.signature]) {
        (bytes, request) throws(DepthFileError) in
        let png = try GreyPNG(decoding: bytes, limit: request.limit, reservation: request.reservation)
        return StoredMap(
            dimensions: png.dimensions, numbers: .steps(png.pixels), byteCount: png.byteCount,
            notes: png.warning.map { [.decoderWarning(.png16, $0)] } ?? [], storage: "16-bit greyscale")
    }

    static let numPy = StoredFormat(format: .npy, signatures: [NumPyHeader.signature]) {
        (bytes, request) throws(DepthFileError) in try NumPyArray.map(in: bytes, request)
    }

    static let portableFloatMap = StoredFormat(format: .pfm, signatures: PortableFloatMap.signatures) {
        (bytes, request) throws(DepthFileError) in try PortableFloatMap.map(in: bytes, limit: request.limit)
    }

    static let portableGreyMap = StoredFormat(format: .pgm, signatures: PortableGreyMap.signatures) {
        (bytes, request) throws(DepthFileError) in try PortableGreyMap.map(in: bytes, limit: request.limit)
    }

    static let colmap = StoredFormat(
        format: .colmap, signatures: [], isHeaded: { ReconstructedDepthMap.colmapHeader(of: $0) != nil }
    ) {
        (bytes, request) throws(DepthFileError) in try ReconstructedDepthMap.colmapMap(in: bytes, limit: request.limit)
    }

    static let gipuma = StoredFormat(
        format: .dmb, signatures: [], isHeaded: { ReconstructedDepthMap.gipumaHeader(of: $0) != nil }
    ) {
        (bytes, request) throws(DepthFileError) in try ReconstructedDepthMap.gipumaMap(in: bytes, limit: request.limit)
    }

    /// With BigTIFF.
    static let tiff = StoredFormat(
        format: .tiff,
        signatures: [[0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A], [0x49, 0x49, 0x2B, 0], [0x4D, 0x4D, 0, 0x2B]]
    ) { (bytes, request) throws(DepthFileError) in
        try TIFF.map(in: bytes, limit: request.limit, reservation: request.reservation)
    }

    static let openEXR = StoredFormat(format: .openEXR, signatures: [[0x76, 0x2F, 0x31, 1]]) {
        (bytes, request) throws(DepthFileError) in
        try OpenEXR.map(
            in: bytes, limit: request.limit, channel: request.channel, reservation: request.reservation)
    }
}

/// What is asked of a file that may hold more than one map.
struct StoredRequest {
    /// The most bytes the numbers may take.
    var limit: Int
    /// The map of a stack of them, from 0 on; nil for the only one.
    var mapNumber: Int?
    /// The channel of an OpenEXR file to read; nil for the one that holds depth by its name.
    var channel: String?
    /// Takes the bytes of a map before there is room for it.
    var reservation: ByteReservation?
}

/// A map as its file stores it, top row first.
struct StoredMap {
    var dimensions: MapDimensions
    /// As many as the dimensions ask for.
    var numbers: StoredNumbers
    /// Where the map ends in the file; what follows is not part of it.
    var byteCount: Int
    /// The number that stands for "no reading" in this file, where it says so; such samples become NaN.
    var noData: Float?
    /// What was noticed while it was decoded.
    var notes: [ReadingNote] = []
    /// How its numbers are stored, in a few words such as "float16, big-endian".
    var storage = ""
}

/// The numbers of a map, before units and invalid values.
enum StoredNumbers {
    /// Distances.
    case metres([Float])
    /// Whole numbers of a unit that the file does not say.
    case steps([UInt16])

    /// The same numbers in another order: `place` says where each one comes from.
    func reordered(_ count: Int, _ place: (Int) -> Int) -> StoredNumbers {
        switch self {
        case .metres(let numbers): .metres((0..<count).map { numbers[place($0)] })
        case .steps(let numbers): .steps((0..<count).map { numbers[place($0)] })
        }
    }
}

extension StoredMap {
    /// Decodes `dimensions` of numbers of one kind that follow each other from `start` on.
    ///
    /// - Parameters:
    ///   - format: for the words of errors.
    ///   - limit: the most bytes the numbers may take.
    ///   - source: where the number of each sample stands among them, row by row; nil for that very order.
    static func decoding(
        _ dimensions: MapDimensions, of element: ElementType, in bytes: [UInt8], from start: Int,
        _ format: DepthFileFormat,
        limit: Int, reordered source: ((Int) -> Int)? = nil
    ) throws(DepthFileError) -> StoredMap {
        let (count, countOverflows) = dimensions.width.multipliedReportingOverflow(by: dimensions.height)
        let (byteCount, overflows) = count.multipliedReportingOverflow(by: element.kind.byteCount)
        guard !countOverflows, !overflows, byteCount <= limit else { throw .tooLarge(container: .none, limit: limit) }
        guard bytes.count - start >= byteCount else {
            throw .storedTruncated(format, byteCount: bytes.count)
        }
        let stored = bytes[start..<start + byteCount]
        let inOrder = element.numbers(in: stored, count: count)
        let numbers = source.map { inOrder.reordered(count, $0) } ?? inOrder
        let rounded = element.roundedCounts(in: stored, count: count)
        return StoredMap(
            dimensions: dimensions, numbers: numbers, byteCount: start + byteCount,
            notes: rounded.all == 0
                ? [] : [.roundedToFloat32(count: rounded.all, infinite: rounded.infinite, total: count)],
            storage: element.kind.rawValue + (element.isBigEndian ? ", big-endian" : ""))
    }
}
