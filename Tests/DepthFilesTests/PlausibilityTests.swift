import DepthAnalysis
import Foundation
import TestSupport
import Testing

@testable import DepthFiles

/// The note on numbers most of which are not distances, for every format and container.
@Suite struct PlausibilityTests {
    /// 1.3 to 4.9 m, smooth, with a few holes.
    private static let room: [Float] = (0..<48 * 40).map { place in
        let (column, row) = (Float(place % 48), Float(place / 48))
        return place % 97 == 0 ? 0 : 1.3 + 0.07 * column + 0.003 * row
    }
    private static let sides = MapDimensions(width: 48, height: 40)

    private func note(_ bytes: [UInt8], _ options: ReadingOptions = ReadingOptions(dimensions: sides)) -> ReadingNote? {
        let analyzer = FileAnalyzer(analyzer: DepthAnalyzer(), reader: DepthFileReader(options: options))
        let notes = analyzer.analyze(bytes, input: "map").notes
        return notes.first { $0.code == "few_plausible_samples" }
    }

    private func causes(
        _ bytes: [UInt8], _ options: ReadingOptions = ReadingOptions(dimensions: sides)
    ) -> [ImplausibilityCause]? {
        guard case .fewPlausibleSamples(_, _, let causes)? = note(bytes, options) else { return nil }
        return causes
    }

    @Test(arguments: DepthContainer.allCases)
    func everyContainerGetsTheSameNote(container: DepthContainer) throws {
        func packed(_ samples: [Float]) throws -> [UInt8] {
            DepthFileWriter.pack(try float32(samples), as: container)
        }
        #expect(causes(try packed(Self.room)) == nil)
        #expect(causes(try packed(Self.room.map { $0 * 1000 })) == [.millimetres])
        #expect(causes(try packed(Self.room.map { $0 * 100 }))?.contains(.centimetres) == true)
        #expect(causes(try packed(Self.room.map { 120 / max($0, 0.1) }))?.contains(.disparity) == true)
        #expect(causes(try packed(Self.room.map { $0 == 0 ? 0 : 1 / ($0 + 11) }))?.contains(.disparity) == true)
        let swapped = Self.room.map { Float(bitPattern: $0.bitPattern.byteSwapped) }
        #expect(causes(try packed(swapped)) == [.swappedBytes])
    }

    @Test func bytesOfOtherTypesAreNamed() throws {
        func gzip(_ bytes: [UInt8]) -> [UInt8] { DepthFileWriter.pack(bytes, as: .gzip) }
        let inferred = ReadingOptions()
        #expect(causes(gzip(float16Bytes(of: Self.room.map { $0 + 3 })), inferred) == [.float16])
        let doubles = Self.room.flatMap { number in
            withUnsafeBytes(of: Double(number * 1.1).bitPattern.littleEndian) { Array($0) }
        }
        #expect(causes(gzip(doubles), inferred) == [.float64])
        let exact = Self.room.flatMap { number in
            withUnsafeBytes(of: Double(number).bitPattern.littleEndian) { Array($0) }
        }
        #expect(causes(gzip(exact), inferred) == [.float64])
        let millimetres = Self.room.flatMap { number in
            withUnsafeBytes(of: UInt16(number * 1000).littleEndian) { Array($0) }
        }
        #expect(causes(gzip(millimetres), inferred) == [.uint16])
    }

    @Test func wholeNumbersAreCheckedAsStored() throws {
        func png(_ steps: [UInt16]) -> [UInt8] { TestPNG.grey16(width: 48, height: 40, steps).bytes }
        let millimetres = Self.room.map { UInt16($0 * 1000) }
        #expect(causes(png(millimetres)) == nil)
        #expect(causes(png(millimetres.map(\.byteSwapped))) == [.swappedBytes])
        #expect(causes(png(millimetres.map { $0 << 3 | $0 >> 13 })) == [.rotatedBits])
        #expect(causes(png(Self.room.map { UInt16($0 * 10) })) == [.centimetres])
        let centimetres = Self.room.map { UInt16($0 * 100 / 8) }
        #expect(causes(png(centimetres))?.contains(.centimetres) == true)
        let inverse = Self.room.map { depth -> UInt16 in
            let share: Float = 1 - (depth - 1.3) / 12
            return depth == 0 ? .max : UInt16(share * 65535)
        }
        #expect(causes(png(inverse)) == [.fullRange])
    }

    @Test func saturatedPixelsAreNotAStretchedRange() {
        let steps = (0..<48 * 40).map { place -> UInt16 in
            let depth = 1000 + place % 5000
            return place % 3 == 0 ? UInt16.max : UInt16(depth)
        }
        #expect(causes(TestPNG.grey16(width: 48, height: 40, steps).bytes) == nil)
    }

    @Test func theValidRangeComesFromTheParameters() throws {
        let bytes = DepthFileWriter.pack(try float32(Self.room.map { $0 * 1000 }), as: .gzip)
        var parameters = AnalysisParameters.standard
        parameters.validRange = ValidRange(lower: 100, upper: 9000)
        let analyzer = FileAnalyzer(analyzer: try DepthAnalyzer(parameters: parameters))
        #expect(analyzer.analyze(bytes, input: "map").notes.allSatisfy { $0.code != "few_plausible_samples" })
    }

    @Test func zerosAndNonFiniteSamplesAreIgnored() throws {
        let samples: [Float] = [1, 0, 0, 0, 0, .nan, .infinity, 30, 2]
        #expect(note(try float32(samples), ReadingOptions()) == nil)
        let more = note(try float32(samples + [30, 31, 32]), ReadingOptions())
        guard case .fewPlausibleSamples(2, 6, _)? = more else {
            Issue.record("\(more as Any)")
            return
        }
    }

    @Test func swappedDimensionsAreNoted() throws {
        let upright = (0..<64 * 48).map { place -> Float in
            let (column, row) = (Float(place % 48), Float(place / 48))
            return 1 + 0.05 * column + 0.001 * row
        }
        func codes(_ width: Int, _ height: Int) throws -> [String] {
            let options = ReadingOptions(dimensions: MapDimensions(width: width, height: height))
            return FileAnalyzer(analyzer: DepthAnalyzer(), reader: DepthFileReader(options: options))
                .analyze(try float32(upright), input: "map").notes.map(\.code)
        }
        #expect(try codes(48, 64) == [])
        #expect(try codes(64, 48) == ["width_and_height_exchanged"])
    }

    /// A gentle slope has no edges, whatever its width.
    @Test func swappedDimensionsAreNotedWithoutEdgesOrAnalysis() throws {
        let upright = (0..<256 * 192).map { place in 1 + 0.0004 * Float(place % 192) }
        let options = ReadingOptions(dimensions: MapDimensions(width: 256, height: 192))
        let file = try read(float32(upright), options).result.get()
        let analysis = DepthAnalyzer().analyze(file.map)
        #expect(analysis.edgeCount * 5 <= analysis.interiorCount)
        let codes = ["width_and_height_exchanged"]
        #expect(file.notes(on: analysis, by: DepthAnalyzer()).map(\.code) == codes)
        #expect(file.allNotes.map(\.code) == codes)
        let right = ReadingOptions(dimensions: MapDimensions(width: 192, height: 256))
        #expect(try read(float32(upright), right).result.get().allNotes.isEmpty)
    }

    /// Every other fixture contains distances, or nothing that counts. One is a portrait, read here without its
    /// dimensions.
    @Test func onlyKnownFixturesAreImplausible() throws {
        let folder = CommandRunner.package.appending(path: "fixtures").path
        let files = try DepthFileList.files(below: folder).files
            .filter { URL(filePath: $0).deletingLastPathComponent().lastPathComponent == "fixtures" }
        try #require(!files.isEmpty)
        let analyzer = FileAnalyzer(analyzer: DepthAnalyzer())
        var noted: [String: [String]] = [:]
        for file in files {
            for note in analyzer.analyze(file).notes where note.brief != nil {
                noted[note.code, default: []].append(String(URL(filePath: file).lastPathComponent.prefix { $0 != "." }))
            }
        }
        // The numbers 25 of two are out of range, and nine are maps of other sizes than those inferred.
        #expect(
            noted == [
                "few_plausible_samples": ["all-out-of-range"], "width_and_height_exchanged": ["given-49152"],
                "repeated_number": ["gradient-threshold-01", "gradient-threshold-02"],
                "size_likely": [
                    "coherence-boundary-01", "coherence-boundary-02", "flip-coherence-rounding", "flip-lost-bits",
                    "quadrant-256", "quadrant-65536", "stray-sample-01", "variance-boundary-01",
                    "variance-boundary-02",
                ],
                "several_maps_likely": ["inferred-230400"],
            ])
    }
}
