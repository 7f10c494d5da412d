import DepthAnalysis

extension FormatDefinition {
    static let scoopRecording = FormatDefinition(
        noun: "Scoop recording", shortName: "Scoop", extensions: [ScoopRecording.fileExtension],
        ownedExtension: DepthArchive.recordingExtension,
        content: "an iPhone's recording with float16 samples of 2 bytes",
        remedy: "convert its frames to float32 metres with numpy.save",
        stored: StoredFormat(.scoop, isHeaded: ScoopRecording.isHeader, holdsSeveralMaps: true) {
            (bytes, request) throws(DepthFileError) in try ScoopRecording.map(in: bytes, request)
        })
}

/// The header of a Scoop recording (USENIX Security 2025), little-endian: `uint8` platform (1 for an iPhone), `uint32`
/// width, height, bytes per sample and frames per second. Each frame is `float32` fx, fy, cx and cy, then `float16`
/// metres.
struct ScoopRecording {
    static let fileExtension = "idep"
    static let headerByteCount = 17
    private static let intrinsicsByteCount = 16
    private static let iPhone: UInt8 = 1
    private static let android: UInt8 = 2
    private static let sides: ClosedRange<UInt32> = 1...16_384
    /// The same limit as for the members of a zip archive.
    private static let largestFrameCount = 1_000_000

    let dimensions: MapDimensions

    init(_ bytes: [UInt8]) throws(DepthFileError) {
        if Self.isAndroid(bytes) { throw .otherFormat(.scoopAndroid, container: .none) }
        guard bytes.count >= Self.headerByteCount else { throw .storedTruncated(.scoop, byteCount: bytes.count) }
        guard bytes[0] == Self.iPhone
        else { throw .storedDamaged(.scoop, detail: "platform \(bytes[0]); 1 is an iPhone, 2 an Android phone") }
        let (width, height, sampleByteCount) = Self.numbers(in: bytes)
        guard Self.sides.contains(width), Self.sides.contains(height) else {
            throw .storedDamaged(
                .scoop, detail: "\(width)x\(height) as dimensions, not from 1 to \(Self.sides.upperBound)")
        }
        guard sampleByteCount == 2 else {
            throw .storedNotDepth(.scoop, found: "a Scoop recording with samples of \(byteText(Int(sampleByteCount)))")
        }
        dimensions = MapDimensions(width: Int(width), height: Int(height))
    }

    /// Whether bytes begin with an iPhone's header. No map does: the first three float32 are below 1e-38.
    static func isHeader(_ bytes: [UInt8]) -> Bool { begins(bytes, withHeaderOf: iPhone) }

    /// Whether bytes begin with the same header for an Android phone, whose frames differ.
    static func isAndroid(_ bytes: [UInt8]) -> Bool { begins(bytes, withHeaderOf: android) }

    private static func begins(_ bytes: [UInt8], withHeaderOf platform: UInt8) -> Bool {
        guard bytes.count >= headerByteCount, bytes[0] == platform else { return false }
        let (width, height, sampleByteCount) = numbers(in: bytes)
        return sides.contains(width) && sides.contains(height) && 1...8 ~= sampleByteCount
    }

    private static func numbers(in bytes: [UInt8]) -> (width: UInt32, height: UInt32, sampleByteCount: UInt32) {
        func number(_ start: Int) -> UInt32 { (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << UInt32(8 * $1) } }
        return (number(1), number(5), number(9))
    }

    var frameByteCount: Int { Self.intrinsicsByteCount + 2 * dimensions.width * dimensions.height }

    /// The number of frames in a file, including an incomplete last one.
    func frameCount(inFileOf byteCount: Int) throws(DepthFileError) -> Int {
        let frames = byteCount - Self.headerByteCount
        guard frames > 0 else { throw .storedTruncated(.scoop, byteCount: byteCount) }
        let count = (frames - 1) / frameByteCount + 1
        guard count <= Self.largestFrameCount
        else { throw .storedDamaged(.scoop, detail: "\(count) frames; at most \(Self.largestFrameCount) are read") }
        return count
    }

    func start(ofFrame number: Int) -> Int { Self.headerByteCount + number * frameByteCount }

    static func map(in bytes: [UInt8], _ request: StoredRequest) throws(DepthFileError) -> StoredMap {
        let recording = try ScoopRecording(bytes)
        let count = try recording.frameCount(inFileOf: bytes.count)
        guard let number = request.mapNumber ?? (count == 1 ? 0 : nil)
        else { throw .severalMaps(count: count, recording.dimensions) }
        guard number < count else { throw .noSuchMap(number: number, count: count) }
        var map = try StoredMap.decoding(
            recording.dimensions, of: ElementType(.float16, isBigEndian: false), in: bytes,
            from: recording.start(ofFrame: number) + intrinsicsByteCount, .scoop, limit: request.limit)
        map.byteCount = bytes.count
        return map
    }
}
