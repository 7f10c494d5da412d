import Testing

@testable import Support

private func bytes(_ digits: String) -> [UInt8] {
    let digits = Array(digits)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16) ?? 0 }
}

/// A key used only by these tests.
private let number = bytes("FBAE7A7E8AD57BF5BCD407ED3380EFA65533F7263B373FC8DB79C1117E307485")

private func pem(_ kind: String, _ lines: String...) -> String {
    (["-----BEGIN \(kind)-----"] + lines + ["-----END \(kind)-----", ""]).joined(separator: "\n")
}

@Suite struct P256KeyTests {
    /// Message, r and s: RFC 6979 §A.2.5, with SHA-256.
    private static let published = [
        (
            "sample", "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716",
            "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"
        ),
        (
            "test", "F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367",
            "019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083"
        ),
    ]
    private static let publishedNumber = bytes("C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721")
    private static let publishedPoint = bytes(
        "0460FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6"
            + "7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299")

    @Test func thePublishedPrivateKeyGivesThePublishedPoint() throws {
        let key = try #require(P256PrivateKey(number: Self.publishedNumber))
        #expect(key.publicKey == Self.publishedPoint)
    }

    @Test func publishedSignaturesVerifyAndFlippedBitsFail() throws {
        let compressed = [2 + Self.publishedPoint[64] % 2] + Self.publishedPoint[1...32]
        for point in [Self.publishedPoint, compressed] {
            let key = try #require(P256PublicKey(sec1: point))
            for (text, r, s) in Self.published {
                let (message, signature) = (Array(text.utf8), bytes(r + s))
                #expect(key.verifies(signature, of: message))
                #expect(!key.verifies(signature, of: message + [0]))
                for bit in stride(from: 0, to: 512, by: 7) {
                    var changed = signature
                    changed[bit / 8] ^= 1 << UInt8(bit % 8)
                    #expect(!key.verifies(changed, of: message), "bit \(bit)")
                }
            }
        }
    }

    @Test func compactPointsHaveTheSmallerY() throws {
        let (x, y) = (Self.publishedPoint[1...32], Self.publishedPoint[33...])
        #expect(P256CompactPoint.uncompressed(x: x) == Self.publishedPoint)
        // p − y is the other point with this x; its private key is n less the number.
        #expect(y.first.map { $0 < 0x7F } == true)
        let key = try #require(P256PublicKey(sec1: [5] + x))
        let (text, r, s) = Self.published[0]
        #expect(key.verifies(bytes(r + s), of: Array(text.utf8)))
        let other = try #require(P256PublicKey(sec1: [3 - Self.publishedPoint[64] % 2] + x))
        #expect(!other.verifies(bytes(r + s), of: Array(text.utf8)))
    }

    @Test func compactPointsAreOnTheCurve() {
        let prime = bytes("FFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF")
        for x in [prime, Array(repeating: 0xFF, count: 32), Array(repeating: 0, count: 31) + [1]] {
            #expect(P256PublicKey(sec1: [5] + x) == nil)
        }
        #expect(P256PublicKey(sec1: [5] + Self.publishedPoint[1...31]) == nil)
    }

    /// s and n − s are both valid; genuine iPhones send either.
    @Test func highAndLowSAreAccepted() throws {
        let key = try #require(P256PublicKey(sec1: Self.publishedPoint))
        let low = "0834E36AD29A83BF2BC9385E491D6099C8FDF9D1ED67AA7EA5F51F93782857A9"
        #expect(key.verifies(bytes(Self.published[0].1 + low), of: Array("sample".utf8)))
    }

    @Test func signaturesOutOfRangeFail() throws {
        let key = try #require(P256PublicKey(sec1: Self.publishedPoint))
        let (zero, large) = (String(repeating: "0", count: 64), String(repeating: "F", count: 64))
        for signature in [zero + zero, Self.published[0].1 + zero, zero + Self.published[0].2, large + large] {
            #expect(!key.verifies(bytes(signature), of: Array("sample".utf8)))
        }
    }

    /// Points off the curve by one bit, the point at infinity, and other lengths and forms.
    @Test func pointsOffTheCurveAreRejected() {
        for bit in 8..<65 * 8 {
            var point = Self.publishedPoint
            point[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(P256PublicKey(sec1: point) == nil, "bit \(bit)")
        }
        let hybrid = [6 + Self.publishedPoint[64] % 2] + Self.publishedPoint[1...]
        for other in [[], [0], [UInt8](repeating: 0, count: 65), Self.publishedPoint + [0], hybrid] {
            #expect(P256PublicKey(sec1: Array(other)) == nil, "\(other.count) bytes")
        }
    }

    @Test func signaturesVerifyWithThePublicKey() throws {
        for key in [P256PrivateKey(), P256PrivateKey(), try #require(P256PrivateKey(number: number))] {
            let point = try #require(P256PublicKey(sec1: key.publicKey))
            let message: [UInt8] = [1, 2, 3]
            let signature = key.signature(of: message)
            #expect(signature != key.signature(of: message), "two signatures differ in their random number")
            // DER: SEQUENCE { INTEGER, INTEGER }, each up to 33 bytes.
            let count = Int(signature[3])
            let numbers = [signature[4..<4 + count], signature[(6 + count)...]].flatMap { digits in
                let short = digits.drop { $0 == 0 }
                return Array(repeating: 0, count: 32 - short.count) + short
            }
            #expect(point.verifies(numbers, of: message) && !point.verifies(numbers, of: [1, 2, 4]))
        }
    }

    @Test func privateKeysAreBetweenZeroAndTheOrder() {
        let order = "FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC6325"
        let one = [UInt8](repeating: 0, count: 31) + [1]
        #expect(P256PrivateKey(number: one) != nil && P256PrivateKey(number: bytes(order + "50")) != nil)
        for other in [[0] + one.dropLast(), bytes(order + "51"), bytes(order + "52"), Array(one.dropFirst())] {
            #expect(P256PrivateKey(number: other) == nil)
        }
    }

    /// One key in the forms that OpenSSL writes: SEC 1 preceded by its curve, without the point and with a
    /// compressed point; PKCS #8.
    @Test(arguments: [
        pem("EC PARAMETERS", "BggqhkjOPQMBBw==")
            + pem(
                "EC PRIVATE KEY", "MHcCAQEEIPuuen6K1Xv1vNQH7TOA76ZVM/cmOzc/yNt5wRF+MHSFoAoGCCqGSM49",
                "AwEHoUQDQgAEgbYCE3DQAIs79sc9eQOOisrsWqg1dTGmi2ZlCDOmayEXH/zV9LKr",
                "m4ExksMRc8yDgebFMSu3YfVxdq9Uc7PEXw=="),
        pem(
            "EC PRIVATE KEY", "MDECAQEEIPuuen6K1Xv1vNQH7TOA76ZVM/cmOzc/yNt5wRF+MHSFoAoGCCqGSM49", "AwEH"),
        pem(
            "EC PRIVATE KEY", "MFcCAQEEIPuuen6K1Xv1vNQH7TOA76ZVM/cmOzc/yNt5wRF+MHSFoAoGCCqGSM49",
            "AwEHoSQDIgADgbYCE3DQAIs79sc9eQOOisrsWqg1dTGmi2ZlCDOmayE="),
        pem(
            "PRIVATE KEY", "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+656forVe/W81Aft",
            "M4DvplUz9yY7Nz/I23nBEX4wdIWhRANCAASBtgITcNAAizv2xz15A46KyuxaqDV1",
            "MaaLZmUIM6ZrIRcf/NX0squbgTGSwxFzzIOB5sUxK7dh9XF2r1Rzs8Rf"),
    ])
    func everyPEMEncodingOfAKeyIsRead(text: String) throws {
        let key = try #require(P256PrivateKey(pem: text))
        #expect(key.publicKey == P256PrivateKey(number: number)?.publicKey)
        #expect(key.pkcs8 == P256PrivateKey(number: number)?.pkcs8)
    }

    /// A P-384 key, an Ed25519 key, a password-protected key, and text that is no key.
    @Test(arguments: [
        pem(
            "EC PRIVATE KEY", "MIGkAgEBBDB7WMjc2mui3awmR8Q3yKis3JH+WShD3n9wGBV7U0D4ufvkoo1NFyKL",
            "P61b/zKwe2GgBwYFK4EEACKhZANiAASJ3I831j6qIG9fQpPdSk8gV2IHcWOKfdhu",
            "z3tswpEOHC1hycYu/xH7/CIGOoa3snsU36V6a0lYsmx42oebKYEptlSNUoBb0Ysd",
            "C90xn/JIoIx4hjb9Mi5M2lZvv4UAfXU="),
        pem("PRIVATE KEY", "MC4CAQAwBQYDK2VwBCIEIL3mJAQDlhdqN5zAqKaOdUX4pDWg3rJ7rBqcQqcLtLJf"),
        pem(
            "ENCRYPTED PRIVATE KEY", "MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAiHI5uD7t6SBgICCAAw",
            "DAYIKoZIhvcNAgkFADAdBglghkgBZQMEAQIEEBROGeqj4jHrZWCZxQ9xfMYEgZCV",
            "5WKF9ScxEWyinwzZnYIgDkLrrdGfcuxKr3UT0wK/u+FTeoE9seRG/ADT1xYEkwYP",
            "18mJgxIISOxGaSsNorg2N4xdUJN7FtDPLE7SYECUby9+oNvyrkvneLsID3aZVOdN",
            "K/H0wKzEJbesC7n0bc9riROxXcEGRFoRPz/9t4GpcjvCloWBAP3uDDVyDgGEinc="),
        pem("PRIVATE KEY", "AAAA"), "", "no key",
    ])
    func otherPEMTextIsRejected(text: String) {
        #expect(P256PrivateKey(pem: text) == nil)
    }

    @Test func pkcs8MatchesOpenSSL() {
        let begins = "308187020100301306072A8648CE3D020106082A8648CE3D030107046D306B0201010420"
        let key = P256PrivateKey(number: number)
        #expect(key?.pkcs8 == bytes(begins) + number + bytes("A144034200") + (key?.publicKey ?? []))
    }

    @Test func printingAKeyRevealsNothing() {
        let key = P256PrivateKey(number: number)
        var dumped = ""
        dump(key, to: &dumped)
        #expect(!dumped.contains("\(number[0])") && !"\(String(describing: key))".contains("\(number[1])"))
    }

    @Test func aReproducibleSignatureIsTheSameAgainAndVerifies() throws {
        let key = try #require(P256PrivateKey(number: Self.publishedNumber))
        let publicKey = try #require(P256PublicKey(sec1: key.publicKey))
        for index in 0..<40 {
            let message = [UInt8](repeating: UInt8(index), count: index)
            let signature = key.reproducibleSignature(of: message)
            #expect(signature == key.reproducibleSignature(of: message))
            #expect(publicKey.verifies(try #require(numbers(of: signature)), of: message))
        }
    }

    /// r and s of a signature in DER, 32 bytes each.
    private func numbers(of der: [UInt8]) -> [UInt8]? {
        let second = 4 + Int(der[3])
        guard der[0] == 0x30, Int(der[1]) == der.count - 2, der[2] == 2, der[second] == 2 else { return nil }
        func padded(_ digits: ArraySlice<UInt8>) -> [UInt8] {
            let digits = Array(digits.drop { $0 == 0 })
            return Array(repeating: 0, count: 32 - digits.count) + digits
        }
        return padded(der[4..<second]) + padded(der[(second + 2)...])
    }
}
