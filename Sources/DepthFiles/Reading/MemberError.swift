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
    #if !hasFeature(Embedded)
        /// What is wrong with a zip archive, or with a member of one.
        case zip(ZipError)
    #endif
    /// Nothing in the archive has this name, which was asked for; the names there are, the first few of them.
    case noSuchArray(String, found: [String])
    /// A side file that comes after members of its sample had to be handed on.
    case lateSideFile(key: String)
    /// Confidence that comes after its map, which had to be handed on, while samples are to be left out by it.
    case lateConfidence(map: String)
}
