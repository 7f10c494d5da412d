import DepthAnalysis
import Testing

@Suite struct DepthMapTests {
    @Test func aGridKeepsItsSamples() throws {
        let map = try DepthMap(width: 3, height: 2, samples: [1, 2, 3, 4, 5, 6])
        #expect(map.width == 3 && map.height == 2 && map.isGrid)
        #expect(map.samples == [1, 2, 3, 4, 5, 6])
    }

    @Test(arguments: [(0, 1), (1, 0), (-3, -2), (0, 0)])
    func dimensionsMustBePositive(width: Int, height: Int) {
        #expect(throws: DepthMapError.dimensionsNotPositive(width: width, height: height)) {
            try DepthMap(width: width, height: height, samples: [1, 2, 3, 4, 5, 6])
        }
    }

    @Test func samplesMustFillTheGrid() {
        #expect(throws: DepthMapError.sampleCountMismatch(width: 2, height: 2, sampleCount: 3)) {
            try DepthMap(width: 2, height: 2, samples: [1, 2, 3])
        }
    }

    @Test func dimensionsWithAnOverflowingProductAreRefused() {
        #expect(throws: DepthMapError.sampleCountMismatch(width: .max, height: 2, sampleCount: 1)) {
            try DepthMap(width: .max, height: 2, samples: [1])
        }
        #expect(!MapDimensions(width: 1 << 33, height: 1 << 31).fit(sampleCount: 0))
    }

    @Test(arguments: [
        (49152, 256, 192), (76800, 320, 240), (307_200, 640, 480), (1000, 37, 27), (3072, 64, 48), (1, 1, 1), (2, 2, 1),
        (0, 1, 1), (5, 5, 1), (6, 3, 2), (49151, 257, 191),
    ])
    func dimensionsAreInferredAsOnTheServer(count: Int, width: Int, height: Int) {
        #expect(MapDimensions(inferredFromSampleCount: count) == MapDimensions(width: width, height: height))
    }

    @Test func inferredGridsMayBeIncomplete() {
        let map = DepthMap(inferringDimensionsOf: [Float](repeating: 1, count: 1000))
        #expect(map.width == 37 && map.height == 27 && map.samples.count == 1000)
        #expect(!map.isGrid)
    }

    @Test func errorsNameWhatWasFoundAndExpected() {
        #expect(
            [
                DepthMapError.dimensionsNotPositive(width: 0, height: 4),
                .sampleCountMismatch(width: 3, height: 3, sampleCount: 1),
                .sampleCountMismatch(width: .max, height: 2, sampleCount: 5),
                .rowTooShort(width: 5, bytesPerSample: 4, bytesPerRow: 16), .byteCountMismatch(expected: 32, found: 31),
            ].map { "\($0)" } == [
                "found the dimensions 0x4; expected at least 1 sample and 1 row; correct them",
                "found 1 sample; expected 3 × 3 = 9; give the width and height of these samples",
                "found 5 samples; expected 9223372036854775807 × 2; give the width and height of these samples",
                "found rows of 16 bytes; expected at least 5 × 4 = 20; correct bytesPerRow or width",
                "found 31 bytes; expected 32; correct height or bytesPerRow",
            ])
    }

    @Test func equalityComparesBits() throws {
        let nan = try DepthMap(width: 1, height: 1, samples: [.nan])
        #expect(nan == nan)
        #expect(try DepthMap(width: 1, height: 1, samples: [0]) != DepthMap(width: 1, height: 1, samples: [-0.0]))
    }
}

@Suite struct PaddedRowTests {
    private static let rows: [Float] = [1, 2, 3, -9, 4, 5, 6, -9]

    private static func map(
        _ values: [Float], width: Int = 3, height: Int = 2, bytesPerRow: Int = 16, shift: Int = 0, length: Int? = nil
    ) throws -> DepthMap {
        var bytes = [UInt8](repeating: 0, count: shift) + values.withUnsafeBytes { Array($0) }
        if let length { bytes = Array(bytes.prefix(shift + length)) }
        return try bytes.withUnsafeBytes { bytes in
            try DepthMap(
                width: width, height: height, bytesPerRow: bytesPerRow,
                bytes: UnsafeRawBufferPointer(rebasing: bytes[shift...]))
        }
    }

    @Test(arguments: [0, 1, 2, 3]) func paddingIsSkippedAtAnyAlignment(shift: Int) throws {
        #expect(try Self.map(Self.rows, shift: shift).samples == [1, 2, 3, 4, 5, 6])
    }

    @Test func theLastRowNeedsNoPadding() throws {
        #expect(try Self.map(Self.rows, length: 28).samples == [1, 2, 3, 4, 5, 6])
    }

    @Test func rowsWithoutPaddingAreRead() throws {
        #expect(
            try Self.map([1, 2, .nan, -0.0, 5, 6], bytesPerRow: 12, shift: 1)
                == DepthMap(
                    width: 3, height: 2, samples: [1, 2, .nan, -0.0, 5, 6]))
        #expect(try Self.map(Self.rows, width: 4).samples == Self.rows)
    }

    @Test(arguments: [27, 29, 31]) func anyOtherLengthIsAnError(length: Int) {
        #expect(throws: DepthMapError.byteCountMismatch(expected: 32, found: length)) {
            try Self.map(Self.rows, length: length)
        }
    }

    @Test func rowsMustHoldTheirSamples() {
        #expect(throws: DepthMapError.rowTooShort(width: 5, bytesPerSample: 4, bytesPerRow: 16)) {
            try Self.map(Self.rows, width: 5)
        }
        #expect(throws: DepthMapError.rowTooShort(width: .max, bytesPerSample: 4, bytesPerRow: 16)) {
            try Self.map(Self.rows, width: .max)
        }
    }

    @Test func hugeDimensionsAreAnError() {
        #expect(throws: DepthMapError.self) { try Self.map(Self.rows, height: .max) }
        #expect(throws: DepthMapError.self) { try Self.map(Self.rows, height: .max, bytesPerRow: .max) }
        // The product wraps around to `Int.min`.
        #expect(throws: DepthMapError.self) { try Self.map(Self.rows, height: 1 << 31, bytesPerRow: 1 << 32) }
    }

    #if !(os(macOS) && arch(x86_64))
        @Test func everyFloat16WidensAsInHardware() throws {
            let halves = [UInt16](0...UInt16.max)
            let map = try halves.withUnsafeBytes { bytes in
                try DepthMap(width: 256, height: 256, bytesPerRow: 512, bytes: bytes, encoding: .float16)
            }
            for (bits, sample) in zip(halves, map.samples) {
                let expected = Float(Float16(bitPattern: bits))
                #expect(
                    sample.bitPattern == expected.bitPattern || (sample.isNaN && expected.isNaN), "half \(bits)")
            }
        }
    #endif
}
