import GzipReader
import Support

/// The directory of a zip archive, with 64-bit offsets, comments, and bytes before the archive (APPNOTE.TXT 6.3.10).
package struct ZipDirectory: Sendable {
    /// The members in directory order. ``ZipMember/fault`` is set for unreadable members.
    package let members: [ZipMember]

    /// - Throws: ``ZipError`` if the file is not an archive, is cut off or split, or exceeds the limits.
    package init(reading source: ByteSource, limits: ZipLimits = ZipLimits()) throws(ZipError) {
        switch try ZipEnd.find(in: source) {
        case .found(let end):
            guard let members = try Self.entries(end, in: source, limits)
            else { throw .damagedDirectory(offset: end.directoryOffset) }
            self.members = members
        case .damaged(let offset): throw .damagedDirectory(offset: offset)
        case .none:
            let start = try source.bytes(at: 0, count: 4)
            throw start == ZipRecord.localHeader ? .noDirectory : .notZip
        }
    }

    private static let entryByteCount = 46

    private static func entries(
        _ end: ZipEnd, in source: ByteSource, _ limits: ZipLimits
    ) throws(ZipError) -> [ZipMember]? {
        guard let memberCount = end.memberCount.int(atMost: end.directoryByteCount / entryByteCount) else { return nil }
        guard memberCount <= limits.memberCount
        else { throw .tooManyMembers(count: memberCount, limit: limits.memberCount) }
        guard end.directoryByteCount <= limits.directoryByteCount
        else { throw .directoryTooLarge(byteCount: end.directoryByteCount, limit: limits.directoryByteCount) }
        let bytes = try source.bytes(at: end.directoryOffset, count: end.directoryByteCount)
        var rest = bytes[...]
        var entries: [Entry] = []
        while rest.starts(with: ZipRecord.directoryEntry) {
            guard let entry = Entry(&rest) else { return nil }
            entries.append(entry)
            guard entries.count <= limits.memberCount
            else { throw .tooManyMembers(count: entries.count, limit: limits.memberCount) }
        }
        guard rest.isEmpty || rest.starts(with: ZipRecord.digitalSignature),
            (end.hasFullCount ? entries.count : entries.count & 0xFFFF) == memberCount
        else { return nil }
        return members(entries, end)
    }

    /// The members, each with the offset at which it must end at the latest.
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
            var fault = ZipMember.fault(flags: entry.flags, method: entry.method, disk: entry.sizes.disk)
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

package struct ZipLimits: Sendable {
    package var memberCount = 1_000_000
    package var directoryByteCount = 256 << 20

    package init() {}
}

/// The record at the end of a zip archive, which locates the directory.
struct ZipEnd {
    var directoryOffset: Int
    var directoryByteCount: Int
    /// The claimed number of members. Some writers truncate it to 16 bits.
    var memberCount: FileSize
    var hasFullCount: Bool
    /// The number of bytes before the archive, such as a self-extractor. Offsets are relative to their end.
    var prefixByteCount: Int

    enum SearchResult {
        case found(ZipEnd)
        /// There is a record at `offset`, but no directory where it points.
        case damaged(offset: Int)
        case none
    }

    private static let fixedByteCount = 22
    private static let fixed64ByteCount = 56
    private static let locatorByteCount = 20
    private static let maximumCommentBytes = 65_535

    /// Searches backwards from the end of the file, across a comment of up to 65,535 bytes.
    static func find(in source: ByteSource) throws(ZipError) -> SearchResult {
        let tailCount = min(source.byteCount, fixedByteCount + maximumCommentBytes)
        let tailOffset = source.byteCount - tailCount
        let tail = try source.bytes(at: tailOffset, count: tailCount)
        guard tail.count >= fixedByteCount else { return .none }
        var candidates = (0...(tail.count - fixedByteCount)).reversed().filter {
            tail[$0] == ZipRecord.end[0] && tail[$0...].starts(with: ZipRecord.end)
        }
        // Prefer a record whose comment ends with the file: a comment may contain a similar record.
        let isExact = { (start: Int) in start + fixedByteCount + tail[start...].number(20) == tail.count }
        candidates = candidates.filter(isExact) + candidates.filter { !isExact($0) }
        for start in candidates.prefix(maximumCandidates) {
            if let end = try ZipEnd(tail[start...], at: tailOffset + start, in: source) { return .found(end) }
        }
        return candidates.first.map { .damaged(offset: tailOffset + $0) } ?? .none
    }

    /// Limits the reads, of which each candidate takes a few. Intact archives have one candidate.
    private static let maximumCandidates = 64

    /// Nil if there is no directory where the record points.
    private init?(_ record: ArraySlice<UInt8>, at offset: Int, in source: ByteSource) throws(ZipError) {
        var disks = [record.size(4, 2), record.size(6, 2)]
        var counts = [record.size(8, 2), record.size(10, 2)]
        var (statedCount, statedOffset) = (record.size(12, 4), record.size(16, 4))
        var directoryEnd = offset
        hasFullCount = false
        if let (record, start) = try Self.record64(before: offset, in: source) {
            disks = [record.size(16, 4), record.size(20, 4)]
            counts = [record.size(24, 8), record.size(32, 8)]
            (statedCount, statedOffset) = (record.size(40, 8), record.size(48, 8))
            directoryEnd = start
            hasFullCount = true
        }
        guard let byteCount = statedCount.int(atMost: directoryEnd) else { return nil }
        // The directory ends where the records begin, even with bytes before the archive.
        let expected = directoryEnd - byteCount
        directoryByteCount = byteCount
        memberCount = counts[1]
        guard let claimed = statedOffset.int(atMost: expected) else { return nil }
        if try Self.isDirectory(at: expected, byteCount, in: source) {
            (directoryOffset, prefixByteCount) = (expected, expected - claimed)
        } else if try Self.isDirectory(at: claimed, byteCount, in: source) {
            (directoryOffset, prefixByteCount) = (claimed, 0)
        } else {
            return nil
        }
        guard disks == [0, 0], counts[0] == counts[1] else { throw .splitArchive }
    }

    private static func isDirectory(at offset: Int, _ byteCount: Int, in source: ByteSource) throws(ZipError) -> Bool {
        if byteCount == 0 { return true }
        return try source.bytes(at: offset, count: 4) == ZipRecord.directoryEntry
    }

    /// The 64-bit end record, if there is one, and its offset.
    private static func record64(
        before offset: Int, in source: ByteSource
    ) throws(ZipError) -> (record: [UInt8], start: Int)? {
        guard offset >= locatorByteCount else { return nil }
        let locatorOffset = offset - locatorByteCount
        let locator = try source.bytes(at: locatorOffset, count: locatorByteCount)
        guard locator.starts(with: ZipRecord.end64Locator) else { return nil }
        // The record is at the stated offset or, if bytes precede the archive, directly before the locator.
        let last = locatorOffset - fixed64ByteCount
        guard last >= 0 else { return nil }
        for start in [locator.size(8, 8).int(atMost: last) ?? last, last] {
            let record = try source.bytes(at: start, count: fixed64ByteCount)
            if record.starts(with: ZipRecord.end64) { return (record, start) }
        }
        return nil
    }
}
