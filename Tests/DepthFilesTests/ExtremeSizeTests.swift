import Foundation
import GzipReader
import Support
import TestSupport
import Testing

@testable import DepthFiles

/// Files that state sizes at which calculations overflow give an error or a map, and never trap.
@Suite struct ExtremeSizeTests {
    @Test func aSizeBecomesAnIntOnlyWithinItsLimit() {
        #expect(FileSize(UInt64.max).int(atMost: .max) == nil && FileSize(1 << 63 as UInt64).int(atMost: .max) == nil)
        #expect(
            FileSize(5).int(atMost: 5) == 5 && FileSize(6).int(atMost: 5) == nil && FileSize(0).int(atMost: -1) == nil)
        #expect(FileSize(UInt64.max) + 1 == nil && FileSize(1 << 32) * FileSize(1 << 32) == nil)
        #expect(FileSize(7) + 1 == 8 && FileSize(7) * 6 == 42 && FileSize(7) < 8)
        #expect(FileSize(decimal: Array("018446744073709551615".utf8)) == FileSize(UInt64.max))
        for text in ["18446744073709551616", "", "-1", "1e3", " 1"] {
            #expect(FileSize(decimal: Array(text.utf8)) == nil, "\(text)")
        }
        #expect(FileSize(bigEndian: [0, 1] + [UInt8](repeating: 0, count: 8)) == nil)
        #expect(FileSize(bigEndian: [0, 0, 1, 0]) == 256 && FileSize(littleEndian: [0, 1]) == 256)
    }

    /// 55 bytes: a header without contents and without a directory.
    @Test(arguments: [0, 8], ["a.npz", "a.r3d", "a.zip"])
    func aMemberOfExtremeSizeIsAnError(method: Int, name: String) throws {
        let folder = try TemporaryFolder()
        for size in ExtremeNumbers.all where size > 0 {
            for (packed, unpacked) in [(size, 896), (896, size), (size, size)] as [(UInt64, UInt64)] {
                let header = CraftedZip.localHeader("a.npy", method: method, packed: packed, unpacked: unpacked)
                #expect(header.count == 55)
                let directory = CraftedZip.directory(
                    "a.npy", method: method, packed: packed, unpacked: unpacked, offset: 0, at: 55)
                for bytes in [header, header + directory] {
                    let path = try folder.file(name, bytes).path
                    let inputs = DepthArchive(path: path, name: name).inputs()
                    #expect(!inputs.isEmpty)
                    for input in inputs {
                        let file = DepthFileReader().open(input)
                        #expect(throws: ReadingError.self, "\(packed) \(unpacked)") { try file.decoded() }
                        if case .member(let member) = input { #expect(member.byteCount < 1 << 40) }
                    }
                }
            }
        }
    }

    /// Every field of an archive with zip64 records, with and without its directory.
    @Test func extremesInAnyFieldOfAnArchive() throws {
        let contents = [UInt8](repeating: 7, count: 300)
        let packed = deflate(contents, framing: .raw, level: 6)
        let sizes = (UInt64(packed.count), UInt64(contents.count))
        let header = CraftedZip.localHeader("a.npy", packed: sizes.0, unpacked: sizes.1) + packed
        let whole =
            header
            + CraftedZip.directory("a.npy", packed: sizes.0, unpacked: sizes.1, offset: 0, at: header.count)
        var (listed, found) = (0, 0)
        for archive in [header, whole] {
            for place in archive.indices {
                for width in [2, 4, 8] {
                    for bytes in ExtremeNumbers.replacing(archive, at: place, width: width) {
                        let directory = try? ZipDirectory(reading: .bytes(bytes))
                        if directory != nil { listed += 1 }
                        found += Self.use(directory?.members ?? [], of: .bytes(bytes))
                    }
                }
            }
        }
        #expect(listed > 1000 && found > 1000)
    }

    /// Reads members in every way; returns the number of members.
    private static func use(_ members: [ZipMember], of source: ByteSource) -> Int {
        for member in members {
            for limit in [1000, 1 << 48] { _ = member.reservedByteCount(limit: limit) }
            _ = try? member.contents(from: source, limit: 1000)
            _ = member.start(in: source, count: 64)
        }
        return members.count
    }

    @Test func extremesInSamplesOfEveryFormat() throws {
        let formats = CommandRunner.package.appending(path: "Tests/DepthFilesTests")
        let folders =
            ["exr", "headers", "lzfse", "npy", "pfm", "tiff"].map { "formats/\($0)" } + ["Archives/formats/scoop"]
        var samples = try folders.flatMap { folder in
            try FileManager.default.contentsOfDirectory(
                at: formats.appending(path: folder), includingPropertiesForKeys: nil
            ).filter { $0.lastPathComponent != "expected.json" }.map { [UInt8](try Data(contentsOf: $0)) }
        }
        samples.append(TestPNG.grey16(width: 8, height: 8, [UInt16](repeating: 900, count: 64)).bytes)
        samples.append(DepthFileWriter.pack(try float32([1, 2, 3, 4]), as: .gzip))
        #expect(samples.count > 80)
        var generator = SeededGenerator(seed: 54)
        for bytes in samples where bytes.count >= 8 {
            for _ in 0..<2 {
                // Numbers are mostly in headers and in the last bytes.
                let isAtEnd = Int.random(in: 0..<4, using: &generator) == 0
                let near = Int.random(in: 0..<min(bytes.count - 4, 400), using: &generator)
                let place = isAtEnd ? bytes.count - 4 - near : near
                for width in [4, 8] {
                    for changed in ExtremeNumbers.replacing(bytes, at: place, width: width) {
                        let limit = Bool.random(using: &generator) ? 1 << 20 : Int.max
                        var options = ReadingOptions(maximumByteCount: limit)
                        options.mapNumber = [nil, 0, 1, Int.max].randomElement(using: &generator)!
                        _ = read(changed, options)
                    }
                }
            }
        }
    }

    @Test func extremesInTarHeadersAndRecords() throws {
        let plain = TestTar.member("m", [1, 2, 3])
        var shards = (0..<plain.count / 8).flatMap { word in
            ExtremeNumbers.all.map { number in
                TestTar.header(Array("m".utf8), count: 3) { block in
                    let field = Array(CraftedZip.number(number, 8).reversed())
                    block.replaceSubrange(8 * word % 504..<8 * word % 504 + 8, with: field)
                } + TestTar.padded([1, 2, 3])
            }
        }
        for number in ExtremeNumbers.all {
            for first in [UInt8(0x80), 0xBF, 0xFF] {
                shards.append(
                    TestTar.header(Array("m".utf8), count: 3) { block in
                        block.replaceSubrange(
                            124..<136, with: [first, 0, 0, 0] + CraftedZip.number(number, 8).reversed())
                    })
            }
            shards.append(TestTar.pax([("size", "\(number)")]) + plain)
            shards.append(TestTar.member("PaxHeaders/x", Array("\(number) size=1\n".utf8), type: "x") + plain)
        }
        var items = 0
        for shard in shards {
            var rest = [shard + TestTar.end]
            let reader = TarReader { () throws(FileAccessError) in rest.popLast() ?? [] }
            while let item = reader.next() {
                items += 1
                if case .member = item { _ = try? reader.contents(atMost: items.isMultiple(of: 2) ? 1 << 10 : .max) }
            }
        }
        #expect(items >= shards.count)
    }
}
