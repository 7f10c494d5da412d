import Foundation
import TestSupport
import Testing

private let room = "fixtures/room-01.bin.gz"
private let screen = "fixtures/screen-01.bin.gz"
private let nothingValid = "fixtures/all-invalid.bin.gz"
private let missing = "depthcheck: nowhere.bin: found no such file or folder"

private func analyze(_ arguments: String...) throws -> CommandRunner.Outcome {
    try CommandRunner.depthcheck(["analyze"] + arguments)
}

/// The lines before the summary.
private func results(_ outcome: CommandRunner.Outcome) -> [Substring] {
    outcome.output.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
}

@Suite struct ListTextTests {
    @Test func severalFilesAreOneLineEachPlusTheSummary() throws {
        let outcome = try analyze(room, screen, "nowhere.bin")
        let lines = results(outcome)
        #expect(lines.count == 3)
        #expect(lines[0] == "PASS  \(room)" && lines[1].hasPrefix("FAIL  \(screen)  (the depths vary too little, "))
        #expect(lines[2].hasPrefix("N/A   nowhere.bin  (found no such file or folder; expected "))
        #expect(outcome.output.contains("\n\n3 files: 1 pass, 1 fail, 1 unreadable\n") && outcome.exitCode == 2)
    }

    @Test func tenMapsHaveQuantilesAndFewerOnRequest() throws {
        let nine = try CommandRunner.depthcheck(["analyze"] + Array(repeating: room, count: 9)).output
        let ten = try CommandRunner.depthcheck(["analyze"] + Array(repeating: room, count: 10)).output
        #expect(nine.hasSuffix("\n\n9 files: 9 pass\nthe server would answer: 9 pass\n"), "\(nine)")
        #expect(ten.contains("\nmeasurement  "))
        #expect(try analyze(room, room, "--summary").output.contains("\nmeasurement  "))
    }

    @Test func anEmptyFolderIsNamed() throws {
        let folder = try TemporaryFolder()
        let outcome = try analyze(folder.path)
        #expect(outcome.output.hasPrefix("N/A   \(folder.path)\n\nerror: found an empty folder; expected "))
        #expect(outcome.exitCode == 2 && !outcome.output.contains("server"))
    }

    @Test func longLinesContinueWhereAWidthIsRequested() throws {
        let wide = try CommandRunner.depthcheck(["analyze", nothingValid, screen, "-q"])
        let narrow = try CommandRunner.depthcheck(
            ["analyze", nothingValid, screen, "-q"], environment: ["COLUMNS": "60"])
        #expect(wide.output.split(separator: "\n").count == 2)
        #expect(narrow.output.split(separator: "\n").count > 3)
        #expect(narrow.output.split(separator: "\n").allSatisfy { $0.count <= 60 }, "\(narrow.output)")
    }

    @Test func aSingleFileIsShownAsAPage() throws {
        let folder = try TemporaryFolder()
        try folder.file("room.bin.gz", Data(contentsOf: CommandRunner.package.appending(path: room)))
        for outcome in try [analyze(room), analyze(folder.path)] {
            #expect(outcome.output.contains("\nedges    3335 of "))
        }
    }

    @Test func verboseTextHasAPagePerFile() throws {
        let outcome = try analyze(room, screen, "--verbose")
        #expect(outcome.output.matches(of: /(?m)^edges {4}/).count == 2)
        #expect(outcome.output.contains("\n\n2 files: 1 pass, 1 fail\n"))
        #expect(try results(analyze(room, screen, "--verbose", "--quiet")).count == 2)
    }

    /// The summary and the exit code cover all files.
    @Test func onlyFailuresOmitsPassingFiles() throws {
        let outcome = try analyze(room, screen, nothingValid, "nowhere.bin", "--only-failures")
        #expect(results(outcome).map { $0.prefix(4) } == ["FAIL", "N/A ", "N/A "])
        #expect(outcome.output.contains("\n\n4 files: 1 pass, 1 fail, 1 unavailable, 1 unreadable\n"))
        let named = try analyze(room, screen, nothingValid, "nowhere.bin", "-q", "--only-failures", "--fail-on", "fail")
        #expect(named.output.split(separator: "\n").map { $0.prefix(4) } == ["FAIL", "N/A "])
        #expect(named.exitCode == 2)
    }

    @Test func onlyFailuresAppliesToEveryFormat() throws {
        let files = [room, screen]
        func run(_ arguments: String...) throws -> String {
            try CommandRunner.depthcheck(["analyze"] + files + arguments + ["--only-failures"]).output
        }
        #expect(try run("--format", "csv").split(separator: "\n").count == 2)
        #expect(try run("--format", "ndjson").split(separator: "\n").count == 1)
        let objects: [[String: Any]] = try parse(run("--format", "json"))
        #expect(objects.map { $0["input"] as? String } == [screen])
    }

    @Test func onlyFailuresWithoutFailuresPrintsOnlyTheSummary() throws {
        #expect(try analyze(room, "--only-failures").output.hasPrefix("1 file: 1 pass\n"))
        #expect(try analyze(room, "--only-failures", "--format", "json").output == "[]\n")
        #expect(try analyze(room, "--only-failures", "--quiet").output.isEmpty)
    }

    /// A map that passes is a failure if the server refuses its file.
    @Test func onlyFailuresIncludesServerFailures() throws {
        let folder = try TemporaryFolder()
        let packed = try Data(contentsOf: CommandRunner.package.appending(path: room))
        try folder.file("a.bin.gz", packed)
        let plain = try CommandRunner.run(
            URL(filePath: "/bin/sh"), ["-c", "gzip -dc a.bin.gz > b.bin"], in: folder.url)
        #expect(plain.exitCode == 0)
        let outcome = try CommandRunner.depthcheck(["analyze", "-q", "--only-failures", "."], in: folder.url)
        #expect(outcome.output.hasPrefix("server UNAVAILABLE, map PASS  ./b.bin") && outcome.exitCode == 0)
    }
}

/// An error in the results is repeated on standard error unless both streams are the same file.
@Suite struct ErrorStreamTests {
    /// Counts the lines with the error on both streams and in files, after running a shell command line.
    private func count(_ shell: String, _ command: String = "analyze nowhere.bin \(room)") throws -> [String: Int] {
        let folder = try TemporaryFolder()
        try folder.link("fixtures", to: CommandRunner.package.appending(path: "fixtures").path)
        let line = "'\(CommandRunner.binary.path)' \(command) \(shell)"
        let outcome = try CommandRunner.run(URL(filePath: "/bin/bash"), ["-c", line], in: folder.url)
        func lines(_ text: String) -> Int { text.matches(of: /found no such file or folder/).count }
        var counts = ["output": lines(outcome.output), "errors": lines(outcome.errors)]
        for name in try folder.names where name != "fixtures" && name != "out" {
            counts[name] = lines(try folder.text(of: name))
        }
        return counts.filter { $0.value > 0 }
    }

    @Test(arguments: [
        "analyze nowhere.bin \(room)", "analyze -q nowhere.bin", "analyze nowhere.bin", "info nowhere.bin",
        "analyze --format json nowhere.bin", "analyze --format ndjson nowhere.bin \(room)",
        "analyze --format csv nowhere.bin", "info --format json nowhere.bin", "info --format ndjson nowhere.bin",
        "parity -q nowhere.bin", "parity --format json nowhere.bin",
        "parity --format csv nowhere.bin", "convert --format ndjson nowhere.bin \(room) -o out/",
        "capture verify --format ndjson nowhere.bin", "capture inspect --format json nowhere.bin",
    ])
    func errorsAppearOnceWhenStreamsAreMerged(command: String) throws {
        #expect(try count("2>&1 | cat", command) == ["output": 1])
        #expect(try count("> both.txt 2>&1", command) == ["both.txt": 1])
    }

    /// A program that reads both streams through two pipes finds each error on standard error.
    @Test func redirectedResultsLeaveErrorsOnStandardError() throws {
        #expect(try count("2> >(cat > errors.txt) | cat; wait") == ["output": 1, "errors.txt": 1])
        #expect(try count("> results.txt") == ["results.txt": 1, "errors": 1])
        #expect(try count("-o results.txt 2>&1 | cat") == ["results.txt": 1, "output": 1])
    }

    /// If only results are piped, a person reads standard error.
    @Test func machineFormatsKeepErrorsOnStandardError() throws {
        for format in ["json", "ndjson", "csv"] {
            #expect(try count("--format \(format) | cat") == ["output": 1, "errors": 1])
        }
    }

    @Test func aTableRowReportsItsErrorOnce() throws {
        let folder = try TemporaryFolder()
        try folder.file("maps/bad.npy", Array("no array".utf8))
        func lines(_ shell: String) throws -> Int {
            let line = "'\(CommandRunner.binary.path)' measure maps \(shell)"
            let outcome = try CommandRunner.run(URL(filePath: "/bin/bash"), ["-c", line], in: folder.url)
            return (outcome.output + outcome.errors).matches(of: /bad\.npy/).count
        }
        #expect(try lines("2>&1 | cat") == 1)
        #expect(try lines("| cat") == 2)
    }

    @Test func unreadableFilesTakePrecedenceOverFailOn() throws {
        #expect(try analyze(screen, "nowhere.bin", "--fail-on", "fail").exitCode == 2)
        #expect(try analyze("nowhere.bin", screen, "--fail-on", "fail").exitCode == 2)
    }
}
