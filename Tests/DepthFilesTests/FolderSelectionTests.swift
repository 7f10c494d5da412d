import DepthAnalysis
import DepthTestSupport
import Foundation
import Testing

@testable import DepthFiles

/// What of a folder is taken, and what its path says of the units.
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
        #expect(Glob(pattern).matches(Array((parts.last ?? "").utf8), in: Array(folder.utf8)) == isMatch)
    }

    @Test func filesAreTakenAsTheyAreSelected() throws {
        let folder = try TemporaryFolder()
        for name in ["a.bin", "8f3b2c1d", "notes.txt", "d/b.bin", "d/c", ".hidden"] { try folder.file(name, [0]) }
        func names(_ selection: FileSelection) throws -> [String] {
            try DepthFileList.files(below: folder.path, selection).files.map {
                String($0.dropFirst(folder.path.count + 1))
            }
        }
        #expect(try names(FileSelection()) == ["a.bin", "d/b.bin"])
        #expect(try names(FileSelection(takesAll: true)) == ["8f3b2c1d", "a.bin", "d/b.bin", "d/c", "notes.txt"])
        #expect(try names(FileSelection(takesAll: true, exclude: [Glob("*.txt")])).contains("notes.txt") == false)
        #expect(try names(FileSelection(include: [Glob("d/*")])) == ["d/b.bin", "d/c"])
        #expect(try names(FileSelection(exclude: [Glob("a.*")])) == ["d/b.bin"])
        let found = try DepthFileList.files(below: folder.path, FileSelection(exclude: [Glob("a.*")]))
        #expect(found.leftOut.count == 4)
    }

    @Test func colourFramesBesideDepthFramesAreLeftOut() throws {
        let folder = try TemporaryFolder()
        let colour = ["s/rgb/1.png", "s/color/1.png", "t/000.color.png", "t/000-rgb.png"]
        let depth = ["s/depth/2.png", "t/000.depth.png", "u/rgb/1.png", "v/image/depth.png"]
        for name in colour + depth { try folder.file(name, [0]) }
        let found = try DepthFileList.files(below: folder.path)
        func names(_ paths: some Sequence<String>) -> [String] {
            paths.map { String($0.dropFirst(folder.path.count + 1)) }
        }
        #expect(names(found.colourFrames) == colour.sorted() && names(found.files) == depth.sorted())
    }

    @Test(arguments: [
        ("rgbd_dataset_freiburg1_xyz/depth/1.png", DataSet.tum), ("x/rgbd_bonn_box/depth/1.png", .bonn),
        ("2011_09_26_drive_0001_sync/proj_depth/groundtruth/image_02/5.png", .kitti), ("vkitti_2/depth/1.png", .vkitti),
        ("void_1500/data/ground_truth/1.png", .void), ("SUNRGBD/kv1/depth/1.png", .sunrgbd),
        ("rgbd-scenes-v2/imgs/scene_01/1.png", .scenesV2), ("scene0001_00/depth/1.png", .scannet),
        ("chess/seq-01/frame-000001.depth.png", .sevenScenes), ("living_room_traj0/depth/1.png", .icl),
    ])
    func foldersOfDataSetsGiveTheUnits(path: String, dataSet: DataSet) throws {
        let folder = try TemporaryFolder()
        let png = TestPNG.grey16(width: 3, height: 3, [16000, 65535, 0, 800, 1, 2, 3, 4, 5]).bytes
        let file = try folder.file(path, png).path
        let decoded = try DepthFileReader().open(contentsOf: file).decoded()
        #expect(decoded.notes == [.unitsOfDataSet(dataSet, unitsPerMetre: dataSet.unitsPerMetre)])
        let first = Float(dataSet == .sunrgbd ? 2000 : 16000) / dataSet.unitsPerMetre
        #expect(decoded.map.samples[0] == first)
        #expect(decoded.map.samples[1].isNaN == (dataSet == .sevenScenes))
        let told = DepthFileReader(options: ReadingOptions(unitsPerMetre: 500)).open(contentsOf: file)
        #expect(try told.decoded().map.samples[0] == 32, "what the caller says counts")
    }

    /// A capture of Record3D's that was unzipped is read as in its archive.
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

    @Test func aLoneFrameOfARecordingGetsANote() throws {
        let folder = try TemporaryFolder()
        let samples = (0..<49152).map { 1 + Float($0 % 192) / 64 }
        let file = try folder.file("0.depth", DepthFileWriter.pack(try float32(samples), as: .lzfse)).path
        #expect(try DepthFileReader().open(contentsOf: file).decoded().notes.map(\.code) == ["portrait_likely"])
        let given = ReadingOptions(dimensions: MapDimensions(width: 192, height: 256))
        #expect(try DepthFileReader(options: given).open(contentsOf: file).decoded().notes == [])
    }
}
