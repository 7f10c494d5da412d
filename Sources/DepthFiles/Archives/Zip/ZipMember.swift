import Support

/// A member of a zip archive.
///
///     let bytes = try member.contents(from: source, limit: 1 << 28)
///
/// Its name is only a name, whatever stands in it: nothing is ever written to it. Several may have the same.
package struct ZipMember: Sendable {
    /// As it stands in the archive; bytes that are no UTF-8 stand in it as private characters (docs/NAMES.md).
    package let name: String
    /// 0 for stored, 8 for DEFLATE.
    package let method: Int
    /// The general purpose bit flag.
    package let flags: Int
    /// How many bytes it has in the archive, and outside of it.
    package let compressedByteCount: Int
    package let byteCount: Int
    /// The CRC-32 of its contents.
    package let checksum: UInt32
    /// Where its header stands in the file.
    package let offset: Int
    /// Where it ends at the latest: where the next one begins, or the directory.
    let boundary: Int
    /// Why it cannot be read, as far as that is known without its contents.
    package let fault: ZipError?

    /// Whether it is a folder: a name that ends with `/`, and no contents.
    package var isFolder: Bool { name.utf8.last == UInt8(ascii: "/") }

    /// Its contents, held to its size and its CRC-32.
    ///
    /// - Parameters:
    ///   - source: what the directory was read from.
    ///   - limit: the most bytes to give out. Memory follows the bytes that are there, not what a header claims.
    package func contents(from source: ByteSource, limit: Int) throws(ZipError) -> [UInt8] {
        if let fault { throw fault }
        guard byteCount <= limit else { throw .tooLarge(byteCount: byteCount, limit: limit) }
        let start = try startOfContents(in: source)
        let left = max(0, min(boundary, source.byteCount) - start)
        guard compressedByteCount <= left else {
            throw boundary < source.byteCount
                ? .overlapping(offset: boundary) : .tornMember(expected: compressedByteCount, found: left)
        }
        if method == ZipRecord.stored, compressedByteCount != byteCount {
            throw .wrongByteCount(expected: byteCount, found: compressedByteCount)
        }
        let packed = try source.bytes(at: start, count: compressedByteCount)
        let contents = method == ZipRecord.stored ? packed : try inflated(packed)
        guard contents.withUnsafeBytes(fastChecksum) == checksum else { throw .wrongChecksum }
        return contents
    }

    /// How many bytes reading it takes: packed, and unpacked while they grow; 0 over the limit, where it is not read.
    func reservedByteCount(limit: Int) -> Int {
        byteCount > limit ? 0 : compressedByteCount + (method == ZipRecord.stored ? 0 : 2 * byteCount)
    }

    /// The first bytes of its contents, up to `count`, held to nothing; none of a member that cannot be read.
    func start(in source: ByteSource, count: Int) -> [UInt8] {
        guard fault == nil, let start = try? startOfContents(in: source),
            let packed = try? source.read(at: start, count: min(compressedByteCount, count))
        else { return [] }
        guard method != ZipRecord.stored else { return packed }
        // DEFLATE makes at most 1032 bytes of one; beyond a limit nothing is given out.
        return Array(inflate(packed, framing: .raw, limit: 1100 * count).output.prefix(count))
    }

    /// Where they begin, behind a header that says the same as the directory.
    private func startOfContents(in source: ByteSource) throws(ZipError) -> Int {
        guard case .header(let header) = try ZipLocalHeader.find(at: offset, in: source) else {
            throw .noHeader(offset: offset)
        }
        guard header.name == name.fileBytes else { throw .contradiction(.name) }
        guard header.method == method else { throw .contradiction(.method) }
        guard (header.flags ^ flags) & ZipRecord.encryptedFlag == 0 else { throw .contradiction(.encryption) }
        // Of what stands behind the contents, the header may have zeros.
        if header.flags & ZipRecord.descriptorFlag == 0 {
            guard header.checksum == checksum else { throw .contradiction(.checksum) }
            guard header.sizes.byteCount == byteCount else { throw .contradiction(.byteCount) }
            guard header.sizes.compressedByteCount == compressedByteCount else {
                throw .contradiction(.compressedByteCount)
            }
        }
        return header.end
    }

    private func inflated(_ packed: [UInt8]) throws(ZipError) -> [UInt8] {
        let inflation = inflate(packed, framing: .raw, limit: byteCount)
        let count = inflation.output.count
        switch inflation.end {
        case .complete: break
        case .overLimit: throw .moreBytes(expected: byteCount)
        case .notEnoughMemory(let byteCount): throw .notEnoughMemory(byteCount: byteCount)
        case .corrupt(let detail): throw .damagedContents(detail: detail, inflated: count)
        case .truncated: throw .damagedContents(detail: "it goes on behind the end", inflated: count)
        case .wrongChecksum, .wrongLength, .needsDictionary:
            preconditionFailure("raw DEFLATE has neither a checksum nor a dictionary")
        }
        guard inflation.consumed == packed.count else {
            throw .damagedContents(detail: "it ends before the member does", inflated: count)
        }
        guard count == byteCount else { throw .wrongByteCount(expected: byteCount, found: count) }
        return inflation.output
    }

    /// What is wrong with a member by what its header or the directory says of it.
    static func fault(
        flags: Int, method: Int, disk: Int = 0
    ) -> ZipError? {
        if disk != 0 { return .onOtherDisk }
        if flags & ZipRecord.encryptedFlag != 0 { return .encrypted }
        return method == ZipRecord.stored || method == ZipRecord.deflated ? nil : .otherMethod(method)
    }
}
