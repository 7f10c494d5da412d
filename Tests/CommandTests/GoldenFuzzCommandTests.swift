import Foundation
import TestSupport
import Testing

@Suite("depthcheck golden fuzz, run as a command")
struct GoldenFuzzCommandTests {
    private static let hasPython =
        (try? CommandRunner.run(URL(filePath: "/usr/bin/env"), ["python3", "-c", ""]).exitCode) == 0

    private func fuzz(_ folder: TemporaryFolder, _ arguments: String...) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(["golden", "fuzz"] + arguments, in: folder.url)
    }

    /// The second opinion, except that the median of two samples is the last one.
    private static func port(in folder: TemporaryFolder) throws -> String {
        for name in ["reference.py", "server_gzip.py"] {
            let text = try String(
                contentsOf: CommandRunner.package.appending(path: "tools/dev/golden/\(name)"), encoding: .utf8)
            let right = "sorted(valid)[len(valid) // 2]"
            try folder.file(name, text.replacing(right, with: "\(right) if len(valid) > 2 else valid[-1]").utf8)
        }
        return "python3 reference.py --serve"
    }

    @Test(.enabled(if: hasPython, "needs python3")) func aWrongPortIsFoundAndItsMapSaved() throws {
        let folder = try TemporaryFolder()
        let set = try TemporarySet(["server/size-3x3"])
        let port = try Self.port(in: folder)
        let found = try fuzz(folder, "--count", "400", "--run-once", port, "--save", set.path, "--timeout", "600")
        #expect(found.exitCode == 1, "\(found.output)\(found.errors)")
        #expect(found.output.contains("first diverged: median/band"), "\(found.output)")
        #expect(found.output.contains("made small from generated map"), "\(found.output)")
        #expect(found.output.contains("2 samples, no dimensions given"), "\(found.output)")
        #expect(found.output.contains("/golden/server/fuzz-"), "\(found.output)")
        let own = try CommandRunner.depthcheck(["golden", "check", set.path], in: folder.url)
        #expect(own.exitCode == 0 && own.output.hasPrefix("PASS  2 goldens"), "\(own.output)")
        let refused = try CommandRunner.depthcheck(
            ["golden", "check", set.path, "--run-once", port, "--timeout", "600"], in: folder.url)
        #expect(refused.exitCode == 1, "\(refused.output)")
        let again = try fuzz(folder, "--count", "400", "--run-once", port, "--save", set.path, "--timeout", "600")
        #expect(again.output.contains("the set has it"), "\(again.output)")
    }

    @Test(.enabled(if: hasPython, "needs python3")) func theSecondOpinionPasses() throws {
        let program = CommandRunner.package.appending(path: "tools/dev/golden/reference.py").path
        let outcome = try fuzz(
            try TemporaryFolder(), "--seed", "5", "--count", "200", "--run-once", "python3 '\(program)' --serve",
            "--timeout", "600")
        #expect(outcome.exitCode == 0 && outcome.output.hasPrefix("PASS  "), "\(outcome.output)")
    }

    @Test(arguments: [
        ([], "found no program"), (["--run-once", "x", "--save", ""], "--save is empty"),
        (["--count", "0", "--run-once", "x"], "--count is 0"),
        (["--timeout", "3", "--engine", "plain"], "found --timeout without a program"),
        (["--run", "x {input}", "--run-once", "x"], "two sources of answers"),
        (["--seed", "-1", "--run-once", "x"], "whole number"),
        (["--run-once", "x {input}"], "found {input}"),
    ])
    func wrongUsage(_ usage: ([String], String)) throws {
        let folder = try TemporaryFolder()
        let outcome = try CommandRunner.depthcheck(["golden", "fuzz"] + usage.0, in: folder.url)
        #expect(outcome.exitCode == 64 && outcome.errors.contains(usage.1), "\(outcome.exitCode) \(outcome.errors)")
    }

    @Test func aFolderThatIsNoSetIsRefused() throws {
        let folder = try TemporaryFolder()
        let outcome = try fuzz(folder, "--engine", "plain", "--count", "1", "--save", "set")
        #expect(outcome.exitCode == 2 && outcome.errors.contains("set: found no manifest.json"), "\(outcome.errors)")
    }

    @Test func aProgramThatCannotBeStartedIsReportedOnce() throws {
        let outcome = try fuzz(try TemporaryFolder(), "--count", "20", "--run-once", "./missing")
        #expect(outcome.exitCode == 1 && outcome.output.contains("could not be started"), "\(outcome.output)")
    }
}
