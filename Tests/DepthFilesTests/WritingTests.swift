import DepthAnalysis
import TestSupport
import Testing

@testable import DepthFiles

/// Written files are read back, and equal the files of other programs.
@Suite struct WritingTests {
    private static let exact: [WrittenFormat] = DepthContainer.allCases.map { .float32($0) } + [.npy, .pfm]

    /// Samples of all kinds, repeated to the given width.
    private static func unusualMap(width: Int = 5) throws -> DepthMap {
        let bits: [UInt32] = [
            0x7FC0_0000, 0xFFC0_0001, 0x7F80_0001, 0xFFBF_FFFF, 0x7FFF_FFFF, 0x7F80_0000, 0xFF80_0000, 0x8000_0000,
            0x0000_0000, 0x0000_0001, 0x8000_0001, 0x007F_FFFF, 0x0080_0000, 0x7F7F_FFFF, 0xFF7F_FFFF, 0x3F80_0000,
            0x3DCC_CCCD, 0x4774_2400, 0xBF80_0000, 0x3F9D_F3B6,
        ]
        return try DepthMap(
            width: width, height: bits.count / width, samples: bits.map { Float(bitPattern: $0) })
    }

    private func map(_ samples: [Float]) throws -> DepthMap {
        try DepthMap(width: samples.count, height: 1, samples: samples)
    }

    @Test(arguments: exact)
    func everySampleKeepsItsBits(format: WrittenFormat) throws {
        let maps = [
            try Self.unusualMap(), try Self.unusualMap(width: 20), try Self.unusualMap(width: 1),
            try roomMap(width: 37, height: 21, seed: 1), try map([2.5]),
        ]
        for map in maps {
            let encoded = try DepthFileWriter.encode(map, as: format)
            #expect(encoded.loss.isEmpty && encoded.loss.description == "nothing lost")
            #expect(encoded.loss.sampleCount == map.samples.count)
            let file = try read(encoded.bytes, format.readingOptions(for: map)).result.get()
            #expect(file.map == map && file.format == format.stored && file.container == format.container)
            #expect(try DepthFileWriter.encode(map, as: format).bytes == encoded.bytes, "writing is deterministic")
        }
    }

    @Test func theServerReadsGzippedOutput() throws {
        let room = try roomMap(width: 256, height: 192, seed: 2)
        let bytes = try DepthFileWriter.encode(room, as: .float32(.gzip)).bytes
        #expect(read(bytes).serverReading == .sameMap)
        #expect(bytes == DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: room), as: .gzip))
        let noGrid = DepthMap(inferringDimensionsOf: [Float](repeating: 1, count: 1000))
        #expect(try DepthFileWriter.encode(noGrid, as: .float32(.gzip)).loss.isEmpty)
    }

    @Test(arguments: [
        ("npy/f4-little.npy", WrittenFormat.npy), ("npy/f4-special.npy", .npy), ("npy/one-row.npy", .npy),
        ("pfm/opencv.pfm", .pfm),
    ])
    func outputMatchesOtherWritersByteForByte(name: String, format: WrittenFormat) throws {
        let fixtures = try FormatFixture.all(in: format.stored.rawValue)
        let fixture = try #require(fixtures.first { $0.description == name })
        let map = try read(fixture.bytes).result.get().map
        #expect(try DepthFileWriter.encode(map, as: format).bytes == fixture.bytes)
    }

    /// If the unpadded header is a multiple of 64, NumPy adds 64 bytes more.
    @Test func arrayDataIsAlignedTo64Bytes() throws {
        for (width, height) in [(1, 1), (10, 3), (3, 100_000), (100_000, 3), (999, 7)] {
            let map = try DepthMap(
                width: width, height: height, samples: [Float](repeating: 1, count: width * height))
            let bytes = try DepthFileWriter.encode(map, as: .npy).bytes
            let header = try NumPyHeader(bytes)
            #expect(header.byteCount == 128 && header.shape == [height, width] && !header.isColumnsFirst)
            #expect(bytes[127] == UInt8(ascii: "\n"))
        }
    }

    @Test func wholeMillimetresRoundTrip() throws {
        let samples = (0...65535).map { Float($0) / 1000 }
        let map = try DepthMap(width: 256, height: 256, samples: samples)
        let encoded = try DepthFileWriter.encode(map, as: .png16())
        #expect(encoded.loss.isEmpty)
        let picture = try GreyPNG(decoding: encoded.bytes, limit: 1 << 20)
        #expect(picture.pixels == Array(0...65535) && picture.dimensions == MapDimensions(width: 256, height: 256))
        #expect(picture.byteCount == encoded.bytes.count && picture.warning == nil)
        #expect(try DepthFileWriter.encode(map, as: .png16()).bytes == encoded.bytes)
    }

    private static let pixels: [(sample: Float, pixel: UInt16)] = [
        (1.234, 1234), (65.535, 65535), (0.001, 1), (0, 0),
        // Ties round to even: 0.5, 1.5 and 2.5 units of an eighth of a metre.
        (0.0625, 0), (0.1875, 2), (0.3125, 2), (0.4375, 4), (0.31250003, 3),
        // Beyond 65535 units, and just within: the tie below 65536 rounds up to it.
        (8191.875, 65535), (8191.9370, 65535), (8191.9375, 0), (8192, 0), (.greatestFiniteMagnitude, 0),
        (-1, 0), (-0.0, 0), (.nan, 0), (.infinity, 0), (-.infinity, 0), (.leastNonzeroMagnitude, 0),
    ]

    @Test func pixelsAreRoundedToTheNearestUnit() throws {
        let millimetres = Self.pixels[..<4]
        let thousandths = try DepthFileWriter.encode(
            map(millimetres.map(\.sample)), as: .png16(unitsPerMetre: 1000))
        #expect(try GreyPNG(decoding: thousandths.bytes, limit: 1 << 20).pixels == millimetres.map(\.pixel))
        #expect(thousandths.loss.isEmpty)
        let eighths = Self.pixels[4...]
        let rounded = try DepthFileWriter.encode(map(eighths.map(\.sample)), as: .png16(unitsPerMetre: 8))
        #expect(try GreyPNG(decoding: rounded.bytes, limit: 1 << 20).pixels == eighths.map(\.pixel))
    }

    @Test func pictureLossesAreCounted() throws {
        func loss(_ samples: [Float], _ unitsPerMetre: Float = 1000) throws -> WritingLoss {
            try DepthFileWriter.encode(map(samples), as: .png16(unitsPerMetre: unitsPerMetre)).loss
        }
        let beyond = try loss([1, 65.535, 65.54, 100])
        #expect(beyond.changedCount == 2 && beyond.lostReadingCount == 2 && beyond.changedKindCount == 0)
        #expect(beyond.largestError == 0)
        #expect(beyond.description == "2 of 4 samples changed; 2 readings were lost")
        let others = try loss([.nan, .infinity, -.infinity, -1, -0.0, 0, 2])
        #expect(others.changedCount == 5 && others.lostReadingCount == 0 && others.changedKindCount == 4)
        #expect(
            others.description
                == "5 of 7 samples changed; 4 invalid samples changed kind")
        let small = try loss([0.0625, 0.1875, 1, 1.25], 8)
        #expect(small.changedCount == 2 && small.lostReadingCount == 1 && small.largestError == 0.0625)
        #expect(small.description == "2 of 4 samples changed, by at most 0.0625 m; 1 reading was lost")
        #expect(try loss([.nan]).description.hasSuffix("; 1 invalid sample changed kind"))
    }

    @Test func float16IsRoundedToNearest() throws {
        #if arch(arm64) || os(Linux)
            // Every 4099th float, and around every half: itself, its neighbours, and the midpoint to the next.
            let steps = stride(from: UInt32.min, to: UInt32.max - 4099, by: 4099).map { Float(bitPattern: $0) }
            let halves = (UInt16.min ... .max).map { Float(halfBits: $0) }
            let between = zip(halves, halves.dropFirst()).map { ($0 + $1) / 2 }
            let around = (halves + between).flatMap { [$0, $0.nextUp, $0.nextDown] }
            for number in steps + around where !number.isNaN {
                #expect(number.halfBits == Float16(number).bitPattern, "\(number.bitPattern)")
            }
        #endif
        for bits in UInt16.min ... .max { #expect(Float(halfBits: bits).halfBits == bits) }
        #expect(Float(bitPattern: 0x7F80_0001).halfBits == 0x7E00 && Float(bitPattern: 0xFFC0_2000).halfBits == 0xFE01)
    }

    @Test func float16LossesAreCounted() throws {
        let kept = try map([1, 0.5, 65504, 0x1p-24, -0.0, .infinity, .nan])
        let encoded = try DepthFileWriter.encode(kept, as: .float16)
        #expect(encoded.loss.isEmpty)
        #expect(
            try read(encoded.bytes, WrittenFormat.float16.readingOptions(for: kept)).result.get().format == .float16)
        let payload = Float(bitPattern: 0x7FC0_0001)
        let changed = try map([1, 1 + 0x1p-12, 65520, 0x1p-26, -0x1p-26, payload])
        let loss = try DepthFileWriter.encode(changed, as: .float16).loss
        #expect(loss.changedCount == 5 && loss.lostReadingCount == 2 && loss.changedKindCount == 1)
        #expect(loss.largestError == 0x1p-12)
    }

    @Test func unrepresentableMapsAreRefused() throws {
        let noGrid = DepthMap(inferringDimensionsOf: [Float](repeating: 1, count: 1000))
        let dimensions = MapDimensions(width: noGrid.width, height: noGrid.height)
        for format in [WrittenFormat.npy, .pfm, .float16, .png16()] {
            #expect(throws: WritingError.notAGrid(dimensions, sampleCount: 1000)) {
                try DepthFileWriter.encode(noGrid, as: format)
            }
            #expect(throws: WritingError.noSamples) {
                try DepthFileWriter.encode(DepthMap(inferringDimensionsOf: []), as: format)
            }
        }
        for units: Float in [0, -1, .infinity] {
            #expect(throws: WritingError.unitsNotPositive(units)) {
                try DepthFileWriter.encode(map([1]), as: .png16(unitsPerMetre: units))
            }
        }
    }

    /// Samples whose bytes begin like a compressed file are not written uncompressed.
    @Test func ambiguousOutputIsRefused() throws {
        let gzip = try map([Float(bitPattern: 0x0008_8B1F), 1, 1])
        let error = try #require(throws: WritingError.self) {
            try DepthFileWriter.encode(gzip, as: .float32(.none))
        }
        guard case .notReadBack = error else { throw error }
        #expect(try DepthFileWriter.encode(gzip, as: .float32(.gzip)).loss.isEmpty)
        let zlib = try #require(
            (1..<100).lazy.map { DepthFileWriter.pack([UInt8](repeating: 7, count: 4 * $0), as: .zlib) }
                .first { $0.count % 4 == 0 })
        let samples = float32Samples(of: zlib)
        let other = try #require(throws: WritingError.self) {
            try DepthFileWriter.encode(map(samples), as: .float32(.none))
        }
        guard case .notReadBack(.dimensionsDoNotFit) = other else { throw other }
    }

    @Test func errorsNameFoundExpectedAndRemedy() {
        let dimensions = MapDimensions(width: 37, height: 27)
        let errors: [WritingError] = [
            .noSamples, .notAGrid(dimensions, sampleCount: 1000), .unitsNotPositive(0),
            .tooLarge(byteCount: 3, limit: 2),
            .notEnoughMemory(byteCount: 9), .notReadBack(.wrongLength(inflated: 1)),
            .readAsOther(.zlib, .float32, dimensions), .notDescribed(dimensions), .noPlaceForDescription("map.json"),
        ]
        for error in errors {
            #expect(error.message.hasPrefix("found ") && error.message.contains("; expected "), "\(error)")
            #expect(error.message.split(separator: "; ").count == 3 && !error.message.contains("\n"), "\(error)")
        }
        #expect(Set(errors.map(\.code)).count == errors.count)
        #expect(
            errors[1].message
                == "found 1000 samples; expected the 37x27 of a complete grid; "
                + "give the dimensions when reading the map, or write it as float32")
        #expect(
            errors[6].message
                == "found samples that would be read as 37x27 of a float32 file in zlib; expected the map that "
                + "was written; write it in another format or container")
    }
}
