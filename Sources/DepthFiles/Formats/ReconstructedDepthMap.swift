import DepthAnalysis
import GzipReader

extension FormatDefinition {
    static let colmap = FormatDefinition(
        noun: "COLMAP depth map", shortName: "COLMAP", content: "one channel",
        remedy: "name the depth map; normals have three channels",
        stored: StoredFormat(.colmap, isHeaded: { ReconstructedDepthMap.colmapHeader(of: $0) != nil }) {
            (bytes, request) throws(DepthFileError) in
            try ReconstructedDepthMap.colmapMap(in: bytes, limit: request.limit)
        })

    static let gipuma = FormatDefinition(
        noun: "Gipuma depth map", shortName: "Gipuma", extensions: ["dmb"], ownedExtension: "dmb",
        content: "one channel", remedy: "name the depth map; normals have three channels",
        stored: StoredFormat(.dmb, isHeaded: ReconstructedDepthMap.isGipuma, isGuess: true) {
            (bytes, request) throws(DepthFileError) in
            try ReconstructedDepthMap.gipumaMap(in: bytes, limit: request.limit)
        })
}

/// Reads depth maps of multi-view stereo: COLMAP's `stereo/depth_maps/*.bin` and Gipuma's `.dmb`, float32 after a
/// short header. Their unit is that of the reconstruction, which is metres only if it was scaled.
///
/// Source: COLMAP, `src/colmap/mvs/mat.h` and `scripts/python/read_write_dense.py`; Gipuma, `fileIoUtils.h`.
enum ReconstructedDepthMap {
    /// The header is `width&height&channels&` in decimal digits.
    static func colmapHeader(of bytes: [UInt8]) -> (width: Int, height: Int, channels: Int, end: Int)? {
        var numbers: [Int] = []
        var (number, digits) = (0, 0)
        for (place, byte) in bytes.prefix(40).enumerated() {
            if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), digits < 10 {
                number = number * 10 + Int(byte - UInt8(ascii: "0"))
                digits += 1
            } else if byte == UInt8(ascii: "&"), digits > 0 {
                numbers.append(number)
                (number, digits) = (0, 0)
                if numbers.count == 3 { return (numbers[0], numbers[1], numbers[2], place + 1) }
            } else {
                return nil
            }
        }
        return nil
    }

    static func colmapMap(in bytes: [UInt8], limit: Int) throws(DepthFileError) -> StoredMap {
        guard let header = colmapHeader(of: bytes) else {
            throw .storedDamaged(.colmap, detail: "a header other than width&height&channels&")
        }
        return try map(in: bytes, .colmap, header.width, header.height, header.channels, from: header.end, limit)
    }

    /// The header is four 32-bit integers: 1 for float32, height, width and channels. No depth map begins with them,
    /// because each is below 1e-40 as a sample.
    static func gipumaHeader(of bytes: [UInt8]) -> (width: Int, height: Int, channels: Int)? {
        guard let numbers = gipumaNumbers(in: bytes) else { return nil }
        guard numbers[0] == 1, let height = numbers[1].int(atMost: 65_536),
            let width = numbers[2].int(atMost: 65_536), let channels = numbers[3].int(atMost: 4),
            min(width, height, channels) > 0
        else { return nil }
        return (width, height, channels)
    }

    /// Whether bytes of any name begin with the header. A tiny map counts only if nothing follows it: four samples of
    /// 1e-45 are a header of 1x1.
    static func isGipuma(_ bytes: [UInt8]) -> Bool {
        guard let header = gipumaHeader(of: bytes) else { return false }
        return min(header.width, header.height) > NumPyHeader.maximumMatrixSide
            || bytes.count == 16 + 4 * header.width * header.height * header.channels
    }

    private static func gipumaNumbers(in bytes: [UInt8]) -> [FileSize]? {
        guard bytes.count >= 16 else { return nil }
        return (0..<4).map { FileSize(littleEndian: bytes[4 * $0..<4 * $0 + 4]) }
    }

    static func gipumaMap(in bytes: [UInt8], limit: Int) throws(DepthFileError) -> StoredMap {
        guard let numbers = gipumaNumbers(in: bytes) else { throw .storedTruncated(.dmb, byteCount: bytes.count) }
        guard let header = gipumaHeader(of: bytes) else {
            let found = numbers.map(\.text).joined(separator: ", ")
            throw .storedDamaged(.dmb, detail: "a header of \(found); a depth map has 1, height, width, 1")
        }
        return try map(in: bytes, .dmb, header.width, header.height, header.channels, from: 16, limit)
    }

    private static func map(
        in bytes: [UInt8], _ format: DepthFileFormat, _ width: Int, _ height: Int, _ channels: Int, from start: Int,
        _ limit: Int
    ) throws(DepthFileError) -> StoredMap {
        guard channels == 1 else { throw .storedNotDepth(format, found: "\(format.name) of \(channels) channels") }
        let sides = 1...ReadingOptions.largestDimension
        guard sides.contains(width), sides.contains(height) else {
            throw .storedDamaged(format, detail: "its width or height is not a number from 1 to 2147483647")
        }
        return try StoredMap.decoding(
            MapDimensions(width: width, height: height), of: ElementType(.float32, isBigEndian: false), in: bytes,
            from: start, format, limit: limit)
    }
}
