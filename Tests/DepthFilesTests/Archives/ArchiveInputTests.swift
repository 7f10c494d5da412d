import DepthAnalysis
import DepthFiles
import Foundation
import Support
import TestSupport
import Testing

/// Maps in archives that NumPy, Python's zipfile and lzfse wrote.
@Suite struct ArchiveInputTests {
    private static let formats = CommandRunner.package.appending(path: "Tests/DepthFilesTests/Archives/formats")

    private static func archive(_ name: String) -> DepthArchive {
        DepthArchive(path: formats.appending(path: name).path(percentEncoded: false), name: "a")
    }

    /// The metadata of a frame, from Python.
    private struct Frame: Decodable {
        let width, height: Int
        let by_confidence: [String: String]
    }

    private static func frames() throws -> [String: Frame] {
        let file = formats.appending(path: "record3d/expected.json")
        return try JSONDecoder().decode([String: Frame].self, from: Data(contentsOf: file))
    }

    private static func digest(_ file: DecodedDepthFile) -> String {
        // Every NaN gets the bits that Python writes.
        let samples = file.map.samples.map { $0.isNaN ? Float(bitPattern: 0x7FC0_0000) : $0 }
        return SHA256Digest.hexadecimal(
            of: samples.flatMap { sample in (0..<4).map { UInt8(truncatingIfNeeded: sample.bitPattern >> (8 * $0)) } })
    }

    @Test(arguments: [nil, DepthConfidence.low, .medium, .high])
    func captureFramesAreInTimeOrderWithConfidence(minimum: DepthConfidence?) throws {
        let reader = DepthFileReader(options: ReadingOptions(minimumConfidence: minimum))
        let inputs = Self.archive("record3d/capture.r3d").inputs(options: reader.options)
        #expect(inputs.map(\.name) == [0, 1, 2, 10].map { "a/rgbd/\($0).depth" })
        let frames = try Self.frames()
        for input in inputs {
            let file = try reader.open(input).decoded()
            let frame = try #require(frames[String(input.name.dropFirst(2))])
            #expect(file.map.width == frame.width && file.map.height == frame.height, "upright, not inferred")
            #expect(Self.digest(file) == frame.by_confidence[minimum?.name ?? "low"])
            #expect(file.notes.isEmpty == (minimum == nil))
            #expect(try reader.confidence(beside: input)?.counts.values.reduce(0, +) == frame.width * frame.height)
        }
    }

    @Test func faultyCapturesAreReported() throws {
        func results(_ name: String, _ options: ReadingOptions = ReadingOptions()) -> [String?] {
            let reader = DepthFileReader(options: options)
            return Self.archive("record3d/" + name).inputs(options: options).map { input in
                if case .failure(let error) = reader.open(input).result { error.code } else { nil }
            }
        }
        #expect(results("without-size.r3d") == ["side_file_unusable"])
        #expect(results("without-json.r3d") == ["side_file_unusable"])
        #expect(results("few-samples.r3d") == Array(repeating: "other_than_its_dimensions", count: 4))
        #expect(results("strange-confidence.r3d") == [nil, nil, nil, nil], "confidence was not requested")
        let sure = ReadingOptions(minimumConfidence: .high)
        #expect(results("strange-confidence.r3d", sure) == [nil, "confidence_unusable", nil, nil])
        let inputs = Self.archive("record3d/without-confidence.r3d").inputs(options: sure)
        let file = try DepthFileReader(options: sure).open(try #require(inputs.first)).decoded()
        #expect(file.notes == [.noConfidence])
    }

    /// A folder of a zip archive can contain a capture, beside others.
    @Test func capturesInArchiveFoldersUseTheirMetadata() throws {
        let file = Self.formats.appending(path: "record3d/capture.r3d")
        let whole = try Archives.directory([UInt8](Data(contentsOf: file)))
        var bytes: [UInt8] = []
        var writer = ZipWriter { (piece) throws(FileAccessError) in bytes += piece }
        let source = ByteSource.bytes([UInt8](try Data(contentsOf: file)))
        for top in ["b", "a"] {
            for member in whole.members {
                let contents = try member.contents(from: source, limit: 1 << 20)
                try writer.add(contents, named: "\(top)/\(member.name)", compresses: true)
            }
        }
        try writer.add([0, 0, 0x80, 0x3F], named: "other.bin", compresses: false)
        try writer.add([1], named: "metadata", compresses: false)
        try writer.finish()
        let folder = try TemporaryFolder()
        let path = try folder.file("captures.zip", bytes).path(percentEncoded: false)
        func inputs(
            _ selection: FileSelection = FileSelection(), options: ReadingOptions = ReadingOptions()
        ) -> (inputs: DepthInputs, skipped: [SkippedEntry]) {
            var skipped: [SkippedEntry] = []
            let archive = DepthArchive(path: path, name: "z")
            let all = archive.inputs(options: options, selection: selection) { skipped.append($0) }
            return (all, skipped)
        }
        let numbers = [0, 1, 2, 10]
        let (all, skipped) = inputs()
        let expected = ["b", "a"].flatMap { top in numbers.map { "z/\(top)/rgbd/\($0).depth" } } + ["z/other.bin"]
        #expect(all.map(\.name) == expected)
        let frames = try Self.frames()
        let sure = inputs(options: ReadingOptions(minimumConfidence: .high)).inputs
        #expect(sure.map(\.name) == expected)
        for (input, sureInput) in Swift.zip(all.dropLast(), sure) {
            let frame = try #require(frames[String(input.name.dropFirst(4))])
            let map = try DepthFileReader().open(input).decoded()
            #expect(map.map.width == frame.width && Self.digest(map) == frame.by_confidence["low"])
            #expect(try Self.digest(DepthFileReader().open(sureInput).decoded()) == frame.by_confidence["high"])
        }
        let pictures = skipped.filter { if case .noMap(_, SkippedEntry.colourFrame) = $0 { true } else { false } }
        #expect(pictures.count == 8 && skipped.count == 9, "eight pictures, and metadata without a map")
        let selected = inputs(FileSelection(include: [FileNamePattern("a/rgbd/1*.depth")]))
        #expect(selected.inputs.map(\.name) == ["z/a/rgbd/1.depth", "z/a/rgbd/10.depth"])
        #expect(try DepthFileReader().open(selected.inputs[0]).decoded().map.width == frames["rgbd/1.depth"]?.width)
    }

    @Test(arguments: ["zip/stored.npz", "zip/deflated.npz"])
    func arraysKeepTheirNames(name: String) throws {
        var skipped: [String] = []
        let all = Self.archive(name).inputs { skipped.append($0.name) }
        #expect(all.map(\.name) == ["a/depth"] && skipped.count == 1, "an array of integers is not a map: \(skipped)")
        let one = Self.archive(name).inputs(arrays: ["depth"])
        #expect(one.map(\.name) == ["a/depth"])
        let map = try DepthFileReader().open(try #require(one.first)).decoded()
        #expect(map.format == .npy && map.map.width == 24 && map.map.height == 16)
        let none = Self.archive(name).inputs(arrays: ["deph", "depth"])
        #expect(none.count == 2)
        guard case .unusable(.unusableMember("a/deph", .noSuchArray("deph", let found))) = none.last else {
            Issue.record("expected an error for the missing array")
            return
        }
        #expect(found.first == "depth")
    }

    @Test func aTruncatedArchiveIsAnError() throws {
        let whole = [UInt8](try Data(contentsOf: Self.formats.appending(path: "record3d/capture.r3d")))
        let folder = try TemporaryFolder()
        for count in stride(from: 100, to: whole.count - 1, by: 97) {
            let path = try folder.file("cut.r3d", whole.prefix(count)).path(percentEncoded: false)
            let codes = DepthArchive(path: path, name: "a").inputs().map { input in
                if case .failure(let error) = DepthFileReader().open(input).result { error.code } else { "" }
            }
            #expect(codes.count == 1 && codes[0].hasPrefix("zip_"), "cut after \(count)")
        }
    }

    @Test func aPathIntoAnArchiveSelectsOneMap() throws {
        let path = Self.archive("record3d/capture.r3d").path
        let archives = ArchivePaths()
        let options = ReadingOptions()
        let one = try #require(archives.inputs(at: path + "/rgbd/2.depth", options: options))
        #expect(one.map(\.name) == [path + "/rgbd/2.depth"])
        _ = try DepthFileReader().open(one[0]).decoded()
        let none = try #require(archives.inputs(at: path + "/rgbd/3.depth", options: options))
        guard case .unusable(.inaccessible(let error)) = none[0] else {
            Issue.record("expected an error for the missing map")
            return
        }
        #expect(error.reason == .missing)
        #expect(archives.inputs(at: "elsewhere.r3d/rgbd/2.depth", options: options) == nil, "no such archive")
        #expect(archives.inputs(at: Self.formats.path(percentEncoded: false) + "/zip/x.bin", options: options) == nil)
        // A shorter name than the path, and other reading options.
        let turned = ReadingOptions(orientation: MapOrientation(quarterTurns: 1, isFlipped: false))
        let named = archives.map(at: path + "/rgbd/2.depth", named: "capture.r3d/rgbd/2.depth", options: turned)
        #expect(named?.name == "capture.r3d/rgbd/2.depth")
        let file = try DepthFileReader().open(try #require(named)).decoded()
        #expect(file.map.width > file.map.height, "an upright frame is turned to landscape")
        #expect(archives.map(at: path + "/rgbd/2.depth", named: "rgbd/2.depth", options: turned) == nil)
    }

    /// A map that the damaged directory may have listed is missing with the damage as the reason.
    @Test func aMapLostToTruncationIsReportedAsSuch() throws {
        let whole = [UInt8](try Data(contentsOf: Self.formats.appending(path: "record3d/capture.r3d")))
        let folder = try TemporaryFolder()
        let path = try folder.file("cut.r3d", whole.prefix(whole.count / 2)).path(percentEncoded: false)
        let input = ArchivePaths().map(
            at: path + "/rgbd/999.depth", named: "cut.r3d/rgbd/999.depth", options: ReadingOptions())
        guard case .unusable(.unusableMember("cut.r3d", .zip)) = input else {
            Issue.record("expected an error about the truncated archive: \(String(describing: input))")
            return
        }
    }

    /// Frames in the layouts of capture apps, packed in any order.
    @Test(arguments: AppFrame.all)
    func appFramesAreRecognisedInZipFiles(frame: AppFrame) throws {
        let members = [(frame.map, AppFrame.depth), (frame.confidence, frame.confidenceBytes)]
        let folder = try TemporaryFolder()
        for (index, members) in [members, members.reversed()].enumerated() {
            let path = try folder.file("\(index).zip", try Self.zip(members)).path(percentEncoded: false)
            func results(_ options: ReadingOptions) throws -> [DecodedDepthFile] {
                let inputs = DepthArchive(path: path, name: "z").inputs(options: options)
                #expect(inputs.map(\.name) == ["z/" + frame.map])
                return try inputs.map { try DepthFileReader(options: options).open($0).decoded() }
            }
            #expect(try results(ReadingOptions()).map(\.notes) == [[.unitsOfLayout(frame.layout, unitsPerMetre: 1000)]])
            let sure = try results(ReadingOptions(unitsPerMetre: 1000, minimumConfidence: .medium))
            #expect(sure.map { $0.map.samples.map(\.isNaN) } == [[true, false, false]])
            #expect(sure.map(\.notes) == [[.confidenceMasked(count: 1, total: 3, below: .medium)]])
        }
    }

    private static func zip(_ members: [(name: String, bytes: [UInt8])]) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var writer = ZipWriter { bytes += $0 }
        for (name, contents) in members { try writer.add(contents, named: name, compresses: false) }
        try writer.finish()
        return bytes
    }

    @Test func archivesAreRecognisedByNameOrSignature() throws {
        let folder = try TemporaryFolder()
        let zip = [UInt8](try Data(contentsOf: Self.formats.appending(path: "zip/deflated.zip")))
        func isArchive(_ name: String, _ bytes: [UInt8]) throws -> Bool {
            DepthArchive.isArchive(try folder.file(name, bytes).path(percentEncoded: false))
        }
        #expect(try isArchive("upload", zip))
        #expect(try isArchive("x.NPZ", []))
        #expect(try !isArchive("map.bin", zip), "the extension of a depth file takes precedence")
        #expect(try !isArchive("other", [0x50, 0x4B, 1]))
        let scene = [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 22) + [9, 0, 0, 0] + Array("room.usdc".utf8)
        #expect(try !isArchive("scene.usdz", scene), "its pictures are not depth maps")
        #expect(!DepthArchive.isArchive(folder.path + "/nothing"))
    }

    @Test func otherMembersAreSkippedAndNamed() {
        var skipped: [String] = []
        let inputs = Self.archive("zip/deflated.zip").inputs { skipped.append($0.name) }
        #expect(inputs.map(\.name) == ["a/folder/b.bin"])
        #expect(skipped == ["a/a.txt", "a/empty"])
    }
}
