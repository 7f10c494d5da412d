import DepthAnalysis
import DepthFiles
import Foundation
import TestSupport
import Testing

/// Every output of `convert` is read back without options, whatever its name.
@Suite struct OwnOutputTests {
    /// Every extension that `convert` knows, and formats under a neutral name.
    private static let names: [(name: String, format: String?)] =
        [
            "bin.gz", "bin", "f32", "raw", "depth", "zlib", "zz", "z", "deflate", "dfl", "lzfse", "depth.zlib", "npy",
            "npz", "pfm", "png",
        ].map { ("map.\($0)", nil) }
        + ["bin.gz", "bin", "zlib", "deflate", "lzfse", "depth.zlib", "npy", "pfm", "png"].map { ("map.data", $0) }

    /// One name per format and container, without arrays, which hold any map.
    private static let oneOfEach: Set = [
        "map.bin.gz", "map.bin", "map.zlib", "map.deflate", "map.lzfse", "map.depth.zlib", "map.png",
    ]

    private static func room(_ width: Int, _ height: Int) -> [Float] {
        (0..<width * height).map { place -> Float in
            let (column, row) = (Float(place % width) / Float(width), Float(place / width) / Float(height))
            return place % 41 == 40 ? 0 : (1000 * (1.2 + 2 * column * column + row)).rounded() / 1000
        }
    }

    /// Smooth, all zero, all NaN, near, far and noisy maps.
    private static let contents: [(name: String, samples: @Sendable (Int, Int) -> [Float])] = [
        ("room", { room($0, $1) }),
        ("zeros", { [Float](repeating: 0, count: $0 * $1) }),
        ("NaN", { [Float](repeating: .nan, count: $0 * $1) }),
        ("near", { room($0, $1).map { $0 / 100 } }),
        ("far", { [Float](repeating: 50, count: $0 * $1) }),
        (
            "noise",
            { width, height in
                var generator = SeededGenerator(seed: 3)
                return (0..<width * height).map { _ in Float.random(in: 0.2...15, using: &generator) }
            }
        ),
    ]

    /// Dimensions that are inferred correctly, and dimensions that are not.
    @Test(arguments: [
        (256, 192), (320, 240), (640, 480), (40, 30), (160, 90), (640, 360), (100, 100), (192, 256), (1, 1), (5, 4),
    ])
    func everyFormatIsReadBackByItsExtension(width: Int, height: Int) throws {
        // Large maps with one content, small maps with all.
        for (content, samples) in Self.contents.prefix(width * height > 2000 ? 1 : .max) {
            let folder = try TemporaryFolder()
            let map = try DepthMap(width: width, height: height, samples: samples(width, height))
            try folder.file("map-in.npy", try DepthFileWriter.encode(map, as: .npy).bytes)
            let names = content == "room" ? Self.names : Self.names.filter { Self.oneOfEach.contains($0.name) }
            let mayBeMatrix = min(width, height) <= 8 && !["room", "noise"].contains(content)
            // An archive of arrays cannot hold descriptions.
            for (name, format) in names where !(mayBeMatrix && name.hasSuffix(".npz")) {
                try expectReadBack(map, name, format.map { ["--to", $0] } ?? [], content, folder)
            }
        }
    }

    private func expectReadBack(
        _ map: DepthMap, _ name: String, _ options: [String], _ content: String, _ folder: TemporaryFolder
    ) throws {
        let comment = Comment(rawValue: "\(content) \(map.width)x\(map.height) \(name) \(options)")
        // A small array of numbers other than distances is a map only if its size is given.
        let size = ["--width", "\(map.width)", "--height", "\(map.height)"]
        let made = try CommandRunner.depthcheck(["convert", "map-in.npy", "-o", name] + size + options, in: folder.url)
        #expect(made.exitCode == 0 && !made.output.contains("without"), "\(comment): \(made.errors)")
        let path = folder.url.appending(path: name.hasSuffix(".npz") ? "\(name)/map-in" : name).path
        let reader = DepthFileReader()
        var read: DecodedDepthFile?
        if name.hasSuffix(".npz") {
            let info = try CommandRunner.depthcheck(["info", name, "--format", "ndjson"], in: folder.url)
            #expect(info.output.contains("\"width\":\(map.width),\"height\":\(map.height),"), comment)
        } else {
            read = try reader.open(contentsOf: path).decoded()
        }
        guard let read else { return }
        let loss = read.format == .float16 ? Float(0.03) : read.format == .png16 ? 0.0006 : 0
        #expect(read.map.width == map.width && read.map.height == map.height, comment)
        let isKept = zip(read.map.samples, map.samples).allSatisfy { found, written in
            // A picture cannot hold NaN.
            abs(found - written) <= loss || written.isNaN && (found.isNaN || read.format == .png16)
        }
        #expect(isKept && read.map.samples.count == map.samples.count, comment)
    }

    /// An array of few rows of numbers that are no distances is read as a matrix, in an archive too.
    @Test(arguments: ["map.npy", "map.npz", "-"])
    func arraysThatAreReadAsMatricesAreRefused(output: String) throws {
        let folder = try TemporaryFolder()
        let map = try DepthMap(width: 5, height: 4, samples: [Float](repeating: 50, count: 20))
        try folder.file("map.pfm", try DepthFileWriter.encode(map, as: .pfm).bytes)
        let refused = try CommandRunner.depthcheck(
            ["convert", "map.pfm", "-o", output] + (output == "-" ? ["--to", "npy"] : []), in: folder.url)
        #expect(
            refused.exitCode == 2 && refused.errors.contains("a matrix or a list rather than a map"),
            "\(refused.errors)")
        #expect(try folder.names == ["map.pfm"])
    }

    /// A picture stores neither its units nor the folder where it will be read.
    @Test func descriptionsRecordUnits() throws {
        let folder = try TemporaryFolder()
        let map = try DepthMap(width: 40, height: 30, samples: Self.room(40, 30))
        try folder.file("map-in.npy", try DepthFileWriter.encode(map, as: .npy).bytes)
        try expectReadBack(map, "map.png", ["--output-units", "5000"], "room", folder)
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "proj_depth"), withIntermediateDirectories: false)
        try expectReadBack(map, "proj_depth/map.png", [], "room", folder)
    }

    @Test func descriptionsAreReplacedAndOtherFilesAreKept() throws {
        let folder = try TemporaryFolder()
        for (name, sides) in [("wide", (160, 90)), ("usual", (40, 30))] {
            let map = try DepthMap(width: sides.0, height: sides.1, samples: Self.room(sides.0, sides.1))
            try folder.file("\(name).npy", try DepthFileWriter.encode(map, as: .npy).bytes)
        }
        let description = folder.url.appending(path: "map.bin.gz.json")
        let wide = try CommandRunner.depthcheck(["convert", "wide.npy", "-o", "map.bin.gz"], in: folder.url)
        #expect(wide.output.contains("described by map.bin.gz.json"), "\(wide.output)")
        #expect(
            try String(contentsOf: description, encoding: .utf8)
                == "{\"width\":160,\"height\":90,\"sample_type\":\"float32\"}\n")
        _ = try CommandRunner.depthcheck(["convert", "usual.npy", "-o", "map.bin.gz"], in: folder.url)
        let reader = DepthFileReader()
        let path = folder.url.appending(path: "map.bin.gz").path
        #expect(try reader.open(contentsOf: path).decoded().map.width == 40)

        let foreign = Data("{\"caption\": \"a room\"}".utf8)
        try foreign.write(to: description)
        let refused = try CommandRunner.depthcheck(["convert", "wide.npy", "-o", "map.bin.gz"], in: folder.url)
        #expect(
            refused.exitCode == 2 && refused.errors.contains("map.bin.gz.json, which is not a depth map description"))
        #expect(try Data(contentsOf: description) == foreign)
        #expect(try reader.open(contentsOf: path).decoded().map.width == 40)
    }

    /// No description fits beside standard output: a note reports that, and --lossless refuses it.
    @Test func missingDescriptionsAreReported() throws {
        let folder = try TemporaryFolder()
        let map = try DepthMap(width: 160, height: 90, samples: Self.room(160, 90))
        try folder.file("map.npy", try DepthFileWriter.encode(map, as: .npy).bytes)
        let arguments = ["convert", "map.npy", "-o", "-", "--to", "bin.gz"]
        let made = try CommandRunner.depthcheck(arguments, in: folder.url)
        #expect(made.exitCode == 0 && made.errors.contains("without --width and --height it is read as 139x103"))
        let refused = try CommandRunner.depthcheck(arguments + ["--lossless"], in: folder.url)
        #expect(refused.exitCode == 2 && refused.errors.contains("a map of 160x90"), "\(refused.errors)")
        #expect(refused.output.isEmpty)
    }

    /// Descriptions in a folder are neither maps nor skipped files.
    @Test(arguments: [[], ["--all-files"]])
    func descriptionsInFoldersAreNotCounted(options: [String]) throws {
        let folder = try TemporaryFolder()
        let map = try DepthMap(width: 160, height: 90, samples: Self.room(160, 90))
        try folder.file("maps/map.npy", try DepthFileWriter.encode(map, as: .npy).bytes)
        let made = try CommandRunner.depthcheck(["convert", "maps", "-o", "out/"], in: folder.url)
        #expect(made.exitCode == 0, "\(made.errors)")
        let read = try CommandRunner.depthcheck(["info", "out", "--format", "ndjson"] + options, in: folder.url)
        #expect(
            read.output.split(separator: "\n").count == 1 && read.output.contains("\"width\":160"), "\(read.output)")
        #expect(read.errors.isEmpty, "\(read.errors)")
    }

    @Test func aMismatchedDescriptionIsReported() throws {
        let folder = try TemporaryFolder()
        try folder.file(
            "map.bin", DepthFileWriter.float32Bytes(of: DepthMap(width: 40, height: 30, samples: Self.room(40, 30))))
        for (text, found) in [
            ("{\"width\":41,\"height\":30}", "41x30 for 1200 samples"),
            ("{\"width\":41}", "a missing or invalid width"),
            ("width", "in its side file"),
            ("{\"width\":40,\"height\":30,\"sample_type\":\"f4\"}", "an unknown sample_type"),
        ] {
            try folder.file("map.bin.json", Data(text.utf8))
            let read = try CommandRunner.depthcheck(["info", "map.bin"], in: folder.url)
            #expect(
                read.exitCode == 2 && read.errors.contains(found) && read.errors.contains("map.bin.json"),
                "\(read.errors)")
        }
        let given = try CommandRunner.depthcheck(
            ["info", "map.bin", "--width", "40", "--height", "30"], in: folder.url)
        #expect(given.exitCode == 2)
        try folder.file("map.bin.json", Data("{\"width\":41,\"height\":30}".utf8))
        let first = try CommandRunner.depthcheck(
            ["info", "map.bin", "--width", "40", "--height", "30"], in: folder.url)
        #expect(first.exitCode == 0, "given dimensions override the description: \(first.errors)")
    }

    /// The server's answer does not depend on files beside the map.
    @Test(arguments: ["", "junk{", "{\"width\":160.5,\"height\":90}", "{\"width\":-1,\"height\":90}"])
    func anUnusableDescriptionFailsOnlyItsFile(text: String) throws {
        let folder = try Self.describedMap()
        try folder.file("maps/other.bin.gz", Data(contentsOf: folder.url.appending(path: "maps/map.bin.gz")))
        try folder.file("maps/map.bin.gz.json", Data(text.utf8))
        let read = try CommandRunner.depthcheck(["analyze", "maps", "--format", "ndjson"], in: folder.url)
        #expect(read.exitCode == 2, "\(read.errors)")
        let lines = read.output.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].contains("\"side_file_unusable\""), "\(read.output)")
        #expect(lines[0].contains("\"server_answer\":\"pass\"") || lines[0].contains("\"server_answer\":\"fail\""))
    }

    @Test func analyzeResultsAreNotDescriptions() throws {
        let folder = try Self.describedMap()
        try FileManager.default.removeItem(at: folder.url.appending(path: "maps/map.bin.gz.json"))
        let arguments = ["analyze", "maps/map.bin.gz", "--format", "json"]
        let before = try CommandRunner.depthcheck(arguments, in: folder.url)
        _ = try CommandRunner.depthcheck(
            arguments + ["--width", "90", "--height", "160", "-o", "maps/map.bin.gz.json"], in: folder.url)
        #expect(try CommandRunner.depthcheck(arguments, in: folder.url).output == before.output)
    }

    @Test(arguments: [
        "analyze maps/map.bin.gz -o maps/map.bin.gz.json", "analyze maps -o maps/map.bin.gz.json",
        "convert maps/map.bin.gz --to zlib -o maps/map.bin.gz.json", "analyze maps >> maps/map.bin.gz.json",
    ])
    func descriptionsInUseAreNotOverwritten(command: String) throws {
        let folder = try Self.describedMap()
        let description = folder.url.appending(path: "maps/map.bin.gz.json")
        let before = try Data(contentsOf: description)
        let outcome = try CommandRunner.run(
            URL(filePath: "/bin/bash"), ["-c", "\"$0\" \(command)", CommandRunner.binary.path], in: folder.url)
        #expect(outcome.exitCode == 64, "\(outcome.errors)")
        #expect(try Data(contentsOf: description) == before)
    }

    /// A link may point to another map's description.
    @Test func descriptionsAreNotWrittenThroughLinks() throws {
        let folder = try Self.describedMap()
        let description = folder.url.appending(path: "maps/map.bin.gz.json")
        let before = try Data(contentsOf: description)
        try folder.link("copy.zlib.json", to: "maps/map.bin.gz.json")
        let square = try DepthMap(width: 100, height: 100, samples: Self.room(100, 100))
        try folder.file("square.npy", try DepthFileWriter.encode(square, as: .npy).bytes)
        let outcome = try CommandRunner.depthcheck(["convert", "square.npy", "-o", "copy.zlib"], in: folder.url)
        #expect(outcome.exitCode == 2 && outcome.errors.contains("copy.zlib.json"), "\(outcome.errors)")
        #expect(try Data(contentsOf: description) == before)
    }

    @Test func npzToAFolderIsAUsageError() throws {
        let folder = try Self.describedMap()
        let outcome = try CommandRunner.depthcheck(["convert", "maps", "-o", "out/", "--to", "npz"], in: folder.url)
        #expect(outcome.exitCode == 64 && outcome.errors.contains("ends in .npz"), "\(outcome.errors)")
    }

    /// In a zip a description may be anywhere, in a tar it must be beside its map: anywhere else it comes too late,
    /// which is an error.
    @Test func descriptionsApplyInArchives() throws {
        let folder = try Self.describedMap()
        for name in ["map.bin.gz", "map.bin.gz.json"] {
            let copy = folder.url.appending(path: "maps/" + name.replacing("map", with: "other"))
            try FileManager.default.copyItem(at: folder.url.appending(path: "maps/\(name)"), to: copy)
        }
        let script = """
            import zipfile, tarfile
            names = ["map.bin.gz", "other.bin.gz", "other.bin.gz.json", "map.bin.gz.json"]
            with zipfile.ZipFile("maps.zip", "w") as zip:
                for name in names: zip.write("maps/" + name, name)
            with tarfile.open("late.tar", "w") as tar:
                for name in names: tar.add("maps/" + name, name)
            with tarfile.open("beside.tar", "w") as tar:
                for name in sorted(names): tar.add("maps/" + name, name)
            """
        _ = try CommandRunner.run(URL(filePath: "/usr/bin/env"), ["python3", "-c", script], in: folder.url)
        for archive in [["maps.zip"], ["--tar", "beside.tar"]] {
            let read = try CommandRunner.depthcheck(["info", "--format", "ndjson"] + archive, in: folder.url)
            #expect(read.exitCode == 0 && read.errors.isEmpty, "\(read.errors)")
            #expect(read.output.components(separatedBy: "\"width\":160,").count == 3, "\(read.output)")
        }
        let late = try CommandRunner.depthcheck(["info", "--format", "ndjson", "--tar", "late.tar"], in: folder.url)
        #expect(late.exitCode == 2 && late.output.contains("\"side_file_late\""), "\(late.output)")
    }

    private static func describedMap() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let map = try DepthMap(width: 160, height: 90, samples: room(160, 90))
        try folder.file("map.npy", try DepthFileWriter.encode(map, as: .npy).bytes)
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "maps"), withIntermediateDirectories: false)
        let made = try CommandRunner.depthcheck(["convert", "map.npy", "-o", "maps/map.bin.gz"], in: folder.url)
        try #require(made.exitCode == 0, "\(made.errors)")
        return folder
    }
}
