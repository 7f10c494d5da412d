package import GzipReader
import Support

/// A member of a zip archive. Its name is untrusted, but never a path to write to. Several members may have one name.
package struct ZipMember: Sendable {
    /// The name in the archive; bytes that are not UTF-8 are noncharacters (docs/NAMES.md).
    package let name: String
    /// The compression method: 0 for stored, 8 for DEFLATE.
    package let method: Int
    package let flags: Int
    package let compressedByteCount: FileSize
    package let byteCount: FileSize
    package let checksum: UInt32
    package let offset: Int
    /// The latest possible end: the offset of the next member or of the directory.
    let boundary: Int
    /// The reason why the member cannot be read, if it is known without its contents.
    package let fault: ZipError?

    package var isFolder: Bool { name.utf8.last == UInt8(ascii: "/") }

    /// The contents, checked against size and CRC-32; memory grows with the actual bytes, not with the size in a
    /// header.
    package func contents(from source: ByteSource, limit: Int) throws(ZipError) -> [UInt8] {
        if let fault { throw fault }
        guard let byteCount = byteCount.int(atMost: limit)
        else { throw .tooLarge(byteCount: byteCount.int(atMost: FileSize.largestFile), limit: limit) }
        let start = try startOfContents(in: source)
        let left = max(0, min(boundary, source.byteCount) - start)
        guard let packedCount = compressedByteCount.int(atMost: left) else {
            let expected = compressedByteCount.int(atMost: FileSize.largestFile)
            throw boundary < source.byteCount
                ? .overlapping(offset: boundary) : .tornMember(expected: expected, found: left)
        }
        if method == ZipRecord.stored, packedCount != byteCount {
            throw .wrongByteCount(expected: byteCount, found: packedCount)
        }
        let packed = try source.bytes(at: start, count: packedCount)
        let contents = method == ZipRecord.stored ? packed : try inflated(packed, to: byteCount)
        guard contents.withUnsafeBytes(fastChecksum) == checksum else { throw .wrongChecksum }
        return contents
    }

    /// The memory needed to read the member, packed and unpacked; 0 if its size exceeds the limit or the archive,
    /// because then it is not read.
    func reservedByteCount(limit: Int) -> Int {
        guard let byteCount = byteCount.int(atMost: limit), let packed = compressedByteCount.int(atMost: boundary)
        else { return 0 }
        return packed + (method == ZipRecord.stored ? 0 : 2 * byteCount)
    }

    /// Up to `count` bytes from the start of the contents, without checks; empty if they cannot be read.
    func start(in source: ByteSource, count: Int) -> [UInt8] {
        guard fault == nil, let start = try? startOfContents(in: source),
            let packed = try? source.read(at: start, count: compressedByteCount.int(atMost: count) ?? count)
        else { return [] }
        guard method != ZipRecord.stored else { return packed }
        // DEFLATE expands by a factor of at most 1032. Above its limit, `inflate` returns nothing.
        return Array(inflate(packed, framing: .raw, limit: 1100 * count).output.prefix(count))
    }

    /// The offset of the contents. The header before them must agree with the directory.
    private func startOfContents(in source: ByteSource) throws(ZipError) -> Int {
        guard let header = try ZipLocalHeader.find(at: offset, in: source) else { throw .noHeader(offset: offset) }
        guard header.name == name.fileBytes else { throw .contradiction(.name) }
        guard header.method == method else { throw .contradiction(.method) }
        guard (header.flags ^ flags) & ZipRecord.encryptedFlag == 0 else { throw .contradiction(.encryption) }
        // The header may have zeros for fields that follow the contents.
        if header.flags & ZipRecord.descriptorFlag == 0 {
            guard header.checksum == checksum else { throw .contradiction(.checksum) }
            guard header.sizes.byteCount == byteCount else { throw .contradiction(.byteCount) }
            guard header.sizes.compressedByteCount == compressedByteCount
            else { throw .contradiction(.compressedByteCount) }
        }
        return header.end
    }

    private func inflated(_ packed: [UInt8], to byteCount: Int) throws(ZipError) -> [UInt8] {
        let inflation = inflate(packed, framing: .raw, limit: byteCount)
        let count = inflation.output.count
        switch inflation.end {
        case .complete: break
        case .overLimit: throw .moreBytes(expected: byteCount)
        case .notEnoughMemory(let byteCount): throw .notEnoughMemory(byteCount: byteCount)
        case .corrupt(let detail): throw .damagedContents(detail: detail, inflated: count)
        case .truncated: throw .damagedContents(detail: "it continues past the end of the member", inflated: count)
        case .wrongChecksum, .wrongLength, .needsDictionary:
            preconditionFailure("raw DEFLATE has neither a checksum nor a dictionary")
        }
        guard inflation.consumed == packed.count
        else { throw .damagedContents(detail: "it ends before the member does", inflated: count) }
        guard count == byteCount else { throw .wrongByteCount(expected: byteCount, found: count) }
        return inflation.output
    }

    static func fault(flags: Int, method: Int, disk: FileSize) -> ZipError? {
        if disk != 0 { return .onOtherDisk }
        if flags & ZipRecord.encryptedFlag != 0 { return .encrypted }
        return method == ZipRecord.stored || method == ZipRecord.deflated ? nil : .otherMethod(method)
    }
}
