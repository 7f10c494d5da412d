import DepthAnalysis
import DepthFiles
import TestSupport
import Testing

@Suite struct PNGTests {
    static let pixels: [UInt16] = [0, 1, 255, 256, 1000, 65535]

    @Test func pixelsAreMillimetresByDefault() throws {
        let reading = read(TestPNG.grey16(width: 3, height: 2, Self.pixels).bytes)
        let file = try reading.result.get()
        #expect(file.map == (try DepthMap(width: 3, height: 2, samples: [0, 0.001, 0.255, 0.256, 1, 65.535])))
        #expect(file.format == .png16)
        #expect(file.container == .none)
        #expect(file.notes == [.unitsAssumed(.png16, unitsPerMetre: 1000)], "the units are assumed")
        #expect(reading.serverReading == .unavailable(.notGzip(found: .stored(.png16))))
    }

    @Test func pixelsAreDividedByUnitsPerMetre() throws {
        let bytes = TestPNG.grey16(width: 1, height: 1, [7500]).bytes
        let file = try read(bytes, ReadingOptions(unitsPerMetre: 5000)).result.get()
        #expect(file.map.samples == [1.5] && file.notes.isEmpty)
    }

    @Test(arguments: [(1, 1), (3, 2), (8, 8), (13, 9)])
    func interlacedPicturesGiveTheSameMap(width: Int, height: Int) throws {
        var generator = SeededGenerator(seed: 1)
        var png = TestPNG.grey16(
            width: width, height: height, (0..<width * height).map { _ in .random(in: 0...65535, using: &generator) })
        let plain = try read(png.bytes).result.get().map
        png.isInterlaced = true
        #expect(try read(png.bytes).result.get().map == plain)
    }

    @Test func gammaSignificantBitsAndTransparencyChangeNothing() throws {
        var png = TestPNG.grey16(width: 3, height: 2, Self.pixels)
        let plain = try read(png.bytes).result.get().map
        png.extraChunks = [("gAMA", TestPNG.bigEndian(45455)), ("sBIT", [12]), ("tRNS", [0, 1])]
        #expect(try read(png.bytes).result.get().map == plain)
    }

    @Test(arguments: [
        (8, 0, 1, "8-bit greyscale"), (8, 2, 3, "8-bit RGB"), (16, 2, 6, "16-bit RGB"),
        (16, 4, 4, "16-bit greyscale with alpha"), (8, 6, 4, "8-bit RGBA"),
    ])
    func otherPictureTypesAreRefusedByName(bitDepth: Int, colourType: Int, bytes: Int, name: String) {
        let png = TestPNG(width: 2, height: 2, bitDepth: UInt8(bitDepth), colourType: UInt8(colourType)) { _, _ in
            [UInt8](repeating: 1, count: bytes)
        }
        #expect(read(png.bytes).error == .storedNotDepth(.png16, found: name + " PNG"))
    }

    @Test func palettePictureIsRefusedByName() {
        var png = TestPNG(width: 2, height: 2, bitDepth: 8, colourType: 3) { _, _ in [0] }
        png.extraChunks = [("PLTE", [1, 2, 3])]
        #expect(read(png.bytes).error == .storedNotDepth(.png16, found: "8-bit palette PNG"))
    }

    @Test func pngCutAtAnyByteIsTruncated() {
        let bytes = TestPNG.grey16(width: 3, height: 2, Self.pixels).bytes
        for count in 4..<bytes.count {
            #expect(read(Array(bytes.prefix(count))).error == .storedTruncated(.png16, byteCount: count))
        }
    }

    @Test func pngWithAWrongChecksumIsDamaged() {
        var bytes = TestPNG.grey16(width: 3, height: 2, Self.pixels).bytes
        bytes[bytes.count - 13] ^= 1  // the last byte of the pixels' checksum
        guard case .storedDamaged(.png16, let detail) = read(bytes).error else {
            Issue.record("\(read(bytes))")
            return
        }
        #expect(detail.contains("CRC"))
    }

    @Test func pngIsBoundedBeforeItsPixelsAreAllocated() {
        var png = TestPNG.grey16(width: 1, height: 1, [0])
        png.width = 1 << 30
        png.height = 1 << 30
        let header = png.width
        // The encoder would write all rows, so only the header is made.
        let bytes =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + TestPNG.chunk("IHDR", TestPNG.bigEndian(header) + TestPNG.bigEndian(header) + [16, 0, 0, 0, 0])
            + TestPNG.chunk("IDAT", []) + TestPNG.chunk("IEND", [])
        #expect(read(bytes).error == .tooLarge(container: .none, limit: 256 << 20))
        let small = TestPNG.grey16(width: 10, height: 10, [UInt16](repeating: 0, count: 100)).bytes
        #expect(read(small, ReadingOptions(maximumByteCount: 199)).error == .tooLarge(container: .none, limit: 199))
        #expect(read(small, ReadingOptions(maximumByteCount: 200)).error == nil)
    }

    @Test func thePicturesDimensionsReplaceGivenOnes() throws {
        let bytes = TestPNG.grey16(width: 3, height: 2, Self.pixels).bytes
        let given = MapDimensions(width: 2, height: 3)
        let used = MapDimensions(width: 3, height: 2)
        let file = try read(bytes, ReadingOptions(dimensions: given, unitsPerMetre: 1000)).result.get()
        #expect(file.map.width == 3)
        #expect(file.notes == [.storedDimensionsUsed(.png16, given: given, used: used)])
        let strict = read(bytes, ReadingOptions(dimensions: given, isStrict: true))
        #expect(strict.error == .storedDimensionsDiffer(.png16, given: given, found: used))
        #expect(read(bytes, ReadingOptions(dimensions: used, isStrict: true)).error == nil)
    }

    @Test func rowLengthIsIgnoredWithANote() throws {
        let bytes = TestPNG.grey16(width: 3, height: 2, Self.pixels).bytes
        #expect(
            try read(bytes, ReadingOptions(bytesPerRow: 16, unitsPerMetre: 1000)).result.get().notes
                == [.rowLengthIgnored(.png16, bytesPerRow: 16)])
        #expect(
            read(bytes, ReadingOptions(bytesPerRow: 16, isStrict: true)).error
                == .storedHasNoRowLength(.png16, bytesPerRow: 16))
    }

    @Test func bytesAfterThePictureAreNoted() throws {
        let bytes = TestPNG.grey16(width: 3, height: 2, Self.pixels).bytes + [1, 2]
        guard case .bytesAfterEndIgnored(let trailing) = try read(bytes).result.get().notes.first else {
            Issue.record("no note")
            return
        }
        #expect(trailing.count == 2)
        #expect(read(bytes, ReadingOptions(isStrict: true)).error == .bytesAfterEnd(trailing))
    }

    @Test func libpngWarningsAreNoted() throws {
        var png = TestPNG.grey16(width: 3, height: 2, Self.pixels)
        png.afterPixels = [1]
        guard case .decoderWarning(.png16, _) = try read(png.bytes).result.get().notes.first else {
            Issue.record("no note")
            return
        }
    }

    @Test func unneededChunksAreNotParsed() throws {
        var png = TestPNG.grey16(width: 3, height: 2, Self.pixels)
        let plain = try read(png.bytes).result.get()
        // A text that inflates to a million zeros, an invalid colour profile, and an unknown chunk.
        let bomb = DepthFileWriter.pack([UInt8](repeating: 0, count: 1_000_000), as: .zlib)
        png.extraChunks = [("zTXt", Array("k".utf8) + [0, 0] + bomb), ("iCCP", [1, 2, 3]), ("abCd", [])]
        let file = try read(png.bytes).result.get()
        #expect(file.map == plain.map && file.notes == plain.notes)
    }

    @Test func aChunkLongerThanTheFileIsTruncatedAtOnce() {
        let header = TestPNG.bigEndian(4) + TestPNG.bigEndian(4) + [16, 0, 0, 0, 0]
        let bytes =
            PNGTests.signature + TestPNG.chunk("IHDR", header) + TestPNG.bigEndian(Int(Int32.max))
            + Array("tEXtabc".utf8)
        #expect(read(bytes).error == .storedTruncated(.png16, byteCount: 44))
    }

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// A header and compressed pixels that need not match it.
    static func picture(width: Int, height: Int, packed: [UInt8]) -> [UInt8] {
        let header = TestPNG.bigEndian(width) + TestPNG.bigEndian(height) + [16, 0, 0, 0, 0]
        return signature + TestPNG.chunk("IHDR", header) + TestPNG.chunk("IDAT", packed) + TestPNG.chunk("IEND", [])
    }

    @Test func theByteLimitBoundsRows() {
        let rows = DepthFileWriter.pack([UInt8](repeating: 0, count: 3 * 2_000_000), as: .zlib)
        let bytes = Self.picture(width: 1, height: 2_000_000, packed: rows)
        #expect(
            read(bytes).error == .pngTooHigh(rowCount: 2_000_000, rowLimit: 1 << 20, limit: 256 << 20))
        #expect(read(bytes, ReadingOptions(maximumByteCount: 512 << 20)).error == nil)
        // However low the limit, the number of rows that any picture may have is accepted.
        let low = Self.picture(
            width: 1, height: 1000, packed: DepthFileWriter.pack([UInt8](repeating: 0, count: 3000), as: .zlib))
        #expect(read(low, ReadingOptions(maximumByteCount: 2000)).error == nil)
    }

    @Test func impossiblePixelCountsAreNotAllocated() {
        let bytes = Self.picture(width: 10_000, height: 10_000, packed: [1, 2, 3])
        #expect(read(bytes).error == .storedDamaged(.png16, detail: "too few compressed bytes for 10000x10000 pixels"))
    }

    @Test func chunksInTheWrongOrderAreDamage() {
        let whole = TestPNG.grey16(width: 3, height: 2, Self.pixels).bytes
        let pixels = TestPNG.chunk("IDAT", [0])
        let header = Array(whole[8..<33])
        let end = TestPNG.chunk("IEND", [])
        let cases: [[[UInt8]]] = [
            [pixels, header, end], [header, pixels, TestPNG.chunk("teXt", []), pixels, end],
            [header, TestPNG.bigEndian(0), [0, 1, 2, 3], TestPNG.bigEndian(0)],
        ]
        for bytes in cases.map({ Self.signature + $0.joined() }) {
            guard case .storedDamaged(.png16, _) = read(bytes).error else {
                Issue.record("\(read(bytes).result)")
                continue
            }
        }
    }
}
