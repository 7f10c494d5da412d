import DepthAnalysis
import DepthFiles
import DepthTestSupport
import Foundation
import Testing

/// What is skipped is counted, and can be asked for.
@Suite struct SkippedFilesTests {
    private static let flat = DepthFileWriter.pack(
        DepthFileWriter.float32Bytes(of: .constant(1, width: 24, height: 20)), as: .gzip)

    private func analyze(_ arguments: String..., in folder: TemporaryFolder) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(["analyze"] + arguments, in: folder.url)
    }

    @Test func anUploadWithoutExtensionIsSeenWhereAllFilesAreAskedFor() throws {
        let folder = try TemporaryFolder()
        try folder.file("uploads/8f3b2c1d", Self.flat)
        try folder.file("uploads/room.bin.gz", Self.flat)
        let quiet = try analyze("uploads", "-q", "--summary-json", "s.json", in: folder)
        #expect(quiet.exitCode == 0 && quiet.errors.hasPrefix("depthcheck: skipped 1 file: 1 of unknown extension"))
        #expect(try folder.text(of: "s.json").contains("\"left_out\": 1"))
        let all = try analyze("uploads", "-q", "--all-files", "--fail-on", "fail", in: folder)
        #expect(
            all.exitCode == 1 && all.errors.isEmpty && all.output.contains("FAIL  uploads/8f3b2c1d"), "\(all.output)")
        let some = try analyze("uploads", "-q", "--include", "8f*", in: folder)
        #expect(some.output.contains("8f3b2c1d") && !some.output.contains("room"))
        let none = try analyze("uploads", "-q", "--all-files", "--exclude", "8f*", in: folder)
        #expect(!none.output.contains("8f3b2c1d") && none.errors.contains("skipped 1 file"))
    }

    /// Matrices, boxes and masks beside a map are counted, and no rows.
    @Test func whatLiesBesideMapsInArchivesIsCounted() throws {
        let folder = try TemporaryFolder()
        func array(_ shape: String, _ type: String, _ bytes: [UInt8]) -> [UInt8] {
            let header = "{'descr': '\(type)', 'fortran_order': False, 'shape': \(shape), }\n"
            return [0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(header.utf8.count), 0] + Array(header.utf8) + bytes
        }
        let depth = array("(20, 24)", "<f4", DepthFileWriter.float32Bytes(of: .constant(2, width: 24, height: 20)))
        let colour = TestPNG(width: 2, height: 2, bitDepth: 8, colourType: 2) { _, _ in [1, 2, 3] }.bytes
        let members: [(String, [UInt8])] = [
            ("000.depth.npy", depth), ("000.pose.npy", array("(4, 4)", "<f8", [UInt8](repeating: 0, count: 128))),
            ("000.boxes.npy", array("(40, 6)", "<f4", [UInt8](repeating: 0, count: 960))),
            ("000.rgb.png", colour),
            ("img.png", TestPNG.grey16(width: 24, height: 20, [UInt16](repeating: 2000, count: 480)).bytes),
            ("000.mask.npy", array("(20, 24)", "|u1", [UInt8](repeating: 1, count: 480))),
        ]
        try folder.file("s.tar", members.flatMap { TestTar.member($0.0, $0.1) } + TestTar.end)
        let outcome = try analyze("--tar", "s.tar", "-q", in: folder)
        #expect(outcome.exitCode == 0 && outcome.output.split(separator: "\n").count == 2, "\(outcome.output)")
        #expect(
            outcome.errors.contains("skipped 4 files: 1 colour frame, 3 that are no depth map"), "\(outcome.errors)")
        let named = try analyze("--tar", "s.tar", "-q", "--verbose", in: folder)
        #expect(named.errors.contains("skipped s.tar/000.pose.npy: an array (4, 4) of <f8"), "\(named.errors)")
    }

    @Test func everyMapOfARecordingIsAResult() throws {
        let folder = try TemporaryFolder()
        let frames = (1...3).flatMap { number in
            DepthFileWriter.float32Bytes(of: .constant(Float(number), width: 24, height: 20))
        }
        try folder.file("depth.bin", DepthFileWriter.pack(frames, as: .deflate))
        let sides = ["--width", "24", "--height", "20"]
        let outcome = try CommandRunner.depthcheck(
            ["analyze", "depth.bin", "--format", "json"] + sides, in: folder.url)
        let results = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]], "\(outcome.errors)")
        #expect(results.map { $0["input"] as? String } == ["depth.bin/0", "depth.bin/1", "depth.bin/2"])
        #expect(results.map { $0["mean_depth"] as? Double } == [1, 2, 3])
        let info = try CommandRunner.depthcheck(["info", "depth.bin", "--format", "ndjson"] + sides, in: folder.url)
        #expect(info.output.split(separator: "\n").count == 3)
        let convert = try CommandRunner.depthcheck(["convert", "depth.bin/2", "-o", "two.npy"] + sides, in: folder.url)
        #expect(convert.exitCode == 0, "\(convert.errors)")
        let refused = try CommandRunner.depthcheck(["convert", "depth.bin", "-o", "all.npy"] + sides, in: folder.url)
        #expect(refused.exitCode == 2 && refused.errors.contains("found 3 maps of 24x20 in one file"))
    }
}
