import CLibraries
import DepthAnalysis
import GzipReader
import Support

// The only file that uses libtiff, through the C shim CTIFF.

extension FormatDefinition {
    static let tiff = FormatDefinition(
        noun: "TIFF", extensions: ["tif", "tiff"],
        content: "one sample per pixel, of float16, float32, float64 or uint16",
        remedy: "export the depth alone, as metres in float32", decoder: "libtiff",
        libraryRemedy: "install libtiff6 (Debian, Ubuntu) or libtiff (Homebrew)",
        stored: StoredFormat(
            .tiff,
            signatures: [
                [0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A],
                // BigTIFF.
                [0x49, 0x49, 0x2B, 0], [0x4D, 0x4D, 0, 0x2B],
            ], isCompressed: true
        ) { (bytes, request) throws(DepthFileError) in
            try TIFF.map(in: bytes, limit: request.limit, reservation: request.reservation)
        })
}

/// Reads the first picture of a TIFF, one sample per pixel, arranged by the file's orientation (TIFF 6.0, Technical
/// Note 3).
enum TIFF {
    static func map(
        in bytes: [UInt8], limit: Int, reservation: ByteReservation? = nil
    ) throws(DepthFileError) -> StoredMap {
        if let reason = String(capacity: CTIFF_MESSAGE_SIZE, ofFailure: ctiff_open_library) {
            throw .storedNeedsLibrary(.tiff, reason: reason)
        }
        return try bytes.withUnsafeBufferPointer { (bytes) throws(DepthFileError) -> StoredMap in
            var report = ctiff_report()
            var reader: OpaquePointer?
            defer { ctiff_close(reader) }
            // SAFETY: the shim keeps the address of the bytes until it is closed, inside this closure.
            try check(ctiff_open(bytes.baseAddress, bytes.count, limit, &reader, &report), report, bytes.count)
            let element = try element(of: report)
            let stored = MapDimensions(width: Int(report.width), height: Int(report.height))
            let piece = try StoredMap.check(
                stored, pixelByteCount: element.kind.byteCount, pieceCount: Int(report.chunk_count),
                pieceByteCount: FileSize(report.chunk_byte_count), .tiff, limit: limit)
            try check(ctiff_check(reader, UInt64(max(limit, bytes.count)), &report), report, bytes.count)
            let isTransposed = report.orientation >= 5
            var map = try StoredMap.unpacking(
                isTransposed ? MapDimensions(width: stored.height, height: stored.width) : stored, of: element, .tiff,
                limit: limit, working: 3 * piece, reservation
            ) { (samples) throws(DepthFileError) in
                // SAFETY: ctiff_read writes all of these bytes and no others if it returns CTIFF_OK.
                let status = ctiff_read(reader, samples.baseAddress, samples.count, &report)
                try check(status, report, bytes.count)
            }
            map.byteCount = bytes.count
            map.noData = noData(String(ofArray: report.no_data))
            map.notes += notes(on: report)
            return map
        }
    }

    private static func check(
        _ status: ctiff_status, _ report: ctiff_report, _ byteCount: Int
    ) throws(DepthFileError) {
        switch status {
        case CTIFF_OK: return
        case CTIFF_TRUNCATED: throw .storedTruncated(.tiff, byteCount: byteCount)
        case CTIFF_NO_MEMORY:
            let piece = FileSize(report.chunk_byte_count)
            throw .notEnoughMemory(byteCount: piece.int(atMost: FileSize.largestFile) ?? FileSize.largestFile)
        case CTIFF_MANY_TAGS:
            throw .storedNotDepth(.tiff, found: "\(report.tag_count) tags in a TIFF, more than \(CTIFF_MOST_TAGS)")
        default: throw .storedDamaged(.tiff, detail: String(printableOfArray: report.message))
        }
    }

    private static func notes(on report: ctiff_report) -> [ReadingNote] {
        var notes: [ReadingNote] = []
        let warning = String(printableOfArray: report.warning)
        if !warning.isEmpty { notes.append(.decoderWarning(.tiff, warning)) }
        if report.directory_count > 1 {
            notes.append(.furtherPicturesIgnored(.tiff, count: Int(report.directory_count) - 1))
        }
        return notes
    }

    /// Not stated, white-is-zero and black-is-zero, which do not affect numbers, and the depth maps of DNG.
    private static let photometrics: Set<Int32> = [-1, 0, 1, 51177]
    /// LZMA is excluded because a few bytes of it make the library allocate gigabytes.
    private static let compressions: Set<Int32> = [1, 5, 8, 32946, 32773, 34887, 50000]

    private static func element(of report: ctiff_report) throws(DepthFileError) -> ElementType {
        guard photometrics.contains(report.photometric), report.samples_per_pixel == 1 else {
            let samples = sampleText(Int(report.samples_per_pixel))
            throw .storedNotDepth(.tiff, found: "\(colours(report.photometric)) with \(samples) per pixel")
        }
        guard withUnsafePointer(to: report, ctiff_can_read) != 0 else {
            let found = "\(report.bits_per_sample)-bit \(kind(report.sample_format)) samples in a TIFF"
            throw .storedNotDepth(.tiff, found: found)
        }
        guard compressions.contains(report.compression), report.is_compression_known != 0
        else { throw .storedNotDepth(.tiff, found: "a TIFF compressed with \(compression(report.compression))") }
        let isFloating = Int(report.sample_format) == CTIFF_FLOATING
        let kind: ElementType.Kind =
            switch report.bits_per_sample {
            case 64: .float64
            case 32: .float32
            default: isFloating ? .float16 : .uint16
            }
        // libtiff converts samples to the byte order of the machine.
        return ElementType(kind, isBigEndian: 1.bigEndian == 1)
    }

    private static func colours(_ photometric: Int32) -> String {
        switch photometric {
        case -1, 0, 1, 51177: "a grey TIFF"
        case 2: "an RGB TIFF"
        case 3: "a palette TIFF"
        default: "a TIFF of photometric interpretation \(photometric)"
        }
    }

    private static func kind(_ sampleFormat: Int32) -> String {
        switch sampleFormat {
        case 1: "unsigned"
        case 2: "signed"
        case 3: "floating-point"
        case 5, 6: "complex"
        default: "undefined"
        }
    }

    private static func compression(_ number: Int32) -> String {
        switch number {
        case 6, 7: "JPEG"
        case 34712: "JPEG 2000"
        case 34925: "LZMA"
        case 50001: "WebP"
        default: "method \(number), which this libtiff does not support"
        }
    }

    /// Parses GDAL's text as f32; nil for words, and for NaN, which already means "no reading".
    private static func noData(_ text: String) -> Float? {
        let number = text.drop { $0 == " " }.prefix { $0 != " " }
        return Double(number).map { Float($0) }.flatMap { $0.isNaN ? nil : $0 }
    }
}
