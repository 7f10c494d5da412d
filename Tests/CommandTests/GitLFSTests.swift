import Foundation
import TestSupport
import Testing

/// A checkout without its Git LFS files: every command identifies the pointer.
@Suite struct GitLFSTests {
    private static let pointer = Data(
        """
        version https://git-lfs.github.com/spec/v1
        oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
        size 12345

        """.utf8)

    @Test(arguments: [
        "analyze P", "analyze P.bin.gz", "analyze P.png", "analyze P.exr", "analyze P.npz", "analyze P.r3d",
        "info P.tiff", "analyze --tar P", "analyze ROOM --parameters P", "analyze --manifest P",
        "analyze --files-from P", "measure P.npy", "parity P.npy", "render P.npy -o picture.png",
        "convert P.npz -o maps --to pfm", "tune P --labels P", "evaluate P --labels P --parameters ROOM",
        "report P -o report.html", "capture verify P", "capture inspect P",
        "capture verify ROOM --device P --at 2025-12-01T10:00:30Z", "golden check SET",
    ])
    func pointersAreReportedByEveryReader(command: String) throws {
        let folder = try TemporaryFolder()
        for ending in ["", ".bin.gz", ".png", ".exr", ".npz", ".r3d", ".tiff", ".npy"] {
            try folder.file("P\(ending)", Self.pointer)
        }
        try folder.file("SET/manifest.json", Self.pointer)
        try folder.link("ROOM", to: CommandRunner.package.appending(path: "fixtures/room-01.bin.gz").path)
        let outcome = try CommandRunner.depthcheck(command.split(separator: " ").map(String.init), in: folder.url)
        #expect(outcome.exitCode != 0)
        #expect(
            (outcome.errors + outcome.output).contains("found a Git LFS pointer, not the file; expected "),
            "\(outcome.errors) \(outcome.output)")
        #expect((outcome.errors + outcome.output).contains("; run git lfs pull"))
    }

    @Test func theServerReadsAPointerAsUncompressed() throws {
        let outcome = try CommandRunner.depthcheck(["analyze", "-", "--format", "json"], input: Self.pointer)
        let result: [String: Any] = try parse(outcome.output)
        #expect(result["error_code"] as? String == "is_git_lfs_pointer" && outcome.exitCode == 2)
        #expect(result["server_code"] as? String == "uncompressed")
    }

    @Test func pointersInArchivesAreReported() throws {
        let folder = try TemporaryFolder()
        try folder.file("maps.tar", TestTar.member("a.png", Array(Self.pointer)) + TestTar.end)
        let outcome = try CommandRunner.depthcheck(["analyze", "-q", "--tar", "maps.tar"], in: folder.url)
        #expect(outcome.output.contains("found a Git LFS pointer, not the file"), "\(outcome.output)")
    }
}
