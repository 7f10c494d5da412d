package struct P256PublicKey: Sendable {
    private let key: VerifyingKey

    /// Parses a point in SEC1 form, 65 or 33 bytes, including compact points (tag 05); nil if it is invalid.
    package init?(sec1 bytes: [UInt8]) {
        let point: [UInt8]? =
            switch (bytes.count, bytes.first) {
            case (65, 4), (33, 2), (33, 3): bytes
            case (33, 5): P256CompactPoint.uncompressed(x: bytes.dropFirst())
            default: nil
            }
        guard let key = point.flatMap({ VerifyingKey(sec1: $0) }) else { return nil }
        self.key = key
    }

    /// Whether r and s, 32 bytes each, are this key's signature of the SHA-256 of `message`.
    package func verifies(_ numbers: [UInt8], of message: [UInt8]) -> Bool {
        precondition(numbers.count == 64, "a signature has two numbers of 32 bytes")
        let der = DERWriter.sequence(DERWriter.integer(numbers[..<32]), DERWriter.integer(numbers[32...]))
        return key.verifies(der: der, of: message)
    }
}

/// A P-256 private key. Its number is never printed.
package struct P256PrivateKey: Sendable, CustomStringConvertible, CustomReflectable {
    /// 32 bytes.
    private let number: [UInt8]

    package init() { number = SigningKey.makePrivateKey() }

    /// Parses a PEM key (PKCS #8 or SEC 1); nil for anything else.
    package init?(pem text: String) {
        guard let number = SigningKey.number(pem: text) else { return nil }
        self.init(number: number)
    }

    /// Returns nil unless `number` has 32 bytes and lies in 1..<n, where n is the order of the curve.
    package init?(number: [UInt8]) {
        guard P256Curve.hasNumber(number[...]) else { return nil }
        self.number = number
    }

    /// The key as PKCS #8 in DER (RFC 5958 §2, RFC 5915 §3).
    package var pkcs8: [UInt8] {
        let key = DERWriter.sequence(
            DERWriter.integer(1), DERWriter.octets(number), DERWriter.context(1, DERWriter.bits(publicKey)))
        return DERWriter.sequence(DERWriter.integer(0), CertificateKey.p256Algorithm, DERWriter.octets(key))
    }

    package var publicKey: [UInt8] { SigningKey.point(number: number) }
    package func signature(of message: [UInt8]) -> [UInt8] { SigningKey.signature(of: message, number: number) }

    /// A signature that is equal on each call and with each library. Not constant-time, so only for keys without value.
    package func reproducibleSignature(of message: [UInt8]) -> [UInt8] {
        let digest = SHA256Digest.bytes(of: message)
        var nonce = SHA256Digest.bytes(of: number + digest)
        while !P256Curve.hasNumber(nonce[...]) { nonce = SHA256Digest.bytes(of: nonce) }
        func scalar(_ bytes: ArraySlice<UInt8>) -> P256Number { P256Number(bytes, modulo: .order) }
        let r = scalar(SigningKey.point(number: nonce)[1..<33])
        let s = scalar(digest[...]).adding(r.times(scalar(number[...]))).times(scalar(nonce[...]).inverse)
        return DERWriter.sequence(DERWriter.integer(r.bytes), DERWriter.integer(s.bytes))
    }

    package var description: String { "a private key" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

package enum P256Curve {
    package static let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]

    /// The generator G in SEC1 form, 65 bytes.
    package static let generator: [UInt8] = [
        0x04, 0x6B, 0x17, 0xD1, 0xF2, 0xE1, 0x2C, 0x42, 0x47, 0xF8, 0xBC, 0xE6, 0xE5, 0x63, 0xA4, 0x40, 0xF2,
        0x77, 0x03, 0x7D, 0x81, 0x2D, 0xEB, 0x33, 0xA0, 0xF4, 0xA1, 0x39, 0x45, 0xD8, 0x98, 0xC2, 0x96, 0x4F,
        0xE3, 0x42, 0xE2, 0xFE, 0x1A, 0x7F, 0x9B, 0x8E, 0xE7, 0xEB, 0x4A, 0x7C, 0x0F, 0x9E, 0x16, 0x2B, 0xCE,
        0x33, 0x57, 0x6B, 0x31, 0x5E, 0xCE, 0xCB, 0xB6, 0x40, 0x68, 0x37, 0xBF, 0x51, 0xF5,
    ]

    /// The field prime: coordinates are below it.
    package static var prime: [UInt8] { P256Number.prime.bytes }

    /// Whether 32 big-endian bytes are a number in 1..<n.
    package static func hasNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count == 32 && bytes.contains { $0 != 0 } && bytes.lexicographicallyPrecedes(order)
    }
}

/// Decompresses compact points, which are x only; y is the smaller solution (draft-jivsov-ecc-compact-05; sec1 0.7.3).
enum P256CompactPoint {
    /// Nil if x is not below the field prime. Whether the result is on the curve is not checked.
    static func uncompressed(x bytes: ArraySlice<UInt8>) -> [UInt8]? {
        guard bytes.count == 32, bytes.lexicographicallyPrecedes(P256Number.prime.bytes) else { return nil }
        let x = P256Number(bytes, modulo: P256Number.prime)
        let threeTimes = x.adding(x).adding(x)
        let square = x.times(x).times(x).adding(threeTimes.negated).adding(P256Number.b)
        // The prime is 3 modulo 4, so this power is a square root if one exists.
        let root = square.power(P256Number.quarter)
        let (y, other) = (root.bytes, root.negated.bytes)
        return [4] + bytes + (y.lexicographicallyPrecedes(other) ? y : other)
    }
}
