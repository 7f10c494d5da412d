import Support
import TestSupport
import Testing

@testable import DepthFiles
@testable import GzipReader

/// The strict reader (the judge), the fast one and zlib agree on sound streams of every kind, and on damaged ones.
@Suite struct AgreementTests {
    @Test(arguments: PackingStrategy.allCases)
    func bothReadersInflateValidStreams(_ strategy: PackingStrategy) throws {
        var generator = SeededGenerator(seed: 31)
        for level: Int32 in 0...9 {
            for kind in 0..<6 {
                let expected = contents(kind, count: .random(in: 0...3000, using: &generator), &generator)
                let bytes = packed(expected, level: level, strategy)
                let judged = try GzipMember(bytes, limit: expected.count)
                #expect(judged.bytes == expected && judged.byteCount == bytes.count, "level \(level), kind \(kind)")
                let (fast, isSound) = fastAndSoundness(of: bytes)
                #expect(fast != nil && isSound, "level \(level), kind \(kind)")
            }
        }
    }

    @Test func bothReadersInflateLongStreams() throws {
        var generator = SeededGenerator(seed: 32)
        for kind in 0..<6 {
            let expected = contents(kind, count: 150_000, &generator)
            let (fast, isSound) = fastAndSoundness(of: packed(expected))
            #expect(fast?.bytes == expected && isSound, "kind \(kind)")
        }
    }

    /// Every single-bit change of small files.
    @Test func bothReadersAgreeOnFlippedBits() {
        var generator = SeededGenerator(seed: 33)
        var flipped = 0
        var accepted = 0
        for strategy in PackingStrategy.allCases {
            for kind in 0..<6 {
                let bytes = packed(contents(kind, count: 64, &generator), strategy)
                for bit in 0..<(bytes.count * 8) {
                    var damaged = bytes
                    damaged[bit / 8] ^= 1 << UInt8(bit % 8)
                    flipped += 1
                    accepted += expectAgreement(damaged, "bit \(bit) of kind \(kind), \(strategy)")
                }
            }
        }
        #expect(flipped > 10_000 && accepted > 1000)
    }

    /// Flipped, replaced, removed and repeated bytes, with a trailer that matches the contents.
    @Test func bothReadersAgreeOnDamage() {
        var generator = SeededGenerator(seed: 34)
        var accepted = 0
        for round in 0..<mutationCount {
            let kind = Int.random(in: 0..<6, using: &generator)
            let strategy = PackingStrategy.allCases.randomElement(using: &generator)!
            let original = contents(kind, count: .random(in: 1...400, using: &generator), &generator)
            var bytes = packed(original, level: .random(in: 1...9, using: &generator), strategy)
            for _ in 0...Int.random(in: 0...2, using: &generator) { damage(&bytes, &generator) }
            accepted += expectAgreement(withFittingTrailer(bytes), "round \(round)")
        }
        #expect(accepted > mutationCount / 100)
    }

    /// `DEPTHCHECK_MUTATIONS`, or 3,000.
    private var mutationCount: Int { Machine.environment("DEPTHCHECK_MUTATIONS").flatMap { Int($0) } ?? 3000 }

    /// - Returns: 1 if the judge accepts, else 0.
    private func expectAgreement(_ bytes: [UInt8], _ label: String) -> Int {
        let judged = try? GzipMember(bytes, limit: 1 << 16)
        let fast = GzipMember(soundInput: bytes, limit: 1 << 16, checksum: fastChecksum)
        if let fast, judged?.bytes != fast.bytes || judged?.byteCount != fast.byteCount {
            Issue.record("the fast reader differs from the reference reader: \(label): \(bytes)")
        }
        let found = inflate(bytes, framing: .gzip, limit: 1 << 16)
        if found.end == .complete, judged?.bytes != found.output || judged?.byteCount != found.consumed {
            Issue.record("zlib differs from the reference reader: \(label): \(bytes)")
        }
        return judged == nil ? 0 : 1
    }

    private func damage(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        let place = Int.random(in: 10..<(bytes.count - 8), using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0, 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 2: bytes[place] = .random(in: 0...255, using: &generator)
        default: bytes.insert(bytes[place], at: place)
        }
    }

    /// Sets the checksum and length to those of a lenient reader, or of the judge. Otherwise the checksum alone
    /// would detect nearly all damage.
    private func withFittingTrailer(_ bytes: [UInt8]) -> [UInt8] {
        var blocks = Array(bytes[10...])
        blocks.removeLast(8)
        var stream = DeflateStream(BitReader(blocks), limit: 1 << 16)
        let judged = (try? stream.inflate()).map { (output: stream.output, consumed: stream.reader.position) }
        guard let inflated = inflatedLeniently(blocks, capacity: 1 << 16) ?? judged else { return bytes }
        return bytes[..<10] + blocks[..<inflated.consumed]
            + [CraftedGzip.checksum(inflated.output), UInt32(inflated.output.count)].flatMap { number in
                (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
            }
    }
}
