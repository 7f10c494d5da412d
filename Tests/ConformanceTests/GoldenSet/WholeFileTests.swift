import DepthAnalysis
import Foundation
import Support
import TestSupport
import Testing

@testable import Conformance

/// Goldens of whole files: the server's answer to files that it refuses, or reads although others do not.
@Suite struct WholeFileTests {
    /// A subset of the committed files; the manifest has `member` in the folder's entry.
    private static func set(_ names: [String], member: String = "\"inputs\": \"containers\", ") throws
        -> TemporaryFolder
    {
        let folder = try TemporaryFolder()
        try folder.file(
            "golden/manifest.json",
            """
            {"schema_version": 2, "fixtures": "../fixtures", "tolerances": {"client": {}},
             "folders": {"containers": {"profile": "server", \(member)"without_golden": {}}}}
            """.utf8)
        for file in names.flatMap({ ["golden/containers/\($0).json", "fixtures/containers/\($0)"] }) {
            try folder.file(file, Data(contentsOf: CommandRunner.package.appending(path: file)))
        }
        return folder
    }

    private static func check(_ folder: TemporaryFolder, _ answerer: Answerer = .depthcheck) async throws -> CheckReport
    {
        await GoldenCheck(try GoldenSet(folder.path + "/golden"), answerer: answerer).run()
    }

    /// The goldens come from the second opinion, which reads gzip by the specification alone.
    @Test(arguments: DepthAnalyzer.Engine.allCases)
    func everyFileGetsTheServersAnswer(_ engine: DepthAnalyzer.Engine) async throws {
        var options = GoldenCheck.Options()
        options.filters = ["containers/*"]
        let answerer = Answerer.analyzer { DepthAnalyzer(profile: $0, engine: engine) }
        let set = try GoldenSet(TemporarySet.committed)
        let report = await GoldenCheck(set, answerer: answerer, options: options).run()
        #expect(report.isGood, "\(report.groups.map(\.title))")
        #expect(report.entries.count >= 40 && report.skipped.isEmpty)
        let statuses = set.cases.filter(\.input.isWholeFile).compactMap { $0.expected["status"]?.string }
        #expect(Set(statuses) == ["pass", "unavailable"])
    }

    @Test func changedFilesAndMissingGoldensFail() async throws {
        let folder = try Self.set(["gzip-whole", "zlib"])
        #expect(try await Self.check(folder).isGood)
        let file = folder.url.appending(path: "fixtures/containers/zlib")
        let bytes = try Data(contentsOf: file)
        try folder.file("fixtures/containers/zlib", bytes + [0])
        #expect(try await Self.check(folder).codes == ["changed-input"])
        try FileManager.default.removeItem(at: file)
        #expect(try await Self.check(folder).codes == ["golden-without-input"])
        try folder.file("fixtures/containers/zlib", bytes)
        try FileManager.default.removeItem(at: folder.url.appending(path: "golden/containers/zlib.json"))
        #expect(try await Self.check(folder).codes == ["input-without-golden"])
    }

    @Test func fileGoldensNeedAFolderInTheManifest() async throws {
        let report = try await Self.check(try Self.set(["gzip-whole"], member: ""))
        #expect(report.codes.contains("unreadable-golden") && report.exitCode == 2)
    }

    @Test func answerersOfSamplesSkipWholeFiles() async throws {
        let folder = try Self.set(["gzip-whole", "zlib"])
        let program = try AskedProgram(CommandTemplate("true {f32}"), timeout: 10)
        for answerer in [Answerer.program(program), .file(AnswerFile([], path: "answers"))] {
            let report = try await Self.check(folder, answerer)
            #expect(report.skipped.map(\.id) == ["containers/gzip-whole", "containers/zlib"])
            #expect(report.remarks.count == 1 && report.remarks[0].hasPrefix("2 goldens of whole files skipped: "))
            // An empty comparison is not a success.
            #expect(!report.isGood && report.headline == "FAIL  nothing was compared")
            let json = try JSONReader.read(CheckFormat.json.text(report))
            #expect(json["skipped_count"]?.whole == 2)
            #expect(CheckFormat.junit.text(report).contains("tests=\"2\" failures=\"0\" errors=\"0\""))
            #expect(CheckFormat.junit.text(report).components(separatedBy: "<skipped>").count == 3)
        }
    }

    @Test func anAnswerFileMustAnswerAllFilesOrNone() async throws {
        let folder = try Self.set(["gzip-whole", "zlib"])
        let line = #"{"name": "containers/zlib", "status": "unavailable", "reasons": ["unreadable"]}"#
        let report = try await Self.check(folder, .file(AnswerFile(Array(line.utf8), path: "answers")))
        #expect(report.codes == ["not-in-file"] && report.passedCount == 1 && report.skipped.isEmpty)
    }

    @Test func requestsDoNotRevealWhetherAFileHoldsAMap() throws {
        let set = try GoldenSet(TemporarySet.committed)
        let requests = AnswerRequest.all(for: set.cases, of: set).filter(\.isWholeFileRequest)
        #expect(requests.count == set.cases.count(where: \.input.isWholeFile))
        #expect(requests.allSatisfy { $0.file.contains("/fixtures/containers/") && $0.used == $0.given })
        #expect(requests.allSatisfy { $0.id.name.count == 12 && $0.id.name.allSatisfy(\.isHexDigit) })
    }
}
