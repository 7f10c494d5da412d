import DepthAnalysis
import Foundation
import GzipReader
import Support
import TestSupport
import Testing

@testable import DepthFiles

@Suite struct ZipWriterTests {
    private final class Written {
        var bytes: [UInt8] = []
        var mostAtOnce = 0

        func take(_ piece: ArraySlice<UInt8>) {
            bytes += piece
            mostAtOnce = max(mostAtOnce, piece.count)
        }
    }

    private func map(_ number: Int, width: Int = 8, height: Int = 6) throws -> DepthMap {
        var samples = (0..<width * height).map { Float(number) + Float($0 % 7) / 8 }
        samples[0] = Float(bitPattern: 0x7FC0_0000 | UInt32(number & 0xFFFF))
        return try DepthMap(width: width, height: height, samples: samples)
    }

    private func archive(
        _ maps: [(name: String, map: DepthMap)], compresses: Bool = true, at offset: Int = 0
    ) throws(ZipWritingError) -> Written {
        let written = Written()
        var writer = ZipWriter(at: offset) { written.take($0) }
        for (name, map) in maps {
            try writer.add(NumPyArray.bytes(of: map), named: name + ".npy", compresses: compresses)
        }
        try writer.finish()
        return written
    }

    @Test(arguments: [true, false])
    func everyMapRoundTripsBitForBit(compresses: Bool) throws {
        let maps = try ["room", "größe", "a/b", "third map"].enumerated().map { (name: $1, map: try map($0)) }
        let written = try archive(maps, compresses: compresses)
        let directory = try Archives.directory(written.bytes)
        #expect(directory.members.map(\.name) == maps.map { $0.name + ".npy" })
        #expect(directory.members.map { $0.flags } == [0, 1 << 11, 0, 0])
        for (member, (_, map)) in zip(directory.members, maps) {
            #expect(member.method == (compresses ? 8 : 0) && member.fault == nil)
            let bytes = try contents(member, written.bytes).get()
            #expect(try bytes == DepthFileWriter.encode(map, as: .npy).bytes)
            #expect(try DepthFileReader().read(bytes).result.get().map == map)
        }
        #expect(try archive(maps, compresses: compresses).bytes == written.bytes, "writing is deterministic")
    }

    @Test func membersMatchNumPy() throws {
        let numPy = try Archives.bytes("stored.npz")
        let member = try #require(try Archives.directory(numPy).members.first { $0.name == "depth.npy" })
        let bytes = try contents(member, numPy).get()
        let map = try DepthFileReader().read(bytes).result.get().map
        let written = try archive([("depth", map)], compresses: false)
        let ours = try #require(try Archives.directory(written.bytes).members.first)
        #expect(try contents(ours, written.bytes).get() == bytes)
        #expect(ours.checksum == member.checksum && ours.name == member.name && ours.method == member.method)
    }

    @Test func theWriterBuffersAtMostOneMap() throws {
        let maps = try (0..<50).map { (name: "m\($0)", map: try map($0)) }
        let written = try archive(maps, compresses: false)
        // The header and the samples of one map; the directory of all members is as long.
        #expect(written.mostAtOnce < 50 * (46 + 8) + 1 && written.bytes.count > 50 * 200)
    }

    @Test func anArchiveWithoutMapsIsValid() throws {
        let written = try archive([])
        #expect(written.bytes == (try Archives.bytes("empty.zip")))
        #expect(try Archives.directory(written.bytes).members.isEmpty)
    }

    @Test func incompressibleBytesAreStored() throws {
        let written = Written()
        var writer = ZipWriter { written.take($0) }
        try writer.add([1, 2, 3], named: "three", compresses: true)
        try writer.add([], named: "none", compresses: true)
        try writer.finish()
        let members = try Archives.directory(written.bytes).members
        #expect(members.map(\.method) == [0, 0])
        #expect(try members.map { try contents($0, written.bytes).get() } == [[1, 2, 3], []])
    }

    /// More members than 16 bits can count need a 64-bit end record.
    @Test func largeCountsUseZip64() throws {
        for count in [0xFFFE, 0xFFFF] {
            let written = Written()
            var writer = ZipWriter { written.take($0) }
            for number in 0..<count { try writer.add([], named: String(number), compresses: false) }
            try writer.finish()
            let directory = try Archives.directory(written.bytes)
            #expect(directory.members.count == count)
            #expect(directory.members.last?.name == String(count - 1))
            let wide = written.bytes.suffix(22 + 20).starts(with: ZipRecord.end64Locator)
            #expect(wide == (count >= 0xFFFF), "\(count)")
        }
    }

    /// After a hole of 5 GiB in the file.
    @Test func largeOffsetsUseZip64() throws {
        let offset = 5 << 30
        let maps = [("near", try map(1)), ("far", try map(2))]
        let written = try archive(maps.map { (name: $0.0, map: $0.1) }, at: offset)
        let folder = try TemporaryFolder()
        let handle = try FileHandle(forWritingTo: folder.file("maps.npz"))
        try handle.truncate(atOffset: UInt64(offset))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(written.bytes))
        try handle.close()
        let source = ByteSource.file(try RandomAccessFile(folder.path + "/maps.npz"))
        let directory = try ZipDirectory(reading: source)
        #expect(directory.members.map(\.name) == ["near.npy", "far.npy"])
        for (member, (_, map)) in zip(directory.members, maps) {
            #expect(member.offset >= offset)
            let bytes = try member.contents(from: source, limit: 1 << 20)
            #expect(try DepthFileReader().read(bytes).result.get().map == map)
        }
    }

    /// Writing a member of over 4 GiB takes too long, so only its records are made.
    @Test func largeSizesUseZip64() throws {
        for (byteCount, compressed) in [(1 << 33, 1 << 32), (1 << 33, 7), (0xFFFF_FFFF, 7), (0xFFFF_FFFE, 9)] {
            let member = WrittenZipMember(
                name: [0x61], method: 8, checksum: 0x89AB_CDEF, byteCount: byteCount, compressedByteCount: compressed,
                offset: 1 << 40)
            let bytes = member.localHeader
            guard let header = try ZipLocalHeader.find(at: 0, in: .bytes(bytes)) else {
                Issue.record("no header")
                continue
            }
            let (size, packed) = (FileSize(byteCount), FileSize(compressed))
            #expect(header.sizes.byteCount == size && header.sizes.compressedByteCount == packed)
            #expect(header.checksum == 0x89AB_CDEF && header.name == [0x61] && header.end == bytes.count)
            #expect(bytes.count == 31 + (byteCount >= 0xFFFF_FFFF ? 20 : 0))
            let entry = member.directoryEntry
            var sizes = ZipSizes(
                byteCount: entry.size(24, 4), compressedByteCount: entry.size(20, 4), offset: entry.size(42, 4))
            sizes.extend(from: entry[47...])
            #expect(sizes.byteCount == size && sizes.compressedByteCount == packed && sizes.offset == FileSize(1 << 40))
            #expect(entry.number(30) == entry.count - 47 && entry.number(28) == 1)
        }
    }

    @Test func unwritableArchivesAreReported() throws {
        let good = try map(1)
        #expect(throws: ZipWritingError.duplicateName("a.npy")) { try archive([("a", good), ("a", good)]) }
        let long = String(repeating: "x", count: 65_532)
        for name in [long, "a\0b"] {
            let error = #expect(throws: ZipWritingError.unusableName(name + ".npy")) { try archive([(name, good)]) }
            #expect(error?.message.hasSuffix("choose another name") == true)
        }
        let full = FileAccessError("maps.npz", .system(number: 28, text: "No space left on device"))
        var writer = ZipWriter { (_) throws(FileAccessError) in throw full }
        #expect(throws: ZipWritingError.inaccessible(full)) {
            try writer.add(NumPyArray.bytes(of: good), named: "a.npy", compresses: true)
        }
    }
}
