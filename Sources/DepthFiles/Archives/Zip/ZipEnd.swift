/// The record at the end of a zip archive, which tells where its directory is.
///
///     if case .found(let end) = try ZipEnd.find(in: source) { … }
struct ZipEnd {
    /// Where the directory stands in the file.
    var directoryOffset: Int
    var directoryByteCount: Int
    /// How many members it claims to have. Of more than fit into 16 bits some writers leave out the rest.
    var memberCount: Int
    var hasFullCount: Bool
    /// Bytes before the archive, such as a program that unpacks it: places are counted from behind them.
    var prefixByteCount: Int

    enum Found {
        case found(ZipEnd)
        /// There is a record, but no directory where it says; it stands at that offset.
        case damaged(offset: Int)
        /// There is none.
        case none
    }

    private static let fixedByteCount = 22
    private static let fixed64ByteCount = 56
    private static let locatorByteCount = 20
    private static let mostCommentBytes = 65_535

    /// Looks for it from the end of the file backwards, before a comment of up to 65,535 bytes.
    static func find(in source: ByteSource) throws(ZipError) -> Found {
        let tailCount = min(source.byteCount, fixedByteCount + mostCommentBytes)
        let tailOffset = source.byteCount - tailCount
        let tail = try source.bytes(at: tailOffset, count: tailCount)
        guard tail.count >= fixedByteCount else { return .none }
        var candidates = (0...(tail.count - fixedByteCount)).reversed().filter {
            tail[$0] == ZipRecord.end[0] && tail[$0...].starts(with: ZipRecord.end)
        }
        // One whose comment ends with the file, first: a comment may hold what looks like a record.
        let isExact = { (start: Int) in start + fixedByteCount + tail[start...].number(20, 2) == tail.count }
        candidates = candidates.filter(isExact) + candidates.filter { !isExact($0) }
        for start in candidates.prefix(mostCandidates) {
            if let end = try ZipEnd(tail[start...], at: tailOffset + start, in: source) { return .found(end) }
        }
        return candidates.first.map { .damaged(offset: tailOffset + $0) } ?? .none
    }

    /// Each takes a few readings; sound archives have one.
    private static let mostCandidates = 64

    /// Nil where there is no directory of that kind.
    private init?(_ record: ArraySlice<UInt8>, at offset: Int, in source: ByteSource) throws(ZipError) {
        var disks = [record.number(4, 2), record.number(6, 2)]
        var counts = [record.number(8, 2), record.number(10, 2)]
        var (byteCount, claimed) = (record.number(12, 4), record.number(16, 4))
        var directoryEnd = offset
        hasFullCount = false
        if let (record, start) = try Self.record64(before: offset, in: source) {
            disks = [record.number(16, 4), record.number(20, 4)]
            counts = [record.number(24, 8), record.number(32, 8)]
            (byteCount, claimed) = (record.number(40, 8), record.number(48, 8))
            directoryEnd = start
            hasFullCount = true
        }
        guard byteCount <= directoryEnd else { return nil }
        // The directory ends where the records begin, whatever stands before the archive.
        let expected = directoryEnd - byteCount
        directoryByteCount = byteCount
        memberCount = counts[1]
        if claimed <= expected, try Self.isDirectory(at: expected, byteCount, in: source) {
            (directoryOffset, prefixByteCount) = (expected, expected - claimed)
        } else if claimed <= expected, try Self.isDirectory(at: claimed, byteCount, in: source) {
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

    /// The record of an archive with places or counts that need more bits, and where it stands.
    private static func record64(
        before offset: Int, in source: ByteSource
    ) throws(ZipError) -> (record: [UInt8], start: Int)? {
        guard offset >= locatorByteCount else { return nil }
        let locatorOffset = offset - locatorByteCount
        let locator = try source.bytes(at: locatorOffset, count: locatorByteCount)
        guard locator.starts(with: ZipRecord.end64Locator) else { return nil }
        // Where it says, or, behind bytes before the archive, just before.
        for start in [locator.number(8, 8), locatorOffset - fixed64ByteCount]
        where start >= 0 && start <= locatorOffset - fixed64ByteCount {
            let record = try source.bytes(at: start, count: fixed64ByteCount)
            if record.starts(with: ZipRecord.end64) { return (record, start) }
        }
        return nil
    }
}
