import DepthAnalysis
import Foundation
import Support
import TestSupport
import Testing

@testable import DepthFiles

/// Results have different names, whatever an archive contains.
@Suite struct UniqueNameTests {
    private static let array = NumPyArray.bytes(of: .make(width: 16, height: 12) { column, _ in 1 + Float(column) / 8 })
    /// Four maps.
    private static let stack: [UInt8] = {
        let shape = Array("{'descr': '<f4', 'fortran_order': False, 'shape': (4, 12, 16), }".utf8)
        let padding = [UInt8](repeating: UInt8(ascii: " "), count: 117 - shape.count) + [UInt8(ascii: "\n")]
        return NumPyHeader.signature + [1, 0, 118, 0] + shape + padding + [UInt8](repeating: 0x3F, count: 4 * 4 * 192)
    }()

    /// Names may repeat.
    private static func zip(_ members: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        var (archive, directory): ([UInt8], [UInt8]) = ([], [])
        for (name, bytes) in members {
            let member = WrittenZipMember(
                name: name.fileBytes, method: 0, checksum: bytes.withUnsafeBytes(fastChecksum), byteCount: bytes.count,
                compressedByteCount: bytes.count, offset: archive.count)
            directory += member.directoryEntry
            archive += member.localHeader + bytes
        }
        let end = WrittenZipEnd(
            memberCount: members.count, directoryOffset: archive.count, directoryByteCount: directory.count)
        return archive + directory + end.bytes
    }

    /// The names of all results for an archive.
    private static func names(_ bytes: [UInt8], _ file: String) throws -> [String] {
        let folder = try TemporaryFolder()
        let path = try folder.file(file, bytes).path
        let selection = FileSelection(takesAll: true)
        var names: [String] = []
        for input in DepthArchive(path: path, name: file).inputs(selection: selection) {
            for map in DepthFileReader().maps(in: input) { names.append(map.path) }
        }
        withExtendedLifetime(folder) {}
        return names
    }

    @Test func everyKindOfRepetitionHasItsOwnName() throws {
        let json = Array("{".utf8)
        let kinds: [(file: String, bytes: [UInt8], expected: [String])] = [
            // A member twice.
            ("a.npz", Self.zip([("m.npy", Self.array), ("m.npy", Self.array)]), ["a.npz/m", "a.npz/@\(35 + 896)"]),
            // A member that is called like the repetition of another one.
            (
                "a.npz", Self.zip([("@1866.npy", Self.array), ("m.npy", Self.array), ("m.npy", Self.array)]),
                ["a.npz/@1866", "a.npz/m", "a.npz/@1866/@2"]
            ),
            // The error of a capture in a folder, and a member of that name.
            (
                "a.zip", Self.zip([("s/rgbd/1.depth", [1]), ("s/metadata", json), ("s", Self.array)]),
                ["a.zip/s", "a.zip/s/@2"]
            ),
            // A map of a stack, and an array of that name.
            (
                "a.npz", Self.zip([("m.npy", Self.stack), ("m/3.npy", Self.array)]),
                (0..<4).map { "a.npz/m/@maps/\($0)" } + ["a.npz/m/3"]
            ),
            (
                "a.npz", Self.zip([("m/3.npy", Self.array), ("m.npy", Self.stack)]),
                ["a.npz/m/3"] + (0..<4).map { "a.npz/m/@maps/\($0)" }
            ),
            ("a.npz", Self.zip([("m.npy", Self.stack)]), (0..<4).map { "a.npz/m/\($0)" }),
        ]
        for (file, bytes, expected) in kinds {
            #expect(try Self.names(bytes, file) == expected)
        }
    }

    /// Maps are found by the names of their results.
    @Test func namesLeadBackToTheirMaps() throws {
        let bytes = Self.zip([("m.npy", Self.stack), ("m/3.npy", Self.array)])
        let folder = try TemporaryFolder()
        let path = try folder.file("a.npz", bytes).path
        for (name, isStack) in [("m/@maps/3", true), ("m/3", false)] {
            let input = try #require(ArchivePaths().inputs(at: "\(path)/\(name)", options: ReadingOptions())?.first)
            let map = try DepthFileReader().open(input).decoded().map
            #expect((map.samples[0] != 1) == isStack && map.width == 16)
        }
        withExtendedLifetime(folder) {}
    }

    @Test func mutatedArchivesHaveUniqueNames() throws {
        var generator = SeededGenerator(seed: 3)
        let metadata = Array(#"{"dw": 2, "dh": 2}"#.utf8)
        let names = [
            "metadata", "rgbd/1.depth", "rgbd/2.depth", "rgbd/1.conf", "s/metadata", "s/rgbd/1.depth", "s", "m.npy",
            "m",
            "m/3", "m/3.npy", "m/@maps/3.npy", "@40", "@40.npy", "", "m.npy/3", "m.npy/@2", "a.npz",
        ]
        var renamed = 0
        for round in 0..<600 {
            let members = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
                (
                    name: names.randomElement(using: &generator)!,
                    bytes: [Self.array, Self.stack, metadata, [1]].randomElement(using: &generator)!
                )
            }
            var bytes = Self.zip(members)
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes.removeLast(min(bytes.count, Int.random(in: 1...120, using: &generator)))
                case 1:
                    let place = bytes.count - 1 - Int.random(in: 0..<min(bytes.count, 200), using: &generator)
                    bytes[max(0, place)] = .random(in: 0...255, using: &generator)
                default: bytes += bytes.suffix(60)
                }
                if bytes.isEmpty { bytes = [0] }
            }
            let found = try Self.names(bytes, ["a.r3d", "a.npz", "a.zip"][round % 3])
            #expect(found.exactTexts.count == found.count, "\(members.map(\.name)): \(found)")
            renamed += found.count { $0.contains("/@2") || $0.contains("@maps") }
        }
        #expect(renamed > 20)
    }

    /// Many inputs of one name take no longer than others.
    @Test func aRepeatedNameIsNumbered() {
        var names = UniqueNames(taken: ["b"].exactTexts)
        let error = DepthInput.unusable(.undecodable(path: "a", .empty))
        let given = (0..<20_000).map { _ in names.unique(error).name }
        #expect(given.first == "a" && given.last == "a/@20000" && given.exactTexts.count == 20_000)
        #expect(names.unique(.unusable(.undecodable(path: "b", .empty))).name == "b/@2")
    }
}
