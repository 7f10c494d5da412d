import Foundation
import TestSupport
import Testing

/// `info` and `analyze` read the same map from every file.
@Suite struct SameReadingTests {
    /// The result of a command for each input: the dimensions of a map, or an error code.
    private func found(by command: String, _ arguments: [String]) throws -> (outcomes: [String: String], code: Int32) {
        let outcome = try CommandRunner.depthcheck([command, "--format", "ndjson"] + arguments)
        var outcomes: [String: String] = [:]
        for line in outcome.output.split(separator: "\n") {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let input = try #require(object["input"] as? String)
            let error = object["error_code"] as? String
            outcomes[input] = error ?? "\(object["width"] ?? "?")x\(object["height"] ?? "?")"
        }
        return (outcomes, outcome.exitCode)
    }

    private func requireSame(_ arguments: [String], atLeast count: Int) throws {
        let (info, analysis) = (try found(by: "info", arguments), try found(by: "analyze", arguments))
        #expect(info.outcomes.count >= count)
        for (input, outcome) in analysis.outcomes where info.outcomes[input] != outcome {
            Issue.record("\(input): \(outcome) in analyze, \(info.outcomes[input] ?? "nothing") in info")
        }
        #expect(info.outcomes.count == analysis.outcomes.count && info.code == analysis.code)
    }

    private static let hasPython = (try? CommandRunner.run(env, ["python3", "-c", ""]).exitCode) == 0
    private static let env = URL(filePath: "/usr/bin/env")

    @Test(
        .enabled(if: hasPython, "needs python3"),
        arguments: [[], ["--strict"], ["--width", "4", "--height", "3"], ["--min-confidence", "high"]])
    func infoAndAnalyzeReadEveryFileAlike(options: [String]) throws {
        let folder = try TemporaryFolder()
        let seeds = folder.url.appending(path: "seeds")
        let generator = CommandRunner.package.appending(path: "tools/dev/fuzzing/make-seeds")
        let made = try CommandRunner.run(
            Self.env, ["python3", generator.path, seeds.path, CommandRunner.binary.path])
        try #require(made.exitCode == 0, "\(made.errors)")
        let folders = [
            "tools/dev/fuzzing/seeds", "Tests/DepthFilesTests/formats", "Tests/DepthFilesTests/Archives/formats",
        ].map { CommandRunner.package.appending(path: $0) }
        let files = (folders + [seeds]).flatMap { start in
            let found = FileManager.default.enumerator(at: start, includingPropertiesForKeys: [.isRegularFileKey])
            return (found?.allObjects as? [URL] ?? [])
                .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true }
        }
        let list = files.map { $0.path(percentEncoded: false) }.sorted().joined(separator: "\n")
        let path = try folder.file("list.txt", Data(list.utf8)).path(percentEncoded: false)
        try requireSame(["--files-from", path] + options, atLeast: 500)
    }

    /// Only a minimum confidence depends on the confidence file.
    @Test func aMapWithUnreadableConfidenceIsStillRead() throws {
        let folder = try TemporaryFolder()
        let pixels = [UInt16](repeating: 1500, count: 48)
        let map = try folder.file("scan/depth/1.png", TestPNG.grey16(width: 8, height: 6, pixels).bytes)
            .path(percentEncoded: false)
        try folder.file("scan/confidence/1.png", Data("no picture".utf8))
        let (info, analysis) = (try found(by: "info", [map]), try found(by: "analyze", [map]))
        #expect(info.outcomes == [map: "8x6"] && info.outcomes == analysis.outcomes)
        #expect(info.code == 0 && analysis.code == 0)
        let text = try CommandRunner.depthcheck(["info", map]).output.replacing("\n              ", with: " ")
        #expect(text.contains("no confidence is reported, because it cannot be read: "), "\(text)")
        try requireSame([map, "--min-confidence", "high"], atLeast: 1)
    }
}
