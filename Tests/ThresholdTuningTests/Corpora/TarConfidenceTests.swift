import DepthAnalysis
import DepthFiles
import Foundation
import Support
import TestSupport
import Testing

@testable import ThresholdTuning

/// Frames of capture apps in a shard, which is read once from start to end.
@Suite struct TarConfidenceTests {
    /// The notes and samples of each member of a shard, or its error code.
    private static func results(
        _ members: [(name: String, bytes: [UInt8])], _ options: ReadingOptions = ReadingOptions(),
        part: CorpusPart? = nil
    ) throws -> [String: [String]] {
        let folder = try TemporaryFolder()
        let shard = members.flatMap { TestTar.member($0.name, $0.bytes) } + TestTar.end
        let path = try folder.file("s.tar", shard).path(percentEncoded: false)
        let reader = DepthFileReader(options: options)
        var results: [String: [String]] = [:]
        for input in ArchiveInputs([NamedArchive(path: path, name: "s")], options: options, isWanted: part?.contains) {
            #expect(results[input.name] == nil)
            switch reader.open(input).result {
            case .success(let file):
                results[input.name] = file.notes.map(\.code) + file.map.samples.map { $0.isNaN ? "NaN" : "\($0)" }
            case .failure(let error): results[input.name] = [error.code]
            }
        }
        return results
    }

    @Test(arguments: AppFrame.all)
    func confidenceBeforeItsMapIsUsed(frame: AppFrame) throws {
        let (map, confidence) = ((frame.map, AppFrame.depth), (frame.confidence, frame.confidenceBytes))
        let sure = ReadingOptions(unitsPerMetre: 1000, minimumConfidence: .medium)
        let sorted = [confidence, ("other.bin", [0, 0, 0x80, 0x3F]), map]
        let plain = try Self.results(sorted)
        #expect(plain["s/" + frame.map] == ["units_of_layout", "1.0", "2.0", "3.0"] && plain.count == 2)
        let masked = try Self.results(sorted, sure)
        #expect(masked["s/" + frame.map] == ["confidence_masked", "NaN", "2.0", "3.0"])
        #expect(masked["s/other.bin"]?.first == "no_confidence" && masked.count == 2)
        // After its map, confidence is no map either, and is missed only if it was requested.
        let confidenceLast = [map, confidence]
        #expect(try Self.results(confidenceLast) == ["s/" + frame.map: ["units_assumed", "1.0", "2.0", "3.0"]])
        let late = try Self.results(confidenceLast, sure)
        #expect(late["s/" + frame.map]?.first == "no_confidence")
        #expect(late["s/" + frame.confidence] == ["confidence_late"] && late.count == 2)
    }

    /// A file in the place of a confidence map, but without its depth map, is an ordinary file.
    @Test func confidenceWithoutAMapIsReadAsAMap() throws {
        let found = try Self.results([
            ("confidence/1.png", AppFrame.depth), ("confidence/2.png", AppFrame.confidence([0, 1, 2])),
            ("b/depth/1.png", AppFrame.depth),
        ])
        #expect(found["s/confidence/1.png"] == ["units_assumed", "1.0", "2.0", "3.0"])
        #expect(found["s/confidence/2.png"] == ["png_not_depth"])
        #expect(found["s/b/depth/1.png"]?.first == "units_assumed" && found.count == 3)
    }

    @Test func unreadableConfidenceIsAnErrorOfItsMap() throws {
        let invalid = [("confidence/1.png", AppFrame.confidence([0, 1, 77])), ("depth/1.png", AppFrame.depth)]
        #expect(try Self.results(invalid)["s/depth/1.png"]?.first == "units_of_layout")
        let sure = ReadingOptions(minimumConfidence: .low)
        #expect(try Self.results(invalid, sure) == ["s/depth/1.png": ["confidence_unusable"]])
    }

    @Test func everyShardUsesTheConfidence() throws {
        let members = (0..<12).flatMap {
            [("conf_\($0).png", AppFrame.confidence([0, 1, 2])), ("depth_\($0).png", AppFrame.depth)]
        }
        let sure = ReadingOptions(unitsPerMetre: 1000, minimumConfidence: .high)
        let all = try Self.results(members, sure)
        let parts = try (1...3).map { try Self.results(members, sure, part: CorpusPart("\($0)/3")) }
        #expect(parts.map(\.count).reduce(0, +) == 12 && all.count == 12)
        #expect(all.values.allSatisfy { $0 == ["confidence_masked", "NaN", "NaN", "3.0"] })
        for part in parts { for (name, result) in part { #expect(all[name] == result) } }
    }

    /// Confidence beyond the memory limit is not kept.
    @Test func bufferedConfidenceIsLimitedToOneFile() throws {
        let beside = AppFrame.confidence([0, 1, 2])
        let members =
            (0..<3).map { ("confidence/\($0).png", beside) } + (0..<3).map { ("depth/\($0).png", AppFrame.depth) }
        let options = ReadingOptions(
            unitsPerMetre: 1000, minimumConfidence: .medium, maximumByteCount: 2 * beside.count)
        let found = try Self.results(members, options)
        #expect(found["s/depth/1.png"]?.first == "confidence_masked")
        #expect(found["s/depth/2.png"]?.first == "no_confidence")
        #expect(found["s/confidence/2.png"] == ["png_not_depth"])
    }
}
