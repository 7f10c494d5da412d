/// A check that the server makes of a capture.
///
///     for result in judgement.checks where result.outcome == .failed { print(result.check.name) }
public enum CaptureCheck: Sendable, Hashable {
    /// The content type is one of JSON, or for a full capture one of a form with a boundary.
    case contentType
    /// The body is not too large.
    case bodySize
    /// The body is multipart as far as it is read.
    case multipart
    /// A part has content.
    case partContent(CapturePart)
    /// The metadata is JSON of the right shape.
    case metadataJSON
    /// A rule for the metadata.
    case metadata(MetadataRule)
    /// A part is there.
    case partPresent(CapturePart)
    /// The hash of the photo is hexadecimal as it stands, white space included.
    case photoHashEncoding
    /// It is the hash of the photo.
    case photoHash
    /// The payload is JSON of the right shape.
    case payloadJSON
    /// A rule for a hash-only payload.
    case payload(PayloadRule)
    /// A step of the verification of the assertion.
    case assertion(AssertionCheck)
    /// No text that is stored has U+0000 in it.
    case textIsStorable
    /// No media of the same hash is stored.
    case mediaIsNew
    /// The body of a registration is JSON of the right shape.
    case registrationJSON
    /// A rule for the members of a registration.
    case registration(RegistrationRule)
    /// The challenge of a registration has 32 bytes.
    case challengeLength
    /// A step of the verification of an attestation.
    case attestation(AttestationCheck)
    /// The key id is not registered.
    case keyIsNew
    /// No text that is stored holds U+0000.
    case noNulCharacter
    /// A check of a signed request.
    case request(RequestCheck)

    /// All checks of an endpoint. Parts are checked as they are read, so that those of a part may come before or
    /// after those of another; else this is the order of the server.
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
        + [.challengeLength] + AttestationCheck.allCases.map(CaptureCheck.attestation) + [.keyIsNew, .noNulCharacter]

    /// All checks of a signed request, in the server's order.
    public static let signedRequest: [CaptureCheck] = RequestCheck.allCases.map(CaptureCheck.request)

    /// The name, for programs; unique in an endpoint.
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
    /// Strict base64.
    case base64
    /// A CBOR map.
    case cbor
    /// Both members are there, as byte strings.
    case members
    /// At least 37 bytes of authenticator data.
    case authenticatorData = "authenticator_data"
    /// Made for the app that the server expects.
    case rpID = "rp_id"
    /// The counter is above the stored one.
    case counter
    /// The device has a public key.
    case publicKeyStored = "public_key_stored"
    /// It is a point of the curve.
    case publicKeyValid = "public_key_valid"
    /// DER or 64 bytes, both numbers in range.
    case signatureForm = "signature_form"
    /// The signature is of what the server hashes, by the stored key.
    case signature
}

/// What came of a check.
public struct CheckResult: Sendable, Hashable {
    /// What came of it.
    public enum Outcome: String, Sendable, CaseIterable {
        /// The capture passes it.
        case passed
        /// It does not.
        case failed
        /// An earlier failure was the answer.
        case notReached = "not_reached"
        /// There was nothing to check.
        case notApplicable = "not_applicable"
    }

    /// The check.
    public let check: CaptureCheck
    /// What came of it.
    public internal(set) var outcome: Outcome
    /// What was found, where the check was made.
    public internal(set) var found: CheckValue?
}

/// Something that a check found.
public enum CheckValue: Sendable, Hashable {
    /// Text as it was sent, or a code.
    case text(String)
    /// A count or a counter.
    case integer(Int64)
    /// A number.
    case number(Double)
    /// Bytes, such as a hash.
    case bytes([UInt8])
}

/// The checks of an endpoint and what came of each so far.
struct CheckTrail {
    private(set) var results: [CheckResult]

    init(_ checks: [CaptureCheck]) {
        results = checks.map { CheckResult(check: $0, outcome: .notReached, found: nil) }
    }

    mutating func record(_ check: CaptureCheck, _ outcome: CheckResult.Outcome, _ found: CheckValue? = nil) {
        guard let index = results.firstIndex(where: { $0.check == check }) else {
            preconditionFailure("\(check.name) is no check of this endpoint")
        }
        results[index].outcome = outcome
        results[index].found = found
    }

    /// Records a check, and ends the judgement if it fails. What does not apply passes.
    mutating func require(
        _ check: CaptureCheck, _ holds: Bool?, _ found: CheckValue? = nil, or refusal: CaptureRefusal
    ) throws(CaptureRefusal) {
        record(check, holds.map { $0 ? .passed : .failed } ?? .notApplicable, holds == nil ? nil : found)
        if holds == false { throw refusal }
    }
}
