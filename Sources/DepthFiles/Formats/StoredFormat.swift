import DepthAnalysis
import Support

/// The reader of a format whose files store the dimensions of their map and the type of its samples.
///
///     if let format = StoredFormat.recognised(in: bytes, rule) { let map = try format.decode(bytes, request) }
struct StoredFormat: Sendable {
    let format: DepthFileFormat
    /// A file begins with one of these. No depth map of float32 does, see ``ForeignFormat``.
    let signatures: [[UInt8]]
    /// Recognises the header of a format that has no signature.
    let isHeaded: (@Sendable (_ bytes: [UInt8]) -> Bool)?
    /// Whether its samples are compressed; then the decoder reserves memory by the header.
    let isCompressed: Bool
    let decode: @Sendable (_ bytes: [UInt8], _ request: StoredRequest) throws(DepthFileError) -> StoredMap

    init(
        _ format: DepthFileFormat, signatures: [[UInt8]] = [], isHeaded: (@Sendable ([UInt8]) -> Bool)? = nil,
        isCompressed: Bool = false,
        decode: @escaping @Sendable (_ bytes: [UInt8], _ request: StoredRequest) throws(DepthFileError) -> StoredMap
    ) {
        self.format = format
        self.signatures = signatures
        self.isHeaded = isHeaded
        self.isCompressed = isCompressed
        self.decode = decode
    }

    private static let all = DepthFileFormat.allCases.compactMap(\.definition.stored)

    /// The format of bytes. Four or more bytes that begin like a signature count too, unless they are exactly the
    /// requested length.
    static func recognised(in bytes: [UInt8], _ rule: LengthRule) -> StoredFormat? {
        all.first { format in
            format.isHeaded?(bytes) == true
                || format.signatures.contains { signature in
                    bytes.starts(with: signature)
                        || bytes.count >= 4 && signature.starts(with: bytes) && !rule.givenFit(byteCount: bytes.count)
                }
        }
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
