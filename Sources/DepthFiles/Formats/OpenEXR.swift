import COpenEXR
import DepthAnalysis
import GzipReader
import Support

// The only file that uses OpenEXRCore, through the C shim COpenEXR.

extension FormatDefinition {
    static let openEXR = FormatDefinition(
        noun: "OpenEXR file", shortName: "OpenEXR", article: "an", extensions: ["exr"],
        content:
            "a channel Z or Y, one whose name ends in .Z, .Depth or .depth, or a single one, of float16 or float32, "
            + "that is not part of a vector",
        remedy: "export the depth as channel Z", decoder: "OpenEXRCore",
        libraryRemedy: "install libopenexr-3-1-30 (Debian, Ubuntu) or openexr (Homebrew)",
        stored: StoredFormat(.openEXR, signatures: [[0x76, 0x2F, 0x31, 1]], isCompressed: true) {
            (bytes, request) throws(DepthFileError) in
            try OpenEXR.map(
                in: bytes, limit: request.limit, channel: request.channel, reservation: request.reservation)
        })
}

/// Reads the depth in an OpenEXR file, from the requested channel. The default is Z, or the only channel whose name
/// ends in `.Z`, `.Depth` or `.depth`, in the first part with such a channel; failing that, the only channel, B, G and
/// R if they are identical, or Y. Y and Z of vectors are not depth. The map is the data window at full resolution.
enum OpenEXR {
    static func map(
        in bytes: [UInt8], limit: Int, channel: String?, reservation: ByteReservation? = nil
    ) throws(DepthFileError) -> StoredMap {
        if let reason = String(capacity: COPENEXR_MESSAGE_SIZE, ofFailure: copenexr_open_library) {
            throw .storedNeedsLibrary(.openEXR, reason: reason)
        }
        return try bytes.withUnsafeBufferPointer { (bytes) throws(DepthFileError) -> StoredMap in
            try OpenEXRHeader.checkChannelCounts(in: bytes)
            var report = copenexr_report()
            var reader: OpaquePointer?
            defer { copenexr_close(reader) }
            // SAFETY: the shim keeps the address of the bytes until it is closed, inside this closure.
            let name = channel.map { $0.utf8.map { CChar(bitPattern: $0) } + [0] }
            let status = copenexr_open(bytes.baseAddress, bytes.count, limit, name, &reader, &report)
            try check(status, report, bytes.count)
            let element = try element(of: report, wanted: channel)
            let dimensions = MapDimensions(width: Int(report.width), height: Int(report.height))
            let piece = try StoredMap.check(
                dimensions, pixelByteCount: Int(report.pixel_byte_count), pieceCount: Int(report.chunk_count),
                pieceByteCount: FileSize(report.chunk_byte_count), .openEXR, limit: limit)
            try checkPieces(in: report, bytes.count)
            // The library holds a chunk packed, unpacked, and in two intermediate buffers.
            var map = try StoredMap.unpacking(
                dimensions, of: element, .openEXR, limit: limit, working: 4 * piece, reservation
            ) { (samples) throws(DepthFileError) in
                // SAFETY: copenexr_read writes all of these bytes and no others if it returns COPENEXR_OK.
                try check(copenexr_read(reader, samples.baseAddress, samples.count, &report), report, bytes.count)
            }
            map.byteCount = bytes.count
            if report.is_threefold != 0 {
                guard report.are_different == 0
                else { throw .storedNotDepth(.openEXR, found: "channels \(String(printableOfArray: report.names))") }
                map.notes.append(.equalChannels)
            }
            if report.part_count > 1 {
                map.notes.append(.furtherPicturesIgnored(.openEXR, count: Int(report.part_count) - 1))
            }
            return map
        }
    }

    private static func check(
        _ status: copenexr_status, _ report: copenexr_report, _ byteCount: Int
    ) throws(DepthFileError) {
        switch status {
        case COPENEXR_OK: return
        case COPENEXR_TRUNCATED: throw .storedTruncated(.openEXR, byteCount: byteCount)
        case COPENEXR_NO_MEMORY:
            let piece = FileSize(report.chunk_byte_count)
            throw .notEnoughMemory(byteCount: piece.int(atMost: FileSize.largestFile) ?? FileSize.largestFile)
        case COPENEXR_NOT_UNPACKED:
            let number = Int(report.compression)
            let name = compressions.indices.contains(number) ? compressions[number] : "method \(number)"
            throw .storedNotDepth(
                .openEXR, found: "an OpenEXR file compressed with \(name), which this OpenEXRCore does not support")
        default: throw .storedDamaged(.openEXR, detail: String(printableOfArray: report.message))
        }
    }

    /// Checks the number of pieces: each tile or block of lines takes an entry in the offset table and a header.
    private static func checkPieces(in report: copenexr_report, _ byteCount: Int) throws(DepthFileError) {
        let leastByteCount = 8 + (report.is_tiled == 0 ? 8 : 20)
        guard Int(report.chunk_count) <= byteCount / leastByteCount else {
            let pieces = report.is_tiled == 0 ? "blocks of lines" : "tiles"
            throw .storedDamaged(.openEXR, detail: "\(report.chunk_count) \(pieces) in \(byteText(byteCount))")
        }
    }

    /// Indexed by the number of the compression method.
    private static let compressions = [
        "nothing", "RLE", "ZIPS", "ZIP", "PIZ", "PXR24", "B44", "B44A", "DWAA", "DWAB",
    ]

    private static func element(of report: copenexr_report, wanted: String?) throws(DepthFileError) -> ElementType {
        guard report.is_deep == 0
        else { throw .storedNotDepth(.openEXR, found: "an OpenEXR file of deep samples, with any number per pixel") }
        let names = String(printableOfArray: report.names)
        if report.channel < 0, let wanted {
            throw .storedNotDepth(
                .openEXR, found: "channels \(names), none of them named \(Printable.form(of: wanted))")
        }
        guard report.channel >= 0 else { throw .storedNotDepth(.openEXR, found: "channels \(names)") }
        guard [COPENEXR_HALF, COPENEXR_FLOAT].contains(Int(report.sample_type))
        else { throw .storedNotDepth(.openEXR, found: "whole numbers in the depth channel, among channels \(names)") }
        guard report.is_subsampled == 0
        else { throw .storedNotDepth(.openEXR, found: "channels \(names), not all with a sample for each pixel") }
        return ElementType(Int(report.sample_type) == COPENEXR_HALF ? .float16 : .float32, isBigEndian: false)
    }
}

/// Counts the channels before the library reads the header, because it takes time quadratic in their number.
struct OpenEXRHeader {
    /// The limit of channels in a part. Layered pictures have some hundreds; the library needs 2 ms for 1,024.
    static let maximumChannels = 1024

    /// Truncated or damaged headers are left to the library.
    static func checkChannelCounts(in bytes: UnsafeBufferPointer<UInt8>) throws(DepthFileError) {
        guard bytes.count > 8 else { return }
        let hasParts = bytes[5] & 0x10 != 0
        var header = OpenEXRHeader(bytes: bytes, position: 8)
        repeat {
            while let name = header.readText(), !name.isEmpty {
                guard header.readText() != nil, let stated = header.readNumber(),
                    let byteCount = stated.int(atMost: bytes.count - header.position)
                else { return }
                let end = header.position + byteCount
                if name.count == 8, name.elementsEqual("channels".utf8) {
                    let count = header.countChannels(before: end)
                    guard count <= maximumChannels else {
                        throw .storedNotDepth(
                            .openEXR, found: "\(count) channels in an OpenEXR file, more than \(maximumChannels)")
                    }
                }
                header.position = end
            }
            // An empty name ends a header; in a file with several parts, a second empty name follows the last header.
        } while hasParts && header.position < bytes.count && bytes[header.position] != 0
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int

    /// A channel list has a name and 16 bytes for each channel, and ends with an empty name.
    private mutating func countChannels(before end: Int) -> Int {
        var count = 0
        while position < end, let name = readText(), !name.isEmpty {
            count += 1
            position += 16
        }
        return count
    }

    private mutating func readText() -> Slice<UnsafeBufferPointer<UInt8>>? {
        let start = position
        while position < bytes.count, bytes[position] != 0 { position += 1 }
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[start..<position]
    }

    private mutating func readNumber() -> FileSize? {
        guard bytes.count - position >= 4 else { return nil }
        defer { position += 4 }
        return FileSize(littleEndian: bytes[position..<position + 4])
    }
}
