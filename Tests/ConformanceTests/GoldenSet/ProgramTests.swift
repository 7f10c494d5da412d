import DepthAnalysis
import Foundation
import Support
import TestSupport
import Testing

@testable import Conformance

@Suite("Golden check of another program")
struct ProgramTests {
    private func check(
        _ body: String, timeout: Double = 3600, complete: Bool = false,
        placeholders: String = "{input} {width} {height}"
    ) async throws -> CheckReport {
        let set = try TemporarySet(["server/size-3x3"])
        let command = try CommandTemplate("'\(try set.script("program", body))' \(placeholders)")
        return try await set.check(answerer: .program(AskedProgram(command, timeout: timeout))) {
            $0.requiresComplete = complete
            $0.profiles = [.server]
        }
    }

    @Test func eachMissingAnswerHasItsOwnFailure() async throws {
        for (body, code, text) in [
            ("exit 3", "wrong-exit", "exit code 3"), ("echo broken >&2; exit 1", "wrong-exit", "exit code 1"),
            ("kill -SEGV $$", "crash", "signal 11 (invalid memory access)"), ("kill -ABRT $$", "crash", "signal 6"),
            ("echo hello", "not-json", "line 1"), ("true", "not-json", "nothing was printed"),
            ("echo 17", "not-json", "a number was printed"), ("echo '{} {}'", "not-json", "more text"),
            ("echo '{\"status\": \"pass\"'", "not-json", "an unterminated object"),
            ("head -c 5000000 /dev/zero", "too-much-output", "more than"), ("echo '{}'", "without-status", "no status"),
            ("nosuchprogram", "not-started", "nosuchprogram"),
        ] {
            let report = try await check(body)
            #expect(report.codes == [code], "\(body)")
            #expect(report.exitCode == 1)
            let failure = try #require(report.failed.first?.failures.first)
            #expect(failure.headline.description.contains(text), "\(failure.headline)")
        }
        let details = try await check("echo broken >&2; exit 1").failed.first?.failures.first?.details
        #expect(details == ["stderr: broken"])
    }

    @Test func aTimeoutKillsTheProgramAndItsChildren() async throws {
        let set = try TemporarySet(["server/size-3x3"])
        let script = try set.script("program", "sleep 600 & echo $! > \"$0.child\"; wait")
        let command = try CommandTemplate("'\(script)' {input}")
        let report = try await set.check(answerer: .program(AskedProgram(command, timeout: 1))) {
            $0.profiles = [.server]
        }
        #expect(report.codes == ["timeout"])
        let child = try #require(Int32(try set.folder.text(of: "program.child").split(separator: "\n").first ?? ""))
        // A signal takes effect when its receiver is next scheduled; a process that was never signalled keeps sleeping.
        for _ in 0..<1000 where Self.isAlive(child) { try await Task.sleep(for: .milliseconds(10)) }
        #expect(!Self.isAlive(child))
    }

    @Test func leftoverChildProcessesAreKilled() async throws {
        let set = try TemporarySet(["server/size-3x3"])
        for streams in [">/dev/null 2>&1 </dev/null", ""] {
            let script = try set.script(
                "program",
                "sleep 600 \(streams) & echo $! > \"$0.child\"; echo '{\"status\": \"pass\", \"reasons\": []}'"
            )
            let command = try CommandTemplate("'\(script)' {input}")
            let report = try await set.check(answerer: .program(AskedProgram(command, timeout: 3600))) {
                $0.profiles = [.server]
            }
            #expect(report.isGood, "\(report.codes)")
            let child = try #require(Int32(try set.folder.text(of: "program.child").split(separator: "\n").first ?? ""))
            for _ in 0..<1000 where Self.isAlive(child) { try await Task.sleep(for: .milliseconds(10)) }
            #expect(!Self.isAlive(child), "with streams \(streams)")
        }
    }

    @Test func largeStandardErrorIsNotAFailure() async throws {
        let report = try await check(
            "head -c 9000000 /dev/zero >&2; echo '{\"status\": \"pass\", \"reasons\": []}'")
        #expect(report.isGood, "\(report.codes)")
    }

    @Test func samplesAreInAPrivateFolder() async throws {
        let set = try TemporarySet(["server/size-3x3"])
        let script = try set.script(
            "program",
            "d=$(dirname \"$1\"); stat -c %a \"$d\" > \"$0.seen\"; echo \"$d\" >> \"$0.seen\"; "
                + "echo '{\"status\": \"pass\", \"reasons\": []}'")
        for _ in 0..<2 {
            let command = try CommandTemplate("'\(script)' {f32}")
            _ = try await set.check(answerer: .program(AskedProgram(command, timeout: 3600))) {
                $0.profiles = [.server]
            }
            let lines = try set.folder.text(of: "program.seen").split(separator: "\n").map(String.init)
            #expect(lines.first == "700")
            #expect(!FileManager.default.fileExists(atPath: try #require(lines.last)))
        }
    }

    /// Neither gone nor a zombie that its new parent has yet to reap.
    private static func isAlive(_ process: Int32) -> Bool {
        let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return kill(process, 0) == 0 && status?.contains(") Z ") != true
    }

    @Test func unstartableProgramsAreReported() async throws {
        let set = try TemporarySet(["server/size-3x3"])
        for program in ["/nowhere/program", "no-such-program-anywhere", "/dev/null"] {
            let command = try CommandTemplate("\(program) {input}")
            let report = try await set.check(answerer: .program(AskedProgram(command, timeout: 3600))) {
                $0.profiles = [.server]
            }
            #expect(report.codes == ["not-started"], "\(program)")
        }
    }

    @Test func missingFieldsFailOnlyIfRequiredAndUnknownAreIgnored() async throws {
        let body = "echo '{\"status\": \"pass\", \"reasons\": [], \"colour\": \"blue\"}'"
        let report = try await check(body)
        #expect(report.isGood)
        #expect(report.notReportedCounts.map(\.field).contains("depth_variance"))
        let complete = try await check(body, complete: true)
        #expect(complete.codes == ["not-reported"])
        #expect(complete.exitCode == 1)
    }

    @Test func anAnswersWrongProfileOrVersionIsADifference() async throws {
        #expect(
            try await check("echo '{\"status\": \"pass\", \"reasons\": [], \"profile\": \"client\"}'")
                .codes == ["differences"])
        #expect(
            try await check(
                "echo '{\"status\": \"pass\", \"reasons\": [], \"algorithm_version\": \"2\"}'"
            ).codes == ["differences"])
    }

    @Test func placeholdersAreFilledAndSamplesAreRemoved() async throws {
        let set = try TemporarySet(["server/inferred-1000"])
        let script = try set.script(
            "program",
            "wc -c < \"$2\" > \"$0.seen\"; echo \"$@\" >> \"$0.seen\"; "
                + "echo '{\"status\": \"fail\", \"is_likely_real_scene\": false}'"
        )
        let command = try CommandTemplate(
            "'\(script)' {input} {f32} {width}x{height} {given_width} {given_height} 'a b'")
        let report = try await set.check(answerer: .program(AskedProgram(command, timeout: 3600))) {
            $0.profiles = [.server]
        }
        #expect(report.isGood)
        let lines = try set.folder.text(of: "program.seen").split(separator: "\n")
        #expect(lines.first == "4000")
        let words = lines[1].split(separator: " ")
        #expect(words[0].hasSuffix("input.bin.gz") && !lines[1].contains("inferred"))
        #expect(words[2...] == ["37x27", "0", "0", "a", "b"])
        for word in words.prefix(2) { #expect(!FileManager.default.fileExists(atPath: String(word))) }
    }

    @Test func commandsAreSplitLikeAShellAndValidated() throws {
        let command = try CommandTemplate(#"  a\ b "c 'd'" 'e "f\' "" {input}{width} "#)
        #expect(command.words([.input: "i", .width: "7"]) == ["a b", "c 'd'", "e \"f\\", "", "i7"])
        for (text, error) in [
            ("", CommandTemplateError.empty), ("  ", .empty), ("program", .withoutInput),
            ("program '{input}", .openQuote), ("program {input} \\", .openQuote),
            ("program {input} {depth}", .unknownPlaceholder("depth")),
        ] {
            #expect(throws: error) { try CommandTemplate(text) }
        }
        #expect(try CommandTemplate("awk '{print $1}' {f32}").needsSamples)
    }

    @Test func substitutedTextIsNotExpandedAgain() throws {
        let command = try CommandTemplate("program {input}")
        #expect(command.words([.input: "/a{width}b", .width: "7"]) == ["program", "/a{width}b"])
    }
}
