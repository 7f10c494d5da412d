/// The authenticator data of an attestation: that of an assertion, then the key that was made.
///
///     let data = AttestedData(object.authenticatorData)
///
/// Source: Web Authentication Level 2 §6.1, §6.5.1.
public struct AttestedData: Sendable, Hashable {
    /// All of it, as the nonce covers it.
    public let bytes: [UInt8]
    private let credentialEnd: Int

    /// Hash, flags, counter, AAGUID and the length of the credential id.
    public static let minimumByteCount = 55

    /// Takes bytes; nil for too few of them, for a credential id that does not fit, and for nothing behind it.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.minimumByteCount else { return nil }
        credentialEnd = Self.minimumByteCount + (Int(bytes[53]) << 8 | Int(bytes[54]))
        guard bytes.count > credentialEnd else { return nil }
        self.bytes = bytes
    }

    /// SHA-256 of the identifier of the app, 32 bytes.
    public var rpIDHash: [UInt8] { Array(bytes[..<32]) }
    /// The server does not look at them.
    public var flags: UInt8 { bytes[32] }
    /// 0 in an attestation. Big-endian.
    public var counter: UInt32 { bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) } }
    /// Which environment of Apple's made it, 16 bytes.
    public var aaguid: [UInt8] { Array(bytes[37..<53]) }
    /// The identifier of the key, as the device says it.
    public var credentialID: [UInt8] { Array(bytes[Self.minimumByteCount..<credentialEnd]) }
    /// What follows the credential id: to the server the key, to the last byte.
    public var keyBytes: [UInt8] { Array(bytes[credentialEnd...]) }

    /// The environment that the AAGUID names; nil for another AAGUID.
    public var environment: AttestationEnvironment? {
        AttestationEnvironment.allCases.first { $0.aaguid == aaguid }
    }
}

/// Where a key of App Attest is good for something.
public enum AttestationEnvironment: String, Sendable, CaseIterable {
    /// The sandbox, for apps under development.
    case development
    /// The App Store, TestFlight and enterprise distribution.
    case production

    /// How the environment is named in authenticator data.
    public var aaguid: [UInt8] {
        switch self {
        case .development: Array("appattestdevelop".utf8)
        case .production: Array("appattest".utf8) + Array(repeating: 0, count: 7)
        }
    }
}
