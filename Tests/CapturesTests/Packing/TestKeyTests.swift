import Captures
import Support
import Testing

@Suite struct TestKeyTests {
    @Test func assertionsAreEncodedLikeGenuineOnes() throws {
        for counter: UInt32 in [0, 1, 255, .max] {
            for _ in 0..<30 {
                let cbor = PackedMaterial.signer(counter: counter).assertion(of: [UInt8](repeating: 7, count: 32))
                #expect((140...142).contains(cbor.count))
                let assertion = try AppAttestAssertion(cbor: cbor)
                #expect(assertion.cbor == cbor)
                #expect(cbor.starts(with: [0xA2, 0x69] + Array("signature".utf8)))
                #expect(P256Signature(assertion.signature)?.form == .der)
                #expect(assertion.authenticatorData.bytes.count == 37)
                #expect(assertion.authenticatorData.counter == counter && assertion.authenticatorData.flags == 0x40)
                #expect(assertion.authenticatorData.rpIDHash == PackedMaterial.application.rpIDHash)
                #expect(try AppAttestAssertion(base64: assertion.base64) == assertion)
            }
        }
    }

    @Test func cborOfAnyLengthIsRead() throws {
        let data = AuthenticatorData(rpIDHash: [UInt8](repeating: 1, count: 32), counter: 3)
        for count in [0, 23, 24, 255, 256, 65_535, 65_536] {
            let signature = [UInt8](repeating: 5, count: count)
            let extended = try #require(AuthenticatorData(data.bytes + signature))
            let assertion = AppAttestAssertion(signature: signature, authenticatorData: extended)
            #expect(try AppAttestAssertion(cbor: assertion.cbor) == assertion)
        }
    }

    @Test func aKeyIsReadOnlyFromItsPEM() {
        let key = TestKey()
        #expect(key.pem.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        #expect(TestKey(pem: key.pem)?.publicKey == key.publicKey)
        #expect(TestKey(pem: key.pem + "\n")?.publicKey == key.publicKey)
        #expect(TestKey().publicKey != key.publicKey)
        #expect(P256PublicKey(sec1: key.publicKey) != nil)
        for text in ["", "x", key.pem.replacing("PRIVATE", with: "PUBLIC"), String(key.pem.dropLast(60))] {
            #expect(TestKey(pem: text) == nil, "\(text.count)")
        }
        #expect(TestKey(number: [UInt8](repeating: 0, count: 32)) == nil)
        #expect(TestKey(number: [UInt8](repeating: 0xFF, count: 32)) == nil)
    }

    @Test func printingAKeyRevealsNothing() {
        let key = TestKey()
        var dumped = ""
        dump(PackedMaterial.signer(), to: &dumped)
        dump(key, to: &dumped)
        dumped += "\(key)" + String(reflecting: key) + "\(PackedMaterial.signer())"
        #expect(dumped.contains("a test key"))
        #expect(!dumped.contains("P256") && !dumped.contains("PRIVATE") && !dumped.contains("rawRepresentation"))
    }

    @Test func millisecondTimesRoundTrip() throws {
        var random = SplitMix64(seed: 9)
        let years: ClosedRange<Int64> = -62_167_219_200...253_402_300_799
        for _ in 0..<2000 {
            let time = CaptureTimestamp(
                utcSeconds: Int64.random(in: years, using: &random), nanoseconds: Int64(random.below(1_000_000_000)))
            let text = try #require(time.millisecondText)
            #expect(text.utf8.count == 24 && text.hasSuffix("Z"))
            let read = try #require(CaptureTimestamp(text), "\(text)")
            #expect(read.utcSeconds == time.utcSeconds && read.nanoseconds == time.nanoseconds / 1_000_000 * 1_000_000)
        }
        for text in ["0000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z", "2024-02-29T23:59:60.500Z"] {
            #expect(CaptureTimestamp(text)?.millisecondText == text)
        }
        for seconds in [years.lowerBound - 1, years.upperBound + 1, .min, .max] {
            #expect(CaptureTimestamp(utcSeconds: seconds).millisecondText == nil)
        }
    }
}
