public import Support

/// An error in a zip archive or one of its members.
///
///     if case .tornMember = error { }  // ask for the archive again
///
/// ``message`` describes the error, ``code`` identifies its kind for programs.
public enum ZipError: Error, Hashable, Sendable {
    // Errors of archives.

    /// The file cannot be read.
    case inaccessible(FileAccessError)
    /// The file contains neither a member nor the end record of an archive.
    case notZip
    /// The directory is missing, as in a truncated file.
    case noDirectory
    /// The directory at `offset` is damaged.
    case damagedDirectory(offset: Int)
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
    /// The archive ends within the member: `found` bytes are present, of `expected` (nil if unknown).
    case tornMember(expected: Int?, found: Int)
    /// The header at `offset` lies where no member can be.
    case outsideOfArchive(offset: Int)
    /// The member shares bytes with the member or directory at `offset`.
    case overlapping(offset: Int)
    /// There is no member header at `offset`.
    case noHeader(offset: Int)
    /// The header contradicts the directory.
    case contradiction(ZipField)
    /// The contents cannot be inflated; `detail` comes from the inflating library.
    case damagedContents(detail: String, inflated: Int)
    /// The number of inflated bytes differs from the number in the directory.
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
    /// The name of the member, compared as bytes.
    case name
    /// The compression method.
    case method
    /// The flag that marks the contents as encrypted.
    case encryption
    /// The size of the compressed contents in bytes.
    case compressedByteCount = "compressed size"
    /// The size of the contents in bytes.
    case byteCount = "size"
    /// The CRC-32 of the contents.
    case checksum = "CRC-32"
}

extension ZipError: CustomStringConvertible {
    /// The kind of error in snake case, such as `zip_member_torn`.
    public var code: String { words.code }
    /// One line: "found …; expected …; …". The caller prefixes the archive, or `archive/member`.
    public var message: String {
        if case .inaccessible(let error) = self { error.message } else { words.sentence.description }
    }
    /// The same as ``message``.
    public var description: String { message }

    var words: ErrorWords {
        let (copy, join): (Message, Message) = ("copy the archive again, or write it again", "join its parts")
        let (raise, split): (Message, Message) = (
            "raise the limit if the member is valid", "split its members across several archives"
        )
        let repair: Message = "copy the archive again, or repair it with zip -FF"
        return switch self {
        case .inaccessible(let error): ErrorWords(error.code, error.message, "a zip archive", "name another file")
        case .notZip:
            ErrorWords(
                "zip_not_found", "neither a member nor the end of a zip archive", "a zip archive", "name another file")
        case .noDirectory:
            ErrorWords(
                "zip_without_directory", "no directory at the end of the archive, as if it was cut off",
                "an intact directory at the end", repair)
        case .damagedDirectory(let offset):
            ErrorWords(
                "zip_directory_damaged", "a damaged directory at byte \(offset)", "an intact directory at the end",
                repair)
        case .splitArchive: ErrorWords("zip_split", "a split zip archive", "the whole archive in one file", join)
        case .tooManyMembers(let count, let limit):
            ErrorWords("zip_too_many_members", "\(count) members", "at most \(limit)", split)
        case .directoryTooLarge(let byteCount, let limit):
            ErrorWords(
                "zip_directory_too_large", "a directory of \(byteText(byteCount))", "at most \(byteText(limit))", split)
        case .encrypted:
            ErrorWords(
                "zip_member_encrypted", "an encrypted member", "an unencrypted member",
                "write the archive without encryption")
        case .otherMethod(let method):
            ErrorWords(
                "zip_member_other_method", "a member compressed by method \(method)",
                "method 0 (stored) or 8 (DEFLATE)", "write the archive with DEFLATE")
        case .onOtherDisk:
            ErrorWords(
                "zip_member_elsewhere", "a member in another part of the archive", "the whole archive in one file", join
            )
        case .tornMember(let expected, let found):
            ErrorWords(
                "zip_member_torn", "\(byteText(found)) up to the end of the archive",
                expected.map(byteText) ?? "a complete member", copy)
        case .outsideOfArchive(let offset):
            ErrorWords(
                "zip_member_outside", "a member offset of \(offset), which is out of range",
                "members between the start of the archive and its directory", copy)
        case .overlapping(let offset):
            ErrorWords(
                "zip_member_overlapping", "a member that overlaps the data at byte \(offset)",
                "members that do not overlap", copy)
        case .noHeader(let offset):
            ErrorWords(
                "zip_member_without_header", "no member header at byte \(offset)",
                "a header where the directory places it", copy)
        case .contradiction(let field):
            ErrorWords(
                "zip_member_contradicted", "a member header and a directory that differ in \(field.rawValue)",
                "the same in both", copy)
        case .damagedContents(let detail, let inflated):
            ErrorWords(
                "zip_member_damaged", "a damaged DEFLATE stream (\(detail)) after \(byteText(inflated))",
                "intact contents", copy)
        case .wrongByteCount(let expected, let found):
            ErrorWords(
                "zip_member_wrong_length", byteText(found), "\(byteText(expected)), as listed in the directory", copy)
        case .moreBytes(let expected):
            ErrorWords(
                "zip_member_too_long", "more than \(byteText(expected))", "no more than the directory lists", copy)
        case .wrongChecksum:
            ErrorWords("zip_member_wrong_checksum", "contents whose CRC-32 does not match", "intact contents", copy)
        case .tooLarge(let byteCount?, let limit):
            ErrorWords("too_large", "a member of \(byteText(byteCount))", "at most \(byteText(limit))", raise)
        case .tooLarge(nil, let limit):
            ErrorWords("too_large", "a member of more than \(byteText(limit))", "at most \(byteText(limit))", raise)
        case .notEnoughMemory(let byteCount):
            ErrorWords(
                "not_enough_memory", "too little memory", "room for \(byteText(byteCount))",
                "free memory, or process fewer files at once")
        }
    }
}
