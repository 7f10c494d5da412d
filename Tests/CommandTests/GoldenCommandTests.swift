import DepthFiles
import Foundation
import TestSupport
import Testing

/// Runs the binary on copies of a small golden set, each damaged in one way.
@Suite("depthcheck golden, run as a command")
struct GoldenCommandTests {
    /// A set of one golden, `server/size-3x3`, marked as not frozen.
    static func smallSet() throws -> TemporarySet {
        let set = try TemporarySet(["server/size-3x3"])
        try set.replace("\"frozen\": true", by: "\"frozen\": false", in: golden)
        return set
    }

    @Test func theCommittedSetPasses() throws {
        let outcome = try CommandRunner.depthcheck(["golden", "check"])
        #expect(outcome.exitCode == 0, "\(outcome.output)")
        #expect(outcome.output.hasPrefix("PASS  396 goldens, "))
        #expect(outcome.errors.isEmpty)
    }

    @Test(.enabled(if: hasPython, "needs python3")) func theSecondOpinionPassesAsAnExternalProgram() throws {
        let outcome = try CommandRunner.depthcheck([
            "golden", "check", "--filter", "server/size-*", "--independent", "--complete", "--timeout", "600", "--run",
            "tools/dev/golden/reference.py --as-server {input} {given_width} {given_height}",
        ])
        #expect(outcome.exitCode == 0, "\(outcome.output)")
    }

    @Test func aSignalKillsProgramsThatAreStarting() throws {
        let folder = try TemporaryFolder()
        let program = """
            [ -e ending ] && { echo $$ >> lasting; exec sleep 600; }
            touch begun
            sleep 0.04
            echo '{"status": "fail"}'
            """
        try folder.file("program", program.utf8)
        try folder.file("lasting")
        let golden = CommandRunner.package.appending(path: "golden").path
        for round in 0..<6 {
            // Programs end quickly until `ending` exists and then sleep; the whole check takes over a second.
            let script = """
                rm -f begun ending
                "$0" golden check '\(golden)' --jobs 4 --run 'sh program {input}' > report & check=$!
                until [ -e begun ]; do sleep 0.01; done
                sleep 0.\(1 + round); touch ending; kill -TERM $check; wait $check
                """
            let outcome = try CommandRunner.run(
                URL(filePath: "/bin/bash"), ["-c", script, CommandRunner.binary.path], in: folder.url)
            #expect(outcome.exitCode == 143, "\(outcome.errors)")
        }
        let lasting = try folder.text(of: "lasting").split(separator: "\n").compactMap { Int32($0) }
        // A killed process ends when it is next scheduled; a survivor keeps sleeping.
        for _ in 0..<500 where lasting.contains(where: Self.isAlive) { Thread.sleep(forTimeInterval: 0.01) }
        let left = lasting.filter(Self.isAlive)
        for program in left { kill(program, SIGKILL) }
        #expect(left.isEmpty, "of \(lasting.count)")
    }

    /// Neither gone nor a zombie that its new parent has yet to reap.
    private static func isAlive(_ process: Int32) -> Bool {
        let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return status.map { !$0.contains(") Z ") } ?? false
    }

    private static let hasPython =
        FileManager.default.isExecutableFile(atPath: "/usr/bin/env")
        && (try? CommandRunner.run(URL(filePath: "/usr/bin/env"), ["python3", "-c", ""]).exitCode) == 0

    /// One way to damage the set, with the expected message and exit code.
    struct Damage: Sendable, CustomStringConvertible {
        let description: String
        let damage: @Sendable (TemporaryFolder) throws -> Void
        var arguments: [String] = []
        let message: String
        let exitCode: Int32
    }

    static let golden = "golden/server/size-3x3.json"

    private static func edit(_ folder: TemporaryFolder, _ text: String, _ other: String) throws {
        try folder.file(golden, Data(try folder.text(of: golden).replacing(text, with: other).utf8))
    }

    static let damages: [Damage] = [
        Damage(
            description: "another verdict", damage: { try edit($0, "\"status\": \"pass\"", "\"status\": \"fail\"") },
            message: "first diverged: verdict", exitCode: 1),
        Damage(
            description: "another count", damage: { try edit($0, "\"valid_count\": 9", "\"valid_count\": 8") },
            message: "first diverged: validity", exitCode: 1),
        Damage(
            description: "changed input",
            damage: {
                try $0.file(
                    "fixtures/size-3x3.bin.gz", DepthFileWriter.pack([UInt8](repeating: 63, count: 36), as: .gzip))
            }, message: "changed input", exitCode: 1),
        Damage(
            description: "unreadable input", damage: { try $0.file("fixtures/size-3x3.bin.gz", [31, 139, 8, 0]) },
            message: "gzip", exitCode: 2),
        Damage(
            description: "golden without input",
            damage: { try FileManager.default.removeItem(at: $0.url.appending(path: "fixtures/size-3x3.bin.gz")) },
            message: "golden without input", exitCode: 1),
        Damage(
            description: "input without golden",
            damage: { try $0.file("fixtures/new.bin.gz", DepthFileWriter.pack([0, 0, 128, 63], as: .gzip)) },
            message: "input without golden: found none for new.bin.gz in the folder server", exitCode: 1),
        Damage(
            description: "golden deleted",
            damage: { try FileManager.default.removeItem(at: $0.url.appending(path: golden)) },
            message: "FAIL  ", exitCode: 1),
        Damage(
            description: "folder not listed",
            damage: { try $0.file("golden/more/size-3x3.json", Data(try $0.text(of: golden).utf8)) },
            message: "unlisted folder: found goldens in more", exitCode: 1),
        Damage(
            description: "empty set",
            damage: { try FileManager.default.removeItem(at: $0.url.appending(path: golden)) },
            message: "empty set", exitCode: 1),
        Damage(
            description: "damaged golden", damage: { try edit($0, "{", "{{") }, message: "unreadable golden: not JSON",
            exitCode: 2),
        Damage(
            description: "other schema", damage: { try edit($0, "\"schema_version\": 1", "\"schema_version\": 9") },
            message: "schema_version is 9, expected 1", exitCode: 2),
        Damage(
            description: "other algorithm", damage: { try edit($0, "\"1.0\"", "\"0.9\"") },
            message: "answered by algorithm version 0.9; expected 1.0", exitCode: 1),
        Damage(
            description: "not independent", damage: { try edit($0, "\"independent\": true", "\"independent\": false") },
            arguments: ["--independent"], message: "not independent", exitCode: 1),
        Damage(
            description: "filter that matches nothing", damage: { _ in }, arguments: ["--filter", "room-*"],
            message: "nothing matches room-*", exitCode: 1),
        Damage(
            description: "crash", damage: { _ in }, arguments: ["--run", "sh -c 'kill -SEGV $$' {input}"],
            message: "the program crashed: signal 11", exitCode: 1),
        Damage(
            description: "time-out", damage: { _ in },
            arguments: ["--timeout", "0.2", "--run", "sh -c 'sleep 600' {input}"],
            message: "no answer within 0.2 s; the program was killed; --timeout gives it more time", exitCode: 1),
        Damage(
            description: "time-out of the start", damage: { _ in },
            arguments: ["--start-timeout", "0.2", "--run-once", "sleep 600"],
            message: "no first answer within 0.2 s; the program was killed; --start-timeout gives", exitCode: 1),
        Damage(
            description: "not JSON", damage: { _ in }, arguments: ["--run", "echo {input}"],
            message: "the program printed no usable JSON object", exitCode: 1),
        Damage(
            description: "wrong exit", damage: { _ in }, arguments: ["--run", "sh -c 'exit 5' {input}"],
            message: "the program ended with exit code 5; expected 0", exitCode: 1),
        Damage(
            description: "not started", damage: { _ in }, arguments: ["--run", "/nowhere/program {input}"],
            message: "the program could not be started", exitCode: 1),
        Damage(
            description: "not reported", damage: { _ in },
            arguments: ["--complete", "--run", "sh -c 'echo {\\\"status\\\":\\\"pass\\\"}' {input}"],
            message: "not reported: total_count, coverage", exitCode: 1),
        Damage(
            description: "usage: no place for the input", damage: { _ in }, arguments: ["--run", "program"],
            message: "neither {input} nor {f32}", exitCode: 64),
        Damage(
            description: "usage: another format", damage: { _ in }, arguments: ["--format", "xml"], message: "xml",
            exitCode: 64),
    ]

    @Test(arguments: damages) func eachFailureHasAMessageAndExitCode(_ damage: Damage) throws {
        let set = try Self.smallSet()
        #expect(try set.run(["check"]).exitCode == 0)
        try damage.damage(set.folder)
        let outcome = try set.run(["check"] + damage.arguments)
        #expect(outcome.exitCode == damage.exitCode, "\(outcome.output)\(outcome.errors)")
        #expect((outcome.output + outcome.errors).contains(damage.message), "\(outcome.output)\(outcome.errors)")
    }

    @Test func aFolderWithoutASetExitsWith2() throws {
        let outcome = try Self.smallSet().run(["check", "elsewhere"])
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.contains("elsewhere: found no manifest.json; expected a golden set; depthcheck golden "))
        let folder = try Self.smallSet().run(["check", "fixtures"])
        #expect(folder.exitCode == 2 && folder.errors.contains("fixtures: found no manifest.json"))
        let inside = try Self.smallSet().run(["check", "golden/server"])
        #expect(inside.errors.contains("expected a golden set; the set is the folder above"), "\(inside.errors)")
    }

    /// Each printed command leads to the next, up to a check that passes.
    @Test func initMakesASetOfTheUsersMaps() throws {
        let set = try Self.smallSet()
        func steps(_ arguments: [String]) throws -> String {
            let outcome = try set.run(arguments)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            return outcome.output
        }
        let made = try steps(["init", "own/set", "--fixtures", "fixtures"])
        #expect(made.contains("own/set: a golden set of 1 map in fixtures\n"), "\(made)")
        let guards = "--guards 'the results of our maps'\n"
        #expect(made.hasSuffix("\nNext: depthcheck golden record --set own/set \(guards)"), "\(made)")
        let recorded = try steps(["record", "--set", "own/set", "--guards", "the results of our maps"])
        #expect(recorded.hasPrefix("new      own/set/server/"), "\(recorded)")
        #expect(try steps(["check", "own/set"]).hasPrefix("PASS  1 golden"))
        let again = try set.run(["init", "own/set"])
        #expect(again.exitCode == 64 && again.errors.contains("own/set: found a golden set; expected none"))
        #expect(try steps(["init", "empty"]).contains("Next: copy maps to empty/fixtures, then depthcheck"))
    }

    @Test func knownFailuresDoNotFailUntilTheyPass() throws {
        let set = try Self.smallSet()
        let right = try set.folder.text(of: Self.golden)
        try set.replace("\"depth_layers\": ", by: "\"depth_layers\": 1", in: Self.golden)
        let written = try set.run(["check", "--write-known-failures", "known.txt"])
        #expect(written.exitCode == 0, "\(written.output)\(written.errors)")
        #expect(written.output.hasPrefix("PASS  0 of 1 golden, 1 known failure"), "\(written.output)")
        let list = try set.folder.text(of: "known.txt")
        #expect(list.split(separator: "\n").last == "server/size-3x3")
        let known = try set.run(["check", "--known-failures", "known.txt", "--junit", "j.xml"])
        #expect(known.exitCode == 0)
        #expect(try set.folder.text(of: "j.xml").contains("<skipped>known failure</skipped>"))
        try set.folder.file("more.txt", Data((list + "server/absent\n").utf8))
        let absent = try set.run(["check", "--known-failures", "more.txt"])
        #expect(absent.exitCode == 1 && absent.output.contains("server/absent"), "\(absent.output)")
        try set.folder.file(Self.golden, Data(right.utf8))
        let passing = try set.run(["check", "--known-failures", "known.txt"])
        #expect(passing.exitCode == 1)
        #expect(
            passing.output.replacing(/\n +/, with: " ").contains(
                "known.txt lists server/size-3x3 as a known failure, but it passes; remove the line"),
            "\(passing.output)")
    }

    /// A program that gives no answer was not compared, so its failures are not known.
    @Test func goldensThatWereNotAskedAreNoKnownFailures() throws {
        let set = try TemporarySet(["size-1x1", "size-3x3", "size-3x5", "size-4x4"].map { "server/\($0)" })
        let outcome = try set.run(["check", "--run-once", "false", "--write-known-failures", "known.txt"])
        #expect(outcome.exitCode == 1)
        #expect(outcome.output.hasPrefix("FAIL  1 of 4 goldens"), "\(outcome.output)")
        let absent = try set.run(["check", "--run-once", "./absent", "--write-known-failures", "none.txt"])
        #expect(absent.exitCode == 1 && !FileManager.default.fileExists(atPath: "\(set.folder.path)/none.txt"))
    }

    /// A program reads gzip, whatever the form of the user's maps.
    @Test func programsGetEveryMapInGzip() throws {
        let set = try TemporaryFolder()
        try set.file("maps/raw.bin", Data([0, 0, 128, 63]))
        func run(_ arguments: [String]) throws -> CommandRunner.Outcome {
            try CommandRunner.depthcheck(["golden"] + arguments, in: set.url)
        }
        #expect(try run(["init", "--fixtures", "maps"]).exitCode == 0)
        #expect(try run(["record", "--guards", "rule"]).exitCode == 0)
        try set.file("program", Data("gzip -t < \"$1\" && echo '{\"status\": \"gzip\"}'\n".utf8))
        let outcome = try run(["check", "--run", "sh program {input}"])
        #expect(outcome.exitCode == 1 && outcome.output.contains("answered \"gzip\""), "\(outcome.output)")
    }

    @Test func mapsWithoutANameOfTheirOwnAreNamed() throws {
        let set = try TemporaryFolder()
        for name in ["same.bin", "same.bin.gz"] { try set.file("maps/\(name)") }
        let outcome = try CommandRunner.depthcheck(["golden", "init", "--fixtures", "maps"], in: set.url)
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.contains("same.bin.gz: found the name of same.bin; expected a name of its own"))
    }

    @Test func excludedGoldensAndFilesAreLeftOut() throws {
        let set = try TemporarySet(["server/size-3x3", "server/size-4x4"])
        let outcome = try set.run(["check", "--exclude", "size-4*", "--maps"])
        #expect(outcome.exitCode == 0 && outcome.output.contains("1 golden excluded"), "\(outcome.output)")
        let requests = try set.run(["requests", "--exclude", "size-4*", "--maps"]).output
        #expect(requests.split(separator: "\n").count == 1 && requests.contains("size-3x3"), "\(requests)")
    }

    @Test func recordReplacesStoredGoldensOutsideOfCI() throws {
        let set = try Self.smallSet()
        let program = try set.script("program", "echo '{\"status\": \"fail\", \"depth_layers\": 9}'") + " {input}"
        let before = try set.folder.text(of: Self.golden)
        let refused = try set.run(["record"], environment: ["CI": "true"])
        #expect(refused.exitCode == 1 && refused.errors.contains("CI is set"))
        let unchanged = try set.run(["record"])
        #expect(unchanged.exitCode == 0 && unchanged.output == "1 as stored\n")
        #expect(try set.folder.text(of: Self.golden) == before)
        let recorded = try set.run(["record", "--run", program, "--implementation", "somebody"])
        #expect(recorded.exitCode == 0, "\(recorded.errors)")
        #expect(recorded.output == "changed  golden/server/size-3x3.json\n")
        #expect(try set.folder.text(of: Self.golden).contains("\"depth_layers\": 9"))
        #expect(try set.run(["check"]).exitCode == 1)
    }

    @Test func reportsGoToFilesAndFrozenGoldensAreNotRecorded() throws {
        let set = try Self.smallSet()
        let outcome = try set.run(["check", "--format", "junit", "--output", "report.xml"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.isEmpty)
        #expect(try set.folder.text(of: "report.xml").hasPrefix("<?xml"))
        try set.replace("\"frozen\": false", by: "\"frozen\": true", in: Self.golden)
        try set.replace("\"depth_layers\": ", by: "\"depth_layers\": 1", in: Self.golden)
        let recorded = try set.run(["record"])
        #expect(recorded.output.contains("refused  server/size-3x3: frozen, answered by capture backend (Rust)"))
    }

    @Test(arguments: [["check"], ["record"]])
    func unwritableReportsExitWith74AndClosedPipesDoNot(_ arguments: [String]) throws {
        func run(_ end: CommandRunner.DeadEnd) throws -> CommandRunner.Outcome {
            let set = try Self.smallSet()
            return try CommandRunner.depthcheck(["golden"] + arguments, writingTo: end, in: set.folder.url)
        }
        let full = try run(.full)
        #expect(full.exitCode == 74)
        #expect(full.errors.hasPrefix("depthcheck: standard output: "), "\(full.errors)")
        #expect(full.errors.split(separator: "\n").count == 1, "\(full.errors)")
        let closed = try run(.closedPipe)
        #expect(closed.exitCode == 0 && closed.errors.isEmpty, "\(closed.exitCode) \(closed.errors)")
    }
}

extension TemporarySet {
    /// Runs `depthcheck golden` in the folder of the set.
    func run(_ arguments: [String], environment: [String: String] = [:]) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(["golden"] + arguments, in: folder.url, environment: environment)
    }
}
