/// An App Attest attestation object, decoded by the server's rules.
///
///     let object = try AttestationObject(cbor: bytes)
///     print(object.format ?? "-", object.certificates?.count ?? 0)
///
/// A member that is absent or of another type is nil; ``AttestationVerifier`` determines which one the server
/// reports. Source: docs/CAPTURE.md; Apple, "Validating apps that connect to your server".
public struct AttestationObject: Sendable, Hashable {
    /// `fmt`, a text string.
    public let format: String?
    /// `authData`, a byte string.
    public let authenticatorData: [UInt8]?
    /// Whether `attStmt` is a map.
    public let hasStatement: Bool
    /// The byte strings in `x5c`, leaf first; nil if `x5c` is not an array. Elements of other types are dropped.
    public let certificates: [[UInt8]]?
    /// Whether the first element of `x5c` is a byte string; nil for an empty array.
    let isFirstElementBytes: Bool?
    /// `receipt`, if it is a byte string. The server ignores it.
    public let receipt: [UInt8]?

    /// The only format that the server accepts.
    public static let appleFormat = "apple-appattest"

    /// Decodes CBOR.
    ///
    /// - Throws: ``CBORFault`` if the bytes do not begin with a map that the server can read.
    public init(cbor bytes: [UInt8]) throws(CBORFault) {
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
        self.certificates = certificates
        self.isFirstElementBytes = isFirstElementBytes
    }
}

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
    public var environment: AttestationEnvironment? { AttestationEnvironment.allCases.first { $0.aaguid == aaguid } }
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
