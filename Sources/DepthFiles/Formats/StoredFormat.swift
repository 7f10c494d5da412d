import DepthAnalysis
import Support

/// The reader of a format whose files store the dimensions of their map and the type of its samples.
///
///     if let format = StoredFormat.recognised(in: bytes, rule) { let map = try format.decode(bytes, request) }
struct StoredFormat: Sendable {
    let format: DepthFileFormat
    /// Possible first bytes of a file. No float32 depth map begins with them, see ``ForeignFormat``.
    let signatures: [[UInt8]]
    /// Recognises the header of a format that has no signature. Given dimensions that fit all bytes rule it out.
    let isHeaded: (@Sendable (_ bytes: [UInt8]) -> Bool)?
    /// Whether the header is only a few small integers. A gzip file that begins with them holds the server's float32.
    let isGuess: Bool
    /// Whether samples are compressed. If so, the decoder reserves memory itself, based on the header.
    let isCompressed: Bool
    /// Whether a file can hold several maps, selected by number.
    let holdsSeveralMaps: Bool
    let decode: @Sendable (_ bytes: [UInt8], _ request: StoredRequest) throws(DepthFileError) -> StoredMap

    init(
        _ format: DepthFileFormat, signatures: [[UInt8]] = [], isHeaded: (@Sendable ([UInt8]) -> Bool)? = nil,
        isGuess: Bool = false, isCompressed: Bool = false, holdsSeveralMaps: Bool = false,
        decode: @escaping @Sendable (_ bytes: [UInt8], _ request: StoredRequest) throws(DepthFileError) -> StoredMap
    ) {
        self.format = format
        self.signatures = signatures
        self.isHeaded = isHeaded
        self.isGuess = isGuess
        self.isCompressed = isCompressed
        self.holdsSeveralMaps = holdsSeveralMaps
        self.decode = decode
    }

    static let all = DepthFileFormat.allCases.compactMap(\.definition.stored)

    /// Recognises the format of bytes. Four or more bytes that are a prefix of a signature count too, unless they
    /// have exactly the requested length.
    ///
    /// - Parameter container: the compression from which the bytes were unpacked.
    static func recognised(
        in bytes: [UInt8], _ rule: LengthRule, from container: DepthContainer = .none,
        among formats: [StoredFormat] = all
    ) -> StoredFormat? {
        formats.first { format in
            format.isHeaded?(bytes) == true && !(format.isGuess && container == .gzip)
                && !rule.givenFit(byteCount: bytes.count)
                || format.signatures.contains { signature in
                    bytes.starts(with: signature)
                        || bytes.count >= 4 && signature.starts(with: bytes) && !rule.givenFit(byteCount: bytes.count)
                }
        }
    }
}

/// The map to read from a file, and limits.
struct StoredRequest {
    /// The largest allowed size of the numbers, in bytes.
    var limit: Int
    /// The index of the map in a stack; nil for a single map.
    var mapNumber: Int?
    /// The OpenEXR channel to read; nil selects the depth channel by its name.
    var channel: String?
    /// The name of the array to read from a MATLAB file; nil for the only one.
    var array: String?
    /// Reserves the bytes of a map before they are allocated.
    var reservation: ByteReservation?
}

/// A map as stored, top row first.
struct StoredMap {
    var dimensions: MapDimensions
    /// Their number matches the dimensions.
    var numbers: StoredNumbers
    /// The offset of the end of the map in the file; bytes after it are not part of it.
    var byteCount: Int
    /// The number for "no reading", if the file defines one; such samples become NaN.
    var noData: Float?
    var notes: [ReadingNote] = []
    /// The storage type as a short phrase, such as "float16, big-endian".
    var storage = ""
}

/// The numbers of a map, before units and invalid values.
enum StoredNumbers {
    case metres([Float])
    /// Integers of a unit that the file does not state.
    case steps([UInt16])

    /// Returns the numbers in another order: `place` maps each new index to its old index.
    func reordered(_ count: Int, _ place: (Int) -> Int) -> StoredNumbers {
        switch self {
        case .metres(let numbers): .metres((0..<count).map { numbers[place($0)] })
        case .steps(let numbers): .steps((0..<count).map { numbers[place($0)] })
        }
    }
}

extension StoredMap {
    /// Decodes consecutive numbers of one type that begin at `start`.
    ///
    /// - Parameters:
    ///   - format: the format to name in errors.
    ///   - limit: the largest allowed size of the numbers, in bytes.
    ///   - source: maps the row-major index of each sample to its index in the file; nil for row-major order.
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
