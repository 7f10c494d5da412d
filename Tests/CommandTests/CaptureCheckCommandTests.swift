import Foundation
import TestSupport
import Testing

/// Runs `capture check` on a small set and a program in Python, which knows the answers and has options to fail.
@Suite("depthcheck capture check, run as a command")
struct CaptureCheckCommandTests {
    private static let python = """
        import json, os, sys, time
        behaviour, folder = sys.argv[1], sys.argv[2]
        answers = {}
        for name in ("expected", "registrations", "requests"):
            with open(f"{folder}/captures/{name}.json") as file:
                answers.update(json.load(file))
        lines = sys.stdin if "--serve" in sys.argv else [sys.stdin.read()]
        for line in lines:
            request = json.loads(line)
            assert "ref" not in line and request["kind"] and request["config"]["apple_team_id"]
            answer = {"name": request["name"], **answers[request["name"]]}
            if request["name"] == "full-good":
                if behaviour == "wrong":
                    answer["answer"]["http_status"] = 200
                if behaviour == "late":
                    time.sleep(60)
                if behaviour == "crashing":
                    os.abort()
                if behaviour == "silent":
                    sys.exit(3)
                if behaviour == "twice":
                    # One write, so that both lines arrive at once.
                    os.write(1, (json.dumps(answer) + "\\n").encode() * 2)
                    continue
                if behaviour == "talking":
                    print("hello", flush=True)
                    continue
                if behaviour == "refusing":
                    answer = {"name": request["name"], "error": "no lens"}
            print(json.dumps(answer), flush=True)
        """

    private static let hasPython =
        (try? CommandRunner.run(URL(filePath: "/usr/bin/env"), ["python3", "-c", ""]).exitCode) == 0

    private func files() throws -> TemporaryCaseSet {
        let files = try TemporaryCaseSet()
        try files.folder.file("server.py", Self.python.utf8)
        return files
    }

    private func check(
        _ files: TemporaryCaseSet, _ behaviour: String, _ arguments: String..., run: String = "--run-once"
    ) throws -> CommandRunner.Outcome {
        let serve = run == "--run-once" ? " --serve" : ""
        return try CommandRunner.depthcheck(
            ["capture", "check", "captures", run, "python3 server.py \(behaviour) .\(serve)"] + arguments,
            in: files.folder.url)
    }

    @Test func depthcheckGivesTheExpectedAnswersToItsOwnCases() throws {
        let outcome = try CommandRunner.depthcheck(["capture", "check", "--reasons"])
        #expect(outcome.exitCode == 0, "\(outcome.output)")
        let words = outcome.output.split(separator: "\n").first.map { $0.split(separator: " ") } ?? []
        #expect(words.first == "PASS" && words.count > 4 && words[1] == words[3], "\(words)")
        #expect(Int(words[1].replacing(",", with: "")).map { $0 > 900 } == true, "\(words)")
    }

    @Test(.enabled(if: hasPython, "needs python3"), arguments: ["--run", "--run-once"])
    func aRightProgramPasses(run: String) throws {
        let outcome = try check(try files(), "right", "--timeout", "600", run: run)
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.hasPrefix("PASS  5 of 5 cases, "))
    }

    @Test(
        .enabled(if: hasPython, "needs python3"),
        arguments: [
            ("wrong", "CAP-001: The photo counts."), ("crashing", "the program crashed: signal 6"),
            ("silent", "exit code 3"), ("twice", "more than one line"), ("talking", "no usable JSON object"),
            ("refusing", "no lens"),
        ])
    func aWrongProgramFails(_ behaviour: (name: String, text: String)) throws {
        let outcome = try check(try files(), behaviour.name, "--timeout", "600")
        #expect(outcome.exitCode == 1, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains(behaviour.text), "\(outcome.output)")
        #expect(outcome.output.hasPrefix("FAIL  "))
    }

    @Test(
        .enabled(if: hasPython, "needs python3"),
        arguments: [("wrong", "CAP-001"), ("crashing", "signal 6"), ("silent", "exit code 3"), ("refusing", "no lens")])
    func aWrongProgramOfEachCaseFails(_ behaviour: (name: String, text: String)) throws {
        let outcome = try check(try files(), behaviour.name, "--timeout", "600", run: "--run")
        #expect(outcome.exitCode == 1 && outcome.output.hasPrefix("FAIL  1 of 5 cases, 1 cause"))
        #expect(outcome.output.contains(behaviour.text), "\(outcome.output)")
    }

    /// On a busy machine other requests may be late too.
    @Test(.enabled(if: hasPython, "needs python3"), arguments: ["--run", "--run-once"])
    func aLateAnswerIsAFailure(run: String) throws {
        let outcome = try check(
            try files(), "late", "--timeout", "5", "--filter", "full-good", "--format", "json", run: run)
        #expect(outcome.exitCode == 1 && outcome.output.contains("\"kind\": \"timeout\""), "\(outcome.output)")
    }

    @Test(.enabled(if: hasPython, "needs python3")) func requestsAndAnswersAreFiles() throws {
        let files = try files()
        let requests = try CommandRunner.depthcheck(["capture", "requests", "captures"], in: files.folder.url)
        #expect(requests.exitCode == 0 && requests.output.split(separator: "\n").count == 5)
        let answers = try CommandRunner.run(
            URL(filePath: "/usr/bin/env"), ["python3", "server.py", "right", ".", "--serve"],
            input: Data(requests.output.utf8), in: files.folder.url)
        try files.folder.file("answers.ndjson", answers.output.utf8)
        let check = ["capture", "check", "captures", "--answers", "answers.ndjson"]
        #expect(try CommandRunner.depthcheck(check, in: files.folder.url).output.hasPrefix("PASS  5 of 5 cases"))
        try files.folder.file("answers.ndjson", answers.output.dropFirst(20).utf8)
        #expect(try CommandRunner.depthcheck(check, in: files.folder.url).exitCode == 2)
        #expect(
            try CommandRunner.depthcheck(
                ["capture", "requests", "captures", "-o", "captures/new.json"], in: files.folder.url
            ).exitCode == 64)
        #expect(
            try CommandRunner.depthcheck(["capture", "requests", "captures", "--filter", "x"], in: files.folder.url)
                .exitCode == 1)
    }

    @Test(.enabled(if: hasPython, "needs python3")) func oneRunWritesEveryReport() throws {
        let files = try files()
        let outcome = try check(
            files, "wrong", "--github", "--junit", "j.xml", "--markdown", "m.md", "--json", "j.json")
        let last = outcome.output.split(separator: "\n").last
        #expect(last?.hasPrefix("::error file=captures/cases/full-good.json,title=capture check%3A 1 case::") == true)
        #expect(try files.folder.text(of: "j.xml").contains("<testsuites name=\"depthcheck capture check\""))
        #expect(try files.folder.text(of: "m.md").hasPrefix("## ❌ capture check: FAIL  1 of 5 cases, 1 cause"))
        #expect(try files.folder.text(of: "j.json").contains("\"failed_count\": 1"))
    }

    @Test(arguments: [
        (["--run", "x", "--run-once", "x"], "two sources of answers"), (["--run", "x {input}"], "found {input}"),
        (["--timeout", "3"], "found --timeout without a program"), (["--run-once", "x", "--jobs", "2"], "no --jobs"),
        (["-o", "captures/report.txt"], "in the set of cases"), (["--junit", "rules.json"], "would replace"),
        (["--all", "-q"], "contradict each other"),
    ])
    func contradictoryOptionsAreUsageErrors(_ usage: ([String], String)) throws {
        let files = try TemporaryCaseSet()
        let outcome = try CommandRunner.depthcheck(["capture", "check", "captures"] + usage.0, in: files.folder.url)
        #expect(outcome.exitCode == 64 && outcome.errors.contains(usage.1), "\(outcome.errors)")
    }

    @Test func anAbsentSetIsUnreadable() throws {
        let folder = try TemporaryFolder()
        let outcome = try CommandRunner.depthcheck(["capture", "check"], in: folder.url)
        #expect(outcome.exitCode == 2 && outcome.errors.contains("fixtures/captures: "), "\(outcome.errors)")
    }

    @Test func theInstalledSetsAreUsedWithoutOnesInTheWorkingFolder() throws {
        let files = try TemporaryCaseSet()
        let folder = files.folder
        let manager = FileManager.default
        let share = folder.url.appending(path: "share/depthcheck/conformance")
        for path in ["bin", "share/depthcheck/conformance/fixtures", "empty", "here/fixtures/captures"] {
            try manager.createDirectory(at: folder.url.appending(path: path), withIntermediateDirectories: true)
        }
        try manager.copyItem(at: CommandRunner.binary, to: folder.url.appending(path: "bin/depthcheck"))
        try manager.moveItem(
            at: folder.url.appending(path: "captures"), to: share.appending(path: "fixtures/captures"))
        let small = try TemporarySet(["server/size-3x3"])
        try manager.copyItem(at: URL(filePath: small.path), to: share.appending(path: "golden"))
        try manager.copyItem(
            at: small.folder.url.appending(path: "fixtures/size-3x3.bin.gz"),
            to: share.appending(path: "fixtures/size-3x3.bin.gz"))
        func run(_ arguments: String..., in working: String) throws -> CommandRunner.Outcome {
            try CommandRunner.run(
                folder.url.appending(path: "bin/depthcheck"), arguments, in: folder.url.appending(path: working))
        }
        let requests = try run("capture", "requests", in: "empty")
        #expect(requests.exitCode == 0 && requests.output.split(separator: "\n").count == 5, "\(requests.errors)")
        let check = try run("golden", "check", in: "empty")
        #expect(check.exitCode == 0 && check.output.hasPrefix("PASS  1 golden, "), "\(check.output)\(check.errors)")
        #expect(try run("capture", "requests", in: "here").exitCode == 1)
    }
}
