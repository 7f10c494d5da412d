import Support
import Testing

@Suite struct SHA256StreamTests {
    @Test func streamsContinueAfterADigestAndCopiesAreIndependent() {
        let parts: [[UInt8]] = [[], [1, 2, 3], [UInt8](repeating: 7, count: 1000), [9]]
        var stream = SHA256Stream()
        var all: [UInt8] = []
        var copies: [(SHA256Stream, [UInt8])] = []
        for part in parts {
            copies.append((stream, all))
            stream.append(part)
            all += part
            #expect(stream.digest == SHA256Digest.bytes(of: all))
            #expect(stream.digest == SHA256Digest.bytes(of: all), "reading the digest changes nothing")
        }
        for (copy, bytes) in copies {
            var copy = copy
            #expect(copy.digest == SHA256Digest.bytes(of: bytes))
            copy.append([5])
            #expect(copy.digest == SHA256Digest.bytes(of: bytes + [5]))
        }
    }
}
