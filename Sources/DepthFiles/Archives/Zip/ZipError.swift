public import Support

/// An error in a zip archive or one of its members.
///
///     if case .tornMember = error { }  // ask for the archive again
///
/// ``message`` describes it, ``code`` identifies its kind for programs.
public enum ZipError: Error, Hashable, Sendable {
    // Errors of archives.

    /// The file cannot be read.
    case inaccessible(FileAccessError)
    /// The file contains neither a member nor the end record of an archive.
    case notZip
    /// The directory is missing, as in a truncated file. Complete members end at `end`.
    case noDirectory(end: Int)
    /// The directory at `offset` is damaged. The members found without it end at `end`.
    case damagedDirectory(offset: Int, end: Int)
    /// The archive is split into several files.
    case splitArchive
    /// The archive has more members than the limit allows.
    case tooManyMembers(count: Int, limit: Int)
    /// The directory is larger than the limit allows.
    case directoryTooLarge(byteCount: Int, limit: Int)

    // Errors of members.

    /// The member is encrypted.
    case encrypted
    /// The compression method is not DEFLATE.
    case otherMethod(Int)
    /// The member is in another file of a split archive.
    case onOtherDisk
    /// The archive ends within the member: `found` bytes are present of `expected`, if that is known.
    case tornMember(expected: Int?, found: Int)
    /// The header at `offset` lies where no member can be.
    case outsideOfArchive(offset: Int)
    /// The member shares bytes with the member or directory at `offset`.
    case overlapping(offset: Int)
    /// Neither the header nor the contents determine the length.
    case unknownByteCount
    /// There is no member header at `offset`.
    case noHeader(offset: Int)
    /// The header contradicts the directory.
    case contradiction(ZipField)
    /// The contents cannot be inflated; `detail` comes from the inflating library.
    case damagedContents(detail: String, inflated: Int)
    /// The number of inflated bytes differs from the directory.
    case wrongByteCount(expected: Int, found: Int)
    /// There are more inflated bytes than the directory states.
    case moreBytes(expected: Int)
    /// The CRC-32 of the contents is wrong.
    case wrongChecksum
    /// The member has more bytes than the limit allows.
    case tooLarge(byteCount: Int?, limit: Int)
    /// There is not enough memory for the contents.
    case notEnoughMemory(byteCount: Int)
}

/// A field that a member's header and the directory share.
public enum ZipField: String, Hashable, Sendable, CaseIterable {
    case name
    case method
    case encryption
    case compressedByteCount = "compressed size"
    case byteCount = "size"
    case checksum = "CRC-32"
}
