import DepthAnalysis
import TestSupport
import Testing

@testable import DepthFiles

@Suite struct ContainerTests {
    @Test(arguments: DepthContainer.allCases)
    func mapRoundTripsThroughEveryContainer(container: DepthContainer) throws {
        let samples: [Float] = [1.5, .nan, -0.0, .infinity, 0.1, 20, 3, 4, 5, 6, 7, 8]
        let map = try DepthMap(width: 4, height: 3, samples: samples)
        let packed = DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: map), as: container)
        let reading = read(packed, ReadingOptions(dimensions: MapDimensions(width: 4, height: 3)))
        let file = try reading.result.get()
        #expect(file.map == map)
        #expect(file.container == container)
        #expect(file.format == .float32)
        #expect(file.notes == [])
    }

    @Test(arguments: DepthContainer.allCases, [0, 1, 9])
    func everyCompressionLevelIsRead(container: DepthContainer, level: Int) throws {
        let map = try roomMap(width: 256, height: 192, seed: 1)
        let packed = DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: map), as: container, level: level)
        let file = try read(packed).result.get()
        #expect(file.map == map)
        #expect(file.container == container)
    }

    @Test func packingIsReproducible() throws {
        let packed = DepthFileWriter.pack([1, 2, 3, 4], as: .gzip)
        #expect(packed == DepthFileWriter.pack([1, 2, 3, 4], as: .gzip))
        #expect(packed.prefix(10) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
    }

    @Test func bytesAreLittleEndian() throws {
        #expect(try float32([1]) == [0, 0, 0x80, 0x3F])
        #expect(try read([0, 0, 0x80, 0x3F]).result.get().map.samples == [1])
    }

    @Test func emptyFileIsAnError() {
        #expect(read([]).error == .empty)
        #expect(read([]).serverReading == .unavailable(.notGzip(found: .empty)))
    }

    @Test(arguments: [DepthContainer.gzip, .zlib, .deflate])
    func containerWithoutContentIsAnError(container: DepthContainer) {
        #expect(read(DepthFileWriter.pack([], as: container)).error == .nothingInside(container: container))
    }

    @Test func lengthNotDivisibleByFourIsAnError() {
        #expect(read([1, 2, 3, 4, 5]).error == .notWholeSamples(container: .none, byteCount: 5))
        for container in [DepthContainer.gzip, .zlib] {
            let packed = DepthFileWriter.pack([1, 2, 3, 4, 5, 6], as: container)
            #expect(read(packed).error == .notWholeSamples(container: container, byteCount: 6))
        }
    }

    @Test func fileLargerThanTheLimitIsAnError() throws {
        let bytes = try float32([1, 2, 3])
        #expect(read(bytes, ReadingOptions(maximumByteCount: 12)).error == nil)
        #expect(read(bytes, ReadingOptions(maximumByteCount: 11)).error == .tooLarge(container: .none, limit: 11))
    }

    // MARK: gzip

    static let map = [Float](repeating: 1.25, count: 64) + (0..<64).map { 2 + Float($0) * 0.01 }

    @Test func gzipCutAtAnyByteIsTruncated() throws {
        let packed = DepthFileWriter.pack(try float32(Self.map), as: .gzip)
        for count in 1..<packed.count {
            guard case .truncated(.gzip, count, _) = read(Array(packed.prefix(count))).error else {
                Issue.record("truncated after \(count): \(read(Array(packed.prefix(count))))")
                continue
            }
        }
    }

    @Test func gzipWithAWrongChecksumIsAnError() throws {
        var packed = DepthFileWriter.pack(try float32(Self.map), as: .gzip)
        packed[packed.count - 8] ^= 1
        #expect(read(packed).error == .wrongChecksum(container: .gzip))
        #expect(read(packed).serverReading == .unavailable(.damagedGzip(.wrongChecksum(container: .gzip))))
    }

    @Test func gzipWithAWrongLengthIsAnError() throws {
        var packed = DepthFileWriter.pack(try float32(Self.map), as: .gzip)
        packed[packed.count - 4] ^= 1
        #expect(read(packed).error == .wrongLength(inflated: 512))
    }

    @Test func gzipWithABlockOfReservedTypeIsCorrupt() throws {
        var packed = DepthFileWriter.pack(try float32(Self.map), as: .gzip)
        packed[10] |= 0b110
        #expect(
            read(packed).error == .corrupt(container: .gzip, detail: "invalid block type", inflated: 0))
    }

    @Test func gzipWithReservedFlagsIsNotGzip() throws {
        var packed = DepthFileWriter.pack(try float32(Self.map), as: .gzip)
        packed[3] = 0x20
        #expect(!ContainerDetection.looksLikeGzip(packed))
    }

    @Test func mapsWithAValidFirstSampleNeverLookLikeGzip() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<1000 {
            let sample = Float.random(in: 0.1...20, using: &generator)
            let bits = sample.bitPattern & 0xFF00_0000 | 0x08_8B1F
            let bytes = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: bits >> $0) }
            #expect(!ContainerDetection.looksLikeGzip(bytes))
        }
    }

    @Test func bytesAfterTheFirstGzipMemberAreIgnoredWithANote() throws {
        let first = DepthFileWriter.pack(try float32([1, 2]), as: .gzip)
        let second = DepthFileWriter.pack(try float32([3]), as: .gzip)
        let cases: [([UInt8], TrailingBytes.Kind)] = [(second, .gzipMember), ([0, 0, 0], .zeros), ([7, 0], .other)]
        for (rest, kind) in cases {
            let reading = read(first + rest)
            let file = try reading.result.get()
            #expect(file.map.samples == [1, 2])
            guard case .bytesAfterEndIgnored(let trailing) = file.notes.first else {
                Issue.record("no note: \(file.notes)")
                continue
            }
            #expect(trailing.count == rest.count)
            #expect(trailing.kind == kind)
            #expect(reading.serverReading == .sameMap)

            let strict = read(first + rest, ReadingOptions(isStrict: true))
            #expect(strict.error == .bytesAfterEnd(trailing))
            #expect(strict.serverReading == .otherMap(file.map))
        }
    }

    // MARK: zlib

    @Test func zlibWithAWrongChecksumIsAnError() throws {
        var packed = DepthFileWriter.pack(try float32(Self.map), as: .zlib)
        packed[packed.count - 1] ^= 1
        #expect(read(packed).error == .wrongChecksum(container: .zlib))
    }

    @Test func zlibCutInTheMiddleIsTruncated() throws {
        let packed = DepthFileWriter.pack(try float32(Self.map), as: .zlib)
        for count in 8..<packed.count {
            guard case .truncated(.zlib, count, _) = read(Array(packed.prefix(count))).error else {
                Issue.record("truncated after \(count): \(read(Array(packed.prefix(count))))")
                continue
            }
        }
    }

    @Test func zlibFollowedByBytesIsAnError() throws {
        let packed = DepthFileWriter.pack(try float32(Self.map), as: .zlib)
        guard case .bytesAfterEnd(let trailing) = read(packed + [1, 2, 3]).error else {
            Issue.record("\(read(packed + [1, 2, 3]))")
            return
        }
        #expect(trailing.count == 3)
    }

    @Test func zlibWithAPresetDictionaryIsAnError() {
        // 78 BB: FDICT is set; then the dictionary's Adler-32 and an empty stream.
        let bytes: [UInt8] = [0x78, 0xBB, 0, 0, 0, 1, 3, 0, 0, 0, 0, 1]
        #expect(read(bytes).error == .needsDictionary)
    }

    @Test func completeZlibWithAWrongChecksumIsNotReadAsFloats() throws {
        // The 401 bytes are stored uncompressed, and 3F 3F 3F 3F is 0.75 m.
        var packed = DepthFileWriter.pack([UInt8](repeating: 0x3F, count: 401), as: .zlib, level: 0)
        packed[packed.count - 1] ^= 1
        try #require(packed.count % 4 == 0 && PlausibleSamples(in: float32Samples(of: packed)).areMost)
        #expect(read(packed).error == .wrongChecksum(container: .zlib))
    }

    @Test func nonzeroSamplesFromOneMillimetreArePlausible() {
        #expect(PlausibleSamples(in: [0, 0, 0, -1]).areMost == false)
        #expect(PlausibleSamples(in: [0, 0, 0]).areMost)
        #expect(PlausibleSamples(in: [.nan, .infinity, -1, 1e-4]).areMost)
        #expect(PlausibleSamples(in: [0.001, 100_000, -1, 1e-4]).areMost)
        #expect(PlausibleSamples(in: [1, 200_000, -1]).areMost == false)
    }

    @Test func uncompressedMapThatBeginsLikeZlibIsReadWithANote() throws {
        // 1.0 with its two lowest bytes replaced by 78 9C, then a plane.
        let first = Float(bitPattern: 0x3F80_9C78)
        let samples = [first] + (1..<64).map { 1 + Float($0) * 0.0137 }
        let file = try read(float32(samples)).result.get()
        #expect(file.container == .none)
        #expect(file.map.samples == samples)
        guard case .readAsUncompressed = file.notes.first else {
            Issue.record("no note: \(file.notes)")
            return
        }
    }

    @Test func damagedZlibThatFitsGivenDimensionsIsUncompressed() throws {
        var packed = DepthFileWriter.pack(try float32(Self.map), as: .zlib)
        packed[packed.count - 1] ^= 1
        packed += [UInt8](repeating: 0, count: (4 - packed.count % 4) % 4)
        let options = ReadingOptions(dimensions: MapDimensions(width: packed.count / 4, height: 1))
        #expect(try read(packed, options).result.get().container == .none)
        #expect(read(packed).error != nil)
    }

    // MARK: raw DEFLATE and uncompressed

    @Test func truncatedRawDeflateIsNotReadAsFloats() throws {
        let map = try roomMap(width: 64, height: 48, seed: 5)
        let packed = DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: map), as: .deflate)
        for count in stride(from: ContainerDetection.longRun, to: packed.count, by: 37) {
            guard case .truncated(.deflate, count, _) = read(Array(packed.prefix(count))).error else {
                Issue.record("truncated after \(count): \(read(Array(packed.prefix(count))))")
                continue
            }
        }
    }

    @Test func rawDeflateFollowedByBytesIsNotReadAsFloats() throws {
        let map = try roomMap(width: 64, height: 48, seed: 6)
        var packed = DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: map), as: .deflate)
        packed += [UInt8](repeating: 0, count: 8 - packed.count % 4)
        guard case .bytesAfterEnd = read(packed).error else {
            Issue.record("\(read(packed))")
            return
        }
    }

    @Test func rawDeflateWithABadEndIsUncompressedIfItFits() throws {
        let map = try roomMap(width: 64, height: 48, seed: 5)
        let packed = DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: map), as: .deflate)
        let cut = Array(packed.prefix(400))
        let file = try read(cut, ReadingOptions(dimensions: MapDimensions(width: 10, height: 10))).result.get()
        #expect(file.container == .none)
        #expect(file.map.samples.count == 100)
        #expect(file.allNotes.first?.code == "few_plausible_samples")
    }

    @Test func constantMapThatInflatesIsReadAsUncompressed() throws {
        // As raw DEFLATE, any number of these bytes inflates without an error. Found by search.
        let samples = [Float](repeating: try #require(Self.constantThatInflates()), count: 256 * 192)
        let file = try read(float32(samples)).result.get()
        #expect(file.container == .none)
        #expect(file.map.samples == samples)
        #expect(file.notes == [])
    }

    private static func constantThatInflates() -> Float? {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<5000 {
            let candidate = Float.random(in: 0.1...20, using: &generator)
            let bytes = DepthFileWriter.float32Bytes(
                of: DepthMap(inferringDimensionsOf: [Float](repeating: candidate, count: 64)))
            let inflation = inflate(bytes, framing: .raw, limit: 1 << 20)
            if inflation.end == .truncated && inflation.output.count >= bytes.count { return candidate }
        }
        return nil
    }

    @Test func givenDimensionsDecideAmbiguousRawDeflate() throws {
        // Two samples that happen to compress to eight bytes.
        var packed: [UInt8] = []
        for value in 0..<200 where packed.count != 8 {
            packed = DepthFileWriter.pack([UInt8](repeating: UInt8(value), count: 400), as: .deflate)
        }
        try #require(packed.count == 8)
        func container(_ dimensions: MapDimensions?) throws -> DepthContainer {
            try read(packed, ReadingOptions(dimensions: dimensions)).result.get().container
        }
        #expect(try container(nil) == .deflate)
        #expect(try container(MapDimensions(width: 10, height: 10)) == .deflate)
        #expect(try container(MapDimensions(width: 2, height: 1)) == .none)
    }

    @Test(arguments: 0..<8)
    func uncompressedMapsOfEveryKindAreReadUnchanged(kind: Int) throws {
        var generator = SeededGenerator(seed: UInt64(kind))
        for _ in 0..<60 {
            let count = Int.random(in: 32..<400, using: &generator)
            let base = Float.random(in: 0.2..<6, using: &generator)
            let samples = (0..<count).map { index -> Float in
                switch kind {
                case 0: base
                case 1: base + Float(index) * 0.003
                case 2: (base * 1000 + Float(index)).rounded() / 1000
                case 3: Float.random(in: 0.1...20, using: &generator)
                case 4: index % 3 == 0 ? .nan : base
                case 5: 0
                case 6: index < count / 2 ? base : 2 * base
                default: base * 1000
                }
            }
            let file = try read(float32(samples)).result.get()
            #expect(file.container == .none)
            #expect(file.map == DepthMap(inferringDimensionsOf: samples))
        }
    }

    @Test func pngSignatureCutShortIsAPNG() throws {
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        for count in 4...8 {
            #expect(read(Array(signature.prefix(count))).error == .storedTruncated(.png16, byteCount: count))
        }
        let options = ReadingOptions(dimensions: MapDimensions(width: 1, height: 1))
        #expect(try read(Array(signature.prefix(4)), options).result.get().container == .none)
    }
}
