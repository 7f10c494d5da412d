import Support

/// Writes the members of a zip archive one after the other, the same bytes every time: without times, dated 1980-01-01.
///
///     var archive = ZipWriter { (bytes) throws(FileAccessError) in try file.write(Array(bytes)) }
///     try archive.add(bytes, named: "map.bin", compresses: true)
///     try archive.finish()
///
/// Besides the member that is written, only the directory is kept, of some fifty bytes a member and its name. Places
/// and sizes have 64 bits where 32 do not suffice. After an error the archive cannot be finished.
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
    ///   - offset: where in its file it begins: places are counted from there on, as they are where a program that
    ///     unpacks it stands before it.
    ///   - sink: takes the archive piece by piece.
    package init(at offset: Int = 0, into sink: @escaping Sink) {
        self.offset = offset
        self.sink = sink
    }

    /// Writes a member.
    ///
    /// - Parameters:
    ///   - name: in UTF-8 or any other bytes; no other member may have it.
    ///   - compresses: whether it is compressed with DEFLATE, where that makes it smaller.
    package mutating func add(
        _ contents: [UInt8], named name: String, compresses: Bool
    ) throws(ZipWritingError) {
        let nameBytes = name.fileBytes
        guard !nameBytes.isEmpty, nameBytes.count <= ZipRecord.mostNameBytes, !nameBytes.contains(0) else {
            throw .unusableName(name)
        }
        guard names.insert(nameBytes).inserted else { throw .nameTwice(name) }
        // zlib takes no more at once.
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

    /// Writes the directory, which ends the archive.
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
