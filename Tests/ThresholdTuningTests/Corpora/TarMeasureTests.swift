import DepthAnalysis
import DepthFiles
import Foundation
import Support
import TestSupport
import Testing

@testable import ThresholdTuning

/// A few maps, as files and in a shard.
private struct Shards {
    let folder: TemporaryFolder
    let maps: [(name: String, bytes: [UInt8])]

    init(count: Int = 12) throws {
        folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: 11)
        maps = (0..<count).map { index in
            let map = MapKind.allCases[index % MapKind.allCases.count].map(width: 16, height: 12, using: &generator)
            let bytes = DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: map), as: .gzip)
            return ("room/m\(10 + index).bin.gz", bytes)
        }
        for (name, bytes) in maps { try folder.file("files/\(name)", bytes) }
        try folder.file("s.tar", shard + TestTar.end)
    }

    var shard: [UInt8] { maps.flatMap { TestTar.member($0.name, $0.bytes) } }

    func measure(_ arguments: String..., input: [UInt8] = []) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(["measure"] + arguments, input: Data(input), in: folder.url)
    }

    func rows(_ name: String = "m.csv") throws -> [MapMeasurement] {
        try MeasurementTable(Array(try Data(contentsOf: folder.url.appending(path: name))), name: name).rows
    }
}

@Suite struct TarMeasureTests {
    /// Members give the same rows as files, except for names and file system metadata.
    @Test func membersAreMeasuredLikeFiles() throws {
        let shards = try Shards()
        #expect(try shards.measure("files", "-o", "files.csv").exitCode == 0)
        for shard in [shards.shard, shards.shard + TestTar.end, DepthFileWriter.pack(shards.shard, as: .gzip)] {
            for jobs in ["1", "5"] {
                let outcome = try shards.measure(
                    "--tar", "-", "--tar-name", "s.tar", "--jobs", jobs, input: shard)
                #expect(outcome.exitCode == 0, "\(outcome.errors)")
                let rows = try MeasurementTable(Array(outcome.output.utf8), name: "-").rows
                let files = try shards.rows("files.csv")
                #expect(rows.map(\.file) == files.map { "s.tar/" + $0.file })
                #expect(rows.map(\.analysis) == files.map(\.analysis))
                #expect(rows.map(\.fileDigest) == files.map(\.fileDigest))
                #expect(rows.map(\.fileStamp.byteCount) == files.map(\.fileStamp.byteCount))
                #expect(rows.map(\.provenance) == files.map(\.provenance))
                #expect(rows.allSatisfy { $0.fileStamp.number == 0 && $0.fileStamp.modified.isEmpty })
            }
        }
        let table = try shards.measure("--tar", "s.tar").output
        #expect(table == (try shards.measure("--tar", "./s.tar").output))
        #expect(try shards.measure("--tar", "s.tar", "--root", "..").exitCode == 64)
        #expect(try shards.measure("--tar", "-", input: shards.shard).output.contains("\n-/room/m10.bin.gz,"))
    }

    @Test func filesAndShardsShareOneRun() throws {
        let shards = try Shards(count: 3)
        let outcome = try shards.measure("files", "--tar", "s.tar", "--root", ".", "-o", "m.csv")
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let names = shards.maps.map(\.name)
        #expect(try shards.rows().map(\.file) == names.map { "files/" + $0 } + names.map { "s.tar/" + $0 })
        // Names must distinguish them.
        try shards.folder.file("other/s.tar", shards.shard)
        #expect(try shards.measure("--tar", "s.tar", "--tar", "other/s.tar").exitCode == 64)
        #expect(try shards.measure("--tar", "s.tar", "--tar", "other/s.tar", "--root", ".").exitCode == 0)
    }

    @Test func shardsTogetherMeasureEveryMemberOnce() throws {
        let shards = try Shards()
        let damaged = Array(shards.shard.dropLast(300))
        try shards.folder.file("s.tar", damaged)
        for part in 1...3 { _ = try shards.measure("--tar", "s.tar", "--shard", "\(part)/3", "-o", "\(part).csv") }
        _ = try shards.measure("--tar", "s.tar", "-o", "m.csv")
        let parts = try (1...3).flatMap { try shards.rows("\($0).csv") }
        let rows = try shards.rows()
        #expect(Set(parts) == Set(rows) && parts.count == rows.count && rows.contains { !$0.error.isEmpty })
    }

    /// The table may have been interrupted at any byte.
    @Test func resumingYieldsTheBytesOfASingleRun() throws {
        let shards = try Shards(count: 5)
        #expect(try shards.measure("--tar", "s.tar", "-o", "m.csv").exitCode == 0)
        let whole = try shards.folder.text(of: "m.csv")
        for count in stride(from: 0, through: whole.utf8.count, by: 97) {
            try shards.folder.file("m.csv", whole.utf8.prefix(count))
            let outcome = try shards.measure(
                "--tar", "-", "--tar-name", "s.tar", "-o", "m.csv", "--resume", input: shards.shard)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(try shards.folder.text(of: "m.csv") == whole, "\(count)")
        }
    }

    @Test func onlyChangedMembersAreMeasuredAgain() throws {
        let shards = try Shards(count: 5)
        #expect(try shards.measure("--tar", "s.tar", "-o", "m.csv").exitCode == 0)
        var others = shards.maps
        others[1].bytes = others[2].bytes
        let changed = others.flatMap { TestTar.member($0.name, $0.bytes) } + TestTar.end
        try shards.folder.file("s.tar", changed)
        let outcome = try shards.measure("--tar", "s.tar", "-o", "m.csv", "--resume")
        #expect(outcome.exitCode == 0)
        #expect(
            outcome.errors.contains("note: 1 row measured again: 1 of a file that has changed"), "\(outcome.errors)")
        #expect(try shards.folder.text(of: "m.csv") == (try shards.measure("--tar", "s.tar").output))
        // If they must be read differently, all are measured again; a second run has nothing to do.
        let units = try shards.measure("--tar", "s.tar", "-o", "m.csv", "--resume", "--invalid-value", "7")
        #expect(units.errors.contains("5 of a file that is now read differently"), "\(units.errors)")
        #expect(try shards.measure("--tar", "s.tar", "-o", "m.csv", "--resume", "--invalid-value", "7").errors == "")
    }

    /// A torn shard is a row with an error. Once it is complete, the table equals that of the complete shard.
    @Test func tornShardsCanBeResumed() throws {
        let shards = try Shards(count: 4)
        let whole = try shards.measure("--tar", "s.tar").output
        let shard = shards.shard
        for count in stride(from: 0, to: shard.count, by: 512) {
            try shards.folder.file("s.tar", shard.prefix(count))
            try shards.folder.file("m.csv")
            let torn = try shards.measure("--tar", "s.tar", "-o", "m.csv", "--resume")
            let rows = try shards.rows()
            #expect(torn.exitCode == (rows.contains { !$0.error.isEmpty } ? 2 : 0), "\(count)")
            let complete = rows.filter { $0.error.isEmpty }
            #expect(rows.count - complete.count <= 1, "\(count)")
            #expect(complete.allSatisfy { whole.contains($0.fileDigest) }, "\(count)")
            try shards.folder.file("s.tar", shard + TestTar.end)
            #expect(try shards.measure("--tar", "s.tar", "-o", "m.csv", "--resume").exitCode == 0)
            #expect(try shards.folder.text(of: "m.csv") == whole, "\(count)")
        }
    }

    @Test func membersAfterADamagedHeaderAreMeasured() throws {
        let shards = try Shards(count: 4)
        var shard = shards.shard
        let second = TestTar.member(shards.maps[0].name, shards.maps[0].bytes).count
        shard[second + 5] ^= 1
        try shards.folder.file("s.tar", shard)
        let outcome = try shards.measure("--tar", "s.tar", "-o", "m.csv")
        #expect(outcome.exitCode == 2)
        let rows = try shards.rows()
        let names = shards.maps.map { "s.tar/" + $0.name }
        #expect(rows.map(\.file) == [names[0], "s.tar/@\(second)", names[2], names[3]])
        #expect(rows.map(\.errorCode) == ["", "tar_header_damaged", "", ""])
    }

    @Test func duplicateNamesAreReportedAndCanBeResumed() throws {
        let shards = try Shards(count: 2)
        try shards.folder.file("s.tar", shards.shard + shards.shard)
        let outcome = try shards.measure("--tar", "s.tar", "-o", "m.csv")
        #expect(outcome.exitCode == 2)
        #expect(try shards.rows().map(\.errorCode) == ["", "", "member_name_twice", "member_name_twice"])
        #expect(try shards.measure("--tar", "s.tar", "-o", "m.csv", "--resume").exitCode == 2)
        #expect(try shards.rows().count == 4)
    }

    @Test func nothingToMeasureIsAnError() throws {
        let shards = try Shards(count: 1)
        let empty = try shards.measure("--tar", "-")
        #expect(empty.exitCode == 2 && empty.errors.contains("found an empty file"), "\(empty.errors)")
        let other = try shards.measure("--tar", "-", input: TestTar.member("a.jpg", [1, 2]))
        #expect(other.exitCode == 2 && other.errors.contains("found no depth file in the archive"), "\(other.errors)")
        #expect(try shards.measure("--tar", "missing.tar").errors.contains("missing.tar: found no such file"))
        #expect(try shards.measure("--tar", "-", "--manifest", "-").exitCode == 64)
        #expect(try shards.measure("--tar", "-", "--tar", "-").exitCode == 64)
        #expect(try shards.measure("--tar", "s.tar", "--tar-name", "x").exitCode == 64)
        #expect(try shards.measure("--tar", "s.tar", "-o", "s.tar").exitCode == 64)
    }
}

@Suite struct SideFileTests {
    private let floats = [UInt8](repeating: 0x40, count: 6 * 4)
    private let json = TestTar.member("room.json", Array(#"{"width": 6, "height": 1, "label": [1]}"#.utf8))

    private func rows(_ shard: [UInt8], _ arguments: String...) throws -> [MapMeasurement] {
        let outcome = try CommandRunner.depthcheck(["measure", "--tar", "-"] + arguments, input: Data(shard))
        return try MeasurementTable(Array(outcome.output.utf8), name: "-").rows
    }

    @Test func sideFilesMayPrecedeOrFollowTheirMember() throws {
        let depth = TestTar.member("room.depth.bin", floats)
        let photo = TestTar.member("room.jpg", [1])
        let next = TestTar.member("room2.bin", floats)
        for shard in [json + depth, depth + json, depth + photo + json, json + photo + depth] {
            let rows = try rows(shard + next)
            #expect(rows.map(\.file) == ["-/room.depth.bin", "-/room2.bin"])
            #expect(rows.map(\.analysis.width) == [6, 3], "a side file applies only to its sample")
            #expect(rows[0].provenance.reading.contains("dimensions=6x1"))
        }
        // A side file in another folder belongs to another sample.
        let other = TestTar.member("room/room.json", Array(#"{"width": 6, "height": 1}"#.utf8))
        #expect(try rows(depth + other).map(\.analysis.width) == [3])
        // A name with a second dot belongs to another sample.
        let camera = TestTar.member("room.camera.json", Array(#"{"width": 6, "height": 1}"#.utf8))
        #expect(try rows(depth + camera).map(\.analysis.width) == [3])
    }

    @Test func sideFilesSetTheOptionsOfAManifestRow() throws {
        let text = #"{"width":"3","height":2,"row_bytes":12,"units_per_metre":5e3,"invalid":[0, 65535],"file":1}"#
        let side = TestTar.member("a.json", Array(text.utf8))
        let row = try rows(side + TestTar.member("a.bin", floats), "--strict")[0]
        #expect(
            row.provenance.reading
                == "units_per_metre=5000.0 dimensions=3x2 row_bytes=12 invalid=0.0,65535.0 strict")
    }

    @Test func invalidSideFilesFailTheirMembers() throws {
        for text in [
            "{", #"{"width": 3}"#, #"{"width": 3.5, "height": 2}"#, #"{"width": -3, "height": 2}"#,
            #"{"units_per_metre": 0}"#, #"{"units_per_metre": true}"#, #"{"invalid": [[1]]}"#, #"{"row_bytes": 12}"#,
        ] {
            let side = TestTar.member("a.json", Array(text.utf8))
            for shard in [side + TestTar.member("a.bin", floats), TestTar.member("a.bin", floats) + side] {
                let row = try rows(shard)[0]
                #expect(row.errorCode == "side_file_unusable" && row.error.contains("-/a.json"), "\(row.error)")
            }
        }
        // JSON without reading options belongs to another program.
        for text in ["[]", "3", "{}", #"{"caption": {"width": 3}}"#] {
            #expect(
                try rows(TestTar.member("a.json", Array(text.utf8)) + TestTar.member("a.bin", floats))[0].error == "")
        }
    }

    /// Members are kept for their side file while they need no more memory than one file may.
    @Test func lateSideFilesAreReported() throws {
        let many = (0..<70).flatMap { TestTar.member("room.\($0).bin", floats) }
        let late = try rows(many + json)
        #expect(late.map(\.errorCode).filter { !$0.isEmpty } == ["side_file_late"])
        #expect(late.last?.file == "-/room.json" && late.count == 71)
        let early = try rows(json + many)
        #expect(early.count == 70 && early.allSatisfy { $0.analysis.width == 6 })
        let two = TestTar.member("room.a.bin", floats) + TestTar.member("room.b.bin", floats)
        #expect(try rows(two + json, "--max-bytes", "47").map(\.errorCode) == ["", "", "side_file_late"])
        #expect(try rows(two + json, "--max-bytes", "48").map(\.errorCode) == ["", ""])
    }

    @Test func membersAreNamedLikeFiles() throws {
        let names = ["./a.bin", "/b.bin", "../c.bin", "d//e.bin", "._a.bin", ".hidden/f.bin", "g.bin/"]
        let shard = names.flatMap { TestTar.member($0, floats) } + TestTar.header([0xE9] + Array(".bin".utf8), count: 0)
        #expect(
            try rows(shard).map(\.file)
                == ["-/a.bin", "-/b.bin", "-/../c.bin", "-/d/e.bin", "-/g.bin", "-/\(String(fileBytes: [0xE9])).bin"])
        #expect(
            try rows(TestTar.member("a.bin", floats) + TestTar.member("./a.bin", floats)).map(\.errorCode) == [
                "", "member_name_twice",
            ])
        let kinds: [(type: Character, code: [String])] = [
            ("1", ["member_is_link"]), ("2", ["member_is_link"]), ("S", ["member_is_sparse"]), ("3", []), ("5", []),
        ]
        for (type, code) in kinds {
            let rows = try rows(TestTar.member("a.bin", type: type) + TestTar.member("b.bin", floats))
            #expect(rows.map(\.errorCode) == code + [""], "\(type)")
        }
    }
}
