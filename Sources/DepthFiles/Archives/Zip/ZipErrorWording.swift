import Support

// The wording and the codes of zip errors. The codes are stable between versions.

extension ZipError: CustomStringConvertible {
    /// One line: "found …; expected …; …". The caller prefixes the archive, or `archive/member`.
    public var message: String {
        if case .inaccessible(let error) = self { return error.message }
        return sentence(words)
    }

    var words: ErrorParts { (finding, expectation, remedy) }

    /// The same as ``message``.
    public var description: String { message }

    var finding: String {
        switch self {
        case .inaccessible(let error): error.message
        case .notZip: "neither a member nor the end of a zip archive"
        case .noDirectory(let end): "no directory after the members, which end at byte \(end)"
        case .damagedDirectory(let offset, let end):
            "a damaged directory at byte \(offset), and members up to byte \(end)"
        case .splitArchive: "a split zip archive"
        case .tooManyMembers(let count, _): "\(count) members"
        case .directoryTooLarge(let byteCount, _): "a directory of \(byteText(byteCount))"
        case .encrypted: "an encrypted member"
        case .otherMethod(let method): "a member compressed by method \(method)"
        case .onOtherDisk: "a member in another part of the archive"
        case .tornMember(_, let found): "\(byteText(found)) up to the end of the archive"
        case .outsideOfArchive(let offset): "a member offset of \(offset), which is out of range"
        case .overlapping(let offset): "a member that overlaps the data at byte \(offset)"
        case .unknownByteCount: "an uncompressed member of unknown size"
        case .noHeader(let offset): "no member header at byte \(offset)"
        case .contradiction(let field): "a member header and a directory that differ in \(field.rawValue)"
        case .damagedContents(let detail, let inflated):
            "a damaged DEFLATE stream (\(detail)) after \(byteText(inflated))"
        case .wrongByteCount(_, let found): byteText(found)
        case .moreBytes(let expected): "more than \(byteText(expected))"
        case .wrongChecksum: "contents whose CRC-32 does not match"
        case .tooLarge(let byteCount?, _): "a member of \(byteText(byteCount))"
        case .tooLarge(nil, let limit): "a member of more than \(byteText(limit))"
        case .notEnoughMemory: "too little memory"
        }
    }

    var expectation: String {
        switch self {
        case .inaccessible, .notZip: "a zip archive"
        case .noDirectory, .damagedDirectory: "an intact directory at the end"
        case .splitArchive, .onOtherDisk: "the whole archive in one file"
        case .tooManyMembers(_, let limit): "at most \(limit)"
        case .directoryTooLarge(_, let limit), .tooLarge(_, let limit):
            "at most \(byteText(limit))"
        case .encrypted: "an unencrypted member"
        case .otherMethod: "method 0 (stored) or 8 (DEFLATE)"
        case .tornMember(let expected?, _): byteText(expected)
        case .tornMember(nil, _): "a complete member"
        case .outsideOfArchive: "members between the start of the archive and its directory"
        case .overlapping: "members that do not overlap"
        case .unknownByteCount: "its size in its header or in a directory"
        case .noHeader: "a header where the directory places it"
        case .contradiction: "the same in both"
        case .damagedContents, .wrongChecksum: "intact contents"
        case .wrongByteCount(let expected, _): "\(byteText(expected)), as listed in the directory"
        case .moreBytes: "no more than the directory lists"
        case .notEnoughMemory(let byteCount): "room for \(byteText(byteCount))"
        }
    }

    var remedy: String {
        switch self {
        case .inaccessible, .notZip: "name another file"
        case .noDirectory, .damagedDirectory, .tornMember, .noHeader, .contradiction, .damagedContents,
            .wrongByteCount, .moreBytes, .wrongChecksum, .outsideOfArchive, .overlapping:
            "copy the archive again, or write it again"
        case .splitArchive, .onOtherDisk: "join its parts"
        case .tooManyMembers, .directoryTooLarge: "split its members across several archives"
        case .encrypted: "write the archive without encryption"
        case .otherMethod: "write the archive with DEFLATE"
        case .unknownByteCount: "copy the archive again, with its directory"
        case .tooLarge: "raise the limit if the member is valid"
        case .notEnoughMemory: "free memory, or process fewer files at once"
        }
    }

    /// The kind of error in snake case, such as `zip_member_torn`.
    public var code: String {
        switch self {
        case .inaccessible(let error): error.code
        case .notZip: "zip_not_found"
        case .noDirectory: "zip_without_directory"
        case .damagedDirectory: "zip_directory_damaged"
        case .splitArchive: "zip_split"
        case .tooManyMembers: "zip_too_many_members"
        case .directoryTooLarge: "zip_directory_too_large"
        case .encrypted: "zip_member_encrypted"
        case .otherMethod: "zip_member_other_method"
        case .onOtherDisk: "zip_member_elsewhere"
        case .tornMember: "zip_member_torn"
        case .outsideOfArchive: "zip_member_outside"
        case .overlapping: "zip_member_overlapping"
        case .unknownByteCount: "zip_member_size_unknown"
        case .noHeader: "zip_member_without_header"
        case .contradiction: "zip_member_contradicted"
        case .damagedContents: "zip_member_damaged"
        case .wrongByteCount: "zip_member_wrong_length"
        case .moreBytes: "zip_member_too_long"
        case .wrongChecksum: "zip_member_wrong_checksum"
        case .tooLarge: "too_large"
        case .notEnoughMemory: "not_enough_memory"
        }
    }
}
