import Foundation
import TestSupport
import Testing

@testable import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Runs a shell script in which `$0` is `depthcheck`.
private func shell(_ script: String, in folder: URL) throws -> CommandRunner.Outcome {
    try CommandRunner.run(
        URL(filePath: "/bin/bash"), ["-c", script, CommandRunner.binary.path], in: folder)
}

@Suite("Standard streams and signals") struct StreamTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file(
            "map.bin.gz", Data(contentsOf: StoredAnswer.fixtures.appending(path: "size-3x3.bin.gz")))
    }

    @Test func closedStreamsAreNotReusedByOpenedFiles() throws {
        // Standard error would be the first free descriptor, so the message would go to the file.
        let errors = try shell("\"$0\" analyze nowhere.bin -o out.json 2>&-", in: folder.url)
        #expect(errors.exitCode == 2 && errors.errors.isEmpty)
        let object = try JSONSerialization.jsonObject(with: Data(folder.text(of: "out.json").utf8))
        #expect((object as? [String: Any])?["error_code"] as? String == "missing")

        let output = try shell("\"$0\" analyze map.bin.gz >&-", in: folder.url)
        #expect(output.exitCode == 74 && output.errors.contains("standard output: found a closed stream"))

        for output in ["-o /dev/stderr 2>&-", "-o /dev/stdin <&-"] {
            #expect(try shell("\"$0\" analyze map.bin.gz \(output)", in: folder.url).exitCode == 74)
        }

        let input = try shell("\"$0\" analyze - --format json <&-", in: folder.url)
        #expect(input.exitCode == 2 && input.output.contains("\"error_code\": \"not_open\""), "\(input.output)")
    }

    @Test(arguments: [
        "analyze map.bin.gz", "analyze map.bin.gz -o", "measure map.bin.gz", "measure map.bin.gz -o",
        "parity map.bin.gz", "parity map.bin.gz -o", "golden check SET -o",
        "golden requests SET", "--help", "--version", "analyze --help", "--generate-completion-script bash",
    ])
    func anUnwritableOutputIsReportedInOneLine(command: String) throws {
        let words = command.replacing("SET", with: CommandRunner.package.appending(path: "golden").path)
        let script = words.hasSuffix("-o") ? "\"$0\" \(words) /dev/full" : "\"$0\" \(words) > /dev/full"
        let outcome = try shell(script, in: folder.url)
        #expect(outcome.exitCode == 74, "\(outcome.errors)")
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.count == 1 && lines[0].contains("No space left on device"), "\(outcome.errors)")
    }

    @Test func pipesReceiveTheWholeTableAndNoFileIsLeft() throws {
        let outcome = try shell(
            "mkfifo p; cat p > got & \"$0\" measure map.bin.gz -o p; code=$?; wait; exit $code", in: folder.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try folder.text(of: "got").split(separator: "\n").count == 2)
        for name in ["-", "/dev/stdout"] {
            let piped = try shell("\"$0\" measure map.bin.gz -o \(name) | cat", in: folder.url)
            #expect(piped.output.split(separator: "\n").count == 2, "\(name)")
        }
        #expect(try folder.names == ["got", "map.bin.gz", "p"])
    }

    /// Endless input keeps the command waiting with its output begun. `env` restores the signals that the parent
    /// process may ignore, as a shell does for background jobs.
    @Test(arguments: [("TERM", 143), ("INT", 130), ("HUP", 129), ("QUIT", 131), ("XCPU", 152)])
    func aSignalEndsTheRunAndLeavesNoTemporaryFile(signal: String, code: Int32) throws {
        try folder.file("out.json", "old".utf8)
        let outcome = try shell(
            """
            set -m; mkfifo p; exec 3<>p
            env --default-signal "$0" analyze map.bin.gz - -o out.json --summary-json sum.json <&3 & child=$!
            has_output() { ls -l /proc/$child/fd | grep -q '(deleted)\\|/\\.depthcheck-'; }
            for _ in {1..2000}; do has_output && break; sleep 0.01; done
            has_output || kill -KILL $child
            kill -\(signal) $child; wait $child
            """, in: folder.url)
        #expect(outcome.exitCode == code, "\(outcome.errors)")
        #expect(try folder.text(of: "out.json") == "old")
        #expect(try folder.names == ["map.bin.gz", "out.json", "p"])
    }

    @Test func replacedFilesKeepTheirModeAndLinksAreFollowed() throws {
        try folder.file("old.json", "old".utf8)
        chmod(folder.path + "/old.json", 0o640)
        try folder.link("one", to: "two")
        try folder.link("two", to: "not-yet.json")
        try folder.link("round", to: "round")
        for (name, exitCode) in [("old.json", 0), ("one", 0), ("round", 74)] {
            let outcome = try CommandRunner.depthcheck(["analyze", "map.bin.gz", "-o", name], in: folder.url)
            #expect(outcome.exitCode == Int32(exitCode), "\(name): \(outcome.errors)")
        }
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/old.json")[.posixPermissions]
        #expect(mode as? Int == 0o640)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/one") == "two")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/two") == "not-yet.json")
        #expect(try folder.text(of: "not-yet.json").contains("map.bin.gz"))
    }

    /// The state after a process was killed while it replaced a file.
    @Test func onlyAbandonedTemporaryFilesAreRemoved() throws {
        let dead = ".depthcheck-0123456789abcdef.tmp"
        let locked = ".depthcheck-fedcba9876543210.tmp"
        for name in [dead, locked, ".depthcheck-mine.tmp"] { try folder.file(name, "x".utf8) }
        let outcome = try shell(
            "exec 9<\(locked); flock -x 9; \"$0\" analyze map.bin.gz -o out.json 9<&-", in: folder.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try folder.names == [".depthcheck-mine.tmp", locked, "map.bin.gz", "out.json"].sorted())
    }

    @Test(arguments: ["../out", "", ".", "..", "a/b", "/tmp"])
    func goldensAreNotRecordedOutsideTheSet(name: String) throws {
        let set = try TemporarySet(["server/size-3x3"])
        let outcome = try CommandRunner.depthcheck(
            ["golden", "record", "--set", set.folder.path + "/golden", "--folder", name, "size-3x3"])
        #expect(outcome.exitCode == 64 && outcome.errors.contains("--folder is "), "\(outcome.errors)")
    }

    /// If the reader of messages leaves after the first file, the second is still measured.
    @Test func aClosedStandardErrorDoesNotEndTheRun() throws {
        try folder.file("corpus/a.bin", "x".utf8)
        try folder.file("corpus/b.bin.gz", Data(contentsOf: StoredAnswer.fixtures.appending(path: "size-3x3.bin.gz")))
        let script = """
            (sleep 0.2; "$0" measure corpus -o m.csv; echo $? > code) 2>&1 | true
            until [ -s code ]; do sleep 0.01; done
            (sleep 0.2; "$0" analyze --bad; echo $? > code2) 2>&1 | true
            until [ -s code2 ]; do sleep 0.01; done
            cat code code2
            """
        #expect(try shell(script, in: folder.url).output == "2\n64\n")
        #expect(try folder.text(of: "m.csv").split(separator: "\n").count == 3)
    }

    /// A folder with such a name that was not created for samples is kept.
    @Test func onlyMarkedSampleFoldersAreRemoved() throws {
        let set = try TemporarySet(["server/size-3x3"])
        try set.folder.file("t/depthcheck-samples-fedcba9876543210/thesis.txt", "x".utf8)
        try set.folder.file("t/depthcheck-samples-0123456789abcdef/.depthcheck-samples", PrivateFolder.markText.utf8)
        try set.folder.file("t/depthcheck-samples-0123456789abcdef/1-input.f32", "x".utf8)
        let script = """
            chmod 700 t/*; export TMPDIR="$PWD/t"
            "$0" golden check golden --run 'sh -c "echo > \"$0.out\"; mkdir -p \"$0.d\"; ls t >> seen" {f32}' > report
            ls t
            """
        let outcome = try shell(script, in: set.folder.url)
        #expect(outcome.output == "depthcheck-samples-fedcba9876543210\n", "\(outcome.errors)")
        #expect(try set.folder.text(of: "seen").split(separator: "\n").count == 2)
        #expect(try set.folder.text(of: "t/depthcheck-samples-fedcba9876543210/thesis.txt") == "x")
    }

    @Test func pipesInAGoldenSetAreNotOpened() throws {
        let set = try TemporarySet(["server/size-3x3"])
        let outcome = try shell(
            "mkfifo golden/server/pipe.json fixtures/pipe.bin; \"$0\" golden check golden", in: set.folder.url)
        #expect(outcome.exitCode == 2 && outcome.output.contains("golden/server/pipe.json"), "\(outcome.output)")
        let recorded = try shell("\"$0\" golden record --set golden pipe --guards x", in: set.folder.url)
        #expect(recorded.exitCode != 0)
    }
}
