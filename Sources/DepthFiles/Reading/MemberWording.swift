import Support

// All wording of what is wrong with containers of several files and with what is in them.

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
        #if !hasFeature(Embedded)
            case .zip(let error): error.words
        #endif
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
