import DepthAnalysis
import TestSupport

@testable import DepthFiles

extension FuzzTarget {
    /// A PNG, the same with corrected chunk checksums, and a picture whose pixels are the input.
    static let pictures = FuzzTarget(
        name: "pictures",
        words: [
            "IHDR", "IDAT", "IEND", "PLTE", "tRNS", "gAMA", "sBIT", "tEXt", "zTXt", "iTXt", "iCCP", "eXIf", "acTL",
        ],
        decoded: { DepthFileReader().read($0).asBytes + DepthFileReader().read(withRightChecksums($0)).asBytes }
    ) { bytes in
        let options = ReadingOptions(isStrict: bytes.count % 2 == 1)
        promiseReading(of: bytes, options)
        promiseReading(of: withRightChecksums(bytes), options)
        promiseReport(of: withRightChecksums(bytes), options)
        promisePixels(bytes)
    }
}

/// Corrects the checksum of every complete chunk.
private func withRightChecksums(_ png: [UInt8]) -> [UInt8] {
    var png = png
    var start = 8
    while start + 12 <= png.count {
        let length = png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        let end = start + 8 + length
        guard end + 4 <= png.count else { break }
        png.replaceSubrange(end..<end + 4, with: Checksums.crc32(png[start + 4..<end]).bigEndianBytes)
        start = end + 4
    }
    return png
}

/// A written 16-bit greyscale picture is read back with the same pixels.
private func promisePixels(_ bytes: [UInt8]) {
    let pixels = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    // Compression takes the most time, and larger pictures reveal nothing more.
    guard (1...64).contains(pixels.count) else { return }
    let width = pixels.count.isMultiple(of: 4) ? 4 : pixels.count
    var picture = TestPNG.grey16(width: width, height: pixels.count / width, pixels)
    picture.isInterlaced = bytes[0].isMultiple(of: 2)
    let reading = DepthFileReader(options: ReadingOptions(unitsPerMetre: 1, isStrict: true)).read(picture.bytes)
    guard case .success(let file) = reading.result else {
        fatalError("not kept: a picture of \(pixels.count) pixels is read: \(reading.result)")
    }
    promise(file.map.samples == pixels.map { Float($0) }, "a pixel has its stored number")
    promise(file.map.width == width, "a picture has its width")
}
