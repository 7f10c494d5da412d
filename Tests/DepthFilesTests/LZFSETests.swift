import Foundation
import Support
import TestSupport
import Testing

@testable import DepthFiles

/// Streams of another encoder, written by tools/dev/formats/make, with their expected contents.
enum LZFSEStreams {
    struct Facts: Decodable {
        let byteCount: Int
        let sha256: String
        let blocks: [String]
    }

    private static let folder = CommandRunner.package.appending(path: "Tests/DepthFilesTests/formats/lzfse")

    static func expected() throws -> [String: Facts] {
        let facts = try JSONDecoder().decode(
            [String: Facts].self, from: Data(contentsOf: folder.appending(path: "expected.json")))
        try #require(facts.count >= 13)
        return facts
    }

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }
}

@Suite struct LZFSETests {
    @Test func everyStreamIsDecompressed() throws {
        let expected = try LZFSEStreams.expected()
        for (name, facts) in expected {
            let bytes = try LZFSEStreams.bytes(name)
            // Bytes after the end are ignored.
            let found = decompressLZFSE(bytes + [1, 2, 3], limit: facts.byteCount)
            #expect(found.end == .complete, "\(name)")
            #expect(found.output.count == facts.byteCount, "\(name)")
            #expect(SHA256Digest.hexadecimal(of: found.output) == facts.sha256, "\(name)")
            #expect(found.consumed == bytes.count, "\(name)")
        }
        #expect(Set(expected.values.flatMap(\.blocks)) == ["bvx-", "bvxn", "bvx2", "bvx$"])
        #expect(expected.values.contains { $0.blocks.count > 2 })
    }

    @Test func theLimitIsInclusive() throws {
        for (name, facts) in try LZFSEStreams.expected() where facts.byteCount > 0 {
            let bytes = try LZFSEStreams.bytes(name)
            for limit in [facts.byteCount - 1, 0, -1] {
                let found = decompressLZFSE(bytes, limit: limit)
                #expect(found.output.isEmpty, "\(name)")
                #expect(found.end == .overLimit, "\(name), \(limit)")
            }
            #expect(decompressLZFSE(bytes, limit: .max).end == .complete, "\(name)")
        }
    }

    @Test func aCutStreamIsTruncated() throws {
        for (name, facts) in try LZFSEStreams.expected() {
            let bytes = try LZFSEStreams.bytes(name)
            let whole = decompressLZFSE(bytes, limit: facts.byteCount).output
            // Everywhere in headers and after the last payload.
            let places = (0..<bytes.count).filter { $0 < 1000 || $0 > bytes.count - 20 || $0 % 997 == 0 }
            for place in places {
                let found = decompressLZFSE(Array(bytes[..<place]), limit: facts.byteCount)
                #expect(found.end == .truncated, "\(name) cut at \(place)")
                #expect(whole.starts(with: found.output), "\(name) cut at \(place)")
            }
        }
    }

    @Test func damagedStreamsStayWithinTheLimit() throws {
        var ends = 0
        for (name, facts) in try LZFSEStreams.expected() {
            let bytes = try LZFSEStreams.bytes(name)
            let limit = min(facts.byteCount, 30_000)
            for place in bytes.indices where place < 400 || place > bytes.count - 8 {
                for change: UInt8 in [1, 0xFF] {
                    var damaged = bytes
                    damaged[place] ^= change
                    let found = decompressLZFSE(damaged, limit: limit)
                    #expect(found.output.count <= limit && found.consumed <= damaged.count, "\(name) at \(place)")
                    if found.end != .complete { ends += 1 }
                }
            }
        }
        #expect(ends > 1000)
    }

    /// The decompressed size in the header of each kind of block.
    @Test func wrongCountsAreDetected() throws {
        let length = "incorrect length of a block"
        for (name, facts) in try LZFSEStreams.expected() where facts.byteCount > 0 {
            for difference in [-1, 1] {
                var bytes = try LZFSEStreams.bytes(name)
                let isRaw = bytes[3] == UInt8(ascii: "-")
                bytes[4] &+= difference < 0 ? 255 : 1
                let found = decompressLZFSE(bytes, limit: facts.byteCount + 100)
                let end: InflationEnd = .corrupt(detail: isRaw ? "unknown kind of block" : length)
                #expect(found.end == end, "\(name)")
            }
        }
    }

    @Test func unknownBlockKindsAreReported() {
        for text in ["bvx1", "bvx3", "xvx$", "bvy-", "bvxN", "\0\0\0\0", "x", "bw"] {
            let found = decompressLZFSE(Array("bvx-\u{1}\0\0\0a\(text)".utf8), limit: 10)
            #expect(found.end == .corrupt(detail: "unknown kind of block"), "\(text)")
            #expect(found.output == [97] && found.consumed == 9, "\(text)")
        }
        for text in ["", "b", "bv", "bvx"] {
            #expect(decompressLZFSE(Array(text.utf8), limit: 10).end == .truncated, "\(text)")
        }
    }

    /// A header may claim gigabytes; memory is only used for actual data.
    @Test func claimedSizesAllocateNoMemory() {
        let most = [UInt8](repeating: 0xFF, count: 4)
        let raw = decompressLZFSE(Array("bvx-".utf8) + most + [1, 2, 3], limit: .max)
        #expect(raw.end == .truncated && raw.output == [1, 2, 3])
        let opcodes = decompressLZFSE(Array("bvxn".utf8) + most + most + [0xE3, 1, 2, 3], limit: .max)
        #expect(opcodes.end == .truncated && opcodes.output == [1, 2, 3])
    }
}

/// Handmade blocks of opcodes.
@Suite struct LZVNTests {
    private static func stream(_ opcodes: [UInt8], byteCount: Int) -> [UInt8] {
        func number(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        return Array("bvxn".utf8) + number(byteCount) + number(opcodes.count) + opcodes + Array("bvx$".utf8)
    }

    private static let end: [UInt8] = [6, 0, 0, 0, 0, 0, 0, 0]
    private static let undefined = Set([0x1E, 0x26, 0x2E, 0x36, 0x3E] + Array(0x70...0x7F) + Array(0xD0...0xDF))

    private struct Step {
        let opcode: [UInt8]
        var literals: [UInt8] = []
        var length = 0
        var distance = 0
    }

    /// One opcode of each form, with literals if it has them, and its meaning.
    private static let steps = [
        Step(opcode: [0xE3], literals: [1, 2, 3]),
        Step(opcode: [0b01_001_000, 3], literals: [4], length: 4, distance: 3),
        Step(opcode: [0b01_000_110], literals: [5], length: 3, distance: 3),
        Step(opcode: [0b101_10_001, 5 << 2 | 0b10, 0], literals: [6, 7], length: 9, distance: 5),
        Step(opcode: [0xE0, 255], literals: (0..<271).map { UInt8(truncatingIfNeeded: $0 * 7) }),
        Step(opcode: [0b10_010_001, 0x03], literals: [8, 9], length: 5, distance: 0x103),
        Step(opcode: [0b101_00_000, 1 << 2 | 0b01, 4], length: 4, distance: 4 << 6 | 1),
        Step(opcode: [0x0E]), Step(opcode: [0x16]),
        Step(opcode: [0b11_001_111, 0x1D, 0x01], literals: [1, 1, 1], length: 4, distance: 0x11D),
        Step(opcode: [0xF2], length: 2, distance: 0x11D),
        Step(opcode: [0xF0, 255], length: 271, distance: 0x11D),
        Step(opcode: [0b00_111_000, 1], length: 10, distance: 1),
        Step(opcode: [0xF0, 0], length: 16, distance: 1),
    ]

    @Test func everyOpcodeIsDecoded() {
        var (opcodes, expected): ([UInt8], [UInt8]) = ([], [])
        for step in Self.steps {
            opcodes += step.opcode + step.literals
            expected += step.literals
            for _ in 0..<step.length { expected.append(expected[expected.count - step.distance]) }
        }
        let found = decompressLZFSE(Self.stream(opcodes + Self.end, byteCount: expected.count), limit: 10_000)
        #expect(found.end == .complete)
        #expect(found.output == expected)
    }

    /// Overlapping matches of every small distance, with lengths around the word size of the copy.
    @Test func overlappingMatchesRepeatTheirOutput() {
        for distance in 1...20 {
            for length in 1...40 {
                let literals = (1...20).map { UInt8($0) }
                let opcodes =
                    [0xE0, 4] + literals + [0b00_000_111, UInt8(distance), 0]
                    + (length < 16 ? [0xF0 | UInt8(length)] : [0xF0, UInt8(length - 16)])
                var expected = literals
                for _ in 0..<(3 + length) { expected.append(expected[expected.count - distance]) }
                let found = decompressLZFSE(Self.stream(opcodes + Self.end, byteCount: expected.count), limit: 100)
                #expect(found.end == .complete && found.output == expected, "\(length) from \(distance)")
            }
        }
    }

    @Test func undefinedOpcodesAreDamage() {
        let literals: [UInt8] = [0xE0, 0] + [UInt8](repeating: 1, count: 16) + [0b00_000_000, 1]
        for opcode in 0...255 {
            let opcodes = literals + [UInt8(opcode)] + [UInt8](repeating: 1, count: 300)
            let found = decompressLZFSE(Self.stream(opcodes, byteCount: 1 << 16), limit: 1 << 16)
            #expect((found.end == .corrupt(detail: "invalid opcode")) == Self.undefined.contains(opcode), "\(opcode)")
        }
    }

    @Test(arguments: [[0xF1], [0x00, 0], [0x00, 2], [0x07, 0, 1], [0xA0, 8, 0]] as [[UInt8]])
    func distancesBeforeTheFirstByteAreDamage(match: [UInt8]) {
        let found = decompressLZFSE(Self.stream([0xE1, 7] + match + Self.end, byteCount: 100), limit: 100)
        #expect(found.end == .corrupt(detail: "invalid distance too far back"))
        #expect(found.output == [7])
    }

    @Test func blocksEndWithTheirEndOpcode() {
        let isBad = { (opcodes: [UInt8]) in
            decompressLZFSE(Self.stream(opcodes, byteCount: 1), limit: 9).end
                == .corrupt(detail: "invalid end of a block")
        }
        #expect(isBad([0xE1, 7]))
        #expect(isBad([0xE1]))
        #expect(isBad([0xE1, 7] + Self.end.dropLast()))
        #expect(isBad([0xE1, 7] + Self.end + [0]))
        #expect(!isBad([0xE1, 7] + Self.end))
    }
}
