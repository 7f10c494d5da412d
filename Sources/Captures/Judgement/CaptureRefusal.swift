/// Why the server would refuse a capture. It tells few of these reasons to anybody.
public enum CaptureRefusal: Error, Hashable, Sendable {
    /// The content type of the request is none of JSON, or for a full capture none of a form with a boundary.
    case contentType(found: String?, endpoint: CaptureEndpoint)
    /// The body of a hash-only capture is too large.
    case bodyTooLarge(byteCount: Int, limit: Int)
    /// The body of a full capture is too large or no multipart.
    case multipart(MultipartFault)
    /// A part has no content.
    case emptyPart(CapturePart)
    /// The metadata is no JSON, or of another shape.
    case metadataJSON(ServerJSONError)
    /// The metadata breaks a rule.
    case metadataRule(MetadataRule)
    /// A part is not there.
    case missingPart(CapturePart)
    /// The hash of the photo is not hexadecimal as it stands: white space around it passed the rule for its length.
    case photoHashEncoding
    /// The photo has another hash.
    case photoHashMismatch(claimed: [UInt8], found: [UInt8])
    /// A hash-only payload is no JSON, or of another shape.
    case payloadJSON(ServerJSONError)
    /// A hash-only payload breaks a rule.
    case payloadRule(PayloadRule)
    /// The assertion of a hash-only capture does not verify. That of a full capture is only recorded.
    case assertion(AssertionFailure)
    /// A text has U+0000 in it, which the database refuses.
    case nulCharacter(member: String)
    /// Media of the same hash is stored already.
    case mediaStored
}

/// What the server answers.
public struct CaptureAnswer: Sendable, Hashable {
    /// The code of an error, of those answers that have one.
    public enum ErrorCode: String, Sendable, CaseIterable {
        /// A rule is broken.
        case validation = "VALIDATION_ERROR"
        /// The assertion does not verify.
        case attestation = "ATTESTATION_FAILED"
        /// The server did not expect it.
        case `internal` = "INTERNAL_ERROR"
        /// The challenge of a registration has another length.
        case challenge = "CHALLENGE_INVALID"
        /// The attestation of an Android phone has too few certificates.
        case attestationFormat = "INVALID_ATTESTATION_FORMAT"
        /// The key id of a registration is known.
        case deviceRegistered = "DEVICE_ALREADY_REGISTERED"
        /// A header of a signed request is missing.
        case authenticationRequired = "DEVICE_AUTH_REQUIRED"
        /// A signed request is too old.
        case timestampExpired = "TIMESTAMP_EXPIRED"
        /// A signed request is from the future.
        case timestampInvalid = "TIMESTAMP_INVALID"
        /// The device is not registered.
        case deviceNotFound = "DEVICE_NOT_FOUND"
        /// The device is registered as unverified, and the server insists.
        case deviceUnverified = "DEVICE_UNVERIFIED"
        /// The counter of a signed request is not above the stored one.
        case replay = "REPLAY_DETECTED"
        /// The signature of a request does not verify.
        case signature = "SIGNATURE_INVALID"
    }

    /// Where a capture gets to.
    public enum Stage: String, Sendable, CaseIterable {
        /// The content type.
        case contentType = "content_type"
        /// The size of a hash-only body.
        case bodySize = "body_size"
        /// The multipart body, and whether all parts are there.
        case multipart
        /// The size of a part.
        case partSize = "part_size"
        /// The JSON of the metadata.
        case metadataJSON = "metadata_json"
        /// A member of the metadata.
        case metadataField = "metadata_field"
        /// The digits of the photo's hash.
        case photoHashEncoding = "photo_hash_encoding"
        /// The photo's hash.
        case photoHashMismatch = "photo_hash_mismatch"
        /// The grammar of a hash-only payload.
        case jsonSyntax = "json_syntax"
        /// The shape of a hash-only payload.
        case jsonData = "json_data"
        /// A member of a hash-only payload.
        case payloadField = "payload_field"
        /// The assertion.
        case assertion
        /// Storing.
        case store
        /// The capture was accepted.
        case processed
        /// A member of a registration.
        case registrationField = "registration_field"
        /// The challenge of a registration.
        case challenge
        /// The registration was stored.
        case registered
        /// The headers of a signed request.
        case headers
        /// The time of a signed request.
        case timestamp
        /// The device of a signed request.
        case device
    }

    /// The status of HTTP.
    public let httpStatus: Int
    /// The code in the body of the answer; nil for successes and for answers of the framework in plain text.
    public let errorCode: ErrorCode?
    /// Where the capture was refused.
    public let stage: Stage
    /// Why it was refused, as the reference names it.
    public let reason: String?

    /// What is answered to a capture that is not refused.
    static let accepted = CaptureAnswer(httpStatus: 202, errorCode: nil, stage: .processed, reason: nil)
}

extension CaptureRefusal {
    /// What the server answers.
    public var answer: CaptureAnswer {
        switch self {
        case .contentType(_, .full): plain(400, .contentType, "content_type")
        case .contentType(_, .hashOnly): plain(415, .contentType, "content_type")
        case .bodyTooLarge: plain(413, .bodySize, "body_too_large")
        case .multipart(let fault): validation(.multipart, fault.code)
        case .emptyPart(let part): validation(.partSize, "\(part.rawValue)_empty")
        case .metadataJSON(let error):
            switch error {
            case .grammar: validation(.metadataJSON, error.code)
            case .shape: validation(.metadataJSON, "data: \(error.code)")
            }
        case .metadataRule(let rule): validation(.metadataField, rule.rawValue)
        case .missingPart(let part): validation(.multipart, "missing_part:\(part.rawValue)")
        case .photoHashEncoding: validation(.photoHashEncoding, "photo_hash")
        case .photoHashMismatch: validation(.photoHashMismatch, "photo_hash")
        case .payloadJSON(let error):
            switch error {
            case .grammar: plain(400, .jsonSyntax, error.code)
            case .shape: plain(422, .jsonData, error.code)
            }
        case .payloadRule(let rule): validation(.payloadField, rule.rawValue)
        case .assertion(let failure):
            CaptureAnswer(httpStatus: 401, errorCode: .attestation, stage: .assertion, reason: failure.code)
        case .nulCharacter: unexpected("nul_character")
        case .mediaStored: unexpected("unique_media_hash")
        }
    }

    /// An answer to what only the database refuses.
    private func unexpected(_ reason: String) -> CaptureAnswer {
        CaptureAnswer(httpStatus: 500, errorCode: .internal, stage: .store, reason: reason)
    }

    /// An answer of the handler.
    private func validation(_ stage: CaptureAnswer.Stage, _ reason: String) -> CaptureAnswer {
        CaptureAnswer(httpStatus: 400, errorCode: .validation, stage: stage, reason: reason)
    }

    /// An answer of the framework, in plain text.
    private func plain(_ status: Int, _ stage: CaptureAnswer.Stage, _ reason: String) -> CaptureAnswer {
        CaptureAnswer(httpStatus: status, errorCode: nil, stage: stage, reason: reason)
    }
}
