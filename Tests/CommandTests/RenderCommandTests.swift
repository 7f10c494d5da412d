import Foundation
import TestSupport
import Testing

@Suite struct RenderCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["room-01", "screen-01"] {
            try folder.file(
                "maps/\(name).bin.gz",
                Data(contentsOf: CommandRunner.package.appending(path: "fixtures/\(name).bin.gz")))
        }
    }

    private func render(_ arguments: String..., environment: [String: String] = [:]) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(["render"] + arguments, in: folder.url, environment: environment)
    }

    private func bytes(_ name: String) throws -> Data { try Data(contentsOf: folder.url.appending(path: name)) }

    private static let png = Data([0x89, 0x50, 0x4E, 0x47])

    @Test func theFirstLineNamesThePictureAndVerdict() throws {
        let outcome = try render("maps/room-01.bin.gz", "-o", "room.png", "--all")
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.output == "room.png: PASS  maps/room-01.bin.gz\n")
        #expect(try bytes("room.png").prefix(4) == Self.png)
        let failed = try render("maps/screen-01.bin.gz", "-o", "screen.svg")
        #expect(failed.output.hasPrefix("screen.svg: FAIL  maps/screen-01.bin.gz  ("))
        #expect(String(decoding: try bytes("screen.svg"), as: UTF8.self).hasPrefix("<svg "))
    }

    @Test func aFolderGetsOnePicturePerReadableMap() throws {
        try folder.file("maps/broken.bin.gz", [1, 2, 3])
        let outcome = try render("maps", "-o", "out", "--plain")
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.hasPrefix("depthcheck: maps/broken.bin.gz: "))
        #expect(
            outcome.output.split(separator: "\n").map { $0.prefix { $0 != ":" } } == [
                "out/room-01.bin.gz.png", "out/screen-01.bin.gz.png",
            ])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out").sorted()
        #expect(names == ["room-01.bin.gz.png", "screen-01.bin.gz.png"])
    }

    @Test func picturesDoNotDependOnTheNumberOfJobs() throws {
        #expect(try render("maps", "-o", "one", "--all", "--jobs", "1").exitCode == 0)
        #expect(try render("maps", "-o", "four", "--all", "--jobs", "4").exitCode == 0)
        for name in ["room-01.bin.gz.png", "screen-01.bin.gz.png"] {
            #expect(try bytes("one/\(name)") == bytes("four/\(name)"))
        }
    }

    @Test func equalNamesArePrefixedWithTheirFolder() throws {
        let map = try bytes("maps/room-01.bin.gz")
        for name in ["a/x.gz", "b/x.gz", "c/a_x.gz", "y.gz"] { try folder.file(name, map) }
        let outcome = try render("a/x.gz", "b/x.gz", "c/a_x.gz", "y.gz", "./y.gz", "-o", "out/", "--format", "svg")
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out").sorted()
        #expect(names == ["a_x.gz.svg", "b_x.gz.svg", "c_a_x.gz.svg", "y.gz-2.svg", "y.gz.svg"].sorted())
    }

    @Test(arguments: [
        (["maps", "-o", "one.png"], "one picture for 2 maps"),
        (["maps/room-01.bin.gz", "-o", "room.jpg"], "ends in .png or .svg"),
        (["maps/room-01.bin.gz", "-o", "room.png", "--format", "svg"], "omit one"),
        (["maps/room-01.bin.gz", "-o", "room.png", "--range", "5:1"], "the nearer first"),
        (["maps/room-01.bin.gz", "-o", "room.png", "--scale", "0"], "from 1 to 64"),
        (["maps/room-01.bin.gz", "-o", "room.png", "--plain", "--histogram"], "expected one of them"),
        (["maps", "-o", "maps"], "which is an input"),
        (["maps", "-o", "maps/pictures/"], "which is an input"),
        (["-o", "room.png"], "found no files"),
    ]) func usageErrorsWriteNothing(arguments: [String], message: String) throws {
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "maps/pictures"), withIntermediateDirectories: true)
        let outcome = try CommandRunner.depthcheck(["render"] + arguments, in: folder.url)
        #expect(outcome.exitCode == 64 && outcome.errors.contains(message), "\(outcome.errors)")
        #expect(try folder.names == ["maps"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/maps").count == 3)
    }

    @Test func aPictureNeverReplacesItsMap() throws {
        try FileManager.default.moveItem(
            at: folder.url.appending(path: "maps/room-01.bin.gz"), to: folder.url.appending(path: "room.png"))
        let before = try bytes("room.png")
        let outcome = try render("room.png", "-o", "room.png")
        #expect(outcome.exitCode == 64 && outcome.errors.contains("would replace"), "\(outcome.errors)")
        #expect(try bytes("room.png") == before)
    }

    @Test func aPictureThatCannotBeWrittenIsAnError() throws {
        let outcome = try render("maps/room-01.bin.gz", "-o", "missing/room.png")
        #expect(outcome.exitCode == 74 && outcome.errors.contains("missing/room.png"), "\(outcome.errors)")
    }

    @Test func pictureOnStandardOutputMovesTheLineToStandardError() throws {
        #expect(try render("maps/room-01.bin.gz", "-o", "room.svg").exitCode == 0)
        let outcome = try render("maps/room-01.bin.gz", "-o", "-", "--format", "svg")
        #expect(outcome.exitCode == 0)
        #expect(Data(outcome.output.utf8) == (try bytes("room.svg")))
        #expect(outcome.errors == "depthcheck: standard output: PASS  maps/room-01.bin.gz\n")
    }

    @Test func picturesAreDrawnEvenIfStandardOutputCloses() throws {
        let arguments = ["render", "maps", "-o", "out", "--plain"]
        let unread = try CommandRunner.depthcheck(arguments, writingTo: .closedPipe, in: folder.url)
        #expect(unread.exitCode == 0 && unread.errors.isEmpty, "\(unread.errors)")
        #expect(try bytes("out/screen-01.bin.gz.png").prefix(4) == Self.png)
        let full = try CommandRunner.depthcheck(arguments, writingTo: .full, in: folder.url)
        #expect(full.exitCode == 74 && full.errors.contains("standard output"), "\(full.errors)")
    }

    @Test func anOversizedPictureFailsAlone() throws {
        try folder.file("large.f32", Data(count: 4 * 64_000))
        try folder.file("small.f32", Data(count: 4 * 12))
        let outcome = try render("large.f32", "small.f32", "-o", "out/", "--scale", "64", "--plain")
        #expect(outcome.exitCode == 2 && outcome.errors.contains("smaller --scale"), "\(outcome.errors)")
        #expect(outcome.output.hasPrefix("out/small.f32.png: "), "\(outcome.output)")
    }

    @Test func everyCommandOfThePicturePageRuns() throws {
        try folder.link("fixtures", to: CommandRunner.package.appending(path: "fixtures").path)
        let page = try String(contentsOf: CommandRunner.package.appending(path: "docs/PICTURES.md"), encoding: .utf8)
        let commands = page.split(separator: "\n").filter { $0.hasPrefix("    depthcheck ") }
        try #require(commands.count >= 9)
        for command in commands {
            let outcome = try CommandRunner.run(
                URL(filePath: "/bin/bash"),
                ["-c", "\"$0\" " + command.dropFirst("    depthcheck ".count), CommandRunner.binary.path],
                in: folder.url)
            #expect(outcome.exitCode == 0, "\(command): \(outcome.errors)")
        }
        #expect(try bytes("stream.png").prefix(4) == Self.png)
        let svg = "pictures/room-01.bin.gz.svg"
        #expect(FileManager.default.fileExists(atPath: folder.path + "/" + svg))
        #expect(page.contains("\n    \(svg): PASS  fixtures/room-01.bin.gz\n"))
    }
}
