import GzipReader
import Support

/// The directory of a zip archive.
///
///     let source = ByteSource.file(try RandomAccessFile("maps.npz"))
///     let directory = try ZipDirectory(reading: source)
///     for member in directory.members where !member.isFolder {
///         let bytes = try member.contents(from: source, limit: 1 << 28)
///     }
///
/// Supports 64-bit offsets, comments, and bytes before the archive. If the directory is missing, as in a truncated
/// copy, the members are found by scanning headers from the first byte.
///
/// Source: PKWARE, APPNOTE.TXT 6.3.10, 4.3 (records), 4.5.3 (64 bits).
package struct ZipDirectory: Sendable {
    /// The members in directory order. ``ZipMember/fault`` is set for unreadable members.
    package let members: [ZipMember]
    /// The damage to the directory, if any. The members were then found by scanning, up to the offset it gives.
    package let damage: ZipError?

    /// - Throws: ``ZipError`` for a file that is not an archive, a split archive, or one beyond the limits.
    package init(reading source: ByteSource, limits: ZipLimits = ZipLimits()) throws(ZipError) {
        var damagedAt: Int?
        switch try ZipEnd.find(in: source) {
        case .found(let end):
            if let members = try Self.entries(end, in: source, limits) {
                self.members = members
                damage = nil
                return
            }
            damagedAt = end.directoryOffset
        case .damaged(let offset): damagedAt = offset
        case .none: break
        }
        var scan = ZipScan(source: source, limits: limits)
        try scan.run()
        guard damagedAt != nil || scan.hasBegun else { throw .notZip }
        members = scan.members
        damage =
            if let offset = damagedAt ?? scan.strangeOffset {
                .damagedDirectory(offset: offset, end: scan.end)
            } else {
                .noDirectory(end: scan.end)
            }
    }

    private static let entryByteCount = 46

    /// The members that a directory lists; nil if it is damaged.
    private static func entries(
        _ end: ZipEnd, in source: ByteSource, _ limits: ZipLimits
    ) throws(ZipError) -> [ZipMember]? {
        guard let memberCount = end.memberCount.int(atMost: end.directoryByteCount / entryByteCount) else { return nil }
        guard memberCount <= limits.memberCount else {
            throw .tooManyMembers(count: memberCount, limit: limits.memberCount)
        }
        guard end.directoryByteCount <= limits.directoryByteCount else {
            throw .directoryTooLarge(byteCount: end.directoryByteCount, limit: limits.directoryByteCount)
        }
        let bytes = try source.bytes(at: end.directoryOffset, count: end.directoryByteCount)
        var rest = bytes[...]
        var entries: [Entry] = []
        while rest.starts(with: ZipRecord.directoryEntry) {
            guard let entry = Entry(&rest) else { return nil }
            entries.append(entry)
            guard entries.count <= limits.memberCount else {
                throw .tooManyMembers(count: entries.count, limit: limits.memberCount)
            }
        }
        guard rest.isEmpty || rest.starts(with: ZipRecord.digitalSignature),
            (end.hasFullCount ? entries.count : entries.count & 0xFFFF) == memberCount
        else { return nil }
        return members(entries, end)
    }

    /// Members with the offsets at which they must end.
    private static func members(_ entries: [Entry], _ end: ZipEnd) -> [ZipMember] {
        // Offsets beyond the directory are wrong.
        let offsets = entries.map { entry in
            (entry.sizes.offset.int(atMost: end.directoryOffset) ?? end.directoryOffset) + end.prefixByteCount
        }
        let order = entries.indices.sorted { offsets[$0] < offsets[$1] }
        var boundaries = offsets
        var isShared = entries.map { _ in false }
        var (boundary, following) = (end.directoryOffset, Int?.none)
        for index in order.reversed() {
            if let following, offsets[index] == offsets[following] {
                (isShared[index], isShared[following]) = (true, true)
            } else if let following {
                boundary = offsets[following]
            }
            boundaries[index] = boundary
            following = index
        }
        return entries.indices.map { index in
            let (entry, offset) = (entries[index], offsets[index])
            var fault = ZipMember.fault(
                flags: entry.flags, method: entry.method, disk: entry.sizes.disk)
            if fault == nil, offset >= end.directoryOffset { fault = .outsideOfArchive(offset: offset) }
            if fault == nil, isShared[index] { fault = .overlapping(offset: offset) }
            return ZipMember(
                name: String(fileBytes: entry.name), method: entry.method,
                flags: entry.flags, compressedByteCount: entry.sizes.compressedByteCount,
                byteCount: entry.sizes.byteCount, checksum: entry.checksum, offset: offset,
                boundary: boundaries[index], fault: fault)
        }
    }

    private struct Entry {
        let flags: Int
        let method: Int
        let checksum: UInt32
        let sizes: ZipSizes
        let name: ArraySlice<UInt8>

        /// Removes an entry from the front; nil if it is incomplete.
        init?(_ rest: inout ArraySlice<UInt8>) {
            guard rest.count >= entryByteCount else { return nil }
            let (nameCount, extraCount, commentCount) = (rest.number(28), rest.number(30), rest.number(32))
            let variable = rest.dropFirst(entryByteCount)
            guard variable.count >= nameCount + extraCount + commentCount else { return nil }
            flags = rest.number(8)
            method = rest.number(10)
            checksum = rest.checksum(16)
            var sizes = ZipSizes(
                byteCount: rest.size(24, 4), compressedByteCount: rest.size(20, 4), offset: rest.size(42, 4),
                disk: rest.size(34, 2))
            sizes.extend(from: variable.dropFirst(nameCount).prefix(extraCount))
            self.sizes = sizes
            name = variable.prefix(nameCount)
            rest = variable.dropFirst(nameCount + extraCount + commentCount)
        }
    }
}
