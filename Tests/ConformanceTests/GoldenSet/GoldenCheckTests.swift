import DepthAnalysis
import DepthFiles
import Foundation
import Support
import TestSupport
import Testing

@testable import Conformance

@Suite("Golden check: each kind of failure, provoked once")
struct GoldenCheckTests {
    private let small = ["server/size-3x3", "client/size-3x3", "server/size-4x4", "client/size-4x4"]

    @Test func aWholeSetPasses() async throws {
        let report = try await TemporarySet(small).check { $0.jobs = 3 }
        #expect(report.codes == [])
        #expect(report.entries.map(\.id) == small.sorted())
        #expect(report.exitCode == 0)
        #expect(report.isGood)
    }

    @Test func oneChangedLastBitOfAServerNumberFails() async throws {
        let set = try TemporarySet(["server/size-3x3"])
        let golden = try GoldenSet(set.path).cases[0]
        let stored = try #require(golden.expected["depth_variance"]?.real)
        try set.replace("\(stored)", by: "\(stored.nextUp)", in: "golden/server/size-3x3.json")
        let report = try await set.check()
        let (difference, divergence) = try report.difference()
        #expect(difference.name == "depth_variance")
        #expect(difference.ulp == 1)
        #expect(divergence.stage == .statistics)
        #expect(report.exitCode == 1)
    }

    @Test func tolerancesComeFromTheManifest() async throws {
        for (tolerances, steps, isGood) in [
            ("{\"depth_variance\": {\"ulp\": 1}}", 1, true), ("{}", 1, false),
            ("{\"depth_variance\": {\"ulp\": 1}}", 2, false), ("{\"depth_variance\": {\"absolute\": 0.001}}", 2, true),
        ] {
            let set = try TemporarySet(["client/size-4x4"], tolerances: tolerances)
            let stored = try #require(try GoldenSet(set.path).cases[0].expected["depth_variance"]?.real(as: Float.self))
            let other = (0..<steps).reduce(stored) { number, _ in number.nextDown }
            try set.replace("\(stored)", by: "\(other)", in: "golden/client/size-4x4.json")
            #expect(try await set.check().isGood == isGood, "\(tolerances) \(steps)")
        }
    }

    @Test func aChangedInputFailsAndIsNotCompared() async throws {
        let set = try TemporarySet(["server/size-3x3"])
        let samples = [UInt8](repeating: 0x3F, count: 36)
        try set.folder.file("fixtures/size-3x3.bin.gz", DepthFileWriter.pack(samples, as: .gzip))
        #expect(try await set.check().codes == ["changed-input"])
    }

    @Test func aRepackedInputIsUnchanged() async throws {
        let set = try TemporarySet(["server/size-3x3"])
        let map = try #require(InputMaterial("size-3x3.bin.gz", of: GoldenSet(set.path), given: nil).map)
        let packed = DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: map), as: .gzip, level: 1)
        try set.folder.file("fixtures/size-3x3.bin.gz", packed)
        #expect(try await set.check().isGood)
    }

    @Test func changedDimensionsFailBeforeAnyComparison() async throws {
        let set = try TemporarySet(["server/size-3x3"])
        try set.replace("\"width\": 3,", by: "\"width\": 9,", in: "golden/server/size-3x3.json")
        #expect(try await set.check().codes == ["changed-dimensions"])
    }

    @Test func aGoldenWithoutInputFails() async throws {
        let set = try TemporarySet(small)
        try set.remove("fixtures/size-3x3.bin.gz")
        let report = try await set.check()
        #expect(report.codes.sorted() == ["golden-without-input", "golden-without-input"])
        #expect(report.exitCode == 1)
    }

    @Test func aMissingGoldenFailsInEachFolder() async throws {
        let set = try TemporarySet(small)
        try set.folder.file("fixtures/new.bin.gz", DepthFileWriter.pack([0, 0, 128, 63], as: .gzip))
        try set.remove("golden/client/size-3x3.json")
        let report = try await set.check()
        #expect(report.codes == ["input-without-golden", "input-without-golden", "input-without-golden"])
        let missing = report.failed.map { $0.id.split(separator: "/").last.map(String.init) }
        #expect(missing == ["new", "size-3x3", "new"])
        #expect(try await set.check { $0.filters = ["size-4x4"] }.isGood)
        #expect(try await set.check { $0.filters = ["size-4x4"] }.notes.count == 1)
    }

    @Test func deletedGoldensAndFoldersAreReportedMissing() async throws {
        let ids = ["client", "server", "stages"].flatMap { folder in ["room-01", "size-3x3"].map { "\(folder)/\($0)" } }
        for id in ids {
            let set = try TemporarySet(ids)
            try set.remove("golden/\(id).json")
            let report = try await set.check()
            #expect(report.codes == ["input-without-golden"], "\(id)")
            #expect(report.failed.map(\.id) == [id])
            #expect(report.failed.map(\.path) == ["\(set.path)/\(id).json"])
            #expect(report.exitCode == 1)
        }
        for folder in ["client", "server", "stages"] {
            let set = try TemporarySet(ids)
            try set.remove("golden/\(folder)")
            #expect(try await set.check().failed.map(\.id) == ids.filter { $0.hasPrefix(folder) })
        }
    }

    @Test func onlyGoldensWithoutStagesNeedAStagesFile() async throws {
        let set = try TemporarySet(["server/room-01", "server/coherence-above", "stages/room-01"])
        let excuse = "\"without_golden\": {\"coherence-above\": \"not part of this test\"}"
        try set.replace(excuse, by: "\"completes\": \"server\", \"without_golden\": {}", in: "golden/manifest.json")
        #expect(try await set.check().isGood)
        try set.remove("golden/stages/room-01.json")
        #expect(try await set.check().failed.map(\.id) == ["stages/room-01"])
    }

    @Test func unlistedGoldenFoldersFail() async throws {
        let set = try TemporarySet(["server/size-3x3"])
        try set.folder.file(
            "golden/more/size-3x3.json", Data(try set.folder.text(of: "golden/server/size-3x3.json").utf8))
        let report = try await set.check()
        #expect(report.codes == ["unlisted-folder"])
        #expect(report.failed.map(\.path) == ["\(set.path)/more"])
    }

    @Test func obsoleteExceptionsFail() async throws {
        let set = try TemporarySet(["server/size-3x3"])
        try set.replace(
            "\"without_golden\": {}", by: "\"without_golden\": {\"size-3x3\": \"?\", \"gone\": \"not here\"}",
            in: "golden/manifest.json")
        #expect(try await set.check().codes == ["useless-exception", "useless-exception"])
    }

    @Test func checksThatMatchNothingFail() async throws {
        let empty = try TemporarySet([])
        let report = try await empty.check()
        #expect(report.codes == ["empty-set"])
        #expect(report.exitCode == 1)
        let set = try TemporarySet(["server/size-3x3"])
        #expect(try await set.check { $0.filters = ["size-9x9"] }.codes == ["nothing-matches"])
        #expect(try await set.check { $0.profiles = [.client] }.codes.contains("nothing-matches"))
    }

    @Test func independentRejectsDepthchecksOwnGoldens() async throws {
        let set = try TemporarySet(["server/size-3x3"])
        #expect(try await set.check { $0.requiresIndependent = true }.isGood)
        try set.replace("\"independent\": true", by: "\"independent\": false", in: "golden/server/size-3x3.json")
        #expect(try await set.check().isGood)
        #expect(try await set.check { $0.requiresIndependent = true }.codes == ["not-independent"])
    }

    @Test func anotherAlgorithmVersionFails() async throws {
        let set = try TemporarySet(["server/size-3x3"])
        try set.replace(
            "\"algorithm_version\": \"1.0\"", by: "\"algorithm_version\": \"0.9\"", in: "golden/server/size-3x3.json")
        #expect(try await set.check().codes == ["other-algorithm"])
    }

    @Test func anUnreadableInputExitsWith2AndOthersAreChecked() async throws {
        let set = try TemporarySet(small)
        try set.folder.file("fixtures/size-3x3.bin.gz", [0x1F, 0x8B, 8, 0])
        let report = try await set.check()
        #expect(report.codes == ["unreadable-input", "unreadable-input"])
        #expect(report.exitCode == 2)
        #expect(report.passedCount == 2)
    }

    @Test(arguments: [
        ("\"schema_version\": 1", "\"schema_version\": 2", "schema_version is 2, expected 1"),
        (
            "\"name\": \"size-3x3\"", "\"name\": \"size-4x4\"",
            "name is \"size-4x4\", expected the file's: \"size-3x3\""
        ),
        ("\"profile\": \"server\"", "\"profile\": \"phone\"", "profile is \"phone\""),
        ("\"profile\": \"server\"", "\"profile\": \"client\"", "expected that of its folder: \"server\""),
        ("\"size-3x3.bin.gz\"", "\"size-4x4.bin.gz\"", "expected an input with the golden's name: \"size-3x3\""),
        ("\"depth_layers\"", "\"depth_layer\"", "expected.depth_layer is not a field of a result"),
        ("\"samples\": 9", "\"samples\": \"9\"", "input.samples is a string, expected a whole number"),
        ("\"given_width\": 3", "\"given_width\": null", "input has only one of given_width and given_height"),
        ("\"frozen\": true", "\"frozen\": true, \"more\": 1", "provenance.more is unknown"),
        ("\"frozen\": true", "\"frozen\": \"yes\"", "provenance.frozen is a string, expected true or false"),
        ("\"status\"", "\"statu\"", "expected.statu is not a field"),
        ("{", "{{", "not JSON, line 1"),
    ])
    func anUnreadableGoldenExitsWith2AndIsDescribed(_ change: (String, String, String)) async throws {
        let set = try TemporarySet(["server/size-3x3", "server/size-4x4"])
        let file = "golden/server/size-3x3.json"
        let text = try set.folder.text(of: file)
        let range = try #require(text.range(of: change.0))
        try set.folder.file(file, Data(text.replacingCharacters(in: range, with: change.1).utf8))
        let report = try await set.check()
        #expect(report.exitCode == 2)
        let found = report.failed.flatMap(\.failures).map(\.headline.description)
        #expect(found.contains { $0.contains(change.2) }, "\(found)")
        #expect(report.passedCount == 1)
    }

    @Test(arguments: [
        ("\"tolerances\": {", "\"tolerances\": {\"server\": {\"min_depth\": {\"ulp\": 1}}, "),
        ("\"client\": {\"max_depth\"", "\"client\": {\"depth_layers\""),
        ("\"client\": {\"max_depth\"", "\"client\": {\"depth\""),
        ("\"profile\": \"client\"", "\"profile\": \"phone\""),
        ("\"profile\"", "\"completes\": \"nowhere\", \"profile\""),
        ("\"without_golden\": {", "\"without_golden\": {\"a\": 1"), ("\"without_golden\"", "\"excused\""),
        ("{\"ulp\": 1}", "{\"ulps\": 1}"), ("{\"ulp\": 1}", "{}"), ("{\"ulp\": 1}", "{\"ulp\": -1}"),
        ("{\"ulp\": 1}", "{\"relative\": NaN}"), ("\"fixtures\"", "\"inputs\""),
        ("\"schema_version\": 2", "\"schema_version\": 1"),
    ])
    func invalidManifestsAreRefused(_ change: (String, String)) throws {
        let set = try TemporarySet(["client/size-4x4"], tolerances: "{\"max_depth\": {\"ulp\": 1}}")
        _ = try GoldenSet(set.path)
        try set.replace(change.0, by: change.1, in: "golden/manifest.json")
        #expect(throws: GoldenSetError.self) { try GoldenSet(set.path) }
    }

    @Test func aMissingFolderIsAnError() {
        let error = #expect(throws: GoldenSetError.self) { try GoldenSet("/nowhere") }
        #expect(error?.path == "/nowhere/manifest.json")
    }

    @Test func failuresAreListedWorstFirst() async throws {
        let set = try TemporarySet([
            "server/room-01", "server/room-02", "server/room-03", "server/wall-01", "server/wall-02",
        ])
        try set.replace("\"status\": \"pass\"", by: "\"status\": \"fail\"", in: "golden/server/room-02.json")
        try set.replace("\"valid_count\": 48346", by: "\"valid_count\": 48345", in: "golden/server/room-01.json")
        try set.replace("\"is_screen_like\": false", by: "\"is_screen_like\": true", in: "golden/server/room-03.json")
        let stored = try #require(try GoldenSet(set.path).cases[4].expected["depth_variance"]?.real)
        try set.replace("\(stored)", by: "\(stored.nextUp)", in: "golden/server/wall-02.json")
        try set.remove("fixtures/wall-01.bin.gz")
        try set.folder.file("fixtures/new.bin.gz", DepthFileWriter.pack([0, 0, 128, 63], as: .gzip))
        let failed = try await set.check { $0.profiles = [.server] }.failed.map {
            $0.id.split(separator: "/").last ?? ""
        }
        #expect(failed == ["new", "wall-01", "room-02", "room-03", "room-01", "wall-02"])
    }

    @Test func patternsMatchStarsAndQuestionMarks() {
        for (pattern, text, matches) in [
            ("*", "", true), ("room-*", "room-01", true), ("*-0?", "room-01", true), ("room", "room-01", false),
            ("server/*", "server/room-01", true), ("?", "", false), ("*a*b*", "xaxbx", true), ("*a*b", "xaxbx", false),
            ("*ab*ab", "xabab", true), ("a*b*", "ab", true), ("**", "", true), ("a*", "", false),
        ] {
            #expect(Pattern.matches(pattern[...], text[...]) == matches, "\(pattern) \(text)")
        }
    }

    /// Backtracking over every star would not end in reasonable time.
    @Test func patternsOfManyStarsMatchQuickly() {
        let pattern = String(repeating: "a*", count: 40) + "b"
        let text = String(repeating: "a", count: 200)
        #expect(!Pattern.matches(pattern[...], text[...]))
        #expect(Pattern.matches(pattern[...], (text + "b")[...]))
    }
}
