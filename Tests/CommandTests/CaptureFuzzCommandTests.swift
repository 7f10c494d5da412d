import Foundation
import TestSupport
import Testing

@Suite("depthcheck capture fuzz, run as a command")
struct CaptureFuzzCommandTests {
    private func fuzz(_ folder: TemporaryFolder, _ arguments: String...) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(["capture", "fuzz"] + arguments, in: folder.url)
    }

    /// Answers like depthcheck, except for unknown devices. It is started for each request.
    private static let server = """
        request=request-$$.json
        cat > $request
        if grep -q '"device_known":false' $request
        then echo '{"permissive": {"http_status": 500}, "strict": {"http_status": 500}}'
        else "$1" capture verify --format json $request
        fi
        rm $request
        """

    @Test func aPlantedFaultIsFoundAndSaved() throws {
        let folder = try TemporaryFolder()
        try folder.file("server.sh", Self.server.utf8)
        let found = try fuzz(
            folder, "--count", "60", "--filter", "state-*", "--run", "sh server.sh '\(CommandRunner.binary.path)'",
            "--timeout", "600", "--save", "found")
        #expect(found.exitCode == 1, "\(found.output)\(found.errors)")
        #expect(found.output.contains("state-unknown: an unknown device (REQ-013)"), "\(found.output)")
        #expect(found.output.contains("1 case in found"), "\(found.output)")
        let own = try CommandRunner.depthcheck(["capture", "check", "found", "--reasons"], in: folder.url)
        #expect(own.exitCode == 0 && own.output.hasPrefix("PASS  1 of 1 case"), "\(own.output)")
    }

    @Test func savedCasesAreASetWithAnswers() throws {
        let folder = try TemporaryFolder()
        let made = try fuzz(folder, "--count", "60", "--save", "set/new", "--quiet")
        #expect(made.exitCode == 64 || made.exitCode == 74, "a folder in no folder")
        #expect(try fuzz(folder, "--count", "60", "--save", "set").exitCode == 0)
        #expect(try CommandRunner.depthcheck(["capture", "check", "set", "--reasons"], in: folder.url).exitCode == 0)
        for (cases, answers) in [("cases", "expected"), ("registrations", "registrations"), ("requests", "requests")] {
            let verified = try CommandRunner.depthcheck(
                ["capture", "verify", "set/\(cases)", "--expect", "set/\(answers).json", "--quiet"], in: folder.url)
            #expect(verified.exitCode == 0, "\(verified.output)\(verified.errors)")
        }
        let again = try fuzz(folder, "--count", "60", "--save", "set")
        #expect(again.exitCode == 64 && again.errors.contains("nothing is overwritten"), "\(again.errors)")
        // Another process makes the same files.
        #expect(try fuzz(folder, "--count", "60", "--save", "same").exitCode == 0)
        let differences = try CommandRunner.run(
            URL(filePath: "/usr/bin/env"), ["diff", "-r", "set", "same"], in: folder.url)
        #expect(differences.exitCode == 0, "\(differences.output)")
    }

    @Test(arguments: [
        ([], "found no server"), (["--save", ""], "--save is empty"),
        (["--count", "0", "--save", "s"], "--count is 0"),
        (["--filter", "CAP-9", "--save", "s"], "matches no departure"),
        (["--timeout", "3", "--save", "s"], "found --timeout without a program"),
        (["--run", "x", "--run-once", "x"], "two sources of answers"),
        (["--seed", "-1", "--save", "s"], "whole number"),
        (["--run-once", "x", "--jobs", "2"], "no --jobs"), (["--run-once", "x {input}"], "found {input}"),
    ])
    func wrongUsage(_ usage: ([String], String)) throws {
        let folder = try TemporaryFolder()
        let outcome = try CommandRunner.depthcheck(["capture", "fuzz"] + usage.0, in: folder.url)
        #expect(outcome.exitCode == 64 && outcome.errors.contains(usage.1), "\(outcome.exitCode) \(outcome.errors)")
        #expect(try folder.names.isEmpty)
    }

    @Test func aReportIsNotWrittenAmongTheCases() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "s"), withIntermediateDirectories: false)
        let outcome = try fuzz(folder, "--save", "s", "-o", "s/report.txt")
        #expect(outcome.exitCode == 64 && outcome.errors.contains("s/report.txt"), "\(outcome.errors)")
    }

    @Test func aServerThatCannotBeStartedIsReportedOnce() throws {
        let outcome = try fuzz(try TemporaryFolder(), "--count", "20", "--run-once", "./missing")
        #expect(outcome.exitCode == 1 && outcome.output.contains("could not be started"), "\(outcome.output)")
    }
}
