import DepthAnalysis
import GzipReader
import TestSupport
import Testing

@testable import DepthFiles

/// Gzip files are read as the server reads them; a disagreement with zlib is reported.
@Suite struct GzipInflationTests {
    private let content = (0..<5000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }

    /// On ordinary files, sound or damaged, the result agrees with zlib, whichever reader inflates them.
    private func check(_ bytes: [UInt8], limit: Int = 1 << 20, _ label: String) {
        let expected = inflate(bytes, framing: .gzip, limit: limit)
        let error = expected.error(in: .gzip, inputCount: bytes.count, limit: limit)
        switch inflateGzip(bytes, limit: limit) {
        case .inflated(let member, let fault):
            #expect(error == nil && fault == nil, "\(label)")
            #expect(member.bytes == expected.output && member.byteCount == expected.consumed, "\(label)")
        case .refusedByServer: Issue.record("\(label)")
        case .failed(let found, let server):
            #expect(found == error, "\(label)")
            #expect(
                server == (expected.end == .overLimit ? .unknown(byteLimit: limit) : .unavailable(.damagedGzip(found))),
                "\(label)")
        }
    }

    @Test func bytesAfterTheFirstMemberAreNotConsumed() {
        let packed = deflate(content, framing: .gzip, level: 6)
        check(packed, "sound")
        check(packed + packed, "two members")
        check(packed + [1, 2, 3], "three bytes")
        check(packed + [UInt8](repeating: 0, count: 5000), "zeros")
        check(packed + [0xFF, 0xFF, 0, 0], "a claimed size that is too large")
        check(packed + [1, 0, 0, 0], "a claimed size that is too small")
    }

    @Test func theLimitIsEnforced() {
        let packed = deflate(content, framing: .gzip, level: 6)
        for limit in [0, 1, content.count - 1, content.count, content.count + 1] {
            check(packed, limit: limit, "limit \(limit)")
        }
        check(deflate([], framing: .gzip, level: 6), "nothing inside")
    }

    @Test func damageIsReportedAsByZlib() {
        let packed = deflate(content, framing: .gzip, level: 6)
        for length in stride(from: 0, to: packed.count, by: 7) { check(Array(packed[..<length]), "cut at \(length)") }
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<500 {
            var damaged = packed
            let place = Int.random(in: 0..<packed.count, using: &generator)
            damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            check(damaged, "bit at \(place)")
        }
    }

    @Test func craftedFilesAreReadByTheExpectedReaders() {
        for file in CraftedGzip.all {
            let (bytes, isNoted, server) = outcome(of: file)
            #expect(bytes == (file.readers == .neither ? nil : file.contents), "\(file)")
            #expect(isNoted == (file.readers == .serverOnly), "\(file)")
            #expect(server == file.isReadByServer, "\(file)")
        }
    }

    private func outcome(of file: CraftedGzip) -> (bytes: [UInt8]?, isNoted: Bool, isReadByServer: Bool) {
        switch inflateGzip(file.bytes, limit: 1 << 20) {
        case .inflated(let member, let fault): (member.bytes, fault != nil, true)
        case .refusedByServer(let member, _): (member.bytes, false, false)
        case .failed: (nil, false, false)
        }
    }

    /// 1 m, and a copy from before the start, which the server reads as zeros.
    private var onlyForTheServer: [UInt8] {
        CraftedGzip("a window of zeros", .serverOnly, [0, 0, 128, 63, 0, 0, 0, 0]) {
            $0.begin(.fixed)
            for byte in [0, 0, 128, 63] { $0.symbol(byte, of: DeflateWriter.fixedLiterals) }
            $0.symbol(258, of: DeflateWriter.fixedLiterals)
            $0.symbol(5, of: DeflateWriter.fixedDistances)
            $0.bits(1, 1)
            $0.symbol(256, of: DeflateWriter.fixedLiterals)
        }.bytes
    }

    @Test func filesOnlyTheServerInflatesAreReadWithANote() throws {
        let reading = read(onlyForTheServer)
        let file = try reading.result.get()
        #expect(file.map.samples == [1, 0] && reading.serverReading == .sameMap)
        #expect(file.notes.first?.code == "inflated_as_server_does")
        #expect(
            file.notes.first?.description
                == "inflated as the server does; other programs find a gzip stream that is damaged after 4 bytes "
                + "inflated (invalid distance too far back)")
    }

    @Test func strictReadingRefusesFilesOnlyTheServerInflates() {
        let reading = read(onlyForTheServer, ReadingOptions(isStrict: true))
        #expect(reading.error?.code == "corrupt")
        guard case .otherMap(let map) = reading.serverReading else {
            Issue.record("\(reading.serverReading)")
            return
        }
        #expect(map.samples == [1, 0])
    }

    @Test func aNameOnlyTheServerRefusesKeepsTheMap() throws {
        for (name, isRefused) in [(65_535, false), (65_536, true)] {
            let file = CraftedGzip(
                "a name", .zlibOnly, [0, 0, 128, 63], flags: 8, fields: [UInt8](repeating: 97, count: name) + [0]
            ) { $0.stored([0, 0, 128, 63]) }
            let reading = read(file.bytes)
            #expect(try reading.result.get().map.samples == [1])
            #expect(
                reading.serverReading
                    == (isRefused ? .unavailable(.headerTextTooLong(limit: 65_535)) : .sameMap), "\(name)")
        }
        #expect(ServerRefusal.headerTextTooLong(limit: 65_535).code == "header_text_too_long")
    }

    @Test func anOverlongNameIsAlwaysRefused() {
        let file = CraftedGzip(
            "a name", .zlibOnly, content, flags: 8, fields: [UInt8](repeating: 97, count: 65_536) + [0]
        ) { $0.stored(content) }
        guard case .failed(.tooLarge, .unavailable(.headerTextTooLong)) = inflateGzip(file.bytes, limit: 100) else {
            Issue.record("\(inflateGzip(file.bytes, limit: 100))")
            return
        }
    }
}
