/// An assertion: a signature, and the authenticator data that is part of what was signed.
///
///     let assertion = try Assertion(base64: metadata.assertion)
///     print(assertion.authenticatorData.counter, assertion.signature.count)
///
/// Source: docs/CAPTURE.md.
public struct Assertion: Sendable, Hashable {
    /// The signature as it was sent, DER or raw.
    public let signature: [UInt8]
    /// What the device says of itself.
    public let authenticatorData: AuthenticatorData

    /// Puts an assertion together.
    public init(signature: [UInt8], authenticatorData: AuthenticatorData) {
        self.signature = signature
        self.authenticatorData = authenticatorData
    }

    /// Reads an assertion as it is sent: CBOR in base64.
    ///
    /// - Throws: ``AssertionFailure``, one of the first four of the server's order.
    public init(base64 text: String) throws(AssertionFailure) {
        guard let bytes = StrictBase64.bytes(of: text) else { throw .invalidBase64 }
        try self.init(cbor: bytes)
    }

    /// Reads an assertion in CBOR.
    ///
    /// - Throws: ``AssertionFailure``.
    public init(cbor bytes: [UInt8]) throws(AssertionFailure) {
        var reader = CBORReader(bytes)
        // In the order in which the server looks for them.
        let members = [Member.authenticatorData, .signature]
        let values: [[UInt8]?]
        do {
            values = try reader.values(named: members.map(\.rawValue)).map(\.?.byteString)
        } catch {
            throw .invalidCBOR(error)
        }
        guard let data = values[0] else { throw .missingMember(members[0]) }
        guard let signature = values[1] else { throw .missingMember(members[1]) }
        guard let authenticatorData = AuthenticatorData(data) else {
            throw .invalidAuthenticatorData(byteCount: data.count)
        }
        self.init(signature: signature, authenticatorData: authenticatorData)
    }

    /// The members of the CBOR map.
    public enum Member: String, Sendable, CaseIterable {
        /// The signature.
        case signature
        /// The authenticator data.
        case authenticatorData
    }
}

/// What a device says of itself in an assertion: 37 bytes, and what follows them.
///
///     let data = AuthenticatorData(rpIDHash: application.rpIDHash, flags: 0x40, counter: 6)
///
/// Source: Web Authentication Level 2 §6.1.
public struct AuthenticatorData: Sendable, Hashable {
    /// All of it, as it is signed.
    public let bytes: [UInt8]

    /// SHA-256 of the identifier of the app, 32 bytes.
    public var rpIDHash: [UInt8] { Array(bytes[..<32]) }
    /// Nobody looks at them; a phone writes 0x40.
    public var flags: UInt8 { bytes[32] }
    /// How many assertions the key has made. Big-endian.
    public var counter: UInt32 { bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) } }
    /// What follows the 37 bytes.
    public var extensionBytes: [UInt8] { Array(bytes[Self.minimumByteCount...]) }

    /// How many bytes there must be.
    public static let minimumByteCount = 37

    /// Takes bytes; nil for too few of them.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.minimumByteCount else { return nil }
        self.bytes = bytes
    }

    /// Puts the 37 bytes together.
    ///
    /// - Precondition: `rpIDHash` has 32 bytes.
    public init(rpIDHash: [UInt8], flags: UInt8 = 0x40, counter: UInt32) {
        precondition(rpIDHash.count == 32, "a hash of \(rpIDHash.count) bytes is no SHA-256")
        bytes = rpIDHash + [flags] + (0..<4).map { UInt8(truncatingIfNeeded: counter >> (24 - 8 * $0)) }
    }
}

/// Why an assertion does not verify at the server; the first failure counts, in this order.
public enum AssertionFailure: Error, Hashable, Sendable {
    /// The text is not strict base64.
    case invalidBase64
    /// The bytes do not begin with a CBOR map that the server reads.
    case invalidCBOR(CBORFault)
    /// A member is absent, or is no byte string.
    case missingMember(Assertion.Member)
    /// The authenticator data has fewer than 37 bytes.
    case invalidAuthenticatorData(byteCount: Int)
    /// It was made for another app.
    case rpIDMismatch(found: [UInt8], expected: [UInt8])
    /// The counter is not above the stored one.
    case counterNotIncreasing(found: UInt32, stored: Int64)
    /// The device has no public key.
    case missingPublicKey
    /// The device's public key is no point of P-256 in SEC1 form.
    case invalidPublicKey
    /// The signature is neither strict DER nor 64 bytes, or has a number out of range.
    case signatureFormat
    /// The signature is of something else, or by another key.
    case signatureInvalid

    /// The reason as the reference names it.
    public var code: String {
        switch self {
        case .invalidBase64: "invalid_base64"
        case .invalidCBOR: "invalid_cbor"
        case .missingMember(let member): "missing_field:\(member.rawValue)"
        case .invalidAuthenticatorData: "invalid_auth_data"
        case .rpIDMismatch: "rp_id_mismatch"
        case .counterNotIncreasing: "counter_not_increasing"
        case .missingPublicKey: "missing_public_key"
        case .invalidPublicKey: "invalid_public_key"
        case .signatureFormat: "signature_format"
        case .signatureInvalid: "signature_invalid"
        }
    }

    /// What the server's evidence says of the signature: also yes where it was not looked at yet.
    public var isCalledVerified: Bool {
        if case .counterNotIncreasing = self { true } else { false }
    }

    /// What the server's evidence says of the counter: also yes where it was not looked at yet.
    public var isCounterCalledValid: Bool {
        switch self {
        case .rpIDMismatch, .signatureFormat, .signatureInvalid: true
        default: false
        }
    }
}
