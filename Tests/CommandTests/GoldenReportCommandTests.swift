import Foundation
import TestSupport
import Testing

@Suite struct GoldenReportCommandTests {
    @Test func oneRunWritesSeveralReports() throws {
        let set = try GoldenCommandTests.smallSet()
        try set.replace("\"depth_layers\": ", by: "\"depth_layers\": 1", in: GoldenCommandTests.golden)
        let outcome = try set.run([
            "check", "--github", "--junit", "j.xml", "--markdown", "m.md", "--json", "j.json",
        ])
        #expect(outcome.exitCode == 1 && outcome.errors.isEmpty)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("FAIL  1 of 1 golden, 1 cause, ") == true, "\(outcome.output)")
        #expect(lines.dropLast().last?.hasPrefix("::error file=golden/server/size-3x3.json,title=") == true)
        #expect(lines.last?.hasPrefix("::notice title=golden check%3A compared::compared for 1 golden: ") == true)
        #expect(try set.folder.text(of: "j.xml").contains("file=\"golden/server/size-3x3.json\""))
        #expect(try set.folder.text(of: "m.md").hasPrefix("## ❌ golden check: FAIL  1 of 1 golden, 1 cause"))
        let json: [String: Any] = try parse(set.folder.text(of: "j.json"))
        #expect((json["causes"] as? [[String: Any]])?.first?["kind"] as? String == "unknown-cause")
        // Paths are relative to the working folder even if the set is named by an absolute path.
        let absolute = try set.run(["check", set.path, "--github", "-o", "text.txt"])
        #expect(absolute.output.hasPrefix("::error file=golden/server/size-3x3.json,"), "\(absolute.output)")
        #expect(try set.folder.text(of: "text.txt").hasPrefix("FAIL  "))
        // A set outside the repository has no lines to annotate; the program has.
        try set.folder.file("repository/port", Data("echo '{\"status\": \"none\"}'\n".utf8))
        let elsewhere = try set.run(
            ["check", "--format", "github", "--run", "sh repository/port {input}"],
            environment: ["GITHUB_WORKSPACE": set.folder.path + "/repository"])
        #expect(elsewhere.output.hasPrefix("::error file=port,title="), "\(elsewhere.output)")
        #expect(try set.run(["check", "--quiet"]).output.split(separator: "\n").count == 2)
    }

    @Test(arguments: [
        (["--junit", "same", "--markdown", "./same"], "--junit and --markdown are the same file, ./same"),
        (["--junit", "same", "-o", "same"], "--output and --junit are the same file, same"),
        (["--junit", "-"], "--junit is \"-\"; expected the name of a file"),
        (["--junit", GoldenCommandTests.golden], "--junit would replace golden/server/size-3x3.json"),
        (["-o", "golden/manifest.json"], "--output would replace golden/manifest.json"),
        (["--json", "fixtures/size-3x3.bin.gz"], "would replace golden/../fixtures/size-3x3.bin.gz"),
        (["--answers", "answers", "--json", "answers"], "--json would replace answers"),
        (["--github", "--format", "github"], "expected one of them"),
        (["--github", "--format", "json"], "both write to standard output"),
        (["--all", "--format", "junit"], "--all applies to text and Markdown"),
        (["--all", "-q"], "--all and --quiet, which contradict each other"),
        (["--all", "-q", "--junit", "j.xml"], "--all and --quiet, which contradict each other"),
        (["--junit", "golden/server/new.json"], "--junit is golden/server/new.json, in the golden set "),
        (["-o", "golden/report.txt"], "--output is golden/report.txt, in the golden set "),
        (["--timeout", "3"], "found --timeout without a program"),
        (["--timeout", "3", "--answers", "answers"], "found --timeout without a program"),
        (["--start-timeout", "3", "--run", "cat {input}"], "found --start-timeout without --run-once"),
        (["--start-timeout", "0", "--run-once", "cat"], "--start-timeout is 0"),
        (["--known-failures", "answers", "--write-known-failures", "k"], "the second writes a new one"),
        (["--known-failures", "answers", "--json", "answers"], "--json would replace answers"),
        (["--write-known-failures", "k", "--json", "k"], "are the same file, k"),
        (["--write-known-failures", "golden/k"], "--write-known-failures is golden/k, in the golden set"),
        (["--engine", "plain", "--run", "cat {input}"], "found --engine beside --run"),
        (["--exp", "plain", "--run-once", "cat"], "found --exp beside --run-once"),
        (["--run", "cat {input}", "--run-once", "cat"], "found --run and --run-once, two sources"),
        (["--run-once", "cat", "--answers", "answers"], "found --run-once and --answers, two sources"),
        (["--run-once", "cat", "--jobs", "2"], "found --jobs beside --run-once"),
        (["--run-once", "cat {input}"], "found {input} in the command"),
    ])
    func conflictingReportOptionsAreUsageErrors(_ usage: ([String], String)) throws {
        let set = try GoldenCommandTests.smallSet()
        try set.folder.file("answers")
        let before = try set.folder.names
        let outcome = try set.run(["check"] + usage.0)
        #expect(outcome.exitCode == 64, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.errors.contains(usage.1), "\(outcome.errors)")
        #expect(try set.folder.names == before)
    }

    @Test func anUnwritableReportDoesNotBlockTheOthers() throws {
        let set = try GoldenCommandTests.smallSet()
        let outcome = try set.run(["check", "--junit", "/dev/full", "--markdown", "m.md"])
        #expect(outcome.exitCode == 74)
        #expect(outcome.output.hasPrefix("PASS  1 golden, "))
        #expect(try set.folder.text(of: "m.md").hasPrefix("## ✅"))
        #expect(try set.run(["check", "--junit", "nowhere/j.xml"]).exitCode == 74)
    }

    @Test func requestsNameUnpackedSamplesAndAnswersAreChecked() throws {
        let set = try GoldenCommandTests.smallSet()
        let outcome = try set.run(["requests", "--unpacked", "samples", "-o", "requests.ndjson"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let request: [String: Any] = try parse(set.folder.text(of: "requests.ndjson"))
        // The start of the SHA-256 of "size-3x3".
        #expect(
            request["file"] as? String == "samples/39856abaa48e.f32" && request["name"] as? String == "39856abaa48e")
        #expect(try Data(contentsOf: set.folder.url.appending(path: "samples/39856abaa48e.f32")).count == 36)
        for name in ["39856abaa48e", "size-3x3"] {
            let answer = "{\"name\": \"\(name)\", \"status\": \"pass\", \"reasons\": []}\n"
            try set.folder.file("answers.ndjson", answer.utf8)
            #expect(try set.run(["check", "--answers", "answers.ndjson"]).output.hasPrefix("PASS  1 golden, "))
        }
        #expect(try set.run(["check", "--answers", "nowhere"]).exitCode == 2)
        #expect(try set.run(["requests", "--filter", "room-*"]).exitCode == 1)
        #expect(try set.run(["requests", "-o", GoldenCommandTests.golden]).exitCode == 64)
    }

    @Test func unreadableGoldensDoNotStopTheOtherRequests() throws {
        let set = try GoldenCommandTests.smallSet()
        try set.folder.file("golden/server/damaged.json", "{".utf8)
        let outcome = try set.run(["requests"])
        #expect(outcome.exitCode == 2 && outcome.output.split(separator: "\n").count == 1)
        #expect(outcome.errors.contains("golden/server/damaged.json: "), "\(outcome.errors)")
        try set.folder.file("fixtures/size-3x3.bin.gz", [31, 139, 8, 0])
        let unpacked = try set.run(["requests", "--unpacked", "samples"])
        #expect(unpacked.exitCode == 2 && unpacked.output.isEmpty)
        #expect(unpacked.errors.contains("size-3x3.bin.gz: "), "\(unpacked.errors)")
    }
}
