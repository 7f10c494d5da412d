internal import Support

/// The reason the server refuses a capture. The server's response discloses few of these reasons.
public enum CaptureRefusal: Hashable, Sendable {
    /// The content type is not JSON, or for a full capture not `multipart/form-data` with a boundary.
    case contentType(found: String?, endpoint: CaptureEndpoint)
    /// The body of a hash-only capture is too large.
    case bodyTooLarge(byteCount: Int, limit: Int)
    /// The body of a full capture is too large or not valid multipart.
    case multipart(MultipartFault)
    /// A part has no bytes.
    case emptyPart(CapturePart)
    /// The metadata is not JSON or has another shape.
    case metadataJSON(ServerJSONError)
    /// The metadata violates a rule.
    case metadataRule(MetadataRule)
    /// A required part is absent.
    case missingPart(CapturePart)
    /// The photo hash is not hexadecimal because of surrounding white space, which the length rule ignores.
    case photoHashEncoding
    /// The hash of the photo differs from the stated one.
    case photoHashMismatch(claimed: [UInt8], found: [UInt8])
    /// The hash-only payload is not JSON or has another shape.
    case payloadJSON(ServerJSONError)
    /// The payload violates a rule.
    case payloadRule(PayloadRule)
    /// The assertion of a hash-only capture does not verify. Full captures are accepted regardless.
    case assertion(AssertionFailure)
    /// A text contains U+0000, which the server's database rejects.
    case nulCharacter(member: String)
    /// Media with the same hash is already stored.
    case mediaStored
    /// Whether the server refuses the capture is not modelled.
    case notModelled(UnmodelledBehaviour)
}

/// The server's response.
///
///     if let answer = judgement.answer { print(answer.httpStatus, answer.reason ?? "accepted") }
public struct CaptureAnswer: Sendable, Hashable {
    /// The error code in the body of a response.
    public enum ErrorCode: String, Sendable, CaseIterable {
        /// The request violates a rule.
        case validation = "VALIDATION_ERROR"
        /// The assertion does not verify.
        case attestation = "ATTESTATION_FAILED"
        /// A failure that the server does not handle.
        case `internal` = "INTERNAL_ERROR"
        /// The challenge of a registration does not have 32 bytes.
        case challenge = "CHALLENGE_INVALID"
        /// The attestation of an Android device has too few certificates.
        case attestationFormat = "INVALID_ATTESTATION_FORMAT"
        /// The key id is already registered.
        case deviceRegistered = "DEVICE_ALREADY_REGISTERED"
        /// A signed request lacks a header.
        case authenticationRequired = "DEVICE_AUTH_REQUIRED"
        /// The timestamp of a signed request is more than 300 s old.
        case timestampExpired = "TIMESTAMP_EXPIRED"
        /// The timestamp of a signed request is in the future.
        case timestampInvalid = "TIMESTAMP_INVALID"
        /// The device of a signed request is not registered.
        case deviceNotFound = "DEVICE_NOT_FOUND"
        /// The device is unverified, and the server requires verified devices.
        case deviceUnverified = "DEVICE_UNVERIFIED"
        /// The counter of a signed request does not exceed the stored one.
        case replay = "REPLAY_DETECTED"
        /// The signature of a request does not verify.
        case signature = "SIGNATURE_INVALID"
    }

    /// The last stage of processing that a request reaches.
    public enum Stage: String, Sendable, CaseIterable {
        /// The content type of the request.
        case contentType = "content_type"
        /// The size of a hash-only or registration body.
        case bodySize = "body_size"
        /// The multipart structure, and the presence of all parts.
        case multipart
        /// The sizes of photo and depth map, which must not be empty.
        case partSize = "part_size"
        /// The decoding of the metadata.
        case metadataJSON = "metadata_json"
        /// A rule for the metadata.
        case metadataField = "metadata_field"
        /// The hexadecimal digits of the photo hash.
        case photoHashEncoding = "photo_hash_encoding"
        /// The comparison of the photo hash.
        case photoHashMismatch = "photo_hash_mismatch"
        /// The grammar of a JSON body.
        case jsonSyntax = "json_syntax"
        /// The shape of a JSON body.
        case jsonData = "json_data"
        /// A rule for a hash-only payload.
        case payloadField = "payload_field"
        /// The verification of the assertion.
        case assertion
        /// The storage of the capture or registration.
        case store
        /// The capture was accepted.
        case processed
        /// A rule for a registration.
        case registrationField = "registration_field"
        /// The challenge of a registration.
        case challenge
        /// The registration was stored.
        case registered
        /// The headers of a signed request.
        case headers
        /// The timestamp of a signed request.
        case timestamp
        /// The device of a signed request.
        case device
    }

    /// The HTTP status.
    public let httpStatus: Int
    /// The error code; nil for success and for the framework's plain-text responses.
    public let errorCode: ErrorCode?
    /// The stage at which processing ended.
    public let stage: Stage
    /// The server's code for the refusal; nil for success.
    public internal(set) var reason: String?

    static let accepted = CaptureAnswer(202, nil, .processed)

    init(_ httpStatus: Int, _ errorCode: ErrorCode?, _ stage: Stage, _ reason: String? = nil) {
        (self.httpStatus, self.errorCode, self.stage, self.reason) = (httpStatus, errorCode, stage, reason)
    }
}

/// Behaviour of the server that this package does not model. A judgement that depends on it has no answer.
///
///     if let reason = judgement.notModelled { print(reason) }  // not modelled: charset gb18030
public enum UnmodelledBehaviour: Error, Sendable, Hashable, CustomStringConvertible {
    /// A part has text in this encoding of the Encoding Standard.
    case charset(String)
    /// A detection contains U+0000. Whether the server stores it depends on types that are not modelled (CAP-048).
    case detection
    /// A certificate of an attestation does not have the form that RFC 5280 defines.
    case certificate(index: Int)

    /// A stable code for this kind.
    public var code: String {
        switch self {
        case .charset: "not_modelled:charset"
        case .detection: "not_modelled:detection"
        case .certificate: "not_modelled:certificate"
        }
    }

    /// A phrase, such as `not modelled: charset gb18030`.
    public var description: String {
        let subject =
            switch self {
            case .charset(let name): "charset \(name)"
            case .detection: "U+0000 in this detection"
            case .certificate(let index): "the form of certificate \(index + 1)"
            }
        return "not modelled: \(subject)"
    }
}

extension CaptureRefusal: CustomStringConvertible {
    /// The reason in one sentence, without a period.
    public var description: String {
        switch self {
        case .contentType(let found, let endpoint):
            "the content type is \(found.map { "\"\($0.printable)\"" } ?? "missing"); expected "
                + (endpoint == .full ? "multipart/form-data with a boundary" : "a JSON type")
        case .bodyTooLarge(let byteCount, let limit): "the body has \(byteCount) bytes, more than \(limit)"
        case .multipart(let fault): fault.description
        case .emptyPart(let part): "the part \(part.rawValue) is empty"
        case .metadataJSON(let error): "the metadata: \(error.wording)"
        case .metadataRule(let rule): "the metadata: \(rule.fault)"
        case .missingPart(let part): "there is no part \(part.rawValue)"
        case .photoHashEncoding: "photo_hash has white space around it"
        case .photoHashMismatch(let claimed, let found):
            "photo_hash is \(Hexadecimal.text(of: claimed)), but the hash of the photo is "
                + Hexadecimal.text(of: found)
        case .payloadJSON(let error): "the payload: \(error.wording)"
        case .payloadRule(let rule): "the payload: \(rule.fault)"
        case .assertion(let failure): failure.description
        case .nulCharacter(let member): "\(member) contains U+0000, which the database does not store"
        case .mediaStored: "media with this hash is already stored"
        case .notModelled(let reason): reason.description
        }
    }
}

extension PartFault {
    package var wording: String {
        switch self {
        case .json(let error): error.wording
        case .notModelled(let reason): reason.description
        }
    }
}
