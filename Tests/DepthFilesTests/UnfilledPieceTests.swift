import DepthAnalysis
import TestSupport
import Testing

@testable import DepthFiles

private let hasLibTIFF: Bool = {
    if case .storedNeedsLibrary = read([0x49, 0x49, 0x2A, 0]).error { return false }
    return true
}()

private let hasOpenEXR: Bool = {
    if case .storedNeedsLibrary = read([0x76, 0x2F, 0x31, 1]).error { return false }
    return true
}()

/// The bytes of samples of 1 m, 2 m, ….
private func ramp(_ count: Int) -> [UInt8] { float32Bytes(of: (1...count).map { Float($0) }) }

@Suite(.enabled(if: hasLibTIFF, "libtiff is missing: install libtiff6")) struct UnfilledStripTests {
    private let contents = ramp(128)

    private func detail(_ bytes: [UInt8]) -> String? {
        if case .storedDamaged(.tiff, let detail) = read(bytes).error { detail } else { nil }
    }

    @Test func completeStripsAreRead() throws {
        for (compression, strip) in [(1, contents), (8, deflate(contents, framing: .zlib, level: 6))] {
            let file = try read(StripTIFF(compression: compression, strips: [strip]).bytes).result.get()
            #expect(file.map.samples == (1...128).map { Float($0) })
        }
    }

    /// libdeflate writes nothing for a stored block that exceeds the buffer, and libtiff 4.5 takes that for
    /// success: the samples would be uninitialised memory.
    @Test func storedBlocksLongerThanTheStripAreDamage() {
        let strip = deflate(contents + [1, 2, 3, 4], framing: .zlib, level: 0)
        let detail = detail(StripTIFF(compression: 8, strips: [strip]).bytes)
        #expect(detail?.hasPrefix("strip 1 of 1 ") == true && detail?.contains("512 bytes") == true, "\(detail ?? "")")
    }

    @Test func streamsShorterThanTheStripAreDamage() {
        for count in [0, 1, 508, 511] {
            let strip = deflate(Array(contents[..<count]), framing: .zlib, level: 6)
            #expect(detail(StripTIFF(compression: 8, strips: [strip]).bytes) != nil, "\(count) bytes")
        }
    }

    @Test func theShortStripIsNamed() {
        let strip = deflate(ramp(32), framing: .zlib, level: 0)
        let short = deflate(ramp(31) + [0, 0], framing: .zlib, level: 0)
        let long = deflate(ramp(33), framing: .zlib, level: 0)
        for damaged in [short, long] {
            let tiff = StripTIFF(rowsPerStrip: 2, compression: 8, strips: [strip, strip, damaged, strip])
            guard case .storedDamaged(.tiff, let detail)? = read(tiff.bytes).error else {
                Issue.record("a damaged strip was read")
                continue
            }
            #expect(damaged == short || detail.contains("strip 3 of 4"), "\(detail)")
        }
    }

    @Test func stripsWithTooFewBytesAreRefusedBeforeUnpacking() {
        let short = StripTIFF(rowsPerStrip: 4, strips: [ramp(64), Array(ramp(64).dropLast())])
        #expect(detail(short.bytes) == "strip 2 of 2 stores at most 255 bytes, too few for the 256 of its samples")
        // Two bytes of PackBits give at most 128.
        let packed = StripTIFF(compression: 32773, strips: [[0x81, 7, 0x81, 7, 0x81, 7]])
        #expect(detail(packed.bytes) == "strip 1 of 1 stores at most 6 bytes, too few for the 512 of its samples")
    }

    /// libtiff would read beyond them.
    @Test func stripsWithWrongByteCountsAreDamage() {
        #expect(detail(StripTIFF(strips: [[1]]).bytes) != nil)
        for count in [500, 511] {
            let one = StripTIFF(strips: [Array(contents[..<count])])
            #expect(detail(one.bytes) == "strips of other byte counts than their samples have", "\(count) bytes")
        }
        let strips = [Array(ramp(32).dropLast()), ramp(32), ramp(32), ramp(32)]
        #expect(detail(StripTIFF(rowsPerStrip: 2, strips: strips).bytes) != nil)
    }

    @Test func largeClaimsInSmallFilesAreNotTrusted() {
        var claim = StripTIFF(width: 8000, height: 8000, rowsPerStrip: 8000, strips: [[0, 0, 0, 0]])
        for compression in [1, 5, 8, 32773, 50000] {
            claim.compression = compression
            #expect(detail(claim.bytes)?.contains("too few for the 256000000") == true, "compression \(compression)")
        }
    }

    /// Every compressed file of another writer, with one strip or tile truncated.
    @Test(arguments: try FormatFixture.all(in: "tiff"))
    func cutStripsAreDamage(fixture: FormatFixture) throws {
        let compressions = ["lzw", "deflate", "zstd", "packbits", "zlib", "predictor"]
        guard compressions.contains(where: fixture.description.contains),
            case .success = read(fixture.bytes).result
        else { return }
        var bytes = fixture.bytes
        let isBig = bytes[0] == 0x4D
        guard bytes[isBig ? 3 : 2] == 42 else { return }
        func number(_ place: Int, _ count: Int) -> Int {
            let part = bytes[place..<place + count]
            return (isBig ? Array(part) : part.reversed()).reduce(0) { $0 << 8 | Int($1) }
        }
        let directory = number(4, 4)
        for place in (0..<number(directory, 2)).map({ directory + 2 + 12 * $0 }) {
            guard [279, 325].contains(number(place, 2)) else { continue }
            let (width, count) = (number(place + 2, 2) == 3 ? 2 : 4, number(place + 4, 4))
            let list = count * width <= 4 ? place + 8 : number(place + 8, 4)
            let half = StripTIFF.number(number(list, width) / 2, width)
            bytes.replaceSubrange(list..<list + width, with: isBig ? half.reversed() : half)
        }
        try #require(bytes != fixture.bytes)
        #expect(read(bytes).error != nil)
    }
}

@Suite(.enabled(if: hasOpenEXR, "OpenEXRCore is missing: install libopenexr-dev")) struct UnfilledBlockTests {
    private func error(_ file: BlockEXR) -> DepthFileError? { read(file.bytes).error }

    @Test func completeBlocksAreRead() throws {
        let plain = BlockEXR(blocks: (0..<8).map { ($0, Array(ramp(128)[(64 * $0)..<(64 * $0 + 64)])) })
        #expect(try read(plain.bytes).result.get().map.samples == (1...128).map { Float($0) })
        for count in [512, 513] {
            let packed = deflate([UInt8](repeating: 128, count: count), framing: .zlib, level: 6)
            let file = BlockEXR(compression: 3, blocks: [(0, packed)])
            #expect((error(file) == nil) == (count == 512), "\(count) bytes")
        }
    }

    /// OpenEXRCore 3.1.5 accepts any size that ZIP gives, however small.
    @Test func streamsShorterThanTheBlockAreDamage() {
        for count in [0, 1, 256, 508, 511] {
            let packed = deflate([UInt8](repeating: 128, count: count), framing: .zlib, level: 6)
            guard case .storedDamaged(.openEXR, _)? = error(BlockEXR(compression: 3, blocks: [(0, packed)])) else {
                Issue.record("\(count) of 512 bytes were accepted")
                continue
            }
        }
        // By line; the second line is short, with the contents of the first still in memory.
        let whole = deflate([UInt8](repeating: 128, count: 64), framing: .zlib, level: 6)
        let short = deflate([UInt8](repeating: 128, count: 60), framing: .zlib, level: 6)
        let file = BlockEXR(height: 2, compression: 2, blocks: [(0, whole), (1, short)])
        #expect(error(file) != nil)
    }

    @Test func runsShorterThanTheLineAreDamage() throws {
        func lines(_ run: [UInt8]) -> BlockEXR { BlockEXR(height: 2, compression: 1, blocks: [(0, run), (1, run)]) }
        #expect(error(lines([63, 128])) == nil)
        for run: [UInt8] in [[62, 128], [0, 128], [64, 128]] { #expect(error(lines(run)) != nil) }
    }

    @Test func impossibleBlockCountsAreNotTrusted() {
        let file = BlockEXR(width: 8000, height: 8000, blocks: [(0, [1])])
        guard case .storedDamaged(.openEXR, let detail)? = error(file) else {
            Issue.record("the reader looked for 8,000 blocks in \(file.bytes.count) bytes")
            return
        }
        #expect(detail == "8000 blocks of lines in \(file.bytes.count) bytes")
    }

    /// The library takes quadratic time to collect them.
    @Test func channelCountsAreLimited() throws {
        func file(_ count: Int) -> BlockEXR {
            let names = (1..<count).map { "a\($0)" }.sorted() + ["Z"]
            return BlockEXR(width: 2, height: 1, channels: names, blocks: [(0, ramp(2 * count))])
        }
        let most = OpenEXRHeader.maximumChannels
        #expect(try read(file(most).bytes).result.get().map.width == 2)
        for count in [most + 1, 40_000] {
            let found = "\(count) channels in an OpenEXR file, more than \(most)"
            #expect(error(file(count)) == .storedNotDepth(.openEXR, found: found))
        }
    }
}
