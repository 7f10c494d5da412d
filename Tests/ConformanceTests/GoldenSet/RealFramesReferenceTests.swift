import DepthAnalysis
import DepthFiles
import Foundation
import Support
import TestSupport
import Testing

@testable import Conformance

/// 44 frames of real sensors. They are outside the repository: in `../shared/real`, or in `real` of the folder in
/// `DEPTHCHECK_SHARED`.
@Suite("Reference answers for real sensor frames")
struct RealFramesReferenceTests {
    private static let folder: URL = {
        if let shared = ProcessInfo.processInfo.environment["DEPTHCHECK_SHARED"] {
            return URL(filePath: shared).appending(path: "real")
        }
        return CommandRunner.package.deletingLastPathComponent().appending(path: "shared/real")
    }()

    private static var isThere: Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "reference.json").path)
    }

    @Test(.enabled(if: isThere, "needs the real frames in ../shared/real or DEPTHCHECK_SHARED"))
    func the44FramesMatchInBothProfiles() async throws {
        let bytes = try Data(contentsOf: Self.folder.appending(path: "reference.json"))
        let frames = try #require(try JSONReader.read(Array(bytes)).elements)
        #expect(frames.count == 44)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for frame in frames { group.addTask { try Self.check(frame) } }
            try await group.waitForAll()
        }
    }

    /// If the units are known, no real frame is flagged as implausible. In one, 65535 means that there is no reading.
    @Test(.enabled(if: isThere, "needs the real frames in ../shared/real or DEPTHCHECK_SHARED"))
    func noRealFrameIsImplausible() throws {
        let bytes = try Data(contentsOf: Self.folder.appending(path: "reference.json"))
        for frame in try #require(try JSONReader.read(Array(bytes)).elements) {
            let input = try #require(frame["input"]?.string)
            let units = try #require(frame["units_per_metre"]?.real(as: Float.self))
            let analyzer = FileAnalyzer(
                analyzer: DepthAnalyzer(), reader: DepthFileReader(options: ReadingOptions(unitsPerMetre: units)))
            let result = analyzer.analyze(Self.folder.appending(path: input).path)
            let expected = input == "truedepth-printed-sheet-a/06.png" ? ["repeated_number"] : []
            #expect(result.error == nil && result.notes.map(\.code) == expected, "\(input): \(result.notes)")
        }
    }

    /// The other frames are smooth across all rows, or have too few samples.
    @Test(.enabled(if: isThere, "needs the real frames in ../shared/real or DEPTHCHECK_SHARED"))
    func swappedDimensionsAreNotedForMostFrames() throws {
        let bytes = try Data(contentsOf: Self.folder.appending(path: "reference.json"))
        var notedCount = 0
        for frame in try #require(try JSONReader.read(Array(bytes)).elements) {
            let input = try #require(frame["input"]?.string)
            let units = try #require(frame["units_per_metre"]?.real(as: Float.self))
            let map = try DepthMap(
                contentsOf: Self.folder.appending(path: input).path, options: ReadingOptions(unitsPerMetre: units))
            let samples = DepthFileWriter.float32Bytes(of: map)
            func isNoted(_ width: Int, _ height: Int) throws -> Bool {
                let options = ReadingOptions(dimensions: MapDimensions(width: width, height: height))
                return try DepthFileReader(options: options).read(samples).result.get().allNotes
                    .contains { $0.code == "width_and_height_exchanged" }
            }
            #expect(try !isNoted(map.width, map.height), "\(input)")
            if try isNoted(map.height, map.width) { notedCount += 1 }
        }
        #expect(notedCount >= 41)
    }

    /// The plain engine takes half a minute without optimisation, so only release builds test it.
    private static var serverEngines: [DepthAnalyzer.Engine] {
        #if DEBUG
            [.kernel]
        #else
            DepthAnalyzer.Engine.allCases
        #endif
    }

    private static func check(_ frame: JSONValue) throws {
        let input = try #require(frame["input"]?.string)
        let unitsPerMetre = try #require(frame["units_per_metre"]?.real(as: Float.self))
        let reader = DepthFileReader(options: ReadingOptions(unitsPerMetre: unitsPerMetre))
        let bytes = Array(try Data(contentsOf: folder.appending(path: input)))
        let map = try reader.read(bytes).result.get().map
        #expect(map.width == frame["width"]?.whole, "\(input)")
        #expect(map.height == frame["height"]?.whole, "\(input)")
        let digest = SHA256Digest.hexadecimal(of: DepthFileWriter.float32Bytes(of: map))
        #expect(digest == frame["sha256_f32le"]?.string, "\(input)")
        for profile in AnalysisProfile.allCases {
            let expected = try #require(frame[profile.rawValue])
            for engine in profile == .server ? serverEngines : [.plain] {
                let analyzer = FileAnalyzer(analyzer: DepthAnalyzer(profile: profile, engine: engine), reader: reader)
                let comparison = AnswerComparison(
                    expected: expected, actual: analyzer.analyze(bytes, input: input).analysis.answer, profile: profile,
                    tolerances: profile == .client ? ["edge_coherence": Tolerance(ulp: 1)] : [:])
                #expect(comparison.differences.map(\.line) == [], "\(input) \(profile) \(engine)")
                #expect(comparison.notReported == [], "\(input) \(profile)")
            }
        }
    }
}
