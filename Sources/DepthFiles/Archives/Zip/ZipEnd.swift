import GzipReader

/// The record at the end of a zip archive, which locates the directory.
///
///     if case .found(let end) = try ZipEnd.find(in: source) { … }
struct ZipEnd {
    /// The offset of the directory in the file.
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

    /// Each candidate takes a few reads; intact archives have one.
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
        // At the stated offset or, if bytes precede the archive, directly before the locator.
        let last = locatorOffset - fixed64ByteCount
        guard last >= 0 else { return nil }
        for start in [locator.size(8, 8).int(atMost: last) ?? last, last] {
            let record = try source.bytes(at: start, count: fixed64ByteCount)
            if record.starts(with: ZipRecord.end64) { return (record, start) }
        }
        return nil
    }
}
