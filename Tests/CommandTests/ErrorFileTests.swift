import Foundation
import TestSupport
import Testing

/// Standard error redirected to an input, as by `2>> map.bin.gz`: nothing may be written to it.
@Suite struct ErrorFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let map = try Data(contentsOf: StoredAnswer.fixtures.appending(path: "size-3x3.bin.gz"))
        for name in ["x.bin.gz", "a.bin.gz"] { try folder.file(name, map) }
        try folder.file("note.txt", "earlier\n".utf8)
        try folder.file("list", "d/y.bin.gz\n".utf8)
        try folder.file("maps.csv", "file\nd/y.bin.gz\n".utf8)
        try folder.file(
            "case.json",
            """
            {"endpoint": "captures", "now": "2025-12-01T10:00:30Z", "device": {"assertion_counter": 0},
             "parts": [{"name": "depth_map", "ref": "d/y.bin.gz"}]}
            """.utf8)
        let made = try shell(
            "mkdir d; cp x.bin.gz d/y.bin.gz; ln x.bin.gz d/hard.bin.gz; ln -s ../a.bin.gz d/link.bin.gz")
        #expect(made.exitCode == 0, "\(made.errors)")
        let packed = try shell("exec \"$0\" convert a.bin.gz x.bin.gz --width 3 --height 3 -o z.npz -q")
        #expect(packed.exitCode == 0, "\(packed.errors)")
    }

    private func shell(_ script: String) throws -> CommandRunner.Outcome {
        try CommandRunner.run(URL(filePath: "/bin/bash"), ["-c", script, CommandRunner.binary.path], in: folder.url)
    }

    private func contents(of name: String) throws -> Data { try Data(contentsOf: folder.url.appending(path: name)) }

    /// - Parameter command: the arguments, and the input to which standard error is redirected.
    @Test(arguments: [
        // Remarks printed before the inputs are compared.
        ("convert . -o o", "x.bin.gz"), ("info .", "x.bin.gz"), ("info .", "d/y.bin.gz"),
        ("info --files-from - . < list", "list"), ("analyze --files-from - < list", "d/y.bin.gz"),
        // Errors that end the command before it opens its outputs.
        ("measure missing .", "x.bin.gz"), ("measure missing --manifest maps.csv", "d/y.bin.gz"),
        ("golden check .", "x.bin.gz"),
        // Usage errors with an input that is named, in a folder, behind a link, or listed.
        ("analyze x.bin.gz --bad", "x.bin.gz"), ("analyze . --bad", "x.bin.gz"), ("analyze d --bad", "x.bin.gz"),
        ("analyze d --bad", "a.bin.gz"), ("convert a.bin.gz -ox.bin.gz --bad", "x.bin.gz"),
        ("analyze --files-from list --bad", "d/y.bin.gz"), ("analyze --files-from=list --bad", "d/y.bin.gz"),
        ("analyze --files-from - --bad < list", "d/y.bin.gz"), ("analyze --manifest maps.csv --bad", "d/y.bin.gz"),
        ("analyze --manifest=maps.csv --width 9", "d/y.bin.gz"), ("capture verify case.json --bad", "d/y.bin.gz"),
        ("capture verify . --bad", "d/y.bin.gz"), ("capture verify case.json", "d/y.bin.gz"),
        ("analyze z.npz/a --bad", "z.npz"),
        // Standard output is an input too, and is found first.
        ("analyze a.bin.gz x.bin.gz >> a.bin.gz", "x.bin.gz"),
    ])
    func messagesAreNotWrittenToAnInput(command: (arguments: String, input: String)) throws {
        let before = try contents(of: command.input)
        let outcome = try shell("exec \"$0\" \(command.arguments) 2>> \(command.input)")
        #expect([2, 64].contains(outcome.exitCode), "\(outcome.exitCode) \(outcome.output)")
        #expect(outcome.errors.isEmpty)
        #expect(try contents(of: command.input) == before)
    }

    @Test func messagesAreNotWrittenToAGoldenSet() throws {
        let set = try TemporarySet(["server/size-3x3"])
        let fixture = set.folder.url.appending(path: "fixtures/size-3x3.bin.gz")
        let before = try Data(contentsOf: fixture)
        func run(_ arguments: String) throws -> CommandRunner.Outcome {
            try CommandRunner.run(
                URL(filePath: "/bin/bash"),
                ["-c", "exec \"$0\" golden \(arguments) 2>> fixtures/size-3x3.bin.gz", CommandRunner.binary.path],
                in: set.folder.url)
        }
        for arguments in ["check golden --bad", "check --bad", "check golden", "review --set golden --bad"] {
            let outcome = try run(arguments)
            #expect(outcome.exitCode == 64, "\(arguments): \(outcome.exitCode) \(outcome.output)")
            #expect(try Data(contentsOf: fixture) == before, "\(arguments)")
        }
        // Reading a faulty set stops at the fault.
        try set.folder.file("golden/manifest.json", "{\"fixtures\": \"../fixtures\"}".utf8)
        #expect(try run("check golden").exitCode == 2)
        #expect(try Data(contentsOf: fixture) == before)
    }

    /// Messages do reach a file that is not an input, even in a folder that is read.
    @Test(arguments: [
        ("analyze x.bin.gz --bad", "error: Unknown option"),
        ("analyze --files-from list --bad", "error: Unknown option"),
        ("analyze --manifest maps.csv --bad", "error: Unknown option"), ("info .", "skipped 5 files"),
        ("convert . -o o/ --width 3 --height 3", "skipped 5 files"),
        ("measure missing .", "missing: found no such file"), ("analyze missing", "missing: found no such file"),
        ("tune missing --labels list", "missing: found no such file"),
    ])
    func aSeparateLogGetsEveryMessage(command: (arguments: String, message: String)) throws {
        _ = try shell("exec \"$0\" \(command.arguments) > out.txt 2>> note.txt")
        let log = String(decoding: try contents(of: "note.txt"), as: UTF8.self)
        #expect(log.hasPrefix("earlier\n") && log.contains(command.message), "\(log)")
    }

    /// The shell truncated the log, so nothing can be lost.
    @Test func usageErrorsReachAnEmptyLogInTheInputFolder() throws {
        _ = try shell("exec \"$0\" analyze . --bad 2> log.txt")
        #expect(String(decoding: try contents(of: "log.txt"), as: UTF8.self).hasPrefix("depthcheck: error: "))
    }
}
