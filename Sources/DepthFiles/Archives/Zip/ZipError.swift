public import Support

/// Why a zip archive or a member of one cannot be read.
///
///     if case .tornMember = error { }  // ask for the archive again
///
/// ``message`` puts it into words, ``code`` names its kind for programs.
public enum ZipError: Error, Hashable, Sendable {
    // Of an archive.

    /// The file cannot be read.
    case inaccessible(FileAccessError)
    /// Neither a member nor the record that ends every archive is there.
    case notZip
    /// The directory is not there, as of a file that was cut off. Whole members end at `end`.
    case noDirectory(end: Int)
    /// The directory, at `offset`, is not as it should be. Members that could be found without it end at `end`.
    case damagedDirectory(offset: Int, end: Int)
    /// The archive stands in several files.
    case splitArchive
    /// More members are claimed or there than the limit allows.
    case tooManyMembers(count: Int, limit: Int)
    /// The directory is larger than the limit allows.
    case directoryTooLarge(byteCount: Int, limit: Int)

    // Of a member.

    /// It is encrypted.
    case encrypted
    /// It is compressed by something else than DEFLATE.
    case otherMethod(Int)
    /// It stands in another file of an archive that is split.
    case onOtherDisk
    /// The archive ends within it. Of `expected` bytes, where that is known, `found` are there.
    case tornMember(expected: Int?, found: Int)
    /// It would stand where no member can be: `offset` is that of its header.
    case outsideOfArchive(offset: Int)
    /// It shares bytes with the member, or the directory, that begins at `offset`.
    case overlapping(offset: Int)
    /// Its header does not say how long it is, and neither does its contents.
    case unknownByteCount
    /// There is no header of a member at `offset`.
    case noHeader(offset: Int)
    /// Its header says something else than the directory.
    case contradiction(ZipField)
    /// Its contents cannot be inflated; `detail` is the inflating library's word for it.
    case damagedContents(detail: String, inflated: Int)
    /// Another number of bytes comes out than the directory says.
    case wrongByteCount(expected: Int, found: Int)
    /// More bytes come out than the directory says.
    case moreBytes(expected: Int)
    /// The CRC-32 of its contents is another.
    case wrongChecksum
    /// It has more bytes than the limit allows.
    case tooLarge(byteCount: Int?, limit: Int)
    /// There was no memory for what comes out.
    case notEnoughMemory(byteCount: Int)
}

/// What a member's header and the directory both say.
public enum ZipField: String, Hashable, Sendable, CaseIterable {
    case name
    case method
    case encryption
    case compressedByteCount = "compressed size"
    case byteCount = "size"
    case checksum = "CRC-32"
}
