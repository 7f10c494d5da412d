package import Support

/// Reads a tar shard from front to back: what is in it, and where it is damaged.
///
///     let file = try StreamedFile(named: "shard.tar")
///     let reader = TarReader { () throws(FileAccessError) in try file.next() }
///     while let found = reader.next() {
///         if case .member(let member) = found { … try reader.contents(atMost: 1 << 20) }
///     }
///
/// POSIX ustar and pax, GNU and old tar, packed with gzip or not. Blocks of zeros end nothing: archives that were put
/// together by concatenation are one. Of a member only what is asked for is in memory.
package final class TarReader {
    /// Something that is found in a shard.
    package enum Found: Equatable {
        /// A member. Its contents can be asked for until the next is.
        case member(TarMember)
        /// What belongs to a member or, of nil, stands at an offset and belongs to none that can be known. Reading goes
        /// on behind it, unless it is the end.
        case failure(Failure, member: String?, offset: Int)
    }

    /// Why there are no contents.
    package enum Failure: Error, Equatable {
        /// The shard or the member is not as it should be.
        case unusable(MemberError)
        /// The shard cannot be read, or the member is too large.
        case inaccessible(FileAccessError.Reason)
    }

    /// The most bytes of a long name; file systems have 4096.
    private static let longestName = 1 << 16
    /// The most bytes of pax records.
    private static let longestRecords = 1 << 20

    private let stream: TarStream
    /// What is left of the member found last, padding included.
    private var rest = 0
    private var current: TarMember?
    private var isAtEnd = false
    /// Whether the block before was one of zeros: then the shard may end.
    private var isBehindZeros = false
    /// A block that was looked at already.
    private var ahead: (block: [UInt8], offset: Int)?
    /// What pax says of all members of an archive.
    private var global = PaxRecords()

    /// Reads what `source` gives, piece by piece; an empty piece is the end.
    package init(_ source: @escaping () throws(FileAccessError) -> [UInt8]) { stream = TarStream(source) }

    /// Where the next byte stands, counted from the beginning of the unpacked shard.
    package var offset: Int { stream.offset }

    /// What comes next; nil at the end, whether it was a good one or not.
    package func next() -> Found? {
        guard !isAtEnd else { return nil }
        do throws(TarStream.Failure) {
            if let torn = try skipRest() { return torn }
            let found = try nextFound()
            switch found {
            case .member(let member):
                current = member
                rest = Self.padded(member.byteCount)
            case .failure: break
            case nil: isAtEnd = true
            }
            return found
        } catch {
            return .failure(failure(error, in: nil), member: nil, offset: stream.offset)
        }
    }

    /// The contents of the member that was found last, once.
    ///
    /// - Parameter limit: a member that claims more is not read.
    package func contents(atMost limit: Int) throws(Failure) -> [UInt8] {
        guard let member = current, member.byteCount <= limit else { throw .inaccessible(.tooLarge(limit: limit)) }
        current = nil
        var bytes: [UInt8] = []
        // Memory follows the bytes that are there, not what a header claims.
        while bytes.count < member.byteCount {
            let count = min(member.byteCount - bytes.count, max(bytes.count, Self.firstRoom))
            let taken: Int
            do throws(TarStream.Failure) {
                bytes.reserveCapacity(bytes.count + count)
                taken = try stream.take(count) { bytes += $0 }
            } catch {
                throw failure(error, in: (member, bytes.count))
            }
            rest -= taken
            if taken < count { throw torn(.tornMember(expected: member.byteCount, found: bytes.count)) }
        }
        return bytes
    }

    /// What is asked for at once for a member's contents; most are smaller.
    private static let firstRoom = 1 << 20

    private func torn(_ error: MemberError) -> Failure {
        isAtEnd = true
        return .unusable(error)
    }

    private func failure(_ error: TarStream.Failure, in member: (member: TarMember, found: Int)?) -> Failure {
        isAtEnd = true
        return switch error {
        case .system(let error): .inaccessible(error.reason)
        case .damagedPacking(let detail): .unusable(.damagedPacking(detail: detail, offset: stream.offset))
        case .endsInsideOfPacking:
            .unusable(
                member.map { .tornMember(expected: $0.member.byteCount, found: $0.found) }
                    ?? .tornArchive(offset: stream.offset))
        }
    }

    /// Leaves behind what nobody asked for.
    private func skipRest() throws(TarStream.Failure) -> Found? {
        let (member, expected) = (current, rest)
        (current, rest) = (nil, 0)
        let skipped = try stream.take(expected) { _ in }
        guard skipped < expected else { return nil }
        guard let member, skipped < member.byteCount else { return tornHere }
        let error = MemberError.tornMember(expected: member.byteCount, found: skipped)
        return .failure(torn(error), member: member.name, offset: member.offset)
    }

    /// The end, where none should be.
    private var tornHere: Found {
        .failure(torn(.tornArchive(offset: stream.offset)), member: nil, offset: stream.offset)
    }

    /// The bytes of contents with their padding.
    private static func padded(_ byteCount: Int) -> Int {
        let block = TarHeader.blockByteCount
        return (byteCount + block - 1) / block * block
    }

    /// Goes on to the next member or damage.
    private func nextFound() throws(TarStream.Failure) -> Found? {
        var described = Description()
        while true {
            guard let (block, offset) = try nextBlock() else { return described.offset == nil ? nil : tornHere }
            let isZeros = block.allSatisfy { $0 == 0 }
            guard block.count == TarHeader.blockByteCount else {
                return isZeros && isBehindZeros && described.offset == nil ? nil : tornHere
            }
            isBehindZeros = isZeros
            if isZeros {
                // Behind these may stand another archive.
                global = PaxRecords()
                if let start = described.offset { return Self.damage(.lostMember, at: start, upTo: offset) }
                continue
            }
            let header: TarHeader
            do throws(TarHeader.Fault) { header = try TarHeader(block) } catch {
                return try skipDamage(error == .badSize ? .badSize : .wrongChecksum, at: described.offset ?? offset)
            }
            guard TarHeader.descriptions.contains(header.type) else { return found(header, at: offset, described) }
            guard try take(header, at: offset, into: &described) else { return tornHere }
        }
    }

    /// The next block; of fewer bytes only at the end, nil at a clean one.
    private func nextBlock() throws(TarStream.Failure) -> (block: [UInt8], offset: Int)? {
        if let ahead {
            self.ahead = nil
            return ahead
        }
        let offset = stream.offset
        let block = try stream.read(TarHeader.blockByteCount)
        return block.isEmpty ? nil : (block, offset)
    }

    /// Looks for the next block that is a header with a right checksum.
    private func skipDamage(_ fault: MemberError.HeaderFault, at start: Int) throws(TarStream.Failure) -> Found {
        while let (block, offset) = try nextBlock() {
            if block.count == TarHeader.blockByteCount, (try? TarHeader(block)) != nil {
                ahead = (block, offset)
                return Self.damage(fault, at: start, upTo: offset)
            }
        }
        return Self.damage(fault, at: start, upTo: stream.offset)
    }

    private static func damage(_ fault: MemberError.HeaderFault, at start: Int, upTo end: Int) -> Found {
        let error = MemberError.damagedHeader(fault, offset: start, skippedByteCount: end - start)
        return .failure(.unusable(error), member: nil, offset: start)
    }

    /// Takes in what a header only says of the members behind it; false where the shard ends within.
    private func take(
        _ header: TarHeader, at offset: Int, into described: inout Description
    ) throws(TarStream.Failure) -> Bool {
        let padded = Self.padded(header.byteCount)
        let isGlobal = header.type == TarHeader.globalRecords
        if !isGlobal, described.offset == nil { described.offset = offset }
        let limit = header.type == TarHeader.longName ? Self.longestName : Self.longestRecords
        // Where a link leads to is not looked at, however long it is.
        guard header.type != TarHeader.longLink, header.byteCount <= limit else {
            if header.type != TarHeader.longLink { described.isUnusable = true }
            return try stream.take(padded) { _ in } == padded
        }
        let contents = try stream.read(padded)
        guard contents.count == padded else { return false }
        let text = Array(contents.prefix(header.byteCount))
        if header.type == TarHeader.longName {
            described.longName = Array(text.prefix { $0 != 0 })
        } else if !(isGlobal ? global.add(text) : described.records.add(text)) {
            described.isUnusable = true
        }
        return true
    }

    /// A member, with all that headers before it said of it.
    private func found(_ header: TarHeader, at offset: Int, _ described: Description) -> Found {
        let records = described.records.over(global)
        let name = records.sparseName ?? records.path ?? described.longName ?? header.name
        let kind = TarMember.Kind(type: header.type, name: name, isSparse: records.isSparse)
        // What has no contents may claim a size all the same.
        let byteCount = kind.hasContents ? records.byteCount ?? header.byteCount : 0
        guard !described.isUnusable, !name.isEmpty else {
            rest = Self.padded(byteCount)
            let fault: MemberError.HeaderFault = described.isUnusable ? .badDescription : .noName
            return Self.damage(fault, at: described.offset ?? offset, upTo: stream.offset + rest)
        }
        return .member(TarMember(name: String(fileBytes: name), kind: kind, byteCount: byteCount, offset: offset))
    }
}

/// What headers say of the member behind them.
private struct Description {
    /// Where the first of them stands; nil if there is none.
    var offset: Int?
    var longName: [UInt8]?
    var records = PaxRecords()
    /// Whether one of them could not be read.
    var isUnusable = false
}
