import Support

/// Why something in a container of several files, such as a tar shard, could not be read.
///
///     if case .unusableMember(let name, .tornMember) = error { }  // ask for the shard again
///
/// ``message`` puts it into words, ``code`` names its kind for programs.
public enum MemberError: Error, Hashable, Sendable {
    /// Why bytes of a tar archive are no header.
    public enum HeaderFault: Hashable, Sendable {
        /// The checksum is another.
        case wrongChecksum
        /// The checksum is right, but the size is no number or a negative one.
        case badSize
        /// There is no name.
        case noName
        /// A long name or pax records before the header cannot be read.
        case badDescription
        /// A long name or pax records are followed by the end of the archive.
        case lostMember
    }

    /// Where a header should be there is none; `skippedByteCount` bytes from `offset` on belong to no member.
    case damagedHeader(HeaderFault, offset: Int, skippedByteCount: Int)
    /// The archive ends within a member, of which `found` bytes are there.
    case tornMember(expected: Int, found: Int)
    /// The archive ends at `offset`, between or within headers or in padding.
    case tornArchive(offset: Int)
    /// What the archive is packed in is damaged; `detail` is the inflating library's word for it.
    case damagedPacking(detail: String, offset: Int)
    /// Nothing in the archive is a depth file; `skippedCount` other members were skipped.
    case noDepthFiles(skippedCount: Int)
    /// Another member before it has its name.
    case sameName(String)
    /// A link, whose contents stand elsewhere.
    case link
    /// A file whose holes were left out.
    case sparse
    /// A side file says what cannot be understood: what was found, and what was expected.
    case unusableSideFile(name: String, found: String, expected: String)
    /// A fault of a zip archive or of a member of one.
    case zip(ZipError)
    /// Nothing in the archive has this name, which was asked for; the names there are, the first few of them.
    case noSuchArray(String, found: [String])
    /// A side file that comes after members of its sample had to be handed on.
    case lateSideFile(key: String)
    /// Confidence that comes after its map, which had to be handed on, while samples are to be left out by it.
    case lateConfidence(map: String)
}

extension MemberError {
    /// The kind of error in snake case, such as `member_torn`.
    public var code: String {
        switch self {
        case .damagedHeader: "tar_header_damaged"
        case .tornMember: "member_torn"
        case .tornArchive: "tar_torn"
        case .damagedPacking: "tar_packing_damaged"
        case .noDepthFiles: "tar_without_depth_files"
        case .sameName: "member_name_twice"
        case .link: "member_is_link"
        case .sparse: "member_is_sparse"
        case .unusableSideFile: "side_file_unusable"
        case .lateSideFile: "side_file_late"
        case .lateConfidence: "confidence_late"
        case .zip(let error): error.code
        case .noSuchArray: "no_such_array"
        }
    }
}

extension MemberError: CustomStringConvertible {
    /// The error in one line: "found …; expected …; …". The caller puts `container/member` before it.
    public var message: String { message(naming: .properties) }

    /// ``message``, with the names that reading options go by where it is shown.
    package func message(naming names: ReadingOptionNames) -> String { sentence(words(names)) }
    /// ``message``.
    public var description: String { message }

    private func words(_ names: ReadingOptionNames) -> Words {
        switch self {
        case .damagedHeader(let fault, let offset, let count):
            (
                "\(fault.finding) at byte \(offset) of the archive, and no member in \(byteText(count)) from there",
                "the header of a member",
                offset == 0
                    ? "name a tar archive, as it is or packed with gzip"
                    : "write the archive again if that was a depth file"
            )
        case .tornMember(let expected, let found):
            ("\(byteText(found)) up to the end of the archive", "\(byteText(expected)) as its header says", Self.copy)
        case .tornArchive(let offset):
            ("the end of the archive at byte \(offset), where none can be", "whole members", Self.copy)
        case .damagedPacking(let detail, let offset):
            ("a damaged gzip stream (\(detail)) after \(byteText(offset)) of the archive", "an intact one", Self.copy)
        case .noDepthFiles(let skippedCount):
            (
                "no depth file in the archive" + names.remark(skippedCount, "member"),
                "members named " + DepthFileList.extensions.map { "*." + $0 }.joined(separator: " "),
                "take every member with \(names.takesAll), or name another archive"
            )
        case .sameName(let name):
            (
                "\(Printable.form(of: name)) once more", "one member a name",
                "see which of them counts, here it is the first, and write the archive again"
            )
        case .link:
            ("a link", "the contents of a file", "write the archive with what links lead to, not with links")
        case .sparse:
            ("a file without its holes", "all of its bytes", "write the archive with the holes of files")
        case .unusableSideFile(let name, let found, let expected):
            ("\(found) in its side file \(Printable.form(of: name))", expected, "correct the side file")
        case .zip(let error): error.words
        case .noSuchArray(let name, let found):
            (
                "no array \(Printable.form(of: name))",
                found.isEmpty
                    ? "an archive with arrays"
                    : "one of " + found.map { Printable.form(of: $0) }.joined(separator: ", "),
                "name one of those, or none for all"
            )
        case .lateSideFile(let key):
            (
                "a side file behind members of \(Printable.form(of: key)) that were read without it",
                "one beside its members", "write it before them"
            )
        case .lateConfidence(let map):
            (
                "the confidence of \(Printable.form(of: map)) behind it, which was read without",
                "confidence in front of its map", "write the archive again, sorted by names"
            )
        }
    }

    private static let copy = "copy the archive again"
}

extension MemberError.HeaderFault {
    fileprivate var finding: String {
        switch self {
        case .wrongChecksum: "a wrong checksum"
        case .badSize: "a header without a size that can be"
        case .noName: "a header without a name"
        case .badDescription: "a long name or pax records that cannot be read"
        case .lostMember: "a long name or pax records without a member behind them"
        }
    }
}
