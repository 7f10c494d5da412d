import Captures
import Support
import TestSupport
import Testing

@Suite struct AssertionTests {
    private let data = AuthenticatorData(rpIDHash: Array(repeating: 7, count: 32), counter: 0x0102_0304)
    private func text(_ string: String) -> [UInt8] { [0x60 + UInt8(string.utf8.count)] + Array(string.utf8) }
    private func bytes(_ bytes: [UInt8]) -> [UInt8] { [0x58, UInt8(bytes.count)] + bytes }

    /// Both members, in the middle of what a case puts around them.
    private func map(_ first: UInt8 = 0xA2, before: [UInt8] = [], after: [UInt8] = []) -> [UInt8] {
        [first] + before + text("signature") + bytes([1, 2]) + text("authenticatorData") + bytes(data.bytes) + after
    }

    private func failure(_ cbor: [UInt8]) -> AssertionFailure? {
        do throws(AssertionFailure) {
            _ = try AppAttestAssertion(cbor: cbor)
            return nil
        } catch {
            return error
        }
    }

    @Test func authenticatorDataIsHashFlagsAndABigEndianCounter() throws {
        let assertion = try AppAttestAssertion(cbor: map())
        #expect(assertion.signature == [1, 2])
        #expect(assertion.authenticatorData == data)
        #expect(data.rpIDHash == Array(repeating: 7, count: 32))
        #expect(data.flags == 0x40)
        #expect(data.counter == 0x0102_0304)
        #expect(AuthenticatorData(data.bytes + [9])?.extensionBytes == [9])
        #expect(AuthenticatorData(Array(data.bytes.dropLast())) == nil)
        for bytes in [[], [9], [0xA0], Array("more".utf8)] as [[UInt8]] {
            #expect(AuthenticatorExtensions(bytes) == nil)
        }
    }

    @Test func unusualLengthsTagsAndUnknownMembersAreRead() throws {
        let others: [[UInt8]] = [
            [0x01, 0x02], [0x20, 0x3B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0xF4, 0xF6],
            [0xF8, 0x15, 0xF7],
            [0xF9, 0, 0, 0xFA, 0, 0, 0, 0], [0xFB] + Array(repeating: 0, count: 8) + [0x80], [0xC1, 0x00, 0xA0],
            [0x82, 0x01, 0x81, 0x02, 0xA1, 0x01, 0x02], [0x9F, 0x01, 0xFF, 0xBF, 0x01, 0x02, 0xFF],
            [0x58, 0x00, 0x5B, 0, 0, 0, 0, 0, 0, 0, 1, 9],
            [0x7F, 0x61, 0x61, 0x7F, 0x61, 0x62, 0xFF, 0xFF, 0x5F, 0xFF],
        ]
        for other in others {
            let assertion = try AppAttestAssertion(cbor: map(0xA3, before: other))
            #expect(assertion.authenticatorData == data)
        }
        #expect(try AppAttestAssertion(cbor: map(0xBF, after: [0xFF, 0x13])).signature == [1, 2])
        #expect(try AppAttestAssertion(cbor: [0xB8, 0x02] + map().dropFirst()).signature == [1, 2])
    }

    @Test func firstOfTwoMembersWithOneNameIsUsed() throws {
        #expect(try AppAttestAssertion(cbor: map(0xA3, after: text("signature") + bytes([3]))).signature == [1, 2])
        #expect(
            failure(map(0xA3, before: text("signature") + text("x"))) == .missingMember(.signature))
        #expect(failure([0xA0]) == .missingMember(.authenticatorData))
        #expect(failure([0xA1] + text("authenticatorData") + bytes([])) == .missingMember(.signature))
        #expect(
            failure([0xA2] + text("signature") + bytes([]) + text("authenticatorData") + bytes([1]))
                == .invalidAuthenticatorData(byteCount: 1))
    }

    @Test(
        arguments: [
            ([], .truncated), ([0x80], .notMap), ([0xC1, 0xA0], .notMap), ([0xA1], .truncated),
            ([0xA1, 0x01, 0x1C], .reservedForm),
            ([0xA1, 0x01, 0x1F], .reservedForm), ([0xA1, 0x01, 0xDF], .reservedForm),
            ([0xA1, 0x01, 0xF3], .unknownSimpleValue),
            ([0xA1, 0x01, 0xF8, 0x18], .unknownSimpleValue), ([0xA1, 0x01, 0xFF], .unexpectedBreak),
            ([0xBF, 0x01, 0xFF], .unexpectedBreak),
            ([0xA1, 0x01, 0x61, 0xFF], .notUTF8), ([0xA1, 0x01, 0x7F, 0x61, 0xC3, 0x61, 0xA9, 0xFF], .notUTF8),
            ([0xA1, 0x01, 0x5F, 0x61, 0x61, 0xFF], .wrongChunk), ([0xA1, 0x01, 0x7F, 0x01, 0xFF], .wrongChunk),
            ([0xBF, 0x01], .truncated),
            ([0xFF], .notMap), ([0xF9, 0x00], .truncated),
            // False lengths and counts.
            ([0xA1, 0x01, 0x5B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .truncated),
            ([0xA1, 0x01, 0x5B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .truncated),
            ([0xBB, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0x02], .truncated),
            ([0xA1, 0x01, 0x9B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], .truncated),
        ] as [([UInt8], CBORFault)])
    func invalidCBORIsRefused(_ row: (bytes: [UInt8], fault: CBORFault)) {
        #expect(failure(row.bytes) == .invalidCBOR(row.fault))
    }

    @Test(arguments: [0x81, 0xC1] as [UInt8])
    func valuesNestUpTo256DeepIncludingTheMap(_ container: UInt8) {
        func nested(_ depth: Int) -> [UInt8] {
            [0x01] + Array(repeating: container, count: depth) + [0x01]
        }
        #expect(failure(map(0xA3, before: nested(255))) == nil)
        #expect(failure(map(0xA3, before: nested(256))) == .invalidCBOR(.nestedTooDeep))
        #expect(failure(map(0xA3, before: nested(1_000_000))) == .invalidCBOR(.nestedTooDeep))
    }

    @Test func chunksNestAMillionDeep() {
        let count = 1_000_000
        let chunks = Array(repeating: UInt8(0x5F), count: count) + Array(repeating: 0xFF, count: count)
        #expect(failure(map(0xA3, before: [0x01] + chunks)) == nil)
    }

    @Test func everyTruncatedAssertionIsRefused() {
        let whole = map()
        for count in whole.indices { #expect(failure(Array(whole[..<count])) != nil) }
    }

    @Test func changedBytesNeverTrap() {
        var random = SplitMix64(seed: 11)
        let seeds = [map(), map(0xBF, after: [0xFF]), map(0xA3, before: [0x7F, 0x61, 0x61, 0xFF, 0x9F, 0x01, 0xFF])]
        var failures: Set<String> = []
        for round in 0..<3000 {
            var bytes = seeds[round % seeds.count]
            for _ in 0...random.below(4) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
            if let failure = failure(bytes) { failures.insert(failure.code) }
        }
        #expect(failures.count >= 3)
    }

    @Test(arguments: ["QUJD", "QUI=", "QQ==", "", "+/+/"])
    func base64RoundTrips(_ text: String) throws {
        let bytes = try #require(StrictBase64.bytes(of: text))
        #expect(StrictBase64.text(of: bytes) == text)
    }

    @Test(arguments: ["QUJDRA", "QUJD RA==", "QUJD\n", "-_-_", "QR==", "QUJ=", "====", "=", "QQ=A", "QQ==QQ==", "QUJé"])
    func nonStrictBase64IsRefused(_ text: String) { #expect(StrictBase64.bytes(of: text) == nil) }

    private let order: [UInt8] =
        Hexadecimal.bytes(
            of: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551") ?? []

    @Test func signaturesAreStrictDEROr64Bytes() {
        let one = [UInt8](repeating: 0, count: 31) + [1]
        #expect(P256Signature([0x30, 6, 2, 1, 1, 2, 1, 1])?.raw == one + one)
        #expect(P256Signature(one + one)?.form == .raw)
        let below = order.dropLast() + [0x50]
        #expect(P256Signature(one + below) != nil)
        #expect(P256Signature(one + order) == nil)
        #expect(P256Signature([0x30, 38, 2, 1, 1, 2, 33, 0] + below)?.raw == one + below)
        #expect(P256Signature([0x30, 38, 2, 1, 1, 2, 33, 0] + order) == nil)
        let refused: [[UInt8]] = [
            [], [0x30], [0x31, 6, 2, 1, 1, 2, 1, 1], [0x30, 6, 2, 1, 0, 2, 1, 1], [0x30, 6, 2, 1, 1, 2, 1, 1, 0],
            [0x30, 7, 2, 1, 1, 2, 1, 1, 0], [0x30, 7, 2, 2, 0, 1, 2, 1, 1], [0x30, 6, 2, 1, 0x81, 2, 1, 1],
            [0x30, 5, 2, 0, 2, 1, 1],
            [0x30, 0x81, 6, 2, 1, 1, 2, 1, 1], [0x30, 3, 2, 1, 1], [0x30, 9, 2, 1, 1, 2, 1, 1, 2, 1, 1],
            [0x30, 6, 2, 1, 1, 2, 2, 1],
            Array(repeating: 0, count: 64), one + one + [0], Array((one + one).dropLast()),
        ]
        for bytes in refused { #expect(P256Signature(bytes) == nil, "\(bytes)") }
    }

    @Test func keysArePointsOnTheCurveInSEC1Form() throws {
        let point = try #require(TestCapture.device.publicKey)
        #expect(P256PublicKey(sec1: point) != nil)
        #expect(P256PublicKey(sec1: [2 + point[64] % 2] + point[1...32]) != nil)
        let others: [[UInt8]] = [
            [], [0], Array(point.dropFirst()), [6 + point[64] % 2] + point.dropFirst(),
            point.dropLast() + [point[64] ^ 1],
            [7] + point[1...32], point + [0], [4] + point[1...32],
        ]
        for other in others { #expect(P256PublicKey(sec1: other) == nil) }
    }

    @Test func bindingNamesAreUnique() {
        #expect(Set(AssertionBinding.allCases.map(\.name)).count == AssertionBinding.allCases.count)
        #expect(AssertionBinding.allCases.count == 11)
        for binding in AssertionBinding.allCases {
            #expect(![binding.definition, binding.users, binding.sources].contains { $0.isEmpty })
        }
        #expect(AssertionBinding.allCases.filter { !$0.isInCaptures } == [.challenge, .expoMetadata, .video])
    }
}
