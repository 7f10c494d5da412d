import DepthTestSupport
import Testing

@testable import DepthFiles

/// libdeflate stands before zlib: whatever the bytes, the finding is zlib's.
@Suite struct WholeInflationTests {
    private let content = (0..<5000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }

    private func check(_ bytes: [UInt8], limit: Int = 1 << 20, _ what: String) {
        let found = inflate(bytes, framing: .gzip, limit: limit)
        let expected = inflateStream(bytes, framing: .gzip, limit: limit)
        #expect(
            found.output == expected.output && found.consumed == expected.consumed && found.end == expected.end,
            "\(what)")
    }

    @Test func aSoundMemberIsInflatedWhole() throws {
        let packed = deflate(content, framing: .gzip, level: 6)
        let whole = try #require(inflateWholeGzip(packed, capacity: content.count + 1))
        #expect(whole.output == content && whole.consumed == packed.count && whole.end == .complete)
        check(packed, "sound")
    }

    @Test func whatFollowsTheFirstMemberIsLeft() {
        let packed = deflate(content, framing: .gzip, level: 6)
        check(packed + packed, "two members")
        check(packed + [1, 2, 3], "three bytes")
        check(packed + [UInt8](repeating: 0, count: 5000), "zeros")
        check(packed + [0xFF, 0xFF, 0, 0], "a promise that is too large")
        check(packed + [1, 0, 0, 0], "a promise that is too small")
    }

    @Test func theLimitHolds() {
        let packed = deflate(content, framing: .gzip, level: 6)
        for limit in [0, 1, content.count - 1, content.count, content.count + 1] {
            check(packed, limit: limit, "limit \(limit)")
        }
        check(deflate([], framing: .gzip, level: 6), "nothing inside")
    }

    @Test func damageIsFoundAsBefore() {
        let packed = deflate(content, framing: .gzip, level: 6)
        for length in stride(from: 0, to: packed.count, by: 7) { check(Array(packed[..<length]), "cut at \(length)") }
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            var damaged = packed
            let place = Int.random(in: 0..<packed.count, using: &generator)
            damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            check(damaged, "bit at \(place)")
        }
    }

    /// zlib checks the checksum of a header, libdeflate does not.
    @Test func aWrongHeaderChecksumIsFound() {
        var packed = deflate(content, framing: .gzip, level: 6)
        packed[3] |= 2
        packed.insert(contentsOf: [0, 0], at: 10)
        #expect(inflate(packed, framing: .gzip, limit: 1 << 20).end != .complete)
        check(packed, "header checksum")
    }
}
