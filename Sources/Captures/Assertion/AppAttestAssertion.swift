/// An App Attest assertion: a signature and the authenticator data it covers.
///
///     let assertion = try AppAttestAssertion(base64: payload.assertion)
///     print(assertion.authenticatorData.counter, assertion.signature.count)
public struct AppAttestAssertion: Sendable, Hashable {
    /// The signature: DER, or r and s as 64 raw bytes.
    public let signature: [UInt8]
    /// The data that the device signs in addition to the client data hash.
    public let authenticatorData: AuthenticatorData

    /// Creates an assertion from its two members.
    public init(signature: [UInt8], authenticatorData: AuthenticatorData) {
        (self.signature, self.authenticatorData) = (signature, authenticatorData)
    }

    /// Decodes base64 of CBOR, the form in which the app sends an assertion.
    ///
    /// - Throws: ``AssertionFailure``, one of the first four cases.
    public init(base64 text: String) throws(AssertionFailure) {
        guard let bytes = StrictBase64.bytes(of: text) else { throw .invalidBase64 }
        try self.init(cbor: bytes)
    }

    /// Decodes an assertion from a text in any form that ``Base64Reading`` knows, for diagnoses.
    package init(readable text: String) throws(AssertionFailure) {
        guard let bytes = Self.reading(of: text)?.bytes else { throw .invalidBase64 }
        try self.init(cbor: bytes)
    }

    package static func reading(of text: String) -> Base64Reading? { Base64Reading(of: text, where: isAssertion) }

    /// Describes how a text differs from an assertion in strict base64; nil if there is no known difference.
    package static func form(of text: String) -> String? {
        if let substitute = AssertionSubstitute(of: text) { return substitute.noun }
        return Base64Reading.explanation(of: text, where: isAssertion, "an assertion")
    }

    static func isAssertion(_ bytes: [UInt8]) -> Bool { (try? AppAttestAssertion(cbor: bytes)) != nil }

    /// Decodes CBOR.
    public init(cbor bytes: [UInt8]) throws(AssertionFailure) {
        let members: Members
        do throws(CBORFault) { members = try Members(cbor: bytes) } catch { throw .invalidCBOR(error) }
        if let missing = members.missing.first { throw .missingMember(missing) }
        guard let assertion = AppAttestAssertion(members)
        else { throw .invalidAuthenticatorData(byteCount: members.authenticatorData?.count ?? 0) }
        self = assertion
    }

    /// Nil if a member is missing or the authenticator data is too short.
    init?(_ members: Members) {
        guard let signature = members.signature,
            let authenticatorData = members.authenticatorData.flatMap({ AuthenticatorData($0) })
        else { return nil }
        self.init(signature: signature, authenticatorData: authenticatorData)
    }

    struct Members: Sendable {
        let authenticatorData: [UInt8]?
        let signature: [UInt8]?

        init(cbor bytes: [UInt8]) throws(CBORFault) {
            var reader = CBORReader(bytes)
            let names = [Member.authenticatorData, .signature].map(\.rawValue)
            let values = try reader.values(named: names).map(\.?.byteString)
            (authenticatorData, signature) = (values[0], values[1])
        }

        /// The missing members, in the order in which the server looks for them.
        var missing: [Member] {
            (authenticatorData == nil ? [.authenticatorData] : []) + (signature == nil ? [.signature] : [])
        }
    }

    /// The members of the CBOR map.
    public enum Member: String, Sendable, CaseIterable {
        /// The signature: DER, or r and s as 64 raw bytes.
        case signature
        /// The authenticator data, which the signature covers.
        case authenticatorData
    }

    /// The assertion in CBOR, as iOS encodes it: 140 to 142 bytes with a DER signature and without extensions.
    public var cbor: [UInt8] {
        let members = [(Member.signature, signature), (.authenticatorData, authenticatorData.bytes)]
        return CBORWriter.map(members.map { (CBORWriter.text($0.rawValue), CBORWriter.bytes($1)) })
    }

    /// ``cbor`` in base64, the form in which the app sends it.
    public var base64: String { StrictBase64.text(of: cbor) }
}

/// The authenticator data of an assertion: 37 fixed bytes, then optional extensions.
///
///     let data = AuthenticatorData(rpIDHash: application.rpIDHash, flags: 0x40, counter: 6)
///
/// Source: Web Authentication Level 2 §6.1.
public struct AuthenticatorData: Sendable, Hashable {
    /// The complete data, as signed.
    public let bytes: [UInt8]

    /// SHA-256 of the app identifier, 32 bytes.
    public var rpIDHash: [UInt8] { Array(bytes[..<32]) }
    /// Ignored by the server; iOS writes 0x40.
    public var flags: UInt8 { bytes[32] }
    /// The number of assertions the key has made. Big-endian.
    public var counter: UInt32 { bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) } }
    /// The bytes after the first 37.
    public var extensionBytes: [UInt8] { Array(bytes[Self.minimumByteCount...]) }

    /// The size without extensions.
    public static let minimumByteCount = 37

    /// Wraps encoded data; nil for fewer than 37 bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.minimumByteCount else { return nil }
        self.bytes = bytes
    }

    /// Encodes data without extensions.
    ///
    /// - Precondition: `rpIDHash` has 32 bytes.
    public init(rpIDHash: [UInt8], flags: UInt8 = 0x40, counter: UInt32) {
        precondition(rpIDHash.count == 32, "a hash of \(rpIDHash.count) bytes is no SHA-256")
        bytes = rpIDHash + [flags] + (0..<4).map { UInt8(truncatingIfNeeded: counter >> (24 - 8 * $0)) }
    }
}

/// The reason the server rejects an assertion. If several cases apply, the first in this order counts.
public enum AssertionFailure: Error, Hashable, Sendable {
    /// The text is not strict base64.
    case invalidBase64
    /// The bytes do not begin with a CBOR map that the server can read.
    case invalidCBOR(CBORFault)
    /// A member is absent or not a byte string.
    case missingMember(AppAttestAssertion.Member)
    /// The authenticator data has fewer than 37 bytes.
    case invalidAuthenticatorData(byteCount: Int)
    /// The assertion was made for another app.
    case rpIDMismatch(found: [UInt8], expected: [UInt8])
    /// The counter does not exceed the stored one.
    case counterNotIncreasing(found: UInt32, stored: Int64)
    /// The server has stored no public key for the device.
    case missingPublicKey
    /// The stored public key is not a point of P-256 in SEC1 form.
    case invalidPublicKey
    /// The signature is neither strict DER nor 64 bytes, or r or s is out of range.
    case signatureFormat
    /// The signature is over other data, or was made with another key.
    case signatureInvalid

    /// The server's code for this failure.
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

    /// Whether the evidence marks the signature as verified. A counter failure ends the checks but keeps this flag set.
    public var isMarkedVerified: Bool {
        if case .counterNotIncreasing = self { true } else { false }
    }

    /// Whether the evidence marks the counter as valid. An app mismatch ends the checks but keeps this flag set.
    public var isCounterMarkedValid: Bool {
        switch self {
        case .rpIDMismatch, .signatureFormat, .signatureInvalid: true
        default: false
        }
    }
}

extension AssertionFailure: CustomStringConvertible {
    /// The failure in one sentence, without a period.
    public var description: String { "the assertion fails: \(wording)" }

    package var wording: String {
        switch self {
        case .invalidBase64: "it is not strict base64"
        case .invalidCBOR(let fault): "it is not a CBOR map that the server can read (\(fault.wording))"
        case .missingMember(let member): "\(member.rawValue) is missing or not a byte string"
        case .invalidAuthenticatorData(let byteCount): "its authenticator data has \(byteCount) bytes, fewer than 37"
        case .rpIDMismatch: "it was made for a different app than the server expects"
        case .counterNotIncreasing(let found, let stored): "its counter is \(found), not above the stored \(stored)"
        case .missingPublicKey: "the device has no public key"
        case .invalidPublicKey: "the device's public key is not a point on P-256"
        case .signatureFormat: "its signature has neither of the formats that the server reads"
        case .signatureInvalid:
            "its signature covers a message other than the one the server checks, or was made with another key"
        }
    }
}

extension CBORFault: CustomStringConvertible {
    /// The fault in one line: "found …; expected …; …".
    public var description: String {
        "found CBOR that the server cannot read: \(wording); expected what the phone made; pass its bytes unchanged"
    }

    /// The fault as a clause about the bytes.
    package var wording: String {
        switch self {
        case .truncated: "it is cut off, or a length in it is too large"
        case .reservedForm: "it has a reserved form of a length or value"
        case .unknownSimpleValue: "it has an unknown simple value"
        case .unexpectedBreak: "it has a break outside an item of indefinite length"
        case .wrongChunk: "a string in it has a chunk of another type"
        case .notUTF8: "a text in it is not UTF-8"
        case .nestedTooDeep: "it has more than 256 levels"
        case .unreadableBignum: "it has a bignum that is too large or not a byte string"
        case .notMap: "its first item is not a map"
        case .notArray: "its first item is not an array"
        }
    }
}
