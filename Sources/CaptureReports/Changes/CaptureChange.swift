package import Captures
package import DepthAnalysis
package import DepthFiles

/// Something that would have to change so that the server accepts a capture, or is surer of it.
///
///     for change in judged.changes { print(change.party, change.code, change.sentence) }
///
/// ``code`` names its kind for programs, ``sentence`` puts it into words.
package enum CaptureChange: Sendable {
    case contentType(found: String?, endpoint: CaptureEndpoint)
    /// The body is too large; so many bytes of it are those of photo and depth map.
    case bodySize(byteCount: Int, limit: Int, photo: Int, depthMap: Int)
    case multipart(MultipartFault)
    case partContent(CapturePart)
    case missingPart(CapturePart)
    case metadataJSON(ServerJSONError)
    case metadataRule(MetadataRule, found: String?)
    case photoHash(found: [UInt8])
    case photoHashSpaces
    case payloadJSON(ServerJSONError)
    case payloadRule(PayloadRule, found: String?)
    /// A text has U+0000 in it.
    case nulCharacter(member: String)
    case mediaStored
    case noAssertion(wanted: Binding)
    /// The assertion, or its signature, has another form than the server reads.
    case assertionForm(AssertionFailure)
    case application(CaptureApplication)
    case counter(found: UInt32, stored: Int64)
    /// The device has no public key, or no valid one.
    case registration(isKeyStored: Bool)
    /// The signature is bound to something else.
    case binding(signed: [SatisfiedBinding], wanted: Binding)
    /// It satisfies no binding that is known.
    case unknownSignature(wanted: Binding)
    /// It is signed as Apple's hardware signs, with one hash more than the server makes.
    case signingForm
    /// Numbers that are signed are read as others.
    case numbers([NotedNumber])
    /// What is signed was changed.
    case signAgain(wanted: Binding)
    case depthContainer(ServerRefusal)
    case depthSamples([VerdictReason])
    case depthScene([VerdictReason])
    /// The phone itself says that the scene is not real.
    case claimedScene
    case requestSignature
    /// A member that says it is there is not read.
    case locationMember
    case modelMember
    case modelName(String)

    /// What a change is needed for.
    package enum Purpose: String, Sendable, CaseIterable {
        /// For the capture to be accepted at all.
        case acceptance
        /// For more confidence.
        case confidence
        /// For what is recorded beside it, which never counts.
        case record
    }

    /// Who would have to change.
    package enum Party: String, Sendable, CaseIterable {
        case sender, server
    }

    /// Who would have to change. What Apple's hardware signs no phone can change.
    package var party: Party { if case .signingForm = self { .server } else { .sender } }

    /// What the change is needed for, at the endpoint.
    package func purpose(at endpoint: CaptureEndpoint) -> Purpose {
        switch self {
        case .contentType, .bodySize, .multipart, .partContent, .missingPart, .metadataJSON, .metadataRule,
            .photoHash, .photoHashSpaces, .payloadJSON, .payloadRule, .nulCharacter, .mediaStored:
            .acceptance
        case .noAssertion, .assertionForm, .application, .counter, .registration, .binding, .unknownSignature,
            .signingForm, .numbers, .signAgain:
            endpoint == .hashOnly ? .acceptance : .confidence
        case .depthContainer, .depthSamples, .depthScene, .claimedScene, .requestSignature: .confidence
        case .locationMember, .modelMember, .modelName: .record
        }
    }

    /// What kind of change it is, for programs.
    package var code: String {
        switch self {
        case .contentType: "content_type"
        case .bodySize: "body_size"
        case .multipart: "multipart"
        case .partContent(let part): "\(part.rawValue)_content"
        case .missingPart(let part): "\(part.rawValue)_present"
        case .metadataJSON: "metadata_json"
        case .metadataRule(let rule, _): "metadata:\(rule.rawValue)"
        case .photoHash: "photo_hash"
        case .photoHashSpaces: "photo_hash_encoding"
        case .payloadJSON: "payload_json"
        case .payloadRule(let rule, _): "payload:\(rule.rawValue)"
        case .nulCharacter: "text_is_storable"
        case .mediaStored: "media_is_new"
        case .noAssertion: "assertion"
        case .assertionForm(let failure): "assertion:\(failure.check.rawValue)"
        case .application: "application"
        case .counter: "counter"
        case .registration: "registration"
        case .binding: "binding"
        case .unknownSignature: "unknown_signature"
        case .signingForm: "signing_form"
        case .numbers: "numbers"
        case .signAgain: "sign_again"
        case .depthContainer: "depth_container"
        case .depthSamples: "depth_samples"
        case .depthScene, .claimedScene: "depth_scene"
        case .requestSignature: "request_signature"
        case .locationMember: "location_member"
        case .modelMember: "model_member"
        case .modelName: "model_name"
        }
    }

    /// Whether a signature of what was there before is one of something else after it.
    var changesWhatIsSigned: Bool {
        switch self {
        case .photoHash, .photoHashSpaces, .claimedScene: true
        case .metadataRule(let rule, _): [.capturedAt, .photoHashLength, .photoHashCharacters].contains(rule)
        case .payloadRule(let rule, _):
            switch rule {
            case .hashChain, .frameCount, .duration, .frameCountPositive, .durationPositive, .assertionPresent,
                .assertionBase64:
                false
            default: true
            }
        default: false
        }
    }

    /// Whether it is done with another assertion.
    var asksForAnotherAssertion: Bool {
        switch self {
        case .noAssertion, .assertionForm, .application, .counter, .binding, .unknownSignature, .signingForm,
            .payloadRule(.assertionPresent, _), .payloadRule(.assertionBase64, _):
            true
        default: false
        }
    }
}
