import GzipReader
import TestSupport
import Testing

@testable import DepthFiles

/// Files on both sides of every rule of the server's inflation.
@Suite struct CraftedStreamTests {
    @Test func theReferenceReaderFollowsEveryRule() throws {
        #expect(CraftedGzip.all.count > 300)
        for file in CraftedGzip.all {
            let member = try? GzipMember(file.bytes, limit: 1 << 20)
            #expect((member != nil) == file.isReadByServer, "\(file)")
            if let member { #expect(member.bytes == file.contents, "\(file)") }
        }
    }

    @Test func theFastReaderAcceptsNothingMore() {
        for file in CraftedGzip.all {
            let (fast, isSound) = fastAndSoundness(of: file.bytes)
            #expect(isSound, "\(file)")
            if file.readers != .both { #expect(fast == nil, "\(file)") }
        }
    }

    @Test func zlibAgreesWithTheCraftedFiles() {
        for file in CraftedGzip.all {
            let found = inflate(file.bytes, framing: .gzip, limit: 1 << 20)
            #expect((found.end == .complete) == file.isReadByZlib, "\(file): \(found.end)")
            if found.end == .complete { #expect(found.output == file.contents, "\(file)") }
        }
    }

    @Test func theLimitIsEnforced() throws {
        for file in CraftedGzip.all where file.isReadByServer && !file.contents.isEmpty {
            #expect(throws: GzipRefusal.tooLarge(limit: file.contents.count - 1), "\(file)") {
                try GzipMember(file.bytes, limit: file.contents.count - 1)
            }
            #expect(try GzipMember(file.bytes, limit: file.contents.count).bytes == file.contents, "\(file)")
        }
    }

    @Test func theChecksumMatchesTheStandardsExample() {
        #expect(CraftedGzip.checksum(Array("123456789".utf8)) == 0xCBF4_3926)
    }
}

/// The fast reader's result, and whether the judge agrees or the fast reader defers to it.
func fastAndSoundness(of bytes: [UInt8], limit: Int = 1 << 20) -> (fast: GzipMember?, isSound: Bool) {
    guard let fast = GzipMember(soundInput: bytes, limit: limit, checksum: fastChecksum) else { return (nil, true) }
    guard let judged = try? GzipMember(bytes, limit: limit) else { return (fast, false) }
    return (fast, judged.bytes == fast.bytes && judged.byteCount == fast.byteCount)
}

/// Whether the judge accepts what zlib accepts, with the same bytes.
func judgeAcceptsWhatZlibDoes(_ bytes: [UInt8], limit: Int = 1 << 20) -> Bool {
    let found = inflate(bytes, framing: .gzip, limit: limit)
    guard found.end == .complete else { return true }
    guard let judged = try? GzipMember(bytes, limit: limit) else { return false }
    return judged.bytes == found.output && judged.byteCount == found.consumed
}
