import GzipReader
import Support

@testable import DepthFiles

extension FuzzTarget {
    /// A zip archive; and one whose members are made from the input, with correct checksums.
    static let zip = FuzzTarget(
        name: "zip", seeds: ["Tests/DepthFilesTests/Archives/formats/zip"],
        words: [
            "PK\u{1}\u{2}", "PK\u{3}\u{4}", "PK\u{5}\u{5}", "PK\u{5}\u{6}", "PK\u{6}\u{6}", "PK\u{6}\u{7}",
            "PK\u{7}\u{8}", "\u{1}\0\u{10}\0", ".npy",
        ],
        decoded: { membersAsBytes($0, limit: memberLimit) }
    ) { bytes in
        promiseMembers(of: bytes)
        promiseWrittenMembers(bytes)
    }
}

private let memberLimit = 10_000

/// Every member is within the limits, or the error is reported.
private func promiseMembers(of bytes: [UInt8]) {
    var limits = ZipLimits()
    limits.memberCount = 20
    limits.directoryByteCount = 2000
    let source = ByteSource.bytes(bytes)
    do throws(ZipError) {
        let directory = try ZipDirectory(reading: source, limits: limits)
        promise(directory.members.count <= limits.memberCount, "\(directory.members.count) members")
        for member in directory.members {
            promisePrintable(member.name.printable)
            let reserved = member.reservedByteCount(limit: memberLimit)
            promise((0...bytes.count + 2 * memberLimit).contains(reserved), "\(reserved) bytes are reserved")
            let start = member.start(in: source, count: 100)
            promise(start.count <= 100, "a start of 100 bytes has \(start.count)")
            do throws(ZipError) {
                let contents = try member.contents(from: source, limit: memberLimit)
                promise(
                    FileSize(contents.count) == member.byteCount && contents.count <= memberLimit,
                    "contents have the declared size"
                )
                promise(contents.withUnsafeBytes(fastChecksum) == member.checksum, "contents match their checksum")
                promise(member.fault == nil, "a readable member has no fault")
            } catch { promiseLine(error.message) }
        }
    } catch { promiseLine(error.message) }
}

/// Written archives can be read.
private func promiseWrittenMembers(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 5, omittingEmptySubsequences: false).map(Array.init)
    var archive: [UInt8] = []
    var writer = ZipWriter { archive += $0 }
    var (names, contents): ([String], [[UInt8]]) = ([], [])
    for (name, part) in zip(parts, parts.dropFirst()) {
        let name = String(fileBytes: name.prefix(30))
        do throws(ZipWritingError) {
            try writer.add(part, named: name, compresses: part.count.isMultiple(of: 2))
            names.append(name)
            contents.append(part)
        } catch {
            promise(name.isEmpty || names.contains(name), "only empty and repeated names are refused: \(error)")
            promiseLine(error.message)
        }
    }
    guard (try? writer.finish()) != nil else { fatalError("not kept: an archive can be ended") }
    let source = ByteSource.bytes(archive)
    guard let directory = try? ZipDirectory(reading: source) else { fatalError("not kept: an archive is read") }
    let found = directory.members.map { try? $0.contents(from: source, limit: memberLimit) }
    promise(found == contents && directory.members.map(\.name) == names, "members are read back unchanged")
}
