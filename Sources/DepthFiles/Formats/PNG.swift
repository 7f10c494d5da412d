import CPNG
import DepthAnalysis
import Support

// The only file that uses libpng, through the C shim CPNG.

extension FormatDefinition {
    static let png = FormatDefinition(
        noun: "PNG", codeStart: "png", extensions: ["png"], content: "16-bit greyscale",
        remedy: "export the depth as 16-bit greyscale", decoder: "libpng",
        stored: StoredFormat(.png16, signatures: [PNGChunks.signature], isCompressed: true) {
            (bytes, request) throws(DepthFileError) in
            let png = try GreyPNG(decoding: bytes, limit: request.limit, reservation: request.reservation)
            return StoredMap(
                dimensions: png.dimensions, numbers: .steps(png.pixels), byteCount: png.byteCount,
                notes: png.warning.map { [.decoderWarning(.png16, $0)] } ?? [], storage: "16-bit greyscale")
        },
        encode: { (map, format) throws(WritingError) in
            let unitsPerMetre = format.unitsPerMetre ?? ReadingOptions.assumedUnitsPerMetre
            guard unitsPerMetre.isFinite, unitsPerMetre > 0 else { throw .unitsNotPositive(unitsPerMetre) }
            try format.requirePackable(2 * map.samples.count)
            let bytes = GreyPNG.bytes(of: steps(of: map.samples, unitsPerMetre: unitsPerMetre), map.dimensions)
            guard let bytes else { throw .notEnoughMemory(byteCount: 6 * map.samples.count) }
            return bytes
        })
}

/// The pixel values; 0 is no reading. The product has at most 48 significant bits, so only `rounded` rounds.
private func steps(of samples: [Float], unitsPerMetre: Float) -> [UInt16] {
    let unitsPerMetre = Double(unitsPerMetre)
    return samples.map { sample in
        let units = (Double(sample) * unitsPerMetre).rounded(.toNearestOrEven)
        // False for NaN.
        return units > 0 && units <= Double(UInt16.max) ? UInt16(units) : 0
    }
}

struct GreyPNG {
    let dimensions: MapDimensions
    let pixels: [UInt16]
    /// The length of the PNG; bytes after it are not part of it.
    let byteCount: Int
    let warning: String?

    /// Decodes grey pixels of the requested bit depth (16 or 8) without converting values. Refuses any other picture.
    init(
        decoding bytes: [UInt8], bitDepth: Int = 16, limit: Int, reservation: ByteReservation? = nil
    ) throws(DepthFileError) {
        let chunks = try PNGChunks(bytes)
        let (picture, report) = try chunks.needed.withUnsafeBufferPointer {
            (needed) throws(DepthFileError) -> (picture: (MapDimensions, [UInt16]), report: cpng_report) in
            var report = cpng_report()
            var reader: OpaquePointer?
            defer { cpng_close(reader) }
            // SAFETY: the shim keeps the address of the bytes until it is closed, inside this closure.
            try Self.check(cpng_open(needed.baseAddress, needed.count, &reader, &report), report, bytes)
            let dimensions = try Self.dimensions(in: report, chunks, bitDepth: bitDepth, limit: limit)
            // libpng allocates three rows.
            reservation?.reserve(2 * dimensions.width * (dimensions.height + 3))
            let pixels = try Self.pixels(of: dimensions, from: reader, &report, bytes)
            return ((dimensions, pixels), report)
        }
        (dimensions, pixels) = picture
        byteCount = chunks.byteCount
        let warning = Self.text(report.warning)
        self.warning = warning.isEmpty ? nil : warning
    }

    /// Encodes pixels; equal pixels produce equal bytes. Nil if memory is short.
    static func bytes(of pixels: [UInt16], _ dimensions: MapDimensions) -> [UInt8]? {
        precondition(dimensions.fit(sampleCount: pixels.count), "a picture has all its pixels")
        var written = cpng_written()
        defer { cpng_free(&written) }
        // SAFETY: there is a value for each pixel; the shim reads no others and keeps no address.
        let status = cpng_write_grey16(
            pixels, UInt32(dimensions.width), UInt32(dimensions.height), usualLevel, &written)
        guard status == CPNG_OK else { return nil }
        return Array(UnsafeBufferPointer(start: written.bytes, count: written.count))
    }

    /// zlib's default level.
    private static let usualLevel: Int32 = 6
    /// A row counts as at least this many bytes of the limit: libpng takes as long for a short row as for a long one.
    private static let leastBytesOfRow = 256
    private static let uncheckedRowCount = 1 << 16

    private static func dimensions(
        in report: cpng_report, _ chunks: PNGChunks, bitDepth: Int, limit: Int
    ) throws(DepthFileError) -> MapDimensions {
        guard Int(report.bit_depth) == bitDepth, report.colour_type == 0 else {
            let kind = kind(bitDepth: report.bit_depth, colourType: report.colour_type)
            throw .storedNotDepth(.png16, found: "\(kind) PNG")
        }
        let dimensions = MapDimensions(width: Int(report.width), height: Int(report.height))
        // Both sides are below 2^31, so their product is below 2^62.
        let pixelCount = dimensions.width * dimensions.height
        guard pixelCount <= limit / 2 else { throw .tooLarge(container: .none, limit: limit) }
        let rowLimit = max(uncheckedRowCount, limit / leastBytesOfRow)
        guard dimensions.height <= rowLimit
        else { throw .pngTooHigh(rowCount: dimensions.height, rowLimit: rowLimit, limit: limit) }
        // Each row begins with its filter type byte.
        guard chunks.canHold(byteCount: bitDepth / 8 * pixelCount + dimensions.height)
        else { throw .storedDamaged(.png16, detail: "too few compressed bytes for \(dimensions.text) pixels") }
        return dimensions
    }

    private static func pixels(
        of dimensions: MapDimensions, from reader: OpaquePointer?, _ report: inout cpng_report, _ bytes: [UInt8]
    ) throws(DepthFileError) -> [UInt16] {
        let count = dimensions.width * dimensions.height
        var status = CPNG_OK
        let pixels = [UInt16](unsafeUninitializedCapacity: count) { pixels, initializedCount in
            // SAFETY: interlaced pictures are combined with the values already here; the shim writes at most `count`
            // values, and only if the picture has exactly that many.
            pixels.initialize(repeating: 0)
            status = cpng_read_pixels(reader, pixels.baseAddress, count, &report)
            initializedCount = count
        }
        try check(status, report, bytes)
        return pixels
    }

    private static func check(_ status: cpng_status, _ report: cpng_report, _ bytes: [UInt8]) throws(DepthFileError) {
        switch status {
        case CPNG_OK: return
        case CPNG_TRUNCATED: throw .storedTruncated(.png16, byteCount: bytes.count)
        case CPNG_NO_MEMORY: throw .notEnoughMemory(byteCount: 6 * Int(report.width))
        default: throw .storedDamaged(.png16, detail: text(report.message))
        }
    }

    private static func kind(bitDepth: Int32, colourType: Int32) -> String {
        let colour =
            switch colourType {
            case 0: "greyscale"
            case 2: "RGB"
            case 3: "palette"
            case 4: "greyscale with alpha"
            case 6: "RGBA"
            default: "unknown colour type \(colourType)"
            }
        return "\(bitDepth)-bit \(colour)"
    }

    /// The text of a fixed-size C character array, which Swift imports as a tuple.
    private static func text<Characters>(_ characters: Characters) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
