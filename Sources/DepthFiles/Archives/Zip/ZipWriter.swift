import Support

/// Writes a zip archive member by member. The output is deterministic: all members are dated 1980-01-01.
///
///     var archive = ZipWriter { (bytes) throws(FileAccessError) in try file.write(Array(bytes)) }
///     try archive.add(bytes, named: "map.bin", compresses: true)
///     try archive.finish()
///
/// Besides the current member, only the directory is kept in memory: about fifty bytes and the name of each member.
/// Offsets and sizes use 64 bits where needed. After an error the archive cannot be finished.
///
/// Source: PKWARE, APPNOTE.TXT 6.3.10, 4.3 (records), 4.5.3 (64 bits).
package struct ZipWriter {
    private let sink: Sink
    private var offset: Int
    private var directory: [UInt8] = []
    private var names: Set<[UInt8]> = []

    /// Begins an archive.
    ///
    /// - Parameters:
    ///   - offset: the offset of the archive in its file, for example behind a self-extractor. Offsets in the
    ///     archive are relative to the start of the file.
    ///   - sink: receives the archive piece by piece.
    package init(at offset: Int = 0, into sink: @escaping Sink) {
        self.offset = offset
        self.sink = sink
    }

    /// Writes a member.
    ///
    /// - Parameters:
    ///   - name: unique in the archive; UTF-8 or any other bytes.
    ///   - compresses: whether to compress with DEFLATE if that is smaller.
    package mutating func add(
        _ contents: [UInt8], named name: String, compresses: Bool
    ) throws(ZipWritingError) {
        let nameBytes = name.fileBytes
        guard !nameBytes.isEmpty, nameBytes.count <= ZipRecord.maximumNameBytes, !nameBytes.contains(0) else {
            throw .unusableName(name)
        }
        guard names.insert(nameBytes).inserted else { throw .duplicateName(name) }
        // The limit of a single zlib call.
        let packed =
            compresses && contents.count <= UInt32.max ? deflate(contents, framing: .raw, level: 6) : contents
        let isSmaller = packed.count < contents.count
        let member = WrittenZipMember(
            name: nameBytes, method: isSmaller ? ZipRecord.deflated : ZipRecord.stored,
            checksum: contents.withUnsafeBytes(fastChecksum), byteCount: contents.count,
            compressedByteCount: isSmaller ? packed.count : contents.count, offset: offset)
        directory += member.directoryEntry
        try put(member.localHeader)
        try put(isSmaller ? packed : contents)
    }

    package mutating func finish() throws(ZipWritingError) {
        let end = WrittenZipEnd(
            memberCount: names.count, directoryOffset: offset, directoryByteCount: directory.count)
        try put(directory)
        try put(end.bytes)
    }

    private mutating func put(_ bytes: [UInt8]) throws(ZipWritingError) {
        do throws(FileAccessError) { try sink(bytes[...]) } catch { throw .inaccessible(error) }
        offset += bytes.count
    }
}
