import DepthAnalysis
import Foundation
import TestSupport
import Testing

/// The command and these tests are built alike and run on one processor, so the same engines are available to both.
@Suite struct EngineOptionTests {
    /// All engines give the same answer; one that the processor lacks is a usage error, never an illegal instruction.
    @Test(arguments: DepthAnalyzer.Engine.allCases, [["analyze", "fixtures/room-01.bin.gz"], ["golden", "check"]])
    func enginesAreSelectedByName(engine: DepthAnalyzer.Engine, arguments: [String]) throws {
        let outcome = try CommandRunner.depthcheck(arguments + ["--engine", engine.rawValue, "--format", "json"])
        guard !engine.isAvailable else {
            let usual = try CommandRunner.depthcheck(arguments + ["--format", "json"])
            #expect(outcome.exitCode == 0 && withoutTime(outcome.output) == withoutTime(usual.output))
            return
        }
        #expect(outcome.exitCode == 64 && outcome.output.isEmpty)
        // The argument parser wraps long messages.
        let errors = outcome.errors.replacing("\n", with: " ")
        #expect(errors.contains("--engine is \(engine.rawValue), which needs a processor with AVX"), "\(errors)")
        #expect(errors.contains("that runs here: kernel, plain, kernel-baseline"), "\(errors)")
    }

    @Test func versionNamesTheEngineInUseAndTheCommitIfTheBuildPassedIt() throws {
        let version = try CommandRunner.depthcheck(["--version"]).output
        let rest = try #require(version.split(separator: ", \(DepthAnalyzer.Engine.best.rawValue)").last)
        #expect(rest == ")\n" || rest.wholeMatch(of: /, commit [0-9a-f]{7,40}(-dirty)?\)\n/) != nil, "\(version)")
    }

    private func withoutTime(_ answer: String) -> [Substring] {
        answer.split(separator: "\n").filter { !$0.contains("seconds") }
    }
}
