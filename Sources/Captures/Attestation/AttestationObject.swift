/// An attestation object, decoded by the server's rules. A member that is absent or of another type is nil.
package struct AttestationObject: Sendable, Hashable {
    package let format: String?
    package let authenticatorData: [UInt8]?
    package let hasStatement: Bool
    /// The byte strings in `x5c`, leaf first; nil if `x5c` is not an array. Elements of other types are dropped.
    package let certificates: [[UInt8]]?
    /// Whether the first element of `x5c` is a byte string; nil for an empty array.
    let isFirstElementBytes: Bool?
    package let receipt: [UInt8]?

    package static let appleFormat = "apple-appattest"

    package init(cbor bytes: [UInt8]) throws(CBORFault) {
        var reader = CBORReader(bytes)
        let values = try reader.values(named: ["fmt", "authData", "attStmt"])
        format = values[0]?.string
        authenticatorData = values[1]?.byteString
        guard case .map(let start)? = values[2] else {
            hasStatement = false
            (certificates, isFirstElementBytes, receipt) = (nil, nil, nil)
            return
        }
        hasStatement = true
        var statementReader = CBORReader(bytes, at: start)
        let statement = try statementReader.values(named: ["x5c", "receipt"])
        receipt = statement[1]?.byteString
        guard case .array(let start)? = statement[0] else {
            (certificates, isFirstElementBytes) = (nil, nil)
            return
        }
        var certificates: [[UInt8]] = []
        var isFirstElementBytes: Bool?
        var chainReader = CBORReader(bytes, at: start)
        try chainReader.elements { element in
            if isFirstElementBytes == nil { isFirstElementBytes = element.byteString != nil }
            if let certificate = element.byteString { certificates.append(certificate) }
        }
        (self.certificates, self.isFirstElementBytes) = (certificates, isFirstElementBytes)
    }
}

/// The authenticator data of an attestation: the fields of an assertion, then the new key (WebAuthn 2 §6.1, §6.5.1).
package struct AttestedData: Sendable, Hashable {
    /// The complete data, as covered by the nonce.
    package let bytes: [UInt8]
    private let credentialEnd: Int

    /// The size up to the credential id: hash, flags, counter, AAGUID and the length of the credential id.
    package static let minimumByteCount = 55

    /// Wraps encoded data; nil if it is too short, or ends within or directly after the credential id.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.minimumByteCount else { return nil }
        credentialEnd = Self.minimumByteCount + (Int(bytes[53]) << 8 | Int(bytes[54]))
        guard bytes.count > credentialEnd else { return nil }
        self.bytes = bytes
    }

    package var rpIDHash: [UInt8] { Array(bytes[..<32]) }
    /// Ignored by the server.
    package var flags: UInt8 { bytes[32] }
    /// Whether the flag for extension data (ED) is set. In attestations of iOS 27 it is clear, although a map follows.
    package var flagsExtensions: Bool { flags & 0x80 != 0 }
    /// Big-endian; 0 in a valid attestation.
    package var counter: UInt32 { bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) } }
    package var aaguid: [UInt8] { Array(bytes[37..<53]) }
    package var credentialID: [UInt8] { Array(bytes[Self.minimumByteCount..<credentialEnd]) }
    /// The bytes after the credential id. The server reads all of them as the key.
    package var keyBytes: [UInt8] { Array(bytes[credentialEnd...]) }

    package var environment: AttestationEnvironment? { AttestationEnvironment.allCases.first { $0.aaguid == aaguid } }
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
