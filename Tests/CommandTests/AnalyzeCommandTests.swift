import Foundation
import TestSupport
import Testing

private let room = "fixtures/room-01.bin.gz"
private let screen = "fixtures/screen-01.bin.gz"
private let nothingValid = "fixtures/all-invalid.bin.gz"

private func analyze(
    _ arguments: String..., input: Data = Data(), environment: [String: String] = [:]
) throws -> CommandRunner.Outcome {
    try CommandRunner.depthcheck(["analyze"] + arguments, input: input, environment: environment)
}

@Suite struct AnalyzeCommandTests {
    @Test func oneFileYieldsOneObjectWithEveryField() throws {
        let outcome = try analyze(room, "--format", "json")
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
        let keys = outcome.output.split(separator: "\n").compactMap { line in
            line.prefixMatch(of: #/ {2}"([a-z_]+)": /#).map { String($0.1) }
        }
        #expect(
            keys == [
                "input", "status", "depth_variance", "depth_layers", "edge_coherence", "min_depth", "max_depth",
                "is_likely_real_scene", "algorithm_version", "profile", "width", "height", "coverage", "valid_count",
                "total_count", "mean_depth", "median_depth", "peak_depths", "is_screen_like", "uniformity_ratio",
                "quadrant_passes", "min_quadrant_variance", "reasons", "checks", "stages", "server_would_answer",
                "server_answer", "notes", "note_codes",
            ])
        let result: [String: Any] = try parse(outcome.output)
        #expect(result["input"] as? String == room && result["server_would_answer"] as? String == "pass")
    }

    @Test func severalFilesYieldAnArrayInInputOrder() throws {
        let results: [[String: Any]] = try parse(try analyze(screen, room, nothingValid, "--format", "json").output)
        #expect(results.map { $0["input"] as? String } == [screen, room, nothingValid])
        #expect(results.map { $0["status"] as? String } == ["fail", "pass", "unavailable"])
    }

    @Test func ndjsonKeepsInputOrderForAnyNumberOfJobs() throws {
        let files = try StoredAnswer.all().map { "fixtures/\($0.name).bin.gz" }
        let list = Data((files + files).joined(separator: "\n").utf8)
        let single = try analyze("--files-from", "-", "--format", "ndjson", "--jobs", "1", input: list)
        let several = try analyze("--files-from", "-", "--format", "ndjson", "--jobs", "4", input: list)
        #expect(single.output == several.output)
        let inputs = try several.output.split(separator: "\n").map {
            try parse($0, as: [String: Any].self)["input"] as? String
        }
        #expect(inputs == files + files)
    }

    @Test func aBadFileDoesNotStopTheBatch() throws {
        let folder = try TemporaryFolder()
        let bad = try folder.file("bad.bin", [1, 2, 3]).path
        let outcome = try analyze(room, bad, "nowhere.bin", screen, "--format", "ndjson")
        #expect(outcome.exitCode == 2)
        let results = try outcome.output.split(separator: "\n").map { try parse($0, as: [String: Any].self) }
        #expect(results.map { $0["status"] as? String } == ["pass", "unavailable", "unavailable", "fail"])
        #expect(results.map { $0["input"] as? String } == [room, bad, "nowhere.bin", screen])
        #expect((results[1]["error"] as? String)?.contains("multiple of 4") == true)
        #expect(results[1]["depth_variance"] as? Double == 0 && results[1]["reasons"] as? [String] == ["unreadable"])
        #expect(outcome.errors.contains("depthcheck: \(bad): found 3 bytes"))
        #expect(outcome.errors.contains("depthcheck: nowhere.bin: found no such file"))
    }

    @Test func csvHasAHeaderAndOneRowPerFile() throws {
        let lines = try analyze(room, screen, "--format", "csv").output.split(separator: "\n")
        #expect(lines.count == 3 && lines[0].hasPrefix("input,status,depth_variance,"))
        #expect(lines[1].hasPrefix("\(room),pass,1.509815482565186,7,"))
    }

    @Test func numbersAreTheShortestDecimals() throws {
        let output = try analyze(room, "--format", "json").output
        #expect(output.contains(#""depth_variance": 1.509815482565186,"#))
        let client = try analyze(room, "--format", "json", "--profile", "client").output
        #expect(client.contains(#""depth_variance": 1.5098122,"#))
    }

    @Test func exitCodesFollowTheContract() throws {
        #expect(try analyze(room, screen, nothingValid).exitCode == 0)
        #expect(try analyze(room, "--fail-on", "fail").exitCode == 0)
        #expect(try analyze(room, screen, "--fail-on", "fail").exitCode == 1)
        #expect(try analyze(nothingValid, "--fail-on", "fail").exitCode == 0)
        #expect(try analyze(nothingValid, "--fail-on", "unavailable").exitCode == 1)
        #expect(try analyze(screen, "nowhere", "--fail-on", "fail").exitCode == 2)
        #expect(try analyze(room, "-o", "/no/such/folder/out.json").exitCode == 74)
    }

    @Test(arguments: [
        [], ["--width", "5", room], ["--width", "0", "--height", "4", room], ["--width", "-4", "--height", "4", room],
        ["--width", "99999999999", "--height", "1", room], ["--width", "99999999999999999999", "--height", "1", room],
        ["--row-bytes", "64", room], ["--row-bytes", "8", "--width", "4", "--height", "4", room],
        ["--units-per-metre", "0", room], ["--units-per-metre", "nan", room], ["--jobs", "0", room],
        ["--profile", "phone", room], ["--format", "xml", room], ["--max-bytes", "0", room], ["-", "-"],
        ["--files-from", "-", "-"], ["--nonsense", room], ["--parameters", "nowhere.json", room],
    ])
    func usageErrorsExitWith64AndPrintNoResult(arguments: [String]) throws {
        let outcome = try CommandRunner.depthcheck(["analyze"] + arguments)
        #expect(outcome.exitCode == 64 && outcome.output.isEmpty && outcome.errors.hasPrefix("depthcheck: error: "))
    }

    @Test func outputFilesAreWrittenAtomically() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "out.json").path
        let outcome = try analyze(room, screen, "--format", "json", "--output", path)
        #expect(outcome.exitCode == 0 && outcome.output.isEmpty)
        #expect(try parse(folder.text(of: "out.json"), as: [Any].self).count == 2)
        #expect(try folder.names == ["out.json"])
    }

    @Test func anOutputThatIsAnInputIsRefused() throws {
        let folder = try TemporaryFolder()
        let contents = try Data(contentsOf: CommandRunner.package.appending(path: room))
        let file = try folder.file("map.bin.gz", contents).path
        try folder.link("link", to: file)
        let outcome = try analyze(file, "-o", folder.path + "/link")
        #expect(outcome.exitCode == 64 && outcome.errors.contains("would replace"))
        #expect(try Data(contentsOf: URL(filePath: file)) == contents)
    }

    @Test func aDashSelectsStandardOutput() throws {
        #expect(try analyze(room, "-o", "-").output == analyze(room).output)
    }

    @Test func controlCharactersInFileNamesAreEscaped() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("a\u{1B}[31m\n.bin", [1]).path
        let outcome = try analyze(file, "--quiet")
        #expect(outcome.output.split(separator: "\n").count == 1 && !outcome.output.contains("\u{1B}"))
        #expect(outcome.errors.contains("a\\u{1B}[31m\\u{A}.bin: found 1 byte"))
    }

    @Test func anEmptyListIsAnError() throws {
        let outcome = try analyze("--files-from", "-", "--format", "json", input: Data("\n\n".utf8))
        #expect(outcome.exitCode == 2 && outcome.errors.contains("found no path in the list"))
    }

    @Test func excessiveJobCountsAreAccepted() throws {
        #expect(try analyze(room, screen, "--jobs", "4611686018427387904", "--quiet").exitCode == 0)
    }

    @Test func aClosedPipeDoesNotHideABadFile() throws {
        let run = "'\(CommandRunner.binary.path)' analyze nowhere.bin \(room) \(screen) 2>/dev/null"
        let outcome = try CommandRunner.run(URL(filePath: "/bin/bash"), ["-c", "\(run) | true; echo ${PIPESTATUS[0]}"])
        #expect(outcome.output == "2\n")
    }

    @Test func textEndsWithASummary() throws {
        let outcome = try analyze(room, screen, nothingValid, "fixtures/mismatched-dimensions.bin.gz")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines[0] == "PASS  \(room)" && lines.contains("4 files: 2 pass, 1 fail, 1 unavailable"))
    }

    @Test func quietTextIsOneLinePerFile() throws {
        let outcome = try analyze(room, screen, "--quiet")
        #expect(outcome.output.split(separator: "\n").count == 2)
        #expect(outcome.output.hasPrefix("PASS  \(room)\nFAIL  \(screen)  ("))
    }

    @Test func coloursNeedATerminalUnlessForced() throws {
        #expect(try !analyze(room).output.contains("\u{1B}"))
        #expect(try analyze(room, "--color", "always").output.contains("\u{1B}[32mPASS"))
        #expect(try !analyze(room, "--color", "never").output.contains("\u{1B}"))
    }

    @Test func standardErrorIsEmptyWithoutATerminal() throws {
        let files = try StoredAnswer.all().map { "fixtures/\($0.name).bin.gz" }
        let outcome = try CommandRunner.depthcheck(["analyze", "--format", "ndjson"] + files)
        #expect(outcome.errors.isEmpty)
    }

    @Test func versionAndCompletionsArePrinted() throws {
        let version = try CommandRunner.depthcheck(["--version"])
        // The CHANGELOG names the version.
        let number = try #require(
            version.output.wholeMatch(of: /depthcheck (\d+\.\d+\.\d+) \(algorithm 1\.0, golden.*\n/))
        let changes = try String(
            contentsOf: CommandRunner.package.appending(path: "CHANGELOG.md"), encoding: .utf8)
        let releases = changes.split(separator: "\n").filter { $0.hasPrefix("## ") && $0 != "## Unreleased" }
        #expect(releases.first?.hasPrefix("## \(number.1)") == true)
        for shell in ["bash", "zsh", "fish"] {
            let script = try CommandRunner.depthcheck(["--generate-completion-script", shell])
            #expect(script.exitCode == 0 && script.output.contains("analyze"))
        }
    }

    @Test(arguments: [["--generate-completion-script", "tcsh"], ["--generate-completion-script=tcsh"]])
    func anUnknownShellIsReported(arguments: [String]) throws {
        let outcome = try CommandRunner.depthcheck(arguments)
        #expect(outcome.exitCode == 64 && outcome.output.isEmpty)
        #expect(
            outcome.errors.hasPrefix(
                "depthcheck: error: found the shell \"tcsh\"; expected one of zsh, bash, fish after "
                    + "--generate-completion-script\n")
        )
    }

    @Test func theDefaultShellIsTheUsers() throws {
        let call = ["--generate-completion-script"]
        let fish = try CommandRunner.depthcheck(call, environment: ["SHELL": "/usr/bin/fish"])
        #expect(try fish.output == CommandRunner.depthcheck(call + ["fish"]).output && fish.exitCode == 0)
        let other = try CommandRunner.depthcheck(call, environment: ["SHELL": "/bin/tcsh"])
        #expect(
            other.exitCode == 64
                && other.errors.hasPrefix("depthcheck: error: found no known shell in the variable SHELL;"))
    }

    @Test func aClosedPipeEndsTheRunQuietly() throws {
        let files = try StoredAnswer.all().map { "fixtures/\($0.name).bin.gz" }.joined(separator: " ")
        let run = "'\(CommandRunner.binary.path)' analyze --format ndjson \(files)"
        let script = "\(run) | head -n 1; echo ${PIPESTATUS[0]}"
        let outcome = try CommandRunner.run(URL(filePath: "/bin/bash"), ["-c", script])
        #expect(outcome.output.split(separator: "\n").last == "0" && outcome.errors.isEmpty)
    }
}

@Suite struct ParametersCommandTests {
    @Test func aPartialParameterFileChangesTheVerdict() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("p.json", Array(#"{"varianceThreshold": 2}"#.utf8)).path
        let result: [String: Any] = try parse(try analyze(room, "--format", "json", "--parameters", file).output)
        #expect(result["status"] as? String == "fail" && result["reasons"] as? [String] == ["standard_deviation"])
        #expect(result["server_would_answer"] as? String == "pass", "the server does not read --parameters")
    }

    @Test(arguments: [
        (#"{"variance_threshold": 2}"#, "found the key \"variance_threshold\"; expected only minValidDepth, "),
        (#"{"histogramBins": "many"}"#, "found a value of the wrong type for histogramBins; expected a whole number"),
        (#"{"screenBand": -1}"#, "found -1.0 for screenBand; expected a number from 0 to 1000000.0 metres"),
        (#"{"minValidDepth": 1e-46}"#, "found 1e-46 for minValidDepth; expected metres of at least 0 and below "),
        (#"{"edgeGain": 1, "edgeGain": 2}"#, "found the duplicate key \"edgeGain\" in line 1"),
        ("[1]", "found no JSON object"), ("not json", "found an unknown word in line 1; expected a JSON object"),
    ])
    func unusableParameterFilesAreReported(json: String, message: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("p.json", Array(json.utf8)).path
        let outcome = try analyze(room, "--parameters", file)
        #expect(outcome.exitCode == 64 && outcome.output.isEmpty)
        // The argument parser wraps long messages.
        let errors = outcome.errors.replacing("\n", with: " ")
        #expect(errors.contains(file) && errors.contains(message), "\(outcome.errors)")
    }

    /// With one edge among fifty interior pixels, the two roundings of exp differ in the last digit.
    @Test func theExpOptionSelectsTheServersVariant() throws {
        let samples = (0..<3 * 52).map { Float($0 == 1 ? 1.3 : 1) }
        let folder = try TemporaryFolder()
        let file = try folder.file("map.bin", samples.withUnsafeBytes { Data($0) }).path
        func coherence(_ arguments: String...) throws -> Substring? {
            let outcome = try CommandRunner.depthcheck(
                ["analyze", file, "--width", "52", "--height", "3", "--format", "json"] + arguments)
            return outcome.output.split(separator: "\n").first { $0.contains("edge_coherence") }
        }
        #expect(try coherence() == "  \"edge_coherence\": 0.4511883639059736,")
        #expect(try coherence("--exp", "fused") == "  \"edge_coherence\": 0.4511883639059736,")
        #expect(try coherence("--exp", "plain") == "  \"edge_coherence\": 0.4511883639059735,")
    }

    @Test func clientResultsIncludeTheServersAnswer() throws {
        let arguments = ["--width", "130", "--height", "98", "fixtures/coherence-boundary-02.bin.gz"]
        let outcome = try CommandRunner.depthcheck(
            ["analyze", "--profile", "client", "--format", "json"] + arguments)
        let result: [String: Any] = try parse(outcome.output)
        #expect(result["status"] as? String == "fail" && result["server_would_answer"] as? String == "pass")
    }
}
