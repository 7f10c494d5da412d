import DepthFiles
import Foundation
import GzipReader
import Support
import TestSupport
import Testing

/// Archives from Python's zipfile and NumPy, written by tools/dev/formats/make, with the facts about their contents.
enum Archives {
    struct Facts: Decodable {
        let name: String
        let byteCount: Int
        let sha256: String
        let checksum: UInt32
    }

    static let folder = CommandRunner.package.appending(path: "Tests/DepthFilesTests/Archives/formats/zip")

    static func expected() throws -> [String: [Facts]] {
        let facts = try JSONDecoder().decode(
            [String: [Facts]].self, from: Data(contentsOf: folder.appending(path: "expected.json")))
        try #require(facts.count >= 15)
        return facts
    }

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    static func directory(_ bytes: [UInt8]) throws(ZipError) -> ZipDirectory {
        try ZipDirectory(reading: .bytes(bytes))
    }
}

/// The contents of a member, or an error.
func contents(_ member: ZipMember, _ bytes: [UInt8], limit: Int = 1 << 20) -> Result<[UInt8], ZipError> {
    Result { () throws(ZipError) in try member.contents(from: .bytes(bytes), limit: limit) }
}

@Suite struct ZipTests {
    /// Compares members with the results of Python's zipfile.
    private func check(
        _ members: [ZipMember], _ expected: [Archives.Facts], in source: ByteSource, _ label: String
    ) throws {
        #expect(members.map(\.name) == expected.map(\.name), "\(label)")
        for (member, facts) in zip(members, expected) {
            let contents = try member.contents(from: source, limit: facts.byteCount)
            #expect(SHA256Digest.hexadecimal(of: contents) == facts.sha256, "\(label): \(facts.name)")
            #expect(member.byteCount == FileSize(facts.byteCount), "\(label): \(facts.name)")
            #expect(member.checksum == facts.checksum, "\(label): \(facts.name)")
            #expect(member.isFolder == facts.name.hasSuffix("/"), "\(label): \(facts.name)")
        }
    }

    @Test func everyMemberOfEveryArchiveIsRead() throws {
        for (name, expected) in try Archives.expected() {
            let path = Archives.folder.appending(path: name).path
            for source in [ByteSource.bytes(try Archives.bytes(name)), .file(try RandomAccessFile(path))] {
                let directory = try ZipDirectory(reading: source)
                try check(directory.members, expected, in: source, name)
            }
        }
    }

    @Test func anArchiveThatWasCutOffIsAnError() throws {
        for (name, expected) in try Archives.expected() where !name.hasPrefix("prefix") && !expected.isEmpty {
            let bytes = try Archives.bytes(name)
            let start = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x50, 0x4B, 1, 2]) })
            for length in [4, start / 2, start] {
                #expect(throws: ZipError.noDirectory, "\(name)") { try Archives.directory(Array(bytes[..<length])) }
            }
        }
    }

    /// Whatever byte changes, the contents are either unchanged or an error.
    @Test(arguments: ["deflated.zip", "deflated-pipe-wide.zip", "wide-end.zip", "prefix.zip"])
    func damageIsNeverSilent(name: String) throws {
        let bytes = try Archives.bytes(name)
        let original = try Archives.directory(bytes).members.map { try contents($0, bytes).get() }
        var errors = 0
        for place in bytes.indices {
            for change: UInt8 in [1, 0x80, 0xFF] {
                var damaged = bytes
                damaged[place] ^= change
                guard let directory = try? Archives.directory(damaged) else {
                    errors += 1
                    continue
                }
                for member in directory.members {
                    switch contents(member, damaged) {
                    case .success(let contents):
                        #expect(original.contains(contents), "\(place), \(change): \(member.name)")
                    case .failure: errors += 1
                    }
                }
            }
        }
        #expect(errors > bytes.count)
    }

    @Test func unsupportedMembersAreReported() throws {
        for (name, fault) in [
            ("bzip2.zip", ZipError.otherMethod(12)), ("lzma.zip", .otherMethod(14)), ("encrypted.zip", .encrypted),
        ] {
            let bytes = try Archives.bytes(name)
            let directory = try Archives.directory(bytes)
            #expect(directory.members.map(\.fault) == [fault], "\(name)")
            #expect(contents(directory.members[0], bytes) == .failure(fault), "\(name)")
        }
    }

    @Test func otherBytesAreNotAnArchive() throws {
        for bytes in [[], [1], [0x50, 0x4B], Array("PK\u{3}\u{5}".utf8), [UInt8](repeating: 0x50, count: 70_000)] {
            #expect(throws: ZipError.notZip) { try Archives.directory(bytes) }
        }
    }

    @Test func filesAreReadAtAnyOffset() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("bytes", (0..<100).map { UInt8($0) }).path
        let file = try RandomAccessFile(path)
        #expect(file.byteCount == 100)
        #expect(try file.read(at: 98, count: 5) == [98, 99])
        #expect(try file.read(at: 100, count: 5) == [])
        #expect(try file.read(at: .max, count: .max) == [])
        #expect(try file.read(at: 7, count: .max).count == 93)
        let handle = try FileHandle(forWritingTo: folder.file("other", [1, 2, 3]))
        let other = try RandomAccessFile(folder.path + "/other")
        try handle.truncate(atOffset: 2)
        #expect(throws: FileAccessError(folder.path + "/other", .changedWhileRead)) { try other.read(at: 0, count: 3) }
        #expect(throws: FileAccessError(folder.path, .isFolder)) { try RandomAccessFile(folder.path) }
        #expect(throws: FileAccessError("/dev/null", .isNotFile)) { try RandomAccessFile("/dev/null") }
        #expect(throws: FileAccessError(folder.path + "/none", .missing)) {
            try RandomAccessFile(folder.path + "/none")
        }
    }
}
