import DepthFiles
import Testing

@Suite struct BombTests {
    /// A raw DEFLATE stream of one block with fixed codes: a zero, then copies of 258 bytes at distance 1.
    ///
    /// A copy takes 13 bits: 11000101 (length 258) and 00000 (distance 1). Eight copies take 13 bytes and give 2064.
    static func bomb(inflatedByteCount: Int) -> [UInt8] {
        var bits: [UInt8] = [1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0]  // final block, fixed codes, literal 0 (00110000)
        for _ in 0..<9 { bits += [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0] }
        func byte(at start: Int) -> UInt8 {
            (0..<8).reduce(0) { $0 | bits[start + $1] << $1 }
        }
        let first = byte(at: 0)
        var body = (0..<13).map { byte(at: 8 + $0 * 8) }
        while body.count / 13 * 2064 < inflatedByteCount { body += body }
        return [first] + body
    }

    static let options = ReadingOptions(maximumByteCount: 64 << 20)

    @Test func bombBlocksInflateToZeros() throws {
        // The stream has no end, so this is as far as it inflates.
        let reading = read([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] + Self.bomb(inflatedByteCount: 100_000))
        guard case .truncated(.gzip, _, let inflated) = reading.error else {
            Issue.record("\(reading)")
            return
        }
        #expect(inflated >= 100_000)
    }

    @Test func fourGibibytesInGzipAreTooLarge() {
        let reading = read(
            [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] + Self.bomb(inflatedByteCount: 4 << 30), Self.options)
        #expect(reading.error == .tooLarge(container: .gzip, limit: 64 << 20))
        #expect(reading.serverReading == .unknown(byteLimit: 64 << 20))
    }

    @Test func bombsInZlibAndRawDeflateAreTooLarge() {
        let bomb = Self.bomb(inflatedByteCount: 64 << 20)
        #expect(read([0x78, 0x9C] + bomb, Self.options).error == .tooLarge(container: .zlib, limit: 64 << 20))
        #expect(read(bomb, Self.options).error == .tooLarge(container: .deflate, limit: 64 << 20))
    }

    /// Bombs of other bytes than zero, of every length modulo 4: their compressed bytes can resemble samples.
    @Test(arguments: 0..<4) func rawBombsOfAnyByteAreTooLarge(padding: Int) {
        let metre = [UInt8]([0, 0, 0x80, 0x3F])
        let contents = [UInt8](repeating: 0, count: 8 << 20).indices.map { metre[$0 % 4] }
        var packed = DepthFileWriter.pack(contents, as: .deflate, level: 9)
        packed += [UInt8](repeating: 0, count: padding)
        #expect(
            read(packed, ReadingOptions(maximumByteCount: 1 << 20)).error
                == .tooLarge(container: .deflate, limit: 1 << 20))
    }

    @Test func rawBombIsNotReadAsAMapOfZeros() {
        // zlib uses one-bit codes here, so the stream itself is nearly all zero bytes.
        var packed = DepthFileWriter.pack([UInt8](repeating: 0, count: 4 << 20), as: .deflate)
        packed += [UInt8](repeating: 0, count: (4 - packed.count % 4) % 4)
        #expect(
            read(packed, ReadingOptions(maximumByteCount: 1 << 20)).error
                == .tooLarge(container: .deflate, limit: 1 << 20))
    }

    @Test(arguments: [DepthContainer.gzip, .zlib, .deflate])
    func theLimitIsInclusive(container: DepthContainer) {
        let bytes = [UInt8](repeating: 0x3F, count: 40_000)
        let packed = DepthFileWriter.pack(bytes, as: container)
        #expect(read(packed, ReadingOptions(maximumByteCount: 40_000)).error == nil)
        #expect(
            read(packed, ReadingOptions(maximumByteCount: 39_999)).error
                == .tooLarge(container: container, limit: 39_999))
    }
}
