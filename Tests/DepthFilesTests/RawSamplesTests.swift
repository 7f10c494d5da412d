import DepthAnalysis
import Foundation
import TestSupport
import Testing

@testable import DepthFiles

/// Samples without a header: their type, and the number of maps.
@Suite struct RawSamplesTests {
    private static let sides = MapDimensions(width: 24, height: 20)
    private static func frame(_ number: Int) -> [Float] {
        (0..<24 * 20).map { place in
            let (column, row) = (Float(place % 24), Float(place / 24 % 3))
            return 1 + Float(number) + 0.03125 * column + 0.0625 * row
        }
    }
    private static let given = ReadingOptions(dimensions: sides)

    private static func halves(_ samples: [Float]) -> [UInt8] { float16Bytes(of: samples) }

    private static func steps(_ samples: [Float]) -> [UInt8] {
        samples.flatMap { [UInt8(truncatingIfNeeded: Int($0 * 1000)), UInt8(Int($0 * 1000) >> 8)] }
    }

    @Test(arguments: [DepthContainer.none, .zlib, .deflate, .lzfse])
    func twoByteSamplesAreDetectedByTheirValues(container: DepthContainer) throws {
        func file(_ bytes: [UInt8], _ options: ReadingOptions = Self.given) throws -> DecodedDepthFile {
            try read(DepthFileWriter.pack(bytes, as: container), options).result.get()
        }
        let halves = try file(Self.halves(Self.frame(0)))
        #expect(halves.format == .float16 && halves.map.samples == Self.frame(0))
        #expect(halves.notes == [.readAsFloat16(Self.sides)])
        let steps = try file(Self.steps(Self.frame(0)))
        #expect(steps.format == .uint16 && steps.map.samples[0] == 1 && steps.unitsPerMetre == 1000)
        #expect(steps.notes == [.readAsUInt16(Self.sides), .unitsAssumed(.uint16, unitsPerMetre: 1000)])
        var known = Self.given
        known.sampleType = .uint16
        known.unitsPerMetre = 500
        let half = try file(Self.steps(Self.frame(0)), known)
        #expect(half.map.samples[0] == 2 && half.notes.isEmpty)
        known.dimensions = nil
        #expect(try file(Self.steps(Self.frame(0)), known).format == .uint16)
    }

    @Test func gzippedSamplesAreFloat32UnlessSpecified() throws {
        let bytes = DepthFileWriter.pack(Self.steps(Self.frame(0)), as: .gzip)
        let reading = read(bytes, Self.given)
        #expect(try reading.result.get().format == .float32 && reading.serverReading == .sameMap)
        var known = Self.given
        known.sampleType = .uint16
        let specified = read(bytes, known)
        #expect(try specified.result.get().map.samples[0] == 1)
        guard case .otherMap = specified.serverReading else {
            Issue.record("\(specified.serverReading)")
            return
        }
    }

    @Test(arguments: [DepthContainer.none, .zlib, .deflate, .lzfse], [SampleType.float32, .float16])
    func mapsOfAStreamAreSelectedByNumber(container: DepthContainer, type: SampleType) throws {
        let frames = (0..<3).map(Self.frame)
        let samples = frames.flatMap { $0 }
        let bytes = DepthFileWriter.pack(
            type == .float32 ? try float32(samples) : Self.halves(samples), as: container)
        #expect(read(bytes, Self.given).error == .severalMaps(count: 3, Self.sides))
        let folder = try TemporaryFolder()
        let path = try folder.file("depth.bin", bytes).path
        var found: [[Float]] = []
        var names: [String] = []
        let reader = DepthFileReader(options: Self.given)
        for file in reader.maps(in: .file(.path(path))) {
            names.append(file.path)
            if let decoded = try? file.decoded() { found.append(decoded.map.samples) }
        }
        #expect(found == frames && names == (0..<3).map { "\(path)/\($0)" })
        #expect(try reader.open(contentsOf: path + "/1").decoded().map.samples == frames[1])
        let beyond = reader.open(contentsOf: path + "/3")
        #expect(throws: ReadingError.undecodable(path: path + "/3", .noSuchMap(number: 3, count: 3))) {
            _ = try beyond.decoded()
        }
    }

    /// The server reads one map and infers its dimensions.
    @Test func gzippedMapsAreOneMapUnlessOneIsSelected() throws {
        let samples = Self.frame(0) + Self.frame(1)
        let bytes = DepthFileWriter.pack(try float32(samples), as: .gzip)
        let reading = read(bytes, Self.given)
        let file = try reading.result.get()
        let inferred = DepthMap(inferringDimensionsOf: samples)
        #expect(file.map == inferred && reading.serverReading == .sameMap)
        #expect(file.notes.map(\.code) == ["given_dimensions_do_not_fit", "several_maps_likely", "not_a_grid"])
        #expect(file.notes.compactMap(\.brief) == ["24x20 does not fit, used 36x26", "2 maps of 24x20?"])

        var strict = Self.given
        strict.isStrict = true
        let refused = read(bytes, strict)
        #expect(refused.error == .severalMaps(count: 2, Self.sides))
        #expect(refused.serverReading == .otherMap(inferred))

        let folder = try TemporaryFolder()
        let path = try folder.file("depth.bin.gz", bytes).path
        let reader = DepthFileReader(options: Self.given)
        let second = reader.open(contentsOf: path + "/1")
        #expect(try second.decoded().map.samples == Self.frame(1) && second.serverReading == .otherMap(inferred))
        var count = 0
        for file in reader.maps(in: .file(.path(path))) { if (try? file.decoded().map) == inferred { count += 1 } }
        #expect(count == 1)
    }

    /// As raw DEFLATE, these bytes give two bytes, one float16 sample; one float32 sample is likelier.
    @Test func fourBytesThatFitAreOneFloat32Sample() throws {
        let bytes: [UInt8] = [0x63, 0xB0, 0x07, 0x00]
        let file = try read(bytes, ReadingOptions(dimensions: MapDimensions(width: 1, height: 1))).result.get()
        #expect(file.container == .none && file.format == .float32)
        #expect(file.map.samples.map(\.bitPattern) == [0x0007_B063])
    }

    /// Several maps of a phone without dimensions: the inferred ones do not fit.
    @Test(arguments: [(256, 192, 3), (320, 240, 2), (640, 480, 5)])
    func severalMapsOfACommonSizeAreNoted(width: Int, height: Int, count: Int) throws {
        let samples = (0..<width * height * count).map { place in 1 + Float(place % 700) / 256 }
        let file = try read(float32(samples)).result.get()
        #expect(file.notes.map(\.code) == ["not_a_grid", "several_maps_likely"])
        #expect(file.notes.compactMap(\.brief) == ["\(count) maps of \(width)x\(height)?"])
        let fewer = try read(float32(Array(samples.dropLast(4)))).result.get()
        #expect(!fewer.notes.map(\.code).contains("several_maps_likely"))
    }

    @Test(arguments: [1, 11, 12, 16, 128])
    func aFewExtraBytesAreReportedAsAHeader(extra: Int) throws {
        let header = [UInt8](repeating: 7, count: extra)
        for (bytes, size) in [(try float32(Self.frame(0)), 4), (Self.steps(Self.frame(0)), 2)] {
            let error = DepthFileError.bytesBeforeSamples(given: Self.sides, extra: extra, sampleByteCount: size)
            #expect(read(header + bytes, Self.given).error == error)
            let packed = read(DepthFileWriter.pack(header + bytes, as: .zlib), Self.given)
            #expect(packed.error == error)
        }
    }

    @Test func float16IsDetectedWithoutDimensions() throws {
        let bytes = DepthFileWriter.pack(Self.halves(Self.frame(1)), as: .zlib)
        let file = try read(bytes).result.get()
        #expect(file.format == .float16 && file.map.samples == Self.frame(1))
    }

    /// No float32 map is read as float16: constants, planes, noise and others.
    @Test func float32IsNotMistakenForFloat16() throws {
        var generator = SeededGenerator(seed: 77)
        for kind in MapKind.allCases {
            for _ in 0..<40 {
                let map = kind.map(width: 24, height: 18, using: &generator)
                let bytes = DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: map), as: .zlib)
                #expect(try read(bytes).result.get().format == .float32, "\(kind)")
            }
        }
    }

    @Test(arguments: try FormatFixture.all(in: "headers"))
    func everyHeaderFixtureYieldsItsExpectedMap(fixture: FormatFixture) {
        #expect(FormatFixture.outcome(of: read(fixture.bytes).result) == fixture.expectation)
        fixture.expectDamageIsHandled()
    }

    @Test func headersOfOtherProgramsAreRecognised() throws {
        let samples = Self.frame(0)
        let colmap = Array("24&20&1&".utf8) + (try float32(samples))
        let gipuma: [UInt8] = [1, 0, 0, 0, 20, 0, 0, 0, 24, 0, 0, 0, 1, 0, 0, 0] + (try float32(samples))
        for bytes in [colmap, gipuma] {
            #expect(read(bytes).error == .otherFormat(.reconstruction, container: .none))
        }
        for header in ["P5 24 20 65535\n", "P5\n24 20\n65535\n", "P5\n# remark\n24\t20\r\n4095 "] {
            let pixels = samples.flatMap { [UInt8(Int($0 * 1000) >> 8), UInt8(truncatingIfNeeded: Int($0 * 1000))] }
            let file = try read(Array(header.utf8) + pixels).result.get()
            #expect(file.format == .pgm && file.map.samples[0] == 1 && file.map.height == 20, "\(header)")
        }
        #expect(read(Array("P5 2 2 255\nabcd".utf8)).error?.code == "pgm_not_depth")
    }

    @Test func arraysInAStackAreSelectedByNumber() throws {
        let frames = (0..<3).map(Self.frame)
        let dictionary = "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 20, 24), }\n"
        let bytes: [UInt8] =
            [0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(dictionary.utf8.count), 0] + Array(dictionary.utf8)
            + (try float32(frames.flatMap { $0 }))
        #expect(read(bytes).error == .severalMaps(count: 3, Self.sides))
        let folder = try TemporaryFolder()
        let path = try folder.file("stack.npy", bytes).path
        var found: [[Float]] = []
        for file in DepthFileReader().maps(in: .file(.path(path))) {
            if let decoded = try? file.decoded() { found.append(decoded.map.samples) }
        }
        #expect(found == frames)
    }
}
