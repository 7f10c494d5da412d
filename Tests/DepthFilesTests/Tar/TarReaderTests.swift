import Support
import TestSupport
import Testing

@testable import DepthFiles

/// Everything found in a shard, as text: `name=contents`, `kind name`, or an error code.
func found(_ shard: [UInt8], piece: Int = 1 << 16, limit: Int = 1 << 20) -> [String] {
    var rest = shard[...]
    let reader = TarReader {
        defer { rest = rest.dropFirst(piece) }
        return Array(rest.prefix(piece))
    }
    var texts: [String] = []
    while let found = reader.next() {
        switch found {
        case .member(let member) where member.kind == .file:
            do throws(TarReader.Failure) {
                let contents = try reader.contents(atMost: limit)
                texts.append("\(member.name)=\(String(decoding: contents, as: UTF8.self))")
            } catch {
                texts.append("\(member.name): \(text(error))")
            }
        case .member(let member): texts.append("\(member.kind) \(member.name)")
        case .failure(let failure, let member, _): texts.append("\(member ?? "?"): \(text(failure))")
        }
    }
    return texts
}

private func text(_ failure: TarReader.Failure) -> String {
    switch failure {
    case .unusable(.damagedHeader(let fault, let offset, let count)): "\(fault) \(offset)+\(count)"
    case .unusable(.tornMember(let expected, let found)): "torn \(found) of \(expected)"
    case .unusable(let error): error.code
    case .inaccessible(let reason): FileAccessError("", reason).code
    }
}

private let hello = Array("hello".utf8)
private let a = TestTar.member("a", hello)
private let b = TestTar.member("b", Array("world".utf8))

@Suite struct TarReaderTests {
    @Test func membersAreReadInOrderWithOrWithoutAnEnd() {
        for shard in [a + b, a + b + TestTar.end, a + b + [UInt8](repeating: 0, count: 10240)] {
            for piece in [1, 511, 512, 513, 1 << 20] {
                #expect(found(shard, piece: piece) == ["a=hello", "b=world"])
            }
        }
    }

    @Test func emptyMembersAndMembersOfWholeBlocksHaveNoPadding() {
        let block = [UInt8](repeating: 0x78, count: 512)
        let shard = TestTar.member("empty") + TestTar.member("block", block) + b
        #expect(found(shard) == ["empty=", "block=" + String(repeating: "x", count: 512), "b=world"])
    }

    @Test func concatenatedArchivesAreReadAsOne() {
        #expect(found(a + TestTar.end + b + TestTar.end) == ["a=hello", "b=world"])
    }

    @Test func concatenatedGzipMembersAreReadAsOne() {
        let packed = DepthFileWriter.pack(a, as: .gzip) + DepthFileWriter.pack(b + TestTar.end, as: .gzip)
        for piece in [1, 7, 1 << 16] {
            #expect(found(packed, piece: piece) == ["a=hello", "b=world"])
            #expect(found(packed + [0, 0, 0], piece: piece) == ["a=hello", "b=world"])
        }
        #expect(found(packed + Array("more".utf8)) == ["a=hello", "b=world", "?: tar_packing_damaged"])
    }

    @Test func tornOrDamagedGzipKeepsItsCompleteMembers() {
        let packed = DepthFileWriter.pack(a + b + TestTar.end, as: .gzip)
        #expect(found(packed.dropLast(4)) == ["a=hello", "b=world", "?: tar_torn"])
        var changed = packed
        changed[packed.count - 8] ^= 1
        #expect(found(changed) == ["a=hello", "b=world", "?: tar_packing_damaged"])
        for count in 0..<packed.count {
            let texts = found(Array(packed.prefix(count)))
            #expect(texts.isEmpty == (count == 0) && texts.allSatisfy { $0 != "b=" }, "\(count)")
        }
    }

    @Test func namesAreJoinedFromTheirPrefix() {
        let shard = TestTar.member("name", hello) { $0.replaceSubrange(345..<348, with: Array("dir".utf8)) }
        #expect(found(shard) == ["dir/name=hello"])
        // GNU stores other data in that field.
        let gnu = TestTar.member("name", hello) { block in
            block.replaceSubrange(345..<348, with: Array("123".utf8))
            block.replaceSubrange(257..<265, with: Array("ustar  \0".utf8))
        }
        #expect(found(gnu) == ["name=hello"])
    }

    /// A name that fills its field has no terminator.
    @Test func namesNeedNoTerminator() {
        let name = String(repeating: "n", count: 100)
        #expect(found(TestTar.member(name, hello)) == ["\(name)=hello"])
    }

    @Test func namesThatAreNotUTF8KeepTheirBytes() {
        let shard = TestTar.header([0x61, 0xE9], count: 0)
        #expect(found(shard) == [String(fileBytes: [0x61, 0xE9]) + "="])
    }

    @Test func gnuLongNamesApplyToTheNextMemberOnly() {
        let name = String(repeating: "long/", count: 60) + "x"
        #expect(found(TestTar.longName(name) + a + b) == ["\(name)=hello", "b=world"])
    }

    @Test func theLastOfSeveralExtensionHeadersIsUsed() {
        let chain = (0..<2000).flatMap { TestTar.longName("name \($0)") }
        #expect(found(chain + a) == ["name 1999=hello"])
        let nested = TestTar.pax([("path", "one")]) + TestTar.longName("two") + TestTar.pax([("mtime", "1.5")])
        #expect(found(nested + a + b) == ["one=hello", "b=world"])
    }

    @Test func paxRecordsSetNamesAndSizes() {
        let shard = TestTar.pax([("path", "größer/a"), ("size", "5"), ("comment", "a=b\n")])
        let header = TestTar.header(Array("short".utf8), count: 0)
        #expect(found(shard + header + TestTar.padded(hello) + b) == ["größer/a=hello", "b=world"])
    }

    @Test func globalRecordsEndWithTheirArchive() {
        let global = TestTar.pax([("path", "all")], type: "g")
        #expect(found(global + a + b + TestTar.end + a) == ["all=hello", "all=world", "a=hello"])
        // An archive of nothing else, as git makes for an empty tree.
        #expect(found(TestTar.pax([("comment", "x")], type: "g") + TestTar.end) == [])
    }

    @Test func numbersMayBeBinary() {
        let binary = TestTar.member("a", hello) { block in
            block.replaceSubrange(124..<136, with: [0x80] + [UInt8](repeating: 0, count: 10) + [5])
        }
        #expect(found(binary + b) == ["a=hello", "b=world"])
    }

    @Test func otherMemberTypesAreReportedByKind() {
        let kinds: [(type: Character, kind: String)] = [
            ("1", "link"), ("2", "link"), ("3", "device"), ("4", "device"), ("5", "folder"), ("6", "device"),
            ("D", "folder"), ("M", "other"), ("V", "other"),
        ]
        for (type, kind) in kinds {
            #expect(found(TestTar.member("m", type: type) + b) == ["\(kind) m", "b=world"])
        }
        // Old tar has no type for folders; unknown types are files.
        #expect(found(TestTar.member("old/", type: "\0") + b) == ["folder old/", "b=world"])
        #expect(found(TestTar.member("new", hello, type: "z") + b) == ["new=hello", "b=world"])
        #expect(found(TestTar.member("hole", hello, type: "S") + b) == ["sparse hole", "b=world"])
        let sparse = TestTar.pax([("GNU.sparse.major", "1"), ("GNU.sparse.name", "real"), ("path", "made/up")])
        #expect(found(sparse + a + b) == ["sparse real", "b=world"])
        // A link has no contents, whatever size it claims.
        let link = TestTar.header(Array("l".utf8), count: 5000, type: "1")
        #expect(found(link + b) == ["link l", "b=world"])
    }
}

@Suite struct HostileTarTests {
    @Test func readingResumesAfterADamagedHeader() {
        var damaged = TestTar.member("m", hello)
        damaged[3] ^= 0x40
        #expect(found(a + damaged + b) == ["a=hello", "?: wrongChecksum 1024+1024", "b=world"])
        #expect(found(damaged) == ["?: wrongChecksum 0+1024"])
        // Zeros in between are no end.
        #expect(found(damaged + TestTar.end + b) == ["?: wrongChecksum 0+2048", "b=world"])
    }

    @Test func otherBytesAreOneDamagedRegion() {
        #expect(found(Array(repeating: 0x41, count: 5000)) == ["?: wrongChecksum 0+5000"])
        #expect(found(hello) == ["?: tar_torn"])
    }

    /// A valid checksum with an impossible size: the end of the contents is unknown, so the reader checks every block.
    @Test func impossibleSizesAreDamage() {
        // -1; the smallest of 95 bits; 2^64 - 1; 2^63 - 1, which overflows with its padding; the largest of 95 bits.
        let heads: [[UInt8]] = [[0xFF], [0xC0], [0x80, 0, 0, 0], [0x80, 0, 0, 0, 0x7F], [0xBF]]
        var sizes = heads.map { head in head + Array(repeating: 0xFF, count: 12 - head.count) }
        sizes += ["12345678x123", "-0000000005 "].map { Array($0.utf8) }
        for size in sizes {
            let member = TestTar.member("m", hello) { $0.replaceSubrange(124..<136, with: size) }
            #expect(found(member + b) == ["?: badSize 0+1024", "b=world"], "\(size)")
        }
    }

    @Test func sizesBeyondTheEndAreTornMembers() {
        let huge = TestTar.header(Array("m".utf8), count: 5) { block in
            block.replaceSubrange(124..<136, with: [0x80, 0, 0, 0, 0x3F] + [UInt8](repeating: 0xFF, count: 7))
        }
        #expect(found(huge + b, limit: .max) == ["m: torn 1024 of \(Int.max >> 1)"])
        // The member exceeds the limit and is also torn.
        #expect(found(huge + b) == ["m: too_large", "m: torn 1024 of \(Int.max >> 1)"])
        let records = TestTar.pax([("size", "99999999999999999999")])
        #expect(found(records + a + b) == ["?: badDescription 0+2048", "b=world"])
    }

    @Test func oversizedMembersAreSkipped() {
        #expect(found(a + b, limit: 4) == ["a: too_large", "b: too_large"])
    }

    /// A member whose long name is unknown is not read under its short one.
    @Test func invalidExtensionHeadersLoseTheirMember() {
        let long = TestTar.longName(String(repeating: "n", count: 1 << 17))
        #expect(found(long + a + b) == ["?: badDescription 0+\(long.count + 1024)", "b=world"])
        for text in ["5", "x path=a\n", "999 path=a\n", "3 \n", "10 pathab\n", "0 a=b\n", "12 path=a\0b\n", "-9 a=b\n"]
        {
            let records = TestTar.member("x", Array(text.utf8), type: "x")
            #expect(found(records + a + b) == ["?: badDescription 0+2048", "b=world"], "\(text.debugDescription)")
        }
        #expect(found(TestTar.member("", hello) + b) == ["?: noName 0+1024", "b=world"])
        #expect(found(TestTar.longName("") + a + b) == ["?: noName 0+2048", "b=world"])
    }

    @Test func extensionHeadersWithoutAMemberAreReported() {
        #expect(found(TestTar.longName("m") + TestTar.end + b) == ["?: lostMember 0+1024", "b=world"])
        #expect(found(a + TestTar.longName("m")) == ["a=hello", "?: tar_torn"])
    }

    /// Wherever a shard ends, the complete members before are found, and a torn end is reported unless it may end
    /// there.
    @Test func everyTruncationKeepsTheCompleteMembers() {
        let shard = a + TestTar.longName("a name") + b + TestTar.end
        for count in 0...shard.count {
            let texts = found(Array(shard.prefix(count)))
            // Contents are complete before their padding; the end is reported as torn even then.
            let wholeCount = [1024 - 507, 3072 - 507].count { count >= $0 }
            let whole = Array(["a=hello", "a name=world"].prefix(wholeCount))
            let isInEnd = count >= 3072 && (count % 512 == 0 || count > 3584)
            let mayEnd = count == 0 || count == 1024 || isInEnd
            #expect(texts.starts(with: whole), "\(count): \(texts)")
            #expect(texts.count == whole.count + (mayEnd ? 0 : 1), "\(count): \(texts)")
        }
    }

    /// Memory is used only for data that is present, not for the size that a header claims.
    @Test func memoryDependsOnTheBytesPresent() {
        let claims = TestTar.header(Array("m".utf8), count: (1 << 33) - 1)
        #expect(found(claims, limit: .max) == ["m: torn 0 of \((1 << 33) - 1)"])
    }

    @Test func randomBytesNeverTrap() {
        var generator = SeededGenerator(seed: 7)
        let shard = TestTar.pax([("path", "p"), ("size", "5")]) + a + TestTar.longName("l") + b + TestTar.end
        for _ in 0..<3000 {
            var changed = shard
            for _ in 0..<(1 + Int.random(in: 0..<4, using: &generator)) {
                changed[Int.random(in: 0..<changed.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            let texts = found(changed)
            #expect(!texts.isEmpty)
        }
    }
}
