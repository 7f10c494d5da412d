import DepthFiles
import Foundation
import TestSupport
import Testing

/// Fixtures in a shard, with other members that shards contain.
private struct Shard {
    let folder: TemporaryFolder
    static let names = ["room-01.bin.gz", "screen-01.bin.gz", "size-3x3.bin.gz"]

    init() throws {
        folder = try TemporaryFolder()
        for name in Self.names { try folder.file(name, try Self.contents(of: name)) }
        try folder.file("s.tar", try Self.bytes() + TestTar.end)
        try folder.file("s.tgz", DepthFileWriter.pack(try Self.bytes(), as: .gzip))
    }

    static func contents(of name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: StoredAnswer.fixtures.appending(path: name)))
    }

    static func bytes() throws -> [UInt8] {
        try TestTar.member("photos/", type: "5") + TestTar.member("photos/room.jpg", [1, 2, 3])
            + names.flatMap { TestTar.member($0, try contents(of: $0)) }
    }

    func run(_ arguments: [String], input: [UInt8] = []) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(arguments, input: Data(input), in: folder.url)
    }
}

@Suite struct TarCommandTests {
    @Test(arguments: [
        ["analyze", "--format", "ndjson"], ["analyze", "--format", "csv"], ["parity", "--format", "json"],
    ])
    func membersYieldTheSameResultsAsFiles(command: [String]) throws {
        let shard = try Shard()
        let files = try shard.run(command + Shard.names)
        for (arguments, prefix) in [
            (["--tar", "s.tar"], "s.tar"), (["--tar", "s.tgz"], "s.tgz"), (["--tar", "./s.tar"], "./s.tar"),
            (["--tar", "-"], "-"), (["--tar", "-", "--tar-name", "s3"], "s3"),
        ] {
            let input = arguments.contains("-") ? try Shard.bytes() : []
            for jobs in ["1", "4"] {
                let members = try shard.run(command + arguments + ["--jobs", jobs], input: input)
                #expect(members.exitCode == files.exitCode, "\(members.errors)")
                #expect(members.output.replacing(prefix + "/", with: "") == files.output)
                #expect(members.output.contains("\(prefix)/room-01.bin.gz"))
            }
        }
    }

    @Test func otherMembersAreSkippedAndCounted() throws {
        let shard = try Shard()
        let counted = try shard.run(["analyze", "--tar", "s.tar", "--summary-json", "sum.json"])
        #expect(counted.errors.contains("skipped 1 file") && counted.exitCode == 0, "\(counted.errors)")
        #expect(try shard.folder.text(of: "sum.json").contains("\"left_out\": 1"))
        let named = try shard.run(["analyze", "--tar", "s.tar", "--verbose"])
        #expect(named.errors.contains("skipped s.tar/photos/room.jpg: unknown extension"), "\(named.errors)")
    }

    @Test func filesPrecedeShards() throws {
        let shard = try Shard()
        let both = try shard.run([
            "analyze", "--tar", "s.tar", "room-01.bin.gz", "--tar", "s.tgz", "--format", "csv", "-q",
        ])
        let inputs = both.output.split(separator: "\n").dropFirst().map { $0.prefix { $0 != "," } }
        #expect(inputs.first == "room-01.bin.gz" && inputs.count == 7)
        #expect(inputs[1].hasPrefix("s.tar/") && inputs[6].hasPrefix("s.tgz/"))
    }

    @Test func tornShardsAndDamagedHeadersAreErrorResults() throws {
        let shard = try Shard()
        var damaged = try Shard.bytes()
        let second = damaged.count - 2048
        damaged[1024 + 512 + 7] ^= 1
        let analyzed = try shard.run(
            ["analyze", "--tar", "-", "--format", "ndjson"], input: Array(damaged.prefix(second)))
        #expect(analyzed.exitCode == 2)
        #expect(analyzed.output.contains(#""error_code":"tar_header_damaged""#), "\(analyzed.output)")
        #expect(analyzed.errors.contains("-/@1536: found a wrong checksum at byte 1536"), "\(analyzed.errors)")
        let parity = try shard.run(["parity", "--tar", "-"], input: Array(damaged.prefix(second)))
        #expect(parity.exitCode == 2 && parity.errors.contains("-/@1536"), "\(parity.errors)")
    }

    @Test func oneShardYieldsAnArray() throws {
        let shard = try Shard()
        try shard.folder.file("one.tar", TestTar.member("a.bin", [UInt8](repeating: 0x40, count: 36)))
        let outcome = try shard.run(["analyze", "--tar", "one.tar", "--format", "json"])
        #expect(outcome.output.hasPrefix("["), "\(outcome.output)")
    }

    @Test func shardsAreNeverOverwritten() throws {
        let shard = try Shard()
        let before = try shard.folder.text(of: "s.tar")
        for command in ["analyze", "parity", "measure"] {
            let outcome = try shard.run([command, "--tar", "s.tar", "--output", "./s.tar"])
            #expect(outcome.exitCode == 64 && outcome.errors.contains("--tar"), "\(outcome.errors)")
        }
        #expect(try shard.folder.text(of: "s.tar") == before)
        #expect(try shard.run(["analyze", "--tar", "-", "-"]).exitCode == 64)
        #expect(try shard.run(["analyze", "--tar", ""]).exitCode == 64)
    }
}
