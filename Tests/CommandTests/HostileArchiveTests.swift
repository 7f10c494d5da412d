import DepthFiles
import Foundation
import TestSupport
import Testing

/// One bad archive in a folder costs no other file its result.
@Suite struct HostileArchiveTests {
    private static let good = (0..<4).map { "good-\($0).bin.gz" }

    /// A folder of good maps and `bad` files.
    private static func folder(_ bad: [(name: String, bytes: [UInt8])]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let map = try Data(contentsOf: StoredAnswer.fixtures.appending(path: "room-01.bin.gz"))
        for name in good { try folder.file("maps/\(name)", map) }
        for (name, bytes) in bad { try folder.file("maps/\(name)", bytes) }
        return folder
    }

    /// 55 bytes: a header that states a size of 2⁶³ bytes, without contents and without a directory.
    @Test(arguments: ["npz", "r3d", "zip"])
    func aMemberOfExtremeSizeIsOneError(fileExtension: String) throws {
        let bad = "bad.\(fileExtension)"
        let header = CraftedZip.localHeader("a.npy", packed: 1 << 63, unpacked: 896)
        let folder = try Self.folder([(bad, header)])
        let flags = fileExtension == "zip" ? ["maps/\(bad)"] : []
        for command in [
            ["analyze", "--format", "csv"], ["analyze", "--format", "csv", "--all-files"], ["info"], ["parity"],
            ["measure"], ["convert", "--to", "npy", "-o", "converted/"],
        ] {
            let outcome = try CommandRunner.depthcheck(command + ["maps"] + flags, in: folder.url)
            #expect(outcome.exitCode == 2, "\(command): \(outcome.errors)")
            #expect(outcome.errors.contains("bad.\(fileExtension)"), "\(command): \(outcome.errors)")
            if command[0] != "parity", command[0] != "convert" {
                for name in Self.good { #expect(outcome.output.contains(name), "\(command): \(outcome.output)") }
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/converted").count == 4)
    }

    /// A map of a file, named beside the file.
    @Test func aMapNamedBesideItsFileIsRefused() throws {
        let folder = try Self.folder([])
        let name = "maps/\(Self.good[0])"
        let outcome = try CommandRunner.depthcheck(["measure", name, name + "/0", "-o", "m.csv"], in: folder.url)
        #expect(outcome.exitCode == 64 && outcome.errors.contains("expected each map once"), "\(outcome.errors)")
        #expect(try folder.names == ["maps"])
    }

    #if os(Linux)
        /// Describing a recording of many frames takes the memory of a few.
        @Test func aLongRecordingIsDescribedInBoundedMemory() throws {
            let folder = try TemporaryFolder()
            func peak(frameCount: Int) throws -> Int {
                let header: [UInt8] = [1, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 30, 0, 0, 0]
                try folder.file("walk.idep", header + [UInt8](repeating: 0x3C, count: 18 * frameCount))
                return try Self.peak(["info", "--jobs", "1", folder.path + "/walk.idep"])
            }
            let (few, many) = (try peak(frameCount: 100), try peak(frameCount: 30_000))
            // It was 700 bytes for each frame, which is 21 MB.
            #expect(many - few < 6 << 20, "\(few) and \(many) bytes")
        }

        /// The largest memory of a run of the command, in bytes.
        private static func peak(_ arguments: [String]) throws -> Int {
            let words = [CommandRunner.binary.path] + arguments
            var (texts, child): ([UnsafeMutablePointer<CChar>?], pid_t) = (words.map { strdup($0) } + [nil], 0)
            defer { for text in texts { free(text) } }
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
            try #require(posix_spawn(&child, words[0], &actions, nil, &texts, environ) == 0)
            var (status, usage): (Int32, rusage) = (0, rusage())
            try #require(wait4(child, &status, 0, &usage) == child && status == 0)
            return usage.ru_maxrss * 1024
        }
    #endif
}
