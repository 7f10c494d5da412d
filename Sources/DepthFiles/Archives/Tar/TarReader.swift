package import Support

/// Reads a tar shard sequentially, with or without gzip, and reports its members and any damage.
///
/// Zero blocks do not end the archive, so concatenated archives are read as one. Only requested contents are held in
/// memory.
package final class TarReader {
    package enum Item: Equatable {
        /// A member. Its contents can be read until the next call of ``TarReader/next()``.
        case member(TarMember)
        /// A failure of `member`, or at an offset that is in no known member. Reading continues unless the shard has
        /// ended.
        case failure(Failure, member: String?, offset: Int)
    }

    package enum Failure: Error, Equatable {
        case unusable(ArchiveMemberError)
        case inaccessible(FileAccessError.Reason)
    }

    /// The limit for a long name in bytes; file systems allow 4096.
    private static let longestName = 1 << 16
    /// The limit for pax records in bytes.
    private static let longestRecords = 1 << 20

    private let stream: TarStream
    private var rest = 0
    private var current: TarMember?
    private var isAtEnd = false
    /// Whether the previous block was all zeros. Only then may the shard end with an incomplete block.
    private var isAfterZeros = false
    /// A block that was read ahead.
    private var ahead: (block: [UInt8], offset: Int)?
    private var global = PaxRecords()

    /// Reads the pieces that `source` returns; an empty piece is the end.
    package init(_ source: @escaping () throws(FileAccessError) -> [UInt8]) { stream = TarStream(source) }

    package var offset: Int { stream.offset }

    /// The next item; nil at the end of the shard, also if a failure ended it.
    package func next() -> Item? {
        guard !isAtEnd else { return nil }
        do throws(TarStream.Failure) {
            if let torn = try skipRest() { return torn }
            let found = try nextItem()
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

    /// The contents of the current member, once only. A member that claims more than `limit` bytes is not read.
    package func contents(atMost limit: Int) throws(Failure) -> [UInt8] {
        guard let member = current, member.byteCount <= limit else { throw .inaccessible(.tooLarge(limit: limit)) }
        current = nil
        var bytes: [UInt8] = []
        // Memory grows with the actual bytes, not with the size in the header.
        while bytes.count < member.byteCount {
            let count = min(member.byteCount - bytes.count, max(bytes.count, Self.firstRoom))
            let taken: Int
            do throws(TarStream.Failure) {
                bytes.reserveCapacity(bytes.count + count)
                taken = try stream.read(count) { bytes += $0 }
            } catch {
                throw failure(error, in: (member, bytes.count))
            }
            rest -= taken
            if taken < count { throw torn(.tornMember(expected: member.byteCount, found: bytes.count)) }
        }
        return bytes
    }

    /// The size of the first read of a member's contents; most members are smaller.
    private static let firstRoom = 1 << 20

    private func torn(_ error: ArchiveMemberError) -> Failure {
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

    private func skipRest() throws(TarStream.Failure) -> Item? {
        let (member, expected) = (current, rest)
        (current, rest) = (nil, 0)
        let skipped = try stream.read(expected) { _ in }
        guard skipped < expected else { return nil }
        guard let member, skipped < member.byteCount else { return unexpectedEnd }
        let error = ArchiveMemberError.tornMember(expected: member.byteCount, found: skipped)
        return .failure(torn(error), member: member.name, offset: member.offset)
    }

    private var unexpectedEnd: Item {
        .failure(torn(.tornArchive(offset: stream.offset)), member: nil, offset: stream.offset)
    }

    private static func padded(_ byteCount: Int) -> Int {
        let block = TarHeader.blockByteCount
        return (byteCount + block - 1) / block * block
    }

    private func nextItem() throws(TarStream.Failure) -> Item? {
        var described = Description()
        while true {
            guard let (block, offset) = try nextBlock() else { return described.offset == nil ? nil : unexpectedEnd }
            let isZeros = block.allSatisfy { $0 == 0 }
            guard block.count == TarHeader.blockByteCount
            else { return isZeros && isAfterZeros && described.offset == nil ? nil : unexpectedEnd }
            isAfterZeros = isZeros
            if isZeros {
                // Another archive may follow.
                global = PaxRecords()
                if let start = described.offset { return Self.damage(.lostMember, at: start, upTo: offset) }
                continue
            }
            let header: TarHeader
            do throws(TarHeader.Fault) {
                header = try TarHeader(block)
            } catch {
                return try skipDamage(error == .badSize ? .badSize : .wrongChecksum, at: described.offset ?? offset)
            }
            guard TarHeader.descriptions.contains(header.type) else { return item(header, at: offset, described) }
            guard try readDescription(header, at: offset, into: &described) else { return unexpectedEnd }
        }
    }

    /// The next block, incomplete only at the end of the shard; nil if the shard ends after a whole block.
    private func nextBlock() throws(TarStream.Failure) -> (block: [UInt8], offset: Int)? {
        if let ahead {
            self.ahead = nil
            return ahead
        }
        let offset = stream.offset
        let block = try stream.read(TarHeader.blockByteCount)
        return block.isEmpty ? nil : (block, offset)
    }

    /// Searches for the next block that is a valid header.
    private func skipDamage(_ fault: ArchiveMemberError.HeaderFault, at start: Int) throws(TarStream.Failure) -> Item {
        while let (block, offset) = try nextBlock() {
            if block.count == TarHeader.blockByteCount, (try? TarHeader(block)) != nil {
                ahead = (block, offset)
                return Self.damage(fault, at: start, upTo: offset)
            }
        }
        return Self.damage(fault, at: start, upTo: stream.offset)
    }

    private static func damage(_ fault: ArchiveMemberError.HeaderFault, at start: Int, upTo end: Int) -> Item {
        let error = ArchiveMemberError.damagedHeader(fault, offset: start, skippedByteCount: end - start)
        return .failure(.unusable(error), member: nil, offset: start)
    }

    /// Reads a header that describes the following members; returns false if the shard ends within it.
    private func readDescription(
        _ header: TarHeader, at offset: Int, into described: inout Description
    ) throws(TarStream.Failure) -> Bool {
        let padded = Self.padded(header.byteCount)
        let isGlobal = header.type == TarHeader.globalRecords
        if !isGlobal, described.offset == nil { described.offset = offset }
        let limit = header.type == TarHeader.longName ? Self.longestName : Self.longestRecords
        // The target of a link is skipped, whatever its length.
        guard header.type != TarHeader.longLink, header.byteCount <= limit else {
            if header.type != TarHeader.longLink { described.isUnusable = true }
            return try stream.read(padded) { _ in } == padded
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

    /// A member, with the descriptions of preceding headers applied.
    private func item(_ header: TarHeader, at offset: Int, _ described: Description) -> Item {
        let records = described.records.over(global)
        let name = records.sparseName ?? records.path ?? described.longName ?? header.name
        let kind = TarMember.Kind(type: header.type, name: name, isSparse: records.isSparse)
        // Members without contents may still claim a size.
        let byteCount = kind.hasContents ? records.byteCount ?? header.byteCount : 0
        guard !described.isUnusable, !name.isEmpty else {
            rest = Self.padded(byteCount)
            let fault: ArchiveMemberError.HeaderFault = described.isUnusable ? .badDescription : .noName
            return Self.damage(fault, at: described.offset ?? offset, upTo: stream.offset + rest)
        }
        return .member(TarMember(name: String(fileBytes: name), kind: kind, byteCount: byteCount, offset: offset))
    }
}

private struct Description {
    var offset: Int?
    var longName: [UInt8]?
    var records = PaxRecords()
    var isUnusable = false
}

package struct TarMember: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case file
        case folder
        /// A symbolic link, or another name of an earlier member. Its contents are stored elsewhere.
        case link
        case device
        /// A file with omitted holes, whose stored contents are incomplete.
        case sparse
        /// A continuation from another shard, or a note by the program that wrote the shard.
        case other
    }

    /// The name in the shard; bytes that are not UTF-8 are noncharacters (docs/NAMES.md).
    package let name: String
    package let kind: Kind
    package let byteCount: Int
    /// The offset of the header in the unpacked shard.
    package let offset: Int
}

extension TarMember.Kind {
    /// The kind of member that a header describes. Unknown type letters mean files, as POSIX requires.
    init(type: UInt8, name: [UInt8], isSparse: Bool) {
        self =
            switch Unicode.Scalar(type) {
            case "1", "2": .link
            case "3", "4", "6": .device
            case "5", "D": .folder
            case "S": .sparse
            case "M", "N", "V": .other
            // Old tar has no letter for folders.
            case "\0" where name.last == UInt8(ascii: "/"): .folder
            default: isSparse ? .sparse : .file
            }
    }

    var hasContents: Bool {
        switch self {
        case .link, .device: false
        case .file, .folder, .sparse, .other: true
        }
    }
}
