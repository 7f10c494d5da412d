/// The root certificate of attestations: Apple App Attestation Root CA.
///
///     let root = AppleRoot.certificate
///
/// SHA-256 1cb9823ba28ba6ad2d33a006941de2ae4f513ef1d4e831b9f7e0fa7b6242c932. Source: Apple PKI,
/// https://www.apple.com/certificateauthority/private/.
public enum AppleRoot {
    /// The certificate: P-384, valid from 2020 to 2045.
    public static let certificate: AttestationCertificate = {
        guard let certificate = StrictBase64.bytes(of: text).flatMap({ AttestationCertificate($0) })
        else { preconditionFailure("the certificate that is built in cannot be read") }
        return certificate
    }()

    private static let text =
        "MIICITCCAaegAwIBAgIQC/O+DvHN0uD7jG5yH2IXmDAKBggqhkjOPQQDAzBSMSYwJAYDVQQDDB1BcHBsZSBBcHAgQXR0ZXN0"
        + "YXRpb24gUm9vdCBDQTETMBEGA1UECgwKQXBwbGUgSW5jLjETMBEGA1UECAwKQ2FsaWZvcm5pYTAeFw0yMDAzMTgxODMyNTNa"
        + "Fw00NTAzMTUwMDAwMDBaMFIxJjAkBgNVBAMMHUFwcGxlIEFwcCBBdHRlc3RhdGlvbiBSb290IENBMRMwEQYDVQQKDApBcHBs"
        + "ZSBJbmMuMRMwEQYDVQQIDApDYWxpZm9ybmlhMHYwEAYHKoZIzj0CAQYFK4EEACIDYgAERTHhmLW07ATaFQIEVwTtT4dyctdh"
        + "NbJhFs/Ii2FdCgAHGbpphY3+d8qjuDngIN3WVhQUBHAoMeQ/cLiP1sOUtgjqK9auYen1mMEvRq9Sk3Jm5X8U62H+xTD3FE9T"
        + "gS41o0IwQDAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBSskRBTM72+aEH/pwyp5frq5eWKoTAOBgNVHQ8BAf8EBAMCAQYw"
        + "CgYIKoZIzj0EAwMDaAAwZQIwQgFGnByvsiVbpTKwSga0kP0e8EeDS4+sQmTvb7vn53O5+FRXgeLhpJ06ysC5PrOyAjEAp5U4"
        + "xDgEgllF7En3VcE3iexZZtKeYnpqtijVoyFraWVIyd/dganmrduC1bmTBGwD"
}

enum PEMText {
    static func content(of bytes: [UInt8], label: String) -> [UInt8]? {
        let begin = Array("-----BEGIN \(label)-----".utf8)
        guard let start = ByteSearch(begin).firstIndex(in: bytes, from: 0),
            let end = ByteSearch("-----END \(label)-----").firstIndex(in: bytes, from: start + begin.count)
        else { return nil }
        let text = bytes[start + begin.count..<end].filter { $0 > 0x20 }
        return StrictBase64.bytes(of: String(decoding: text, as: UTF8.self))
    }
}
