import DepthAnalysis
import Foundation
import TestSupport
import Testing

@testable import DepthFiles

/// The files of a folder that are depth files, and the units that its path implies.
@Suite struct FolderSelectionTests {
    @Test(arguments: [
        ("*.bin", "a.bin", true), ("*.bin", "a/b.bin", true), ("*.bin", "a.bin.gz", false), ("a?c", "abc", true),
        ("a?c", "ac", false), ("[ab]*", "bx", true), ("[!ab]*", "bx", false), ("[0-9]*", "7x", true),
        ("d/*.png", "d/1.png", true), ("d/*.png", "d/e/1.png", false), ("d/**/*.png", "d/e/f/1.png", true),
        ("d/**/*.png", "d/1.png", true), ("**", "x", true), ("", "x", false), ("[", "[", true),
        ("a*b*c", "a1b2c", true),
    ])
    func globsMatch(pattern: String, path: String, isMatch: Bool) {
        let parts = path.split(separator: "/").map(String.init)
        let folder = parts.dropLast().map { $0 + "/" }.joined()
        #expect(FileNamePattern(pattern).matches(Array((parts.last ?? "").utf8), in: Array(folder.utf8)) == isMatch)
    }

    @Test func selectionDecidesWhichFilesAreListed() throws {
        let folder = try TemporaryFolder()
        for name in ["a.bin", "8f3b2c1d", "notes.txt", "d/b.bin", "d/c", ".hidden"] { try folder.file(name, [0]) }
        func names(_ selection: FileSelection) throws -> [String] {
            try DepthFileList.files(below: folder.path, selection).files.map {
                String($0.dropFirst(folder.path.count + 1))
            }
        }
        #expect(try names(FileSelection()) == ["a.bin", "d/b.bin"])
        #expect(try names(FileSelection(takesAll: true)) == ["8f3b2c1d", "a.bin", "d/b.bin", "d/c", "notes.txt"])
        #expect(
            try names(FileSelection(takesAll: true, exclude: [FileNamePattern("*.txt")])).contains("notes.txt") == false
        )
        #expect(try names(FileSelection(include: [FileNamePattern("d/*")])) == ["d/b.bin", "d/c"])
        #expect(try names(FileSelection(exclude: [FileNamePattern("a.*")])) == ["d/b.bin"])
        let found = try DepthFileList.files(below: folder.path, FileSelection(exclude: [FileNamePattern("a.*")]))
        #expect(found.unknownExtensions.count == 4)
    }

    /// Patterns that selected an archive do not apply to its members.
    @Test func selectionsApplyToArchiveMembers() {
        let gzip = FileSelection(include: [FileNamePattern("*.gz")])
        #expect(gzip.includes("u/a.gz", isDepthFile: false) && !gzip.includes("u/a.bin", isDepthFile: true))
        #expect(FileSelection(include: [FileNamePattern("u/*")]).includes("u/8f3b", isDepthFile: false))
        #expect(!FileSelection(takesAll: true, exclude: [FileNamePattern("u/*")]).includes("u/8f3b", isDepthFile: true))
        #expect(gzip.ofMembers(ofArchiveAt: "in/s.npz") == gzip)
        let archives = FileSelection(include: [FileNamePattern("in/*.npz")], exclude: [FileNamePattern("x*")])
        #expect(archives.ofMembers(ofArchiveAt: "corpus/in/s.npz") == FileSelection(exclude: [FileNamePattern("x*")]))
    }

    private static func array(_ shape: String, _ type: String, count: Int, _ byte: UInt8 = 0) -> [UInt8] {
        let header = "{'descr': '\(type)', 'fortran_order': False, 'shape': \(shape), }\n"
        return [0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(header.utf8.count), 0] + Array(header.utf8)
            + [UInt8](repeating: byte, count: count)
    }

    @Test func arraysBesideMapsAreSkipped() throws {
        let folder = try TemporaryFolder()
        try folder.file("k.npy", Self.array("(3, 3)", "<f8", count: 72))
        try folder.file("boxes.npy", Self.array("(40, 6)", "<f4", count: 960))
        try folder.file("mask.npy", Self.array("(20, 24)", "|u1", count: 480))
        func found(_ selection: FileSelection = FileSelection()) throws -> (files: [String], others: [String]) {
            let found = try DepthFileList.files(below: folder.path, selection)
            return (found.files.map(\.lastPart), found.otherArrays.map(\.lastPart))
        }
        #expect(try found() == (["boxes.npy", "k.npy", "mask.npy"], []), "then each is an error")
        try folder.file("map.npy", Self.array("(20, 24)", "<f4", count: 1920))
        try folder.file("depth.npy", Self.array("(20, 24)", "<i8", count: 3840))
        #expect(try found() == (["depth.npy", "map.npy"], ["boxes.npy", "k.npy", "mask.npy"]))
        #expect(try found(FileSelection(takesAll: true)).files.count == 5)
    }

    @Test(arguments: [
        ("(3, 3)", "<f8", 72, UInt8(0), false), ("(3, 3)", "<f4", 36, 0x3F, true), ("(3, 3)", "<f4", 36, 0xBF, false),
        ("(9, 6)", "<f4", 216, 0x47, false), ("(2, 40)", "<f4", 320, 0x3F, true), ("(9, 9)", "<f8", 648, 0, true),
    ])
    func smallArraysAreMapsOnlyIfTheyHoldDistances(shape: String, type: String, count: Int, byte: UInt8, isMap: Bool)
        throws
    {
        let folder = try TemporaryFolder()
        let file = try folder.file("a.npy", Self.array(shape, type, count: count, byte)).path
        let opened = DepthFileReader().open(contentsOf: file)
        #expect(((try? opened.decoded()) != nil) == isMap)
        let unit: [Float] = [1, 0, 0, 0, 1, 0, 0, 0, 1]
        let identity = try DepthFileWriter.encode(DepthMap(width: 3, height: 3, samples: unit), as: .npy).bytes
        let matrix = try folder.file("b.npy", identity).path
        #expect(throws: ReadingError.self) { _ = try DepthFileReader().open(contentsOf: matrix).decoded() }
        let given = ReadingOptions(dimensions: MapDimensions(width: 3, height: 3))
        #expect(try DepthFileReader(options: given).open(contentsOf: matrix).decoded().map.samples == unit)
    }

    @Test(arguments: [
        ("metadata", "metadata", "", ""), ("a/b/metadata", "metadata", "a/b/", ""),
        ("rgbd/17.depth", "depth", "", "17"), ("a/rgbd/0.conf", "conf", "a/", "0"), ("a/rgbd/0.jpg", "jpg", "a/", "0"),
        ("rgbd/a.depth", nil, "", ""), ("argbd/1.depth", nil, "", ""), ("rgbd/1.png", nil, "", ""),
        ("rgbd/.depth", nil, "", ""), ("metadata/1", nil, "", ""), ("1.depth", nil, "", ""),
    ])
    func recordingPartsAreRecognisedByName(path: String, kind: String?, folder: String, number: String) {
        let part = Record3DPart(path)
        #expect(part?.kind.rawValue == kind)
        guard let part else { return }
        #expect(part.folder == folder && part.number == number && part.path(of: part.kind) == path)
    }

    @Test func filesUsedByRecordingsAreNotCountedAsSkipped() throws {
        let folder = try TemporaryFolder()
        for name in ["0.depth", "0.conf", "0.jpg", "1.depth", "7.conf"] { try folder.file("c/rgbd/\(name)", [0]) }
        for name in ["c/metadata", "d/metadata", "d/notes.txt"] { try folder.file(name, [0]) }
        func found(_ selection: FileSelection = FileSelection()) throws -> [[String]] {
            let found = try DepthFileList.files(below: folder.path, selection)
            return [found.files, found.unknownExtensions, found.colourFrames].map { $0.map(\.lastPart) }
        }
        #expect(try found() == [["0.depth", "1.depth"], ["7.conf", "metadata", "notes.txt"], ["0.jpg"]])
        let all = ["0.depth", "0.jpg", "1.depth", "7.conf", "metadata", "notes.txt"]
        #expect(try found(FileSelection(takesAll: true)) == [all, [], []])
        let inside = try DepthFileList.files(below: folder.path + "/c/rgbd")
        #expect(inside.unknownExtensions.map(\.lastPart) == ["7.conf"])
    }

    @Test func colourFramesBesideDepthFramesAreSkipped() throws {
        let folder = try TemporaryFolder()
        var colour = ["s/rgb/1.png", "s/color/1.png", "t/000.color.png", "t/000-rgb.png"]
        var depth = ["s/depth/2.png", "t/000.depth.png", "u/rgb/1.png", "v/image/depth.png"]
        for name in colour + depth { try folder.file(name, [0]) }
        // In a folder of any name, by their headers.
        colour += ["a/lowres_wide/1.png", "a/lowres_wide/2.png", "b/2.png"]
        depth += ["a/lowres_depth/1.png", "b/1.png", "b/3.png"]
        for name in depth.suffix(3) { try folder.file(name, TestPNG.grey16(width: 2, height: 1, [1000, 2000]).bytes) }
        for name in colour.suffix(3) { try folder.file(name, Self.colourPNG) }
        let found = try DepthFileList.files(below: folder.path)
        func names(_ paths: some Sequence<String>) -> [String] {
            paths.map { String($0.dropFirst(folder.path.count + 1)) }
        }
        #expect(names(found.colourFrames) == colour.sorted() && names(found.files) == depth.sorted())
        // Alone, they are errors.
        let alone = try DepthFileList.files(below: folder.path + "/a/lowres_wide")
        #expect(alone.files.count == 2 && alone.colourFrames.isEmpty)
    }

    private static let colourPNG =
        TestPNG(width: 2, height: 1, bitDepth: 8, colourType: 2) { _, _ in [1, 2, 3] }.bytes

    @Test(arguments: [
        ("rgbd_dataset_freiburg1_xyz/depth/1.png", PublishedDataSet.tum), ("x/rgbd_bonn_box/depth/1.png", .bonn),
        ("2011_09_26_drive_0001_sync/proj_depth/groundtruth/image_02/5.png", .kitti), ("vkitti_2/depth/1.png", .vkitti),
        ("void_1500/data/ground_truth/1.png", .void), ("SUNRGBD/kv1/depth/1.png", .sunrgbd),
        ("rgbd-scenes-v2/imgs/scene_01/1.png", .scenesV2), ("scene0001_00/depth/1.png", .scannet),
        ("chess/seq-01/frame-000001.depth.png", .sevenScenes), ("living_room_traj0/depth/1.png", .icl),
    ])
    func dataSetFoldersDetermineTheUnits(path: String, dataSet: PublishedDataSet) throws {
        let folder = try TemporaryFolder()
        let png = TestPNG.grey16(width: 3, height: 3, [16000, 65535, 0, 800, 1, 2, 3, 4, 5]).bytes
        let file = try folder.file(path, png).path
        let decoded = try DepthFileReader().open(contentsOf: file).decoded()
        #expect(decoded.notes == [.unitsOfDataSet(dataSet, unitsPerMetre: dataSet.unitsPerMetre)])
        #expect(decoded.notes[0].description.hasSuffix(dataSet == .sevenScenes ? "file name" : "folder name"))
        let first = Float(dataSet == .sunrgbd ? 2000 : 16000) / dataSet.unitsPerMetre
        #expect(decoded.map.samples[0] == first)
        #expect(decoded.map.samples[1].isNaN == (dataSet == .sevenScenes))
        let specified = DepthFileReader(options: ReadingOptions(unitsPerMetre: 500)).open(contentsOf: file)
        #expect(try specified.decoded().map.samples[0] == 32, "the caller's units take precedence")
    }

    @Test func unzippedRecordingsAreReadByTheirMetadata() throws {
        let folder = try TemporaryFolder()
        let samples = (0..<20 * 30).map { 1 + Float($0 % 20) / 32 }
        let depth = DepthFileWriter.pack(try float32(samples), as: .lzfse)
        let file = try folder.file("c/rgbd/0.depth", depth).path
        try folder.file("c/metadata", Array(#"{"dw": 20, "dh": 30}"#.utf8))
        let conf = (0..<600).map { UInt8($0 % 20 < 5 ? 0 : 2) }
        try folder.file("c/rgbd/0.conf", DepthFileWriter.pack(conf, as: .lzfse))
        let map = try DepthFileReader().open(contentsOf: file).decoded()
        #expect(map.map.width == 20 && map.map.height == 30 && map.notes.isEmpty)
        let sure = try DepthFileReader(options: ReadingOptions(minimumConfidence: .high)).open(contentsOf: file)
            .decoded()
        #expect(sure.notes == [.confidenceMasked(count: 150, total: 600, below: .high)])
        try folder.file("c/metadata", Array("{}".utf8))
        #expect(throws: ReadingError.self) { _ = try DepthFileReader().open(contentsOf: file).decoded() }
    }

    @Test func aSingleFrameOfARecordingIsNoted() throws {
        let folder = try TemporaryFolder()
        let samples = (0..<49152).map { 1 + Float($0 % 192) / 64 }
        let file = try folder.file("0.depth", DepthFileWriter.pack(try float32(samples), as: .lzfse)).path
        #expect(try DepthFileReader().open(contentsOf: file).decoded().notes.map(\.code) == ["portrait_likely"])
        let given = ReadingOptions(dimensions: MapDimensions(width: 192, height: 256))
        #expect(try DepthFileReader(options: given).open(contentsOf: file).decoded().notes == [])
    }
}

extension String {
    fileprivate var lastPart: String { String(split(separator: "/").last ?? "") }
}
