import DepthFiles
import Foundation
import Support
import TestSupport
import Testing
import ThresholdTuning

/// All inputs of shards and archives have different names.
@Suite struct UniqueInputTests {
    private static func names(_ shards: [(name: String, bytes: [UInt8])]) throws -> [String] {
        let folder = try TemporaryFolder()
        let inputs = ArchiveInputs(
            try shards.enumerated().map { place, shard in
                NamedArchive(path: try folder.file("\(place)", shard.bytes).path, name: shard.name)
            }, options: ReadingOptions())
        var names: [String] = []
        for input in inputs { for map in DepthFileReader().maps(in: input) { names.append(map.path) } }
        withExtendedLifetime(folder) {}
        return names
    }

    /// Three frames of 1x1.
    private static let recording: [UInt8] =
        [1, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 30, 0, 0, 0] + [UInt8](repeating: 0x3C, count: 3 * 18)

    @Test func aFrameAndAMemberOfItsNameDiffer() throws {
        let frame = TestTar.member("w.idep/1.npy", [1]) + TestTar.member("w.idep/1", [1])
        let whole = TestTar.member("w.idep", Self.recording)
        let frames = (0..<3).map { "s.tar/w.idep/\($0)" }
        #expect(try Self.names([("s.tar", whole + frame + TestTar.end)]) == frames + ["s.tar/w.idep/1.npy"])
        let nested = [("s", whole + TestTar.end), ("s/w.idep", TestTar.member("1.npy", [1]) + TestTar.end)]
        #expect(try Self.names(nested) == (0..<3).map { "s/w.idep/\($0)" } + ["s/w.idep/1.npy"])
        let twice = try Self.names([("s", whole + whole + TestTar.end)])
        #expect(twice.count == 4 && twice.exactTexts.count == 4, "\(twice)")
    }

    @Test func mutatedShardsHaveUniqueNames() throws {
        var generator = SeededGenerator(seed: 11)
        let names = [
            "m.npy", "./m.npy", "m.npy/", "m.npy/1.npy", "@0.npy", "@512", "m.json", "m.npy.json", "w.idep",
            "w.idep/1.bin",
            "metadata", "rgbd/1.depth", "rgbd/1.conf", "s/rgbd/1.depth", "depth/1.png", "confidence/1.png",
        ]
        let json = Array(#"{"dw": 1, "dh": 1}"#.utf8)
        for _ in 0..<1000 {
            let shards = (0..<Int.random(in: 1...2, using: &generator)).map { number in
                var bytes = (0..<Int.random(in: 1...6, using: &generator)).flatMap { _ in
                    TestTar.member(
                        names.randomElement(using: &generator)!,
                        [Self.recording, json, [1], []].randomElement(using: &generator)!,
                        type: ["0", "0", "0", "2", "S", "5"].randomElement(using: &generator)!)
                }
                if Bool.random(using: &generator) {
                    bytes.removeLast(Int.random(in: 1...700, using: &generator) % bytes.count)
                }
                if Bool.random(using: &generator) {
                    bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^=
                        1 << UInt8.random(in: 0..<8, using: &generator)
                }
                return (name: ["s", "s/w.idep"][number], bytes: bytes)
            }
            let found = try Self.names(shards)
            #expect(found.exactTexts.count == found.count, "\(found)")
        }
    }
}
