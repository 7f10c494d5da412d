/// A gzip file that tests one rule of the server's inflation from one side.
///
/// Checksum and length match what a lenient reader produces, so that the rule alone decides.
package struct CraftedGzip: Sendable, CustomStringConvertible {
    /// The readers that accept the file.
    package enum Readers: Sendable {
        case both, serverOnly, zlibOnly, neither
    }

    package let description: String
    package let bytes: [UInt8]
    package let contents: [UInt8]
    package let readers: Readers

    package var isReadByServer: Bool { readers == .both || readers == .serverOnly }
    package var isReadByZlib: Bool { readers == .both || readers == .zlibOnly }

    /// Packs what `blocks` writes as one member.
    ///
    /// - Parameters:
    ///   - flags: the fourth byte of the header.
    ///   - fields: the bytes between the ten-byte header and the blocks.
    package init(
        _ description: String, _ readers: Readers, _ contents: [UInt8] = Array("abcd".utf8), method: UInt8 = 8,
        flags: UInt8 = 0, fields: [UInt8] = [], blocks: (inout DeflateWriter) -> Void
    ) {
        var writer = DeflateWriter()
        blocks(&writer)
        self.description = description
        self.contents = contents
        self.readers = readers
        bytes =
            [0x1F, 0x8B, method, flags, 0, 0, 0, 0, 0, 255] + fields + writer.bytes
            + Self.littleEndian(Self.checksum(contents)) + Self.littleEndian(UInt32(contents.count))
    }

    package func with(_ description: String, _ readers: Readers, _ change: (inout [UInt8]) -> Void) -> Self {
        var bytes = bytes
        change(&bytes)
        return Self(description, bytes, contents, readers)
    }

    private init(_ description: String, _ bytes: [UInt8], _ contents: [UInt8], _ readers: Readers) {
        self.description = description
        self.bytes = bytes
        self.contents = contents
        self.readers = readers
    }

    private static func littleEndian(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// The CRC-32 of gzip, computed bit by bit.
    package static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { rest, byte in
            (0..<8).reduce(rest ^ UInt32(byte)) { rest, _ in rest & 1 == 1 ? 0xEDB8_8320 ^ rest >> 1 : rest >> 1 }
        }
    }
}

extension CraftedGzip {
    /// Files on both sides of every rule.
    package static let all =
        headers + blockTypes + fixedSymbols + codeCounts + completeness + loneCodes + missingCodes + repeats
        + distances + ends

    private static let abcd = Array("abcd".utf8)

    private static func plain(
        _ description: String, _ readers: Readers, method: UInt8 = 8, flags: UInt8 = 0,
        fields: [UInt8] = []
    ) -> CraftedGzip {
        CraftedGzip(description, readers, method: method, flags: flags, fields: fields) { $0.stored(abcd) }
    }

    private static var headers: [CraftedGzip] {
        let head: [UInt8] = [0x1F, 0x8B, 8, 2, 0, 0, 0, 0, 0, 255]
        let sum = littleEndian(checksum(head)).prefix(2)
        let name = [UInt8](repeating: 97, count: 65_535)
        return [
            plain("plain header", .both), plain("method 7", .neither, method: 7),
            plain("text flag", .both, flags: 1),
            plain("extra field", .both, flags: 4, fields: [255, 255] + name),
            plain("right header checksum", .both, flags: 2, fields: Array(sum)),
            plain("wrong header checksum", .neither, flags: 2, fields: sum.map { $0 ^ 1 }),
            plain("name of 65535 bytes", .both, flags: 8, fields: name + [0]),
            plain("name of 65536 bytes", .zlibOnly, flags: 8, fields: name + [97, 0]),
            plain("comment of 65535 bytes", .both, flags: 16, fields: name + [0]),
            plain("comment of 65536 bytes", .zlibOnly, flags: 16, fields: name + [97, 0]),
            plain("name and comment", .both, flags: 24, fields: name + [0] + name + [0]),
        ] + (5...7).map { plain("reserved flag \($0)", .neither, flags: 1 << $0) }
    }

    private static var blockTypes: [CraftedGzip] {
        [
            CraftedGzip("two stored blocks", .both) {
                $0.stored(Array("ab".utf8), isLast: false)
                $0.stored(Array("cd".utf8))
            },
            CraftedGzip("empty stored block", .both, []) { $0.stored([]) },
            CraftedGzip("wrong complement", .neither) { $0.stored(abcd, error: 0x100) },
            CraftedGzip("block type 3", .neither) {
                $0.stored(abcd, isLast: false)
                $0.begin(.reserved)
            },
        ]
    }

    /// A window of zeros, then one length and one distance with fixed codes.
    private static func fixed(
        _ description: String, _ readers: Readers, length symbol: Int, extra: (value: Int, count: Int) = (0, 0),
        distance: Int, distanceExtra: (value: Int, count: Int) = (0, 0), repeated: Int
    ) -> CraftedGzip {
        let window = [UInt8](repeating: 0, count: 1 << 15)
        return CraftedGzip(description, readers, window + [UInt8](repeating: 0, count: repeated)) {
            $0.stored(window, isLast: false)
            $0.begin(.fixed)
            $0.symbol(symbol, of: DeflateWriter.fixedLiterals)
            $0.bits(extra.value, extra.count)
            $0.symbol(distance, of: DeflateWriter.fixedDistances)
            $0.bits(distanceExtra.value, distanceExtra.count)
            $0.symbol(256, of: DeflateWriter.fixedLiterals)
        }
    }

    private static var fixedSymbols: [CraftedGzip] {
        [
            fixed("length symbol 257", .both, length: 257, distance: 0, repeated: 3),
            fixed("length symbol 284 with 31", .both, length: 284, extra: (31, 5), distance: 0, repeated: 258),
            fixed("length symbol 285", .both, length: 285, distance: 0, repeated: 258),
            fixed("length symbol 286", .neither, length: 286, distance: 0, repeated: 258),
            fixed("length symbol 287", .neither, length: 287, distance: 0, repeated: 258),
            fixed(
                "distance symbol 29", .both, length: 257, distance: 29, distanceExtra: (8191, 13), repeated: 3),
            fixed(
                "distance symbol 30", .neither, length: 257, distance: 30, distanceExtra: (8191, 13), repeated: 3),
            fixed(
                "distance symbol 31", .neither, length: 257, distance: 31, distanceExtra: (8191, 13), repeated: 3),
        ]
    }
}
