import DepthAnalysis
import Foundation
import TestSupport
import Testing

@testable import Conformance
@testable import Support

/// A program that does not answer correctly.
private struct HostileProgram: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// A script for `sh`, which gets either the file of one input or requests on standard input.
    let script: String
    /// The codes of the failures when it is started for each input.
    let codes: Set<String>
    /// The codes of the failures when it is started once.
    let sessionCodes: Set<String>

    init(_ name: String, _ script: String, _ codes: Set<String>, once sessionCodes: Set<String>? = nil) {
        testDescription = name
        self.script = script
        self.codes = codes
        self.sessionCodes = (sessionCodes ?? codes).union(["not-asked"])
    }
}

private let timeout: Set = ["timeout"]

private let hostilePrograms = [
    HostileProgram("floods standard error", "exec yes >&2", timeout, once: ["closed-output"]),
    HostileProgram("floods standard error with one line", "exec cat /dev/zero >&2", timeout, once: ["closed-output"]),
    HostileProgram("floods standard output", "exec cat /dev/zero", ["too-much-output"]),
    HostileProgram("floods both", "yes >&2 & exec cat /dev/zero", ["too-much-output"]),
    HostileProgram("floods standard output with lines", "exec yes", ["too-much-output"], once: ["not-json"]),
    HostileProgram("never answers", "exec sleep 7200", timeout),
    HostileProgram("never reads, never answers, loops forever", "while :; do :; done", timeout),
    HostileProgram("reads and never answers", "cat > /dev/null; exec sleep 7200", timeout),
    HostileProgram("ignores signals", "trap '' TERM INT HUP QUIT PIPE; while :; do sleep 1; done", timeout),
    HostileProgram("stops itself", "kill -STOP $$; exec sleep 7200", timeout),
    HostileProgram("stops itself on SIGTERM", "trap 'kill -STOP $$' TERM; while :; do sleep 1; done", timeout),
    HostileProgram(
        "closes its streams and keeps running", "exec </dev/null >&- 2>&-; sleep 7200", timeout,
        once: ["closed-output", "crash"]),
    HostileProgram(
        "leaves a child that holds its streams", "sleep 7200 & exit 0", ["not-json"], once: ["ended-early"]),
    HostileProgram(
        "leaves a child in another session that holds its streams",
        "setsid sleep 20 & sleep 0.2; exit 0", ["not-json"], once: ["ended-early"]),
    HostileProgram(
        "leaves a child in another session that floods its streams",
        "setsid timeout 20 yes 2>&1 & sleep 0.2; exit 3", ["wrong-exit", "too-much-output"],
        once: ["wrong-exit", "not-json", "more-than-one-line"]),
    HostileProgram("forks without end", "f() { sleep 7200 & sleep 0.05; f; }; f", timeout),
    HostileProgram("answers half a line", "printf '{\"status\": '; exec sleep 7200", timeout),
]

/// The deadline holds for every program, and for the programs beside it: most run for two hours, far longer than
/// the time limit of a test.
@Suite("Programs that never answer", .serialized, .timeLimit(.minutes(10))) struct HostileProgramTests {
    private static let names = ["size-1x1", "size-3x3", "size-4x4"]
    /// A program that must time out has little time; any other has more than it needs on a busy machine.
    private static func seconds(_ codes: Set<String>) -> Double {
        codes.isSubset(of: ["timeout", "not-asked"]) ? 0.5 : 30
    }

    @Test(arguments: hostilePrograms, [1, 4])
    private func eachInputEndsWithinItsTimeout(program: HostileProgram, jobs: Int) async throws {
        let set = try TemporarySet(Self.names.map { "server/\($0)" })
        let command = try CommandTemplate("'\(try set.script("program", program.script))' {input}")
        let answerer = Answerer.program(try AskedProgram(command, timeout: Self.seconds(program.codes)))
        try await check(set, answerer, program.codes, jobs: jobs)
    }

    @Test(arguments: hostilePrograms, [1, 4])
    private func aSessionEndsWithinItsTimeout(program: HostileProgram, jobs: Int) async throws {
        let set = try TemporarySet(Self.names.map { "server/\($0)" })
        let command = try SessionCommand("'\(try set.script("program", program.script))'")
        try await check(
            set, .session(command, timeout: Self.seconds(program.sessionCodes)), program.sessionCodes, jobs: jobs)
    }

    private func check(_ set: TemporarySet, _ answerer: Answerer, _ codes: Set<String>, jobs: Int) async throws {
        let report = try await set.check(answerer: answerer) { options in
            options.profiles = [.server]
            options.jobs = jobs
        }
        #expect(report.entries.count == Self.names.count, "\(report)")
        for entry in report.entries {
            #expect(entry.failures.count == 1 && codes.isSuperset(of: entry.failures.map(\.code)), "\(entry.failures)")
        }
    }

    @Test func aSessionThatClosesItsOutputTimesOut() async throws {
        let set = try TemporarySet(Self.names.map { "server/\($0)" })
        let command = try SessionCommand("'\(try set.script("program", "exec 1>&-; exec sleep 7200"))'")
        let report = try await set.check(answerer: .session(command, timeout: 0.2)) { $0.profiles = [.server] }
        #expect(report.entries.flatMap(\.failures).map(\.code) == Self.names.map { _ in "closed-output" })
        #expect(
            report.entries[0].failures[0].headline.description.contains("closed its standard output before it answered")
        )
    }

    /// A new program is open for writing for a moment if another thread forks while it is written.
    @Test func aProgramOpenForWritingStartsOnceClosed() throws {
        let set = try TemporarySet(["server/size-3x3"])
        let script = try set.script("program", "exit 3")
        let writer = try FileHandle(forWritingTo: URL(filePath: script))
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.2)
            try? writer.close()
        }
        let program = try StartedProgram([script])
        #expect(program.exchange(until: .now + .seconds(60)) == .ended)
        #expect(program.end() == .exited(code: 3))
    }

    /// Signals that this process ignores, as under `nohup` or for writes to closed pipes, are restored.
    @Test func programsStartWithDefaultSignalHandling() async throws {
        FileAccess.ignoreWritingSignals()
        let set = try TemporarySet(["server/size-3x3"])
        let script = try set.script(
            "program",
            "grep -E '^Sig(Ign|Blk)' /proc/self/status > \"$0.signals\"; echo '{\"status\": \"pass\", \"reasons\": []}'"
        )
        let command = try CommandTemplate("'\(script)' {input}")
        _ = try await set.check(answerer: .program(AskedProgram(command, timeout: 3600))) { $0.profiles = [.server] }
        let signals = try set.folder.text(of: "program.signals")
        // The C library reserves signals 32 and 33; a program cannot change them.
        let own = signals.replacing("SigIgn:\t0000000180000000", with: "SigIgn:\t0000000000000000")
        #expect(own == "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n")
    }
}
