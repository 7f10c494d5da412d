import Foundation
import TestSupport
import Testing

@testable import depthcheck

private let room = "fixtures/room-01.bin.gz"
private let archive = "archives/capture.r3d"

/// A command without the parser and with it, on the same files.
private struct CallComparison {
    let command: String

    private let archives = FileManager.default.currentDirectoryPath + "/Tests/DepthFilesTests/Archives/formats/record3d"

    func folderOfFiles() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.file("strict.json", Array(#"{"varianceThreshold": 3}"#.utf8))
        try folder.file("rule.json", Array(#"{"rule": [{"measurement": "depth_layers", "at_least": 6}]}"#.utf8))
        try folder.file("rule-of-nothing.json", Array(#"{"rule": 1}"#.utf8))
        try folder.file("list.txt", Array("\(room)\nnowhere.bin\nfixtures/screen-01.bin.gz\n".utf8))
        try folder.file("empty.txt", [])
        try folder.file("files.csv", Array("file,width,height\n\(room),,\n\(room),192,256\n".utf8))
        let map = try #require(FileManager.default.contents(atPath: room))
        try folder.file("maps.tar", TestTar.member("a.bin.gz", Array(map)) + TestTar.member("b.txt", []) + TestTar.end)
        return folder
    }

    /// Runs the command in a folder with the fixtures, archives, parameters and a rule, without the parser and with
    /// it: a last `--` says nothing, and only the parser knows it.
    ///
    /// - Parameter input: the file of that folder that standard input holds.
    func answers(
        _ arguments: [String], input: String? = nil
    ) throws -> [(outcome: CommandRunner.Outcome, written: [Data])] {
        try [[], ["--"]].map { last in
            let folder = try folderOfFiles()
            try folder.link("fixtures", to: FileManager.default.currentDirectoryPath + "/fixtures")
            try folder.link("archives", to: archives)
            try folder.link("upload", to: FileManager.default.currentDirectoryPath + "/" + room)
            let bytes = input.flatMap { FileManager.default.contents(atPath: folder.path + "/" + $0) }
            let outcome = try CommandRunner.depthcheck(
                [command] + arguments + last, input: bytes ?? Data(), in: folder.url)
            let written = ["out.csv", "out.json.gz", "sum.json"].map {
                beforeTimes(FileManager.default.contents(atPath: folder.path + "/" + $0) ?? Data())
            }
            return (outcome, written)
        }
    }

    /// A summary says how long the slowest files took, which is never the same.
    private func beforeTimes(_ text: Data) -> Data {
        text.range(of: Data("slowest".utf8)).map { text.prefix(upTo: $0.lowerBound) } ?? text
    }

    func expectSameAnswers(_ arguments: [String], input: String? = nil) throws {
        let answers = try answers(arguments, input: input)
        let (direct, parsed) = (answers[0].outcome, answers[1].outcome)
        for (text, other) in [(direct.output, parsed.output), (direct.errors, parsed.errors)] {
            #expect(beforeTimes(Data(text.utf8)) == beforeTimes(Data(other.utf8)), "\(command) \(arguments)")
        }
        #expect(
            direct.exitCode == parsed.exitCode && answers[0].written == answers[1].written, "\(command) \(arguments)")
    }

    /// So that none is forgotten: each option that the help names is among those that are read here, or the parser's.
    func expectAllOptions(among read: [[String]]) throws {
        let help = try CommandRunner.depthcheck([command, "--help"]).output
        let named = Set(help.matches(of: /(?m)^ {2}(-{1,2}[a-z-]+)/).map { String($0.1) })
        #expect(named.count > 15)
        let read = Set(read.joined().filter { $0.hasPrefix("-") }.map { String($0.prefix { $0 != "=" }) })
        let parsersOwn: Set = ["--help", "-h", "--version"]
        #expect(named.subtracting(read).subtracting(parsersOwn) == [])
        #expect(read.isDisjoint(with: parsersOwn))
    }
}

/// Calls of `analyze` that are read without the parser.
@Suite struct AnalyzeCallTests {
    private let comparison = CallComparison(command: "analyze")

    private static let formats: [[String]] = [
        [], ["--format", "text"], ["--format", "json"], ["--format=ndjson"], ["--format", "csv"],
    ]

    /// Each option with a value or two that change something, and what it needs beside it.
    private static let options: [[String]] = [
        ["--profile", "client"], ["--engine", "plain"], ["--exp", "plain"], ["--width", "192", "--height", "256"],
        ["--width", "100", "--height", "192", "--row-bytes", "1024"], ["--units-per-metre", "5000"],
        ["--dataset", "tum"], ["--sample-type", "uint16"], ["--channel", "Z"], ["--all-files"],
        ["--include", "*.bin*"], ["--exclude", "*.txt"], ["--invalid-value", "2.5", "--invalid-value", "65535"],
        ["--min-confidence", "high"],
        ["--rotate", "90"], ["--flip"], ["--strict"], ["--max-bytes", "1000"], ["--output", "out.csv"],
        ["-o", "out.json.gz"], ["--quiet"], ["-q"], ["--color", "always"], ["--summary"],
        ["--summary-json", "sum.json"], ["--format", "ndjson"], ["--picture"], ["--verbose"], ["-v"],
        ["--only-failures"], ["--only-failures", "--fail-on", "unavailable"], ["--jobs", "2"],
        ["--fail-on", "fail", "--fail-on", "unavailable"], ["--fail-on=server-fail"],
        ["--parameters", "strict.json"], ["--rule", "rule.json"], ["--rule=rule.json", "--fail-on", "rule-fail"],
        ["--array", "depth", "--array", "other"], ["--output", "-"], ["--summary-json", "-", "--output", "out.csv"],
        ["--array", "-"],
    ]

    /// Lists of files, and archives that are read as they come: with files beside them, and without.
    private static let lists: [[String]] = [
        ["--files-from", "list.txt"], ["--files-from", "-"], ["--files-from", "empty.txt"],
        ["--files-from", "nowhere.txt"], ["--manifest", "files.csv"], ["--manifest=-"], ["--manifest", "list.txt"],
        ["--manifest", "nowhere.csv"], ["--tar", "maps.tar"], ["--tar", "maps.tar", "--tar=nowhere.tar"],
        ["--tar", "maps.tar", "--manifest", "files.csv", "--files-from", "list.txt"], ["--tar=-"],
        ["--tar=-", "--tar-name", "stream.tar"], ["--tar=-", "--tar-name", "-"],
    ]

    @Test(arguments: [
        room, "fixtures/screen-01.bin.gz", "fixtures/all-invalid.bin.gz", "fixtures/inferred-1000.bin.gz",
        "nowhere.bin",
    ])
    func anyFileIsAnsweredAsWithTheParser(file: String) throws {
        for format in Self.formats { try comparison.expectSameAnswers([file] + format) }
    }

    @Test func anyOptionIsAnsweredAsWithTheParser() throws {
        let files = try comparison.folderOfFiles()
        for option in Self.options {
            // Here those files are not where the command finds them.
            let call =
                ["analyze", room]
                + option.map { $0.replacing(/(strict|rule)\.json/) { "\(files.path)/\($0.output.0)" } }
            #expect(AnalyzeCall(call) != nil, "\(option) is left to the parser")
            try comparison.expectSameAnswers(option + [room])
            try comparison.expectSameAnswers(["fixtures/screen-01.bin.gz", "--fail-on", "fail"] + option)
        }
    }

    /// In whatever order, and some of them not there.
    @Test(arguments: [
        [room, room], ["fixtures/screen-01.bin.gz", "nowhere.bin", room], ["fixtures"], ["fixtures", room],
        [room, "fixtures"], ["-"], [room, "-"], [archive], [archive, room],
        ["upload"], ["nowhere"], ["nowhere.r3d"], [archive + "/rgbd/2.depth"], [archive + "/rgbd/99.depth"],
    ])
    func anyFilesAreAnsweredAsWithTheParser(files: [String]) throws {
        #expect(AnalyzeCall(["analyze"] + files) != nil, "\(files) are left to the parser")
        for format in Self.formats { try comparison.expectSameAnswers(files + format) }
        for options in [
            ["--summary"], ["--verbose"], ["--jobs", "3"], ["--fail-on", "fail"], ["--rule", "rule.json"],
        ] {
            try comparison.expectSameAnswers(options + files)
        }
    }

    @Test(arguments: lists)
    func anyListIsAnsweredAsWithTheParser(list: [String]) throws {
        #expect(AnalyzeCall(["analyze"] + list) != nil, "\(list) is left to the parser")
        let input =
            switch list[0] {
            case "--files-from": "list.txt"
            case "--manifest=-": "files.csv"
            default: "maps.tar"
            }
        for options in [[], ["--format", "json", "--summary"], [room, "--format", "csv"]] {
            try comparison.expectSameAnswers(list + options, input: input)
        }
    }

    @Test func everyOptionIsReadOrLeftToTheParser() throws {
        try comparison.expectAllOptions(among: Self.options + Self.lists)
    }

    /// What is wrong is told by the parser, in its words, and so is what has another meaning to it.
    @Test(arguments: [
        [], ["-", "-"], [""], [room, ""], [room, "--width", "8"], [room, "--width", "-8", "--height", "6"],
        [room, "--rotate", "45"], [room, "--format", "xml"], [room, "--format"], [room, "--format="],
        [room, "--quiet=yes"], [room, "-vq"], [room, "--jobs", "0"], [room, "--units-per-metre", "nan"],
        [room, "--units-per-metre", "5000", "--dataset", "tum"], [room, "--fail-on", "rule-fail"],
        [room, "--output", "x.csv", "--format", "json"], [room, "--picture", "--quiet"],
        [room, "--format", "csv", "--format", "json"], [room, "-o", "a.csv", "--output", "b.csv"],
        [room, "--summary-json", "-"], [room, "--max-bytes", "0"], [room, "--parameters", "nowhere.json"],
        [room, "--rule", "nowhere.json"], [room, "--rule", "rule-of-nothing.json"], [room, "--help"],
        [room, "--unknown", "1"], [room, "--row-bytes", "8"], ["-", "--tar", "-"],
        ["--tar", "--x.tar"], ["--tar", ""], ["--tar", "s.tar", "--tar-name", "t.tar"], ["--files-from", "-", "-"],
        ["--files-from", "a", "--files-from", "b"], ["--manifest", "-", "-"], ["--tar=-", "--tar-name", "/"],
    ])
    func whatIsWrongOrOtherwiseReadIsTheParsers(arguments: [String]) throws {
        #expect(AnalyzeCall(["analyze"] + arguments) == nil, "\(arguments)")
        // Whichever road it takes, it is wrong, but for what only the parser reads.
        let exitCode = try comparison.answers(arguments)[0].outcome.exitCode
        #expect(exitCode == 64 || Self.rightToTheParser.contains(arguments), "\(arguments)")
    }

    private static let rightToTheParser: Set<[String]> = [
        [room, "-vq"], [room, "--help"], ["--tar", "--x.tar"], [room, "--format", "csv", "--format", "json"],
        [room, "-o", "a.csv", "--output", "b.csv"], ["--files-from", "a", "--files-from", "b"],
    ]

    @Test func otherCommandsAreTheParsers() {
        #expect(AnalyzeCall(["info", room]) == nil && AnalyzeCall([]) == nil && AnalyzeCall([room]) == nil)
    }
}

/// Calls of `info` that are read without the parser.
@Suite struct InfoCallTests {
    private let comparison = CallComparison(command: "info")

    private static let formats: [[String]] = [[], ["--format", "text"], ["--format", "json"], ["--format=ndjson"]]

    /// Each option with a value or two that change something, and what it needs beside it.
    private static let options: [[String]] = [
        ["--width", "192", "--height", "256"], ["--width", "100", "--height", "192", "--row-bytes", "1024"],
        ["--units-per-metre", "5000"], ["--dataset", "tum"], ["--sample-type", "uint16"], ["--channel", "Z"],
        ["--all-files"], ["--include", "*.bin*"], ["--exclude", "*.txt"],
        ["--invalid-value", "2.5", "--invalid-value", "65535"],
        ["--min-confidence", "high"], ["--rotate", "90"], ["--flip"], ["--strict"], ["--max-bytes", "1000"],
        ["--output", "out.csv"], ["-o", "out.json.gz"], ["--quiet"], ["-q"], ["--color", "always"],
        ["--format", "ndjson"], ["--jobs", "2"], ["--array", "depth", "--array", "other"], ["--output", "-"],
        ["--array", "-"],
    ]

    private static let lists: [[String]] = [
        ["--files-from", "list.txt"], ["--files-from", "-"], ["--files-from", "empty.txt"],
        ["--files-from", "nowhere.txt"], ["--tar", "maps.tar"], ["--tar", "maps.tar", "--tar=nowhere.tar"],
        ["--tar", "maps.tar", "--files-from", "list.txt"], ["--tar=-"], ["--tar=-", "--tar-name", "stream.tar"],
    ]

    @Test func anyOptionIsAnsweredAsWithTheParser() throws {
        for option in Self.options {
            #expect(InfoCall(["info", room] + option) != nil, "\(option) is left to the parser")
            try comparison.expectSameAnswers(option + [room])
            try comparison.expectSameAnswers(["fixtures/screen-01.bin.gz", "nowhere.bin"] + option)
        }
    }

    /// In whatever order, and some of them not there.
    @Test(arguments: [
        [room], ["nowhere.bin"], [room, room], ["fixtures/screen-01.bin.gz", "nowhere.bin", room], ["fixtures"], ["-"],
        [room, "-"], [archive], [archive, room], ["upload"], ["nowhere.r3d"], [archive + "/rgbd/2.depth"],
        [archive + "/rgbd/99.depth"],
    ])
    func anyFilesAreAnsweredAsWithTheParser(files: [String]) throws {
        #expect(InfoCall(["info"] + files) != nil, "\(files) are left to the parser")
        for format in Self.formats { try comparison.expectSameAnswers(files + format) }
        try comparison.expectSameAnswers(["--jobs", "3"] + files)
    }

    @Test(arguments: lists)
    func anyListIsAnsweredAsWithTheParser(list: [String]) throws {
        #expect(InfoCall(["info"] + list) != nil, "\(list) is left to the parser")
        let input = list[0] == "--files-from" ? "list.txt" : "maps.tar"
        for options in [[], ["--format", "json"], [room]] {
            try comparison.expectSameAnswers(list + options, input: input)
        }
    }

    @Test func everyOptionIsReadOrLeftToTheParser() throws {
        try comparison.expectAllOptions(among: Self.options + Self.lists)
    }

    /// What is wrong is told by the parser, in its words.
    @Test(arguments: [
        [], ["-", "-"], [""], [room, "--width", "8"], [room, "--rotate", "45"], [room, "--format", "csv"],
        [room, "--jobs", "0"], [room, "--summary"], [room, "--profile", "client"], [room, "--max-bytes", "0"],
        ["-", "--tar", "-"], ["--tar", "s.tar", "--tar-name", "t.tar"],
    ])
    func whatIsWrongIsTheParsers(arguments: [String]) throws {
        #expect(InfoCall(["info"] + arguments) == nil, "\(arguments)")
        let exitCode = try comparison.answers(arguments)[0].outcome.exitCode
        #expect(exitCode == 64, "\(arguments)")
    }

    @Test func otherCommandsAreTheParsers() {
        #expect(InfoCall(["analyze", room]) == nil && InfoCall([]) == nil && InfoCall([room]) == nil)
    }
}
