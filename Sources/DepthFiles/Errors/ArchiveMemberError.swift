public import Support

/// The reason why a member of a container, such as a tar shard, could not be read.
///
///     if case .unusableMember(let name, .tornMember) = error { }  // ask for the shard again
///
/// ``message`` is for people, ``code`` identifies the kind for programs.
public enum ArchiveMemberError: Error, Hashable, Sendable {
    /// The reason why a tar header is invalid.
    public enum HeaderFault: Hashable, Sendable {
        /// The checksum does not match.
        case wrongChecksum
        /// The checksum matches, but the size is negative or not a number.
        case badSize
        /// The name is empty.
        case noName
        /// The long name or pax records before the header cannot be read.
        case badDescription
        /// The archive ends after a long name or pax records.
        case lostMember
    }

    /// There is no valid header at `offset`; `skippedByteCount` bytes from there belong to no member.
    case damagedHeader(HeaderFault, offset: Int, skippedByteCount: Int)
    /// The archive ends within a member, after `found` of its bytes.
    case tornMember(expected: Int, found: Int)
    /// The archive ends at `offset`, between or within headers or in padding.
    case tornArchive(offset: Int)
    /// The compressed stream of the archive is damaged; `detail` is the message of the inflating library.
    case damagedPacking(detail: String, offset: Int)
    /// The archive contains no depth file; `skippedCount` other members were skipped.
    case noDepthFiles(skippedCount: Int)
    /// A previous member has the same name.
    case sameName(String)
    /// The member is a link and has no content.
    case link
    /// The member is a sparse file.
    case sparse
    /// A side file has invalid content.
    case unusableSideFile(name: String, found: String, expected: String)
    /// An error in a zip archive or one of its members.
    case zip(ZipError)
    /// The archive has no array of the requested name; `found` lists the first few names.
    case noSuchArray(String, found: [String])
    /// A side file follows members of its sample, which therefore had to be processed without it.
    case lateSideFile(key: String)
}

extension ArchiveMemberError: CustomStringConvertible, PresentedError {
    /// The error in one line: "found …; expected …; …", without `container/member`.
    public var message: String { wording.description }
    /// The same as ``message``.
    public var description: String { message }
    /// The kind of error in snake case, such as `member_torn`.
    public var code: String { words.code }

    package var wording: Message { words.sentence }

    private var words: ErrorWords {
        switch self {
        case .damagedHeader(let fault, let offset, let count):
            ErrorWords(
                "tar_header_damaged",
                "\(fault.finding) at byte \(offset) of the archive, and no member within \(byteText(count)) from there",
                "a member header",
                offset == 0
                    ? "name a tar archive, uncompressed or compressed with gzip"
                    : "write the archive again if that was a depth file")
        case .tornMember(let expected, let found):
            ErrorWords(
                "member_torn", "\(byteText(found)) up to the end of the archive",
                "\(byteText(expected)), as its header states", Self.copy)
        case .tornArchive(let offset):
            ErrorWords("tar_torn", "an archive that is cut off at byte \(offset)", "complete members", Self.copy)
        case .damagedPacking(let detail, let offset):
            ErrorWords(
                "tar_packing_damaged", "a damaged gzip stream (\(detail)) after \(byteText(offset)) of the archive",
                "an intact one", Self.copy)
        case .noDepthFiles(let skippedCount):
            ErrorWords(
                "tar_without_depth_files", "no depth file in the archive" + remark(skippedCount, "member"),
                "members named " + DepthFileList.extensions.map { "*." + $0 }.joined(separator: " "),
                .offering(
                    .allFiles, "read every member with \(option: .allFiles), or name another archive",
                    otherwise: "name one of the members, or another archive"))
        case .sameName(let name):
            ErrorWords(
                "member_name_twice", "a second member named \(Printable.form(of: name))", "unique names",
                "write the archive again with the right one only; the first was read")
        case .link:
            ErrorWords(
                "member_is_link", "a link", "the contents of a file",
                "write the archive with the files in place of links to them")
        case .sparse:
            ErrorWords(
                "member_is_sparse", "a sparse file", "all of its bytes", "write the archive without sparse files")
        case .unusableSideFile(let name, let found, let expected):
            ErrorWords(
                "side_file_unusable", "\(found) in its side file \(Printable.form(of: name))", expected,
                "correct the side file")
        case .zip(let error): error.words
        case .noSuchArray(let name, let found):
            ErrorWords(
                "no_such_array", "no array \(Printable.form(of: name))",
                found.isEmpty
                    ? "an archive with arrays"
                    : "one of " + found.map { Printable.form(of: $0) }.joined(separator: ", "),
                "name one of those, or no array to read all")
        case .lateSideFile(let key):
            ErrorWords(
                "side_file_late", "a side file after members of \(Printable.form(of: key)) that were read without it",
                "the side file before its members", "write it before them")
        }
    }

    private static let copy: Message = "copy the archive again"
}

extension ArchiveMemberError.HeaderFault {
    fileprivate var finding: String {
        switch self {
        case .wrongChecksum: "a wrong checksum"
        case .badSize: "a header with an invalid size"
        case .noName: "a header without a name"
        case .badDescription: "an unreadable long name or pax record"
        case .lostMember: "a long name or pax record without a member after it"
        }
    }
}
