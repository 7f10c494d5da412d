/// A check that the server makes of a capture, registration or signed request.
///
///     for result in judgement.checks where result.outcome == .failed { print(result.check.name) }
public enum CaptureCheck: Sendable, Hashable {
    /// The content type is JSON, or for a full capture `multipart/form-data` with a boundary.
    case contentType
    /// The size of the body is within the limit.
    case bodySize
    /// The body is well-formed multipart, as far as the server reads it.
    case multipart
    /// A part is not empty.
    case partContent(CapturePart)
    /// The metadata is JSON of the expected shape.
    case metadataJSON
    /// A member of the metadata satisfies a rule.
    case metadata(MetadataRule)
    /// A required part is present.
    case partPresent(CapturePart)
    /// The photo hash is hexadecimal, without surrounding white space.
    case photoHashEncoding
    /// The photo hash matches the photo.
    case photoHash
    /// The payload is JSON of the expected shape.
    case payloadJSON
    /// A member of the payload satisfies a rule.
    case payload(PayloadRule)
    /// A step of the verification of the assertion.
    case assertion(AssertionCheck)
    /// No stored text of a capture contains U+0000.
    case textIsStorable
    /// No media with the same hash is stored.
    case mediaIsNew
    /// The body of a registration is JSON of the expected shape.
    case registrationJSON
    /// A member of a registration satisfies a rule.
    case registration(RegistrationRule)
    /// The challenge of a registration has 32 bytes.
    case challengeLength
    /// A step of the verification of an attestation.
    case attestation(AttestationCheck)
    /// No stored text of a registration contains U+0000.
    case noNulCharacter
    /// The key id is not registered.
    case keyIsNew
    /// A step of the verification of a signed request.
    case request(RequestCheck)

    /// All checks of an endpoint, in the server's order. The server checks each part as it reads it, so the checks of
    /// parts can run in another order.
    public static func all(of endpoint: CaptureEndpoint) -> [CaptureCheck] {
        let assertion = AssertionCheck.allCases.map(CaptureCheck.assertion)
        return switch endpoint {
        case .full:
            [.contentType, .bodySize, .multipart, .partContent(.photo), .partContent(.depthMap), .metadataJSON]
                + MetadataRule.allCases.map(CaptureCheck.metadata)
                + CapturePart.allCases.map(CaptureCheck.partPresent)
                + [.photoHashEncoding, .photoHash] + assertion + [.textIsStorable, .mediaIsNew]
        case .hashOnly:
            [.contentType, .bodySize, .payloadJSON] + PayloadRule.allCases.map(CaptureCheck.payload) + assertion
                + [.textIsStorable, .mediaIsNew]
        }
    }

    /// All checks of a registration, in the server's order.
    public static let registration: [CaptureCheck] =
        [.contentType, .bodySize, .registrationJSON] + RegistrationRule.allCases.map(CaptureCheck.registration)
        + [.challengeLength] + AttestationCheck.allCases.map(CaptureCheck.attestation) + [.noNulCharacter, .keyIsNew]

    /// All checks of a signed request, in the server's order.
    public static let signedRequest: [CaptureCheck] = RequestCheck.allCases.map(CaptureCheck.request)

    /// Whether a failure of the check does not decide the answer in the server's default mode.
    package var isStrictOnly: Bool {
        switch self {
        case .attestation(let check): AttestationCheck.strictOnly.contains(check)
        case .request(let check): RequestCheck.strictOnly.contains(check)
        default: false
        }
    }

    /// The name as a stable code, unique within an endpoint.
    public var name: String {
        switch self {
        case .contentType: "content_type"
        case .bodySize: "body_size"
        case .multipart: "multipart"
        case .partContent(let part): "\(part.rawValue)_content"
        case .metadataJSON: "metadata_json"
        case .metadata(let rule): "metadata:\(rule.rawValue)"
        case .partPresent(let part): "\(part.rawValue)_present"
        case .photoHashEncoding: "photo_hash_encoding"
        case .photoHash: "photo_hash"
        case .payloadJSON: "payload_json"
        case .payload(let rule): "payload:\(rule.rawValue)"
        case .assertion(let check): "assertion:\(check.rawValue)"
        case .textIsStorable: "text_is_storable"
        case .mediaIsNew: "media_is_new"
        case .registrationJSON: "registration_json"
        case .registration(let rule): "registration:\(rule.rawValue)"
        case .challengeLength: "challenge_length"
        case .attestation(let check): "attestation:\(check.rawValue)"
        case .keyIsNew: "key_is_new"
        case .noNulCharacter: "no_nul_character"
        case .request(let check): "request:\(check.rawValue)"
        }
    }
}

/// The steps of the verification of an assertion, in the server's order.
public enum AssertionCheck: String, Sendable, CaseIterable {
    /// The text is strict base64.
    case base64
    /// The bytes begin with a CBOR map.
    case cbor
    /// Both members are present as byte strings.
    case members
    /// The authenticator data has at least 37 bytes.
    case authenticatorData = "authenticator_data"
    /// The assertion was made for the expected app.
    case rpID = "rp_id"
    /// The counter exceeds the stored one.
    case counter
    /// The device has a stored public key.
    case publicKeyStored = "public_key_stored"
    /// The stored key is a point of the curve.
    case publicKeyValid = "public_key_valid"
    /// The signature is DER or 64 bytes, with both numbers in range.
    case signatureForm = "signature_form"
    /// The signature verifies with the stored key over the server's hash.
    case signature
}

/// The result of a check.
///
///     for result in judgement.checks { print(result.check.name, result.outcome.rawValue) }
public struct CaptureCheckResult: Sendable, Hashable {
    /// The outcome of a check.
    public enum Outcome: String, Sendable, CaseIterable {
        /// The check was made and holds.
        case passed
        /// The check was made and does not hold. Not every failure decides the answer.
        case failed
        /// An earlier failure decided the answer.
        case notReached = "not_reached"
        /// The request contains nothing that the check applies to.
        case notApplicable = "not_applicable"
    }

    /// The check.
    public let check: CaptureCheck
    /// The outcome.
    public internal(set) var outcome: Outcome
    /// The value that was checked; nil if the check was not made or has no value.
    public internal(set) var found: CaptureCheckValue?
}

/// A value that a check examined.
public enum CaptureCheckValue: Sendable, Hashable {
    /// Text as sent, or a code.
    case text(String)
    /// A whole number, such as a count of bytes.
    case integer(Int64)
    /// A number with a fraction, such as a latitude.
    case number(Double)
    /// Bytes, such as a hash.
    case bytes([UInt8])
}
