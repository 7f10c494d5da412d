import DepthFiles
import TestSupport
import Testing

/// Handmade archives with false claims.
@Suite struct ZipLimitTests {
    /// One member; every number is the archive's claim.
    private struct Crafted {
        var name = Array("map.bin".utf8)
        var method = 8
        var packed = deflate(Self.contents, framing: .raw, level: 6)
        var claimedByteCount = Self.contents.count
        var claimedPackedCount: Int?
        var checksum = Self.contents.withUnsafeBytes(fastChecksum)
        var offset = 0
        var claimedMembers = 1
        /// The number of copies of the entry in the directory.
        var entries = 1

        static let contents = [UInt8](repeating: 7, count: 5000)

        var bytes: [UInt8] {
            let sizes =
                number(Int(checksum), 4) + number(claimedPackedCount ?? packed.count, 4) + number(claimedByteCount, 4)
            let common = number(20, 2) + number(0, 2) + number(method, 2) + number(0, 4) + sizes + number(name.count, 2)
            let local = [0x50, 0x4B, 3, 4] + common + number(0, 2) + name
            let entry =
                [0x50, 0x4B, 1, 2] + number(20, 2) + common + number(0, 12) + number(offset, 4) + name
            let directory = Array(repeatElement(entry, count: entries).joined())
            let start = local.count + packed.count
            return local + packed + directory + [0x50, 0x4B, 5, 6] + number(0, 4)
                + number(claimedMembers, 2) + number(claimedMembers, 2) + number(directory.count, 4) + number(start, 4)
                + number(0, 2)
        }

        private func number(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> (8 * $0)) : 0 }
        }
    }

    private func outcome(
        limit: Int = 1 << 20, _ change: (inout Crafted) -> Void
    ) throws -> Result<[UInt8], ZipError> {
        var crafted = Crafted()
        change(&crafted)
        let bytes = crafted.bytes
        let directory = try Archives.directory(bytes)
        return contents(try #require(directory.members.first), bytes, limit: limit)
    }

    @Test func aValidMemberIsRead() throws {
        #expect(try outcome { _ in } == .success(Crafted.contents))
        let stored = try outcome {
            $0.method = 0
            $0.packed = Crafted.contents
        }
        #expect(stored == .success(Crafted.contents))
    }

    @Test func membersLongerThanTheirClaimedSizeAreErrors() throws {
        #expect(try outcome { $0.claimedByteCount = 10 } == .failure(.moreBytes(expected: 10)))
        #expect(
            try outcome { $0.claimedByteCount = 5001 } == .failure(.wrongByteCount(expected: 5001, found: 5000)))
        let bomb = try outcome {
            $0.packed = deflate([UInt8](repeating: 0, count: 64 << 20), framing: .raw, level: 9)
            $0.claimedByteCount = 10
        }
        #expect(bomb == .failure(.moreBytes(expected: 10)))
        let stored = try outcome {
            $0.method = 0
            $0.packed = [1, 2, 3]
            $0.claimedByteCount = 2
        }
        #expect(stored == .failure(.wrongByteCount(expected: 2, found: 3)))
    }

    @Test func claimedSizesWithoutDataAreErrors() throws {
        let most = 0xFFFF_FFFF
        #expect(try outcome { $0.claimedByteCount = most } == .failure(.tooLarge(byteCount: most, limit: 1 << 20)))
        let all = try outcome(limit: .max) { $0.claimedByteCount = most }
        #expect(all == .failure(.wrongByteCount(expected: most, found: 5000)))
        let packed = try outcome { $0.claimedPackedCount = most }
        guard case .failure(.overlapping) = packed else {
            Issue.record("\(packed)")
            return
        }
    }

    @Test func damagedContentsAreErrors() throws {
        #expect(try outcome { $0.checksum ^= 1 } == .failure(.wrongChecksum))
        #expect(
            try outcome { $0.packed += [0] }
                == .failure(.damagedContents(detail: "it ends before the member does", inflated: 5000)))
        let cut = try outcome { $0.packed.removeLast() }
        guard case .failure(.damagedContents("it continues past the end of the member", _)) = cut else {
            Issue.record("\(cut)")
            return
        }
        let broken = try outcome { $0.packed[0] |= 6 }
        guard case .failure(.damagedContents(_, inflated: 0)) = broken else {
            Issue.record("\(broken)")
            return
        }
    }

    @Test func membersAtInvalidOffsetsAreErrors() throws {
        #expect(try outcome { $0.offset = 1 } == .failure(.noHeader(offset: 1)))
        let beyond = try outcome { $0.offset = 0xFFFF_FFF0 }
        guard case .failure(.outsideOfArchive) = beyond else {
            Issue.record("\(beyond)")
            return
        }
        let twice = try outcome {
            $0.entries = 2
            $0.claimedMembers = 2
        }
        #expect(twice == .failure(.overlapping(offset: 0)))
    }

    @Test func headersThatContradictTheDirectoryAreErrors() throws {
        let bytes = Crafted().bytes
        for (place, field) in [
            (6, ZipField.encryption), (8, .method), (14, .checksum), (18, .compressedByteCount), (22, .byteCount),
            (30, .name),
        ] {
            var changed = bytes
            changed[place] ^= 1
            let member = try #require(try Archives.directory(changed).members.first)
            #expect(contents(member, changed) == .failure(.contradiction(field)))
        }
    }

    @Test func membersWithTheLongestNameAreRead() throws {
        var crafted = Crafted()
        crafted.name = [UInt8](repeating: UInt8(ascii: "n"), count: 65_535)
        let member = try #require(try Archives.directory(crafted.bytes).members.first)
        #expect(member.name.utf8.elementsEqual(crafted.name))
        #expect(contents(member, crafted.bytes) == .success(Crafted.contents))
    }

    @Test func memberCountsAreLimited() throws {
        var crafted = Crafted()
        (crafted.entries, crafted.claimedMembers) = (3, 3)
        var limits = ZipLimits()
        limits.memberCount = 2
        #expect(throws: ZipError.tooManyMembers(count: 3, limit: 2)) {
            try ZipDirectory(reading: .bytes(crafted.bytes), limits: limits)
        }
        limits = ZipLimits()
        limits.directoryByteCount = 100
        #expect(throws: ZipError.directoryTooLarge(byteCount: 159, limit: 100)) {
            try ZipDirectory(reading: .bytes(crafted.bytes), limits: limits)
        }
    }

    /// A directory that claims more members than fit is damaged.
    @Test func overstatedMemberCountsAreNotTrusted() throws {
        var crafted = Crafted()
        crafted.claimedMembers = 60_000
        #expect(throws: ZipError.damagedDirectory(offset: 37 + crafted.packed.count)) {
            try Archives.directory(crafted.bytes)
        }

        var wide = try Archives.bytes("wide-end.zip")
        let record = wide.count - 22 - 20 - 56
        for place in [record + 24, record + 32] {
            wide.replaceSubrange(place..<(place + 4), with: [0, 0xCA, 0x9A, 0x3B])  // 1,000,000,000
        }
        let error = #expect(throws: ZipError.self) { try Archives.directory(wide) }
        #expect(error?.code == "zip_directory_damaged")
    }

    @Test func everyErrorHasAMessageAndACode() {
        let errors: [ZipError] = [
            .notZip, .noDirectory, .damagedDirectory(offset: 1), .splitArchive,
            .tooManyMembers(count: 2, limit: 1), .directoryTooLarge(byteCount: 2, limit: 1), .encrypted,
            .otherMethod(12), .onOtherDisk, .tornMember(expected: 2, found: 1),
            .tornMember(expected: nil, found: 1), .outsideOfArchive(offset: 1), .overlapping(offset: 1),
            .noHeader(offset: 1), .contradiction(.name), .damagedContents(detail: "x", inflated: 1),
            .wrongByteCount(expected: 2, found: 1), .moreBytes(expected: 1), .wrongChecksum,
            .tooLarge(byteCount: 2, limit: 1), .tooLarge(byteCount: nil, limit: 1), .notEnoughMemory(byteCount: 1),
        ]
        #expect(Set(errors.map(\.message)).count == errors.count)
        #expect(
            ZipError.tornMember(expected: 200, found: 12).message
                == "found 12 bytes up to the end of the archive; expected 200 bytes; "
                + "copy the archive again, or write it again")
        let codes = errors.map(\.code)
        #expect(codes.allSatisfy { $0.allSatisfy { $0 == "_" || ("a"..."z").contains($0) } })
        // Two pairs of cases share a code.
        #expect(Set(codes).count == errors.count - 2)
    }
}
