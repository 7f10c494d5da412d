import CPNG
import DepthAnalysis

// The one file that knows libpng, through the C shim in CPNG.

/// A decoded 16-bit greyscale PNG.
struct Grey16PNG {
    var dimensions: MapDimensions
    /// Row by row, in the byte order of the machine.
    var pixels: [UInt16]
    /// Length of the PNG; what follows it in the file is not part of it.
    var byteCount: Int
    /// libpng's first remark, if it had one.
    var warning: String?

    /// Decodes a PNG whose pixels take at most `limit` bytes. Pixel values are not converted in any way.
    init(decoding bytes: [UInt8], limit: Int) throws(DepthFileError) {
        var report = cpng_report()
        try Self.check(cpng_read_header(bytes, bytes.count, &report), report, bytes)
        guard report.bit_depth == 16, report.colour_type == 0 else {
            throw .pngNotGrey16(found: Self.kind(bitDepth: report.bit_depth, colourType: report.colour_type))
        }
        // Both are below 2^31, so their product is below 2^62.
        let pixelCount = Int(report.width) * Int(report.height)
        guard pixelCount <= limit / 2 else { throw .tooLarge(container: .none, limit: limit) }
        let (width, height) = (Int(report.width), Int(report.height))
        var pixels = [UInt16](repeating: 0, count: pixelCount)
        let status = pixels.withUnsafeMutableBufferPointer { pixels in
            // SAFETY: the shim writes pixels.count values at most, and only if the picture has exactly that many.
            cpng_read_pixels(bytes, bytes.count, pixels.baseAddress, pixels.count, &report)
        }
        try Self.check(status, report, bytes)
        self.dimensions = MapDimensions(width: width, height: height)
        self.pixels = pixels
        self.byteCount = report.consumed
        let warning = Self.text(report.warning)
        self.warning = warning.isEmpty ? nil : warning
    }

    private static func check(
        _ status: cpng_status, _ report: cpng_report, _ bytes: [UInt8]
    ) throws(DepthFileError) {
        switch status {
        case CPNG_OK: return
        case CPNG_TRUNCATED: throw .pngTruncated(byteCount: bytes.count)
        case CPNG_NO_MEMORY: throw .pngDamaged(detail: "libpng has no memory")
        default: throw .pngDamaged(detail: text(report.message))
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

    /// The text of a fixed C array of characters, which Swift sees as a tuple.
    private static func text<Characters>(_ characters: Characters) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
