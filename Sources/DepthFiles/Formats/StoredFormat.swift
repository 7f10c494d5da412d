import DepthAnalysis
import Support

struct StoredFormat: Sendable {
    let format: DepthFileFormat
    /// Possible first bytes of a file. No float32 depth map begins with them, see ``ForeignFormat``.
    let signatures: [[UInt8]]
    /// Recognises the header of a format without a signature. It does not count if given dimensions fit the whole file.
    let isHeaded: (@Sendable (_ bytes: [UInt8]) -> Bool)?
    let isCompressed: Bool
    /// Whether a file can hold several maps, selected by number.
    let holdsSeveralMaps: Bool
    let decode: @Sendable (_ bytes: [UInt8], _ request: StoredRequest) throws(DepthFileError) -> StoredMap

    init(
        _ format: DepthFileFormat, signatures: [[UInt8]] = [], isHeaded: (@Sendable ([UInt8]) -> Bool)? = nil,
        isCompressed: Bool = false, holdsSeveralMaps: Bool = false,
        decode: @escaping @Sendable (_ bytes: [UInt8], _ request: StoredRequest) throws(DepthFileError) -> StoredMap
    ) {
        (self.format, self.signatures, self.isHeaded, self.isCompressed) = (format, signatures, isHeaded, isCompressed)
        (self.holdsSeveralMaps, self.decode) = (holdsSeveralMaps, decode)
    }

    static let all = DepthFileFormat.allCases.compactMap(\.definition.stored)

    /// The format whose signature begins the bytes. A signature cut off after four or more bytes counts too, unless the
    /// length of the file fits the given dimensions.
    static func recognised(
        in bytes: [UInt8], _ rule: LengthRule, among formats: [StoredFormat] = all
    ) -> StoredFormat? {
        formats.first { format in
            format.isHeaded?(bytes) == true && !rule.givenFit(byteCount: bytes.count)
                || format.signatures.contains { signature in
                    bytes.starts(with: signature)
                        || bytes.count >= 4 && signature.starts(with: bytes) && !rule.givenFit(byteCount: bytes.count)
                }
        }
    }
}

struct StoredRequest {
    /// The largest allowed size of the numbers, in bytes.
    var limit: Int
    /// The index of the map in a stack; nil for a single map.
    var mapNumber: Int?
    /// The OpenEXR channel to read; nil selects the depth channel by its name.
    var channel: String?
    var reservation: ByteReservation?
}

struct StoredMap {
    var dimensions: MapDimensions
    /// The numbers, as many as the dimensions require.
    var numbers: StoredNumbers
    /// The offset of the end of the map in the file; bytes after it are not part of it.
    var byteCount: Int
    /// The number for "no reading", if the file defines one; such samples become NaN.
    var noData: Float?
    var notes: [ReadingNote] = []
    /// The storage type as a short phrase, such as "float16, big-endian".
    var storage = ""
}

enum StoredNumbers {
    case metres([Float])
    /// Integers of a unit that the file does not state.
    case steps([UInt16])

    /// `place` maps each new index to its old one.
    func reordered(_ count: Int, _ place: (Int) -> Int) -> StoredNumbers {
        switch self {
        case .metres(let numbers): .metres((0..<count).map { numbers[place($0)] })
        case .steps(let numbers): .steps((0..<count).map { numbers[place($0)] })
        }
    }
}

extension StoredMap {
    /// `source` maps the row-major index of each sample to its index in the file; nil for row-major order.
    static func decoding(
        _ dimensions: MapDimensions, of element: ElementType, in bytes: [UInt8], from start: Int,
        _ format: DepthFileFormat, limit: Int, reordered source: ((Int) -> Int)? = nil
    ) throws(DepthFileError) -> StoredMap {
        let (count, countOverflows) = dimensions.width.multipliedReportingOverflow(by: dimensions.height)
        let (byteCount, overflows) = count.multipliedReportingOverflow(by: element.kind.byteCount)
        guard !countOverflows, !overflows, byteCount <= limit else { throw .tooLarge(container: .none, limit: limit) }
        guard bytes.count - start >= byteCount else { throw .storedTruncated(format, byteCount: bytes.count) }
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
