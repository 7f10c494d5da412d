import DepthAnalysis
import Foundation
import TestSupport
import Testing

@testable import DepthFiles

/// The signatures of the list. Those that leave a byte open occur with every value of that byte.
private let signatures: [ForeignFormat.Signature] =
    ForeignFormat.signatures
    + "123456789#".utf8.map { (ForeignFormat.netpbm, 0, Array("P6\n".utf8) + [$0]) }
    + (1...64).map { (ForeignFormat.scanNet, 0, [4, 0, 0, 0, $0, 0, 0, 0, 0, 0, 0, 0]) }
    + ([0xDB, 0xFE] + Array(0xE0...0xEF)).map { (ForeignFormat.jpeg, 0, [0xFF, 0xD8, 0xFF, $0]) }

/// An example of each format: a signature in its place and zeros.
private let examples: [(format: ForeignFormat, bytes: [UInt8])] =
    signed + texts + headed + [(.scoopAndroid, scoopHeader + [UInt8](repeating: 0, count: 40))]

/// Platform 2, then 4x3 samples of 2 bytes, 30 frames per second.
private let scoopHeader: [UInt8] = [2, 4, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 30, 0, 0, 0]

private let signed: [(format: ForeignFormat, bytes: [UInt8])] = signatures.map { signature in
    let zeros = [UInt8](repeating: 0, count: signature.offset + 512)
    return (signature.format, zeros.prefix(signature.offset) + signature.bytes + zeros.suffix(512))
}

/// A zip archive whose first member is a scene, and the kinds of map and four sizes of OpenMVS.
private let headed: [(format: ForeignFormat, bytes: [UInt8])] = [
    (.usdz, [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 22) + [9, 0, 0, 0] + Array("room.usdc".utf8)),
    (.pcd, Array("VERSION 0.7\nFIELDS x y z\nSIZE 4 4 4\n".utf8)),
    (.reconstruction, Array("30&21&1&".utf8) + [UInt8](repeating: 0x3F, count: 400)),
    (.openMVS, Array("DR".utf8) + [1, 0] + [64, 48, 64, 48].flatMap { [$0, 0, 0, 0] }),
]

private let texts: [(format: ForeignFormat, bytes: [UInt8])] = [
    (.json, Array(#"{"error": "payload too large", "code": 413}"#.utf8)), (.json, Array("  [1, 2, 3]\n".utf8)),
    (.table, Array("1 2 3\n4 5 6\n7 8 9\n".utf8)),
    (.propertyList, Array("<?xml version=\"1.0\"?>\n<plist><array><real>1</real></array></plist>".utf8)),
    (.markup, Array("<!DOCTYPE html>\n<html><body>502</body></html>".utf8)),
    (.text, Array("x,y,z\n0.1,0.2,0.3\n0.4,0.5,0.6\n".utf8)), (.text, Array("Größe: zehn Meter, ungefähr\n".utf8)),
]

@Suite struct ForeignFormatTests {
    @Test func everyFormatIsRecognisedAndNamed() throws {
        #expect(Set(examples.map(\.format)) == Set(ForeignFormat.allCases))
        for (format, bytes) in examples where format != .gzip && format != .lzfse {
            let reading = read(bytes)
            #expect(reading.error == .otherFormat(format, container: .none), "\(format)")
            #expect(reading.serverReading == .unavailable(.notGzip(found: .foreign(format))), "\(format)")
        }
    }

    /// The server reads any gzip contents as floats, whatever their format.
    @Test func onlyGzippedForeignFormatsAreReadAsFloats() throws {
        for (format, bytes) in examples {
            let whole = bytes + [UInt8](repeating: 0x20, count: (4 - bytes.count % 4) % 4)
            let reading = read(DepthFileWriter.pack(whole, as: .gzip))
            let map = DepthMap(inferringDimensionsOf: float32Samples(of: whole))
            let file = try reading.result.get()
            #expect(file.map == map && file.notes.first == .resemblesOtherFormat(format.name), "\(format)")
            #expect(reading.serverReading == .sameMap, "\(format)")
            let strict = read(DepthFileWriter.pack(whole, as: .gzip), ReadingOptions(isStrict: true))
            #expect(strict.error == .otherFormat(format, container: .gzip), "\(format)")
            #expect(strict.serverReading == .otherMap(map), "\(format)")
            let broken = read(DepthFileWriter.pack(whole + [0x20], as: .gzip))
            #expect(broken.error == .otherFormat(format, container: .gzip), "\(format): differs from the server")
            let zlib = read(DepthFileWriter.pack(whole, as: .zlib))
            #expect(zlib.error == .otherFormat(format, container: .zlib), "\(format)")
        }
    }

    /// Each signature either is five bytes long or, as a float32, is no distance from a millimetre to 100 km.
    @Test func signaturesAreNotPlausibleDistances() {
        for (format, offset, bytes) in signatures where bytes.count == 4 {
            #expect(offset % 4 == 0)
            #expect(!PlausibleSamples(in: float32Samples(of: bytes)).areMost, "\(format)")
        }
        #expect(signatures.allSatisfy { $0.bytes.count >= 4 })
    }

    @Test(arguments: [
        Array("P5\n0".utf8), Array("P7\n1".utf8), Array("P4\n1".utf8), Array("P5\n".utf8), [0xFF, 0xD8, 0xFF, 0xDA],
        [0xFF, 0xD8, 0xFF, 0xF0], [0xFF, 0xD8, 0xFE, 0xE0], [4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [4, 0, 0, 0, 65, 0, 0, 0, 0, 0, 0, 0], [4, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 1],
        [4, 0, 0, 1, 9, 0, 0, 0, 0, 0, 0, 0],
        [4, 0, 0, 0, 9, 0, 0, 0],
    ])
    func nearMissesOfASignatureAreNotRecognised(_ bytes: [UInt8]) {
        #expect(ForeignFormat(bytes) == nil)
    }

    @Test func mapsAreNeverMistakenForForeignFormats() throws {
        var generator = SeededGenerator(seed: 31)
        for kind in MapKind.allCases {
            for side in [3, 8, 40] {
                let map = kind.map(width: side, height: side, using: &generator)
                #expect(ForeignFormat(DepthFileWriter.float32Bytes(of: map)) == nil, "\(kind)")
            }
        }
        // Constant maps whose four bytes are letters: "????" is 0.747 m.
        for _ in 0..<2000 {
            let depth = Float.random(in: 0.1...20, using: &generator)
            let bytes = [UInt8](repeating: .random(in: 0x3D...0x41, using: &generator), count: 64)
            #expect(ForeignFormat(bytes) == nil)
            #expect(ForeignFormat(try float32([Float](repeating: depth, count: 64))) == nil)
        }
    }

    @Test func fixturesAreNeverMistakenForForeignFormats() throws {
        let folder = CommandRunner.package.appending(path: "fixtures").path
        let files = try DepthFileList.files(below: folder).files
        try #require(files.count >= 83)
        for file in files {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
            if case .otherFormat = read(bytes).error { Issue.record("\(file)") }
        }
    }

    @Test func fittingDimensionsOverrideTextDetection() throws {
        let text = Array("x,y,z\n0.1,0.2,0.3\n0.4,0.5,0.6\n  ".utf8)
        try #require(text.count == 32)
        let options = ReadingOptions(dimensions: MapDimensions(width: 4, height: 2))
        #expect(try read(text, options).result.get().container == .none)
        #expect(try read(DepthFileWriter.pack(text, as: .gzip), options).result.get().container == .gzip)
        #expect(read(text).error == .otherFormat(.text, container: .none))
    }

    @Test func shortFilesAreNotDetectedAsText() {
        #expect(read(Array("abc\n".utf8)).error == nil)
        #expect(read(Array("abc".utf8)).error == .notWholeSamples(container: .none, byteCount: 3))
    }
}

@Suite struct InvalidValueTests {
    private static let samples: [Float] = [1, 0, 65.535, 2, -1, 3]

    private func valid(_ options: ReadingOptions, as container: DepthContainer) throws -> FileReading {
        read(DepthFileWriter.pack(try float32(Self.samples), as: container), options)
    }

    @Test func samplesEqualToAnInvalidValueAreNaN() throws {
        let reading = try valid(ReadingOptions(invalidValues: [65.535, -1]), as: .none)
        let samples = try reading.result.get().map.samples
        #expect(samples.map(\.isNaN) == [false, false, true, false, true, false])
        #expect(samples[3] == 2)
    }

    /// The server has no invalid values, so it reads another map.
    @Test func theServerIgnoresInvalidValues() throws {
        let reading = try valid(ReadingOptions(invalidValues: [65.535]), as: .gzip)
        #expect(reading.serverReading == .otherMap(DepthMap(inferringDimensionsOf: Self.samples)))
        let unmet = try valid(ReadingOptions(invalidValues: [7]), as: .gzip)
        #expect(unmet.serverReading == .sameMap)
    }

    @Test func invalidPixelsAreComparedInFileUnits() throws {
        let bytes = TestPNG.grey16(width: 3, height: 1, [65535, 1000, 0]).bytes
        let options = ReadingOptions(unitsPerMetre: 1000, invalidValues: [65535, 0])
        let samples = try read(bytes, options).result.get().map.samples
        #expect(samples[0].isNaN && samples[1] == 1 && samples[2].isNaN)
    }

    @Test func invalidValuesApplyToPaddedRows() throws {
        let rows = try float32([1, 9, 5, 9, 2, 5])
        let options = ReadingOptions(
            dimensions: MapDimensions(width: 2, height: 2), bytesPerRow: 12, invalidValues: [9, 5])
        let samples = try read(rows, options).result.get().map.samples
        #expect(samples[0] == 1 && samples[1].isNaN && samples[2].isNaN && samples[3] == 2)
    }
}

@Suite struct GzipStreamTests {
    /// Packing in pieces and at once gives contents that inflate to the same; the header has no time.
    @Test(arguments: [[], [0], [1, 100_000, 3], [200_000, 0, 200_000]])
    func streamedPiecesInflateToTheWhole(counts: [Int]) throws {
        var generator = SeededGenerator(seed: 8)
        let pieces = counts.map { count in (0..<count).map { _ in UInt8.random(in: 0...20, using: &generator) } }
        func packed() -> [UInt8] {
            let stream = GzipStream()
            return pieces.flatMap(stream.pack) + stream.finish()
        }
        let bytes = packed()
        #expect(bytes == packed() && bytes.prefix(10) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
        let inflation = inflate(bytes, framing: .gzip, limit: 1 << 20)
        #expect(inflation.end == .complete && inflation.consumed == bytes.count)
        #expect(inflation.output == pieces.flatMap { $0 })
    }
}
