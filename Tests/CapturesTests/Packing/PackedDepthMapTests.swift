import Captures
import DepthAnalysis
import DepthFiles
import Support
import TestSupport
import Testing

@Suite struct PackedDepthMapTests {
    private let bytes = DepthFileWriter.float32Bytes(of: PackedMaterial.stairs)

    @Test(arguments: DepthContainer.allCases) func everyContainerGivesTheSameGzipAndSamples(
        container: DepthContainer
    ) throws {
        let packed = try PackedDepthMap(file: DepthFileWriter.pack(bytes, as: container))
        #expect(packed.samplesHash == SHA256Digest.hexadecimal(of: bytes))
        #expect(packed.bytes == DepthFileWriter.pack(bytes, as: .gzip))
        let reading = DepthFileReader().read(packed.bytes)
        guard case .sameMap = reading.serverReading else {
            Issue.record("the server reads \(reading.serverReading)")
            return
        }
        #expect(try reading.result.get().map == PackedMaterial.stairs)
    }

    @Test func aPictureIsPackedInMetres() throws {
        let png = TestPNG.grey16(width: 3, height: 2, [500, 1000, 1500, 2000, 2500, 3000]).bytes
        let packed = try PackedDepthMap(file: png)
        #expect(packed.map.samples == [0.5, 1, 1.5, 2, 2.5, 3])
        #expect(packed.map.width == 3 && packed.map.height == 2)
        #expect(packed.samplesHash == SHA256Digest.hexadecimal(ofSamples: packed.map.samples))
    }

    @Test func samplesKeepEveryBit() throws {
        var random = SplitMix64(seed: 4)
        for _ in 0..<40 {
            let (width, height) = (1 + random.below(40), 1 + random.below(40))
            let samples = (0..<width * height).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) }
            let map = try DepthMap(width: width, height: height, samples: samples)
            let packed = try PackedDepthMap(map)
            let options = ReadingOptions(dimensions: MapDimensions(width: width, height: height))
            let received = try DepthFileReader(options: options).read(packed.bytes).result.get().map
            #expect(received.samples.map(\.bitPattern) == samples.map(\.bitPattern))
            #expect(packed.samplesHash == SHA256Digest.hexadecimal(ofSamples: samples))
        }
    }

    @Test func mapsTheServerWouldReadDifferentlyAreRefused() throws {
        let given = MapDimensions(width: 250, height: 192)
        #expect(throws: CapturePackingError.dimensionsDoNotFit(given, sampleCount: 49_152)) {
            try PackedDepthMap(file: bytes, options: ReadingOptions(dimensions: given))
        }
        // Seven samples are read as 3 by 2.
        let seven = try #require(try? DepthFileReader().read(Array(bytes[..<28])).result.get().map)
        let inferred = MapDimensions(width: seven.width, height: seven.height)
        #expect(throws: CapturePackingError.dimensionsDoNotFit(inferred, sampleCount: 7)) {
            try PackedDepthMap(file: Array(bytes[..<28]))
        }
        let long = DepthMap.constant(1, width: 1001, height: 1)
        #expect(throws: CapturePackingError.dimensionsTooLarge(MapDimensions(width: 1001, height: 1), limit: 1000)) {
            try PackedDepthMap(long)
        }
        #expect(try PackedDepthMap(.constant(1, width: 1000, height: 1)).map.width == 1000)
        #expect(throws: CapturePackingError.notDepthMap(.empty)) { try PackedDepthMap(file: []) }
    }

    @Test func packedDepthAboveOneMebibyteIsRefused() throws {
        var random = SplitMix64(seed: 5)
        func noise(_ height: Int) throws -> DepthMap {
            try DepthMap(
                width: 1000, height: height,
                samples: (0..<1000 * height).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) })
        }
        #expect(try PackedDepthMap(noise(262)).bytes.count <= 1_048_576)
        let error = #expect(throws: CapturePackingError.self) { try PackedDepthMap(noise(263)) }
        guard case .depthMapTooLarge(let byteCount, 1_048_576) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(byteCount > 1_048_576)
    }
}
