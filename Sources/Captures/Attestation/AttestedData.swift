/// The authenticator data of an attestation: the fields of an assertion, then the new key.
///
///     let data = object.authenticatorData.flatMap { AttestedData($0) }
///
/// Source: Web Authentication Level 2 §6.1, §6.5.1.
public struct AttestedData: Sendable, Hashable {
    /// The complete data, as covered by the nonce.
    public let bytes: [UInt8]
    private let credentialEnd: Int

    /// The size up to the credential id: hash, flags, counter, AAGUID and the length of the credential id.
    public static let minimumByteCount = 55

    /// Wraps encoded data; nil if it is too short, or ends within or directly after the credential id.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.minimumByteCount else { return nil }
        credentialEnd = Self.minimumByteCount + (Int(bytes[53]) << 8 | Int(bytes[54]))
        guard bytes.count > credentialEnd else { return nil }
        self.bytes = bytes
    }

    /// SHA-256 of the app identifier, 32 bytes.
    public var rpIDHash: [UInt8] { Array(bytes[..<32]) }
    /// Ignored by the server.
    public var flags: UInt8 { bytes[32] }
    /// Whether the flag for extension data (ED) is set. In attestations of iOS 27 it is clear, although a map follows.
    package var flagsExtensions: Bool { flags & 0x80 != 0 }
    /// Big-endian; 0 in a valid attestation.
    public var counter: UInt32 { bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) } }
    /// The identifier of the App Attest environment, 16 bytes.
    public var aaguid: [UInt8] { Array(bytes[37..<53]) }
    /// The credential id that the device states.
    public var credentialID: [UInt8] { Array(bytes[Self.minimumByteCount..<credentialEnd]) }
    /// The bytes after the credential id. The server reads all of them as the key.
    public var keyBytes: [UInt8] { Array(bytes[credentialEnd...]) }

    /// The environment that the AAGUID names; nil for any other AAGUID.
    public var environment: AttestationEnvironment? {
        AttestationEnvironment.allCases.first { $0.aaguid == aaguid }
    }
}

/// An App Attest environment.
public enum AttestationEnvironment: String, Sendable, CaseIterable {
    /// The sandbox, for apps under development.
    case development
    /// The App Store, TestFlight and enterprise distribution.
    case production

    /// The AAGUID of the environment, 16 bytes.
    public var aaguid: [UInt8] {
        switch self {
        case .development: Array("appattestdevelop".utf8)
        case .production: Array("appattest".utf8) + Array(repeating: 0, count: 7)
        }
    }
}
