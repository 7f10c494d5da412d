import DepthAnalysis
import Foundation
import Support
import TestSupport
import Testing

@testable import DepthFiles

/// Steps after reading: orientation and confidence.
@Suite struct ArrangingTests {
    private static let map = try? DepthMap(width: 3, height: 2, samples: [1, 2, 3, 4, 5, 6])

    @Test func quarterTurnsAreClockwiseAfterTheFlip() throws {
        let map = try #require(Self.map)
        func samples(_ turns: Int, flip: Bool = false) throws -> [Float] {
            let turned = try #require(MapOrientation(quarterTurns: turns, isFlipped: flip).turned(map))
            #expect((turned.width, turned.height) == (turns % 2 == 0 ? (3, 2) : (2, 3)))
            return turned.samples
        }
        #expect(try samples(0) == [1, 2, 3, 4, 5, 6])
        #expect(try samples(1) == [4, 1, 5, 2, 6, 3])
        #expect(try samples(2) == [6, 5, 4, 3, 2, 1])
        #expect(try samples(3) == [3, 6, 2, 5, 1, 4])
        #expect(try samples(0, flip: true) == [3, 2, 1, 6, 5, 4])
        #expect(try samples(1, flip: true) == [6, 3, 5, 2, 4, 1])
        #expect(MapOrientation(quarterTurns: 5) == MapOrientation(quarterTurns: 1))
        #expect(MapOrientation(quarterTurns: -1) == MapOrientation(quarterTurns: 3))
    }

    /// Quadrants move with the map; depths, layers and verdict remain.
    @Test(arguments: [0, 1, 2, 3], [false, true])
    func orientationDoesNotChangeTheVerdict(turns: Int, isFlipped: Bool) throws {
        let analyzer = DepthAnalyzer()
        let folder = CommandRunner.package.appending(path: "fixtures").path(percentEncoded: false)
        let files = try DepthFileList.files(below: folder).files.filter { !$0.contains("/captures/") }
        try #require(files.count > 60)
        for file in files {
            guard let map = try? DepthMap(contentsOf: file),
                let turned = MapOrientation(quarterTurns: turns, isFlipped: isFlipped).turned(map)
            else { continue }
            let (before, after) = (analyzer.analyze(map), analyzer.analyze(turned))
            #expect(after.status == before.status, "\(file)")
            #expect(after.layerCount == before.layerCount, "\(file)")
            #expect(after.histogramCounts == before.histogramCounts, "\(file)")
            #expect(after.validCount == before.validCount, "\(file)")
            #expect(abs(after.edgeCoherence - before.edgeCoherence) < 1e-12, "\(file)")
        }
    }

    @Test func theServersAnswerUsesTheUnturnedMap() throws {
        let map = try roomMap(width: 24, height: 16, seed: 1)
        let bytes = DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: map), as: .gzip)
        let options = ReadingOptions(
            dimensions: MapDimensions(width: 24, height: 16), orientation: MapOrientation(quarterTurns: 1))
        let reading = read(bytes, options)
        #expect(reading.serverReading == .otherMap(map))
        #expect(try reading.result.get().map.width == 16)
        let uneven = DepthFileWriter.pack([UInt8](repeating: 0x3F, count: 4 * 7), as: .gzip)
        #expect(
            try read(uneven, ReadingOptions(orientation: MapOrientation(quarterTurns: 1))).result.get().notes
                .contains(.notTurned))
    }

    @Test func confidenceOfAnotherSizeIsScaledByNearestNeighbour() throws {
        let map = try DepthMap(width: 6, height: 4, samples: [Float](repeating: 1, count: 24))
        let confidence = try #require(ConfidenceMap(width: 3, height: 2, values: [0, 1, 2, 2, 1, 0] as [UInt8]))
        let masked = try #require(confidence.masked(map, below: .high))
        #expect(masked.count == 16)
        for row in 0..<4 {
            for column in 0..<6 {
                let isSure = row < 2 ? column >= 4 : column < 2
                #expect(masked.map.samples[row * 6 + column].isNaN != isSure)
            }
        }
        #expect(ConfidenceMap(width: 3, height: 2, values: [0, 1, 2, 3, 1, 0] as [UInt8]) == nil)
        #expect(
            ConfidenceMap(width: 2, height: 2, values: [0, 127, 255, 0] as [UInt8], meanings: [0, 127, 255]) != nil)
        #expect(ConfidenceMap(width: 2, height: 2, values: [0, 1, 2] as [UInt8]) == nil)
    }

    @Test func layoutsLocateTheConfidence() {
        func places(_ path: String) -> [String] {
            CaptureLayout.confidence(besideMapAt: path).map { "\($0.layout.rawValue) \($0.path)" }
        }
        #expect(places("s/depth/000017.png") == ["stray_scanner s/confidence/000017.png"])
        #expect(
            places("p/keyframes/depth/1.png") == [
                "polycam p/keyframes/confidence/1.png", "stray_scanner p/keyframes/confidence/1.png",
            ])
        #expect(places("x/depth_00012.png") == ["3d_scanner_app x/conf_00012.png"])
        #expect(places("lowres_depth/4_5.png") == ["arkitscenes confidence/4_5.png"])
        #expect(places("depth/17.bin").isEmpty && places("a/other/17.png").isEmpty && places("17.png").isEmpty)
        #expect(CaptureLayout.maps(besideConfidenceAt: "x/conf_3.png") == ["x/depth_3.png"])
    }

    /// Frames in the layouts of capture apps: the confidence is no map, the units are known, and samples of low
    /// confidence are dropped.
    @Test(arguments: AppFrame.all)
    func appFramesAreRead(frame: AppFrame) throws {
        let folder = try TemporaryFolder()
        let file = try folder.file(frame.map, AppFrame.depth)
        let path = file.path(percentEncoded: false)
        try folder.file(frame.confidence, frame.confidenceBytes)
        #expect(try DepthFileList.files(below: folder.path).files == [path])
        func notes(_ options: ReadingOptions) throws -> [ReadingNote] {
            try DepthFileReader(options: options).open(contentsOf: path).decoded().notes
        }
        #expect(try notes(ReadingOptions()) == [.unitsOfLayout(frame.layout, unitsPerMetre: 1000)])
        let reader = DepthFileReader(options: ReadingOptions(unitsPerMetre: 1000, minimumConfidence: .medium))
        let masked = try reader.open(contentsOf: path).decoded()
        #expect(masked.map.samples.map(\.isNaN) == [true, false, false])
        #expect(masked.notes == [.confidenceMasked(count: 1, total: 3, below: .medium)])
        try folder.file(frame.confidence, AppFrame.confidence([77, 77, 77]))
        guard case .failure(let error) = reader.open(contentsOf: path).result else {
            Issue.record("expected an error: 77 is not a confidence")
            return
        }
        #expect(error.code == "confidence_unusable" && error.path.hasSuffix(frame.confidence))
    }

    @Test func optionsRoundTripThroughTheirText() {
        let options = ReadingOptions(
            minimumConfidence: .medium, orientation: MapOrientation(quarterTurns: 3, isFlipped: true))
        #expect(options.canonicalText == "units_per_metre=1000.0 min_confidence=medium flip rotate=270")
        var back = ReadingOptions(canonicalText: options.canonicalText)
        back?.unitsPerMetre = nil
        #expect(back == options)
        for text in ["units_per_metre=1000.0 rotate=45", "units_per_metre=1000.0 min_confidence=sure"] {
            #expect(ReadingOptions(canonicalText: text) == nil)
        }
    }
}
