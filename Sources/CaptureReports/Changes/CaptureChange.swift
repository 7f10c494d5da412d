package import Captures
package import DepthAnalysis
package import DepthFiles

/// A change that is required for the server to accept a capture or to record a higher confidence.
///
///     for change in judged.changes { print(change.party, change.code, change.sentence) }
///
/// ``code`` is stable for programs; ``sentence`` is for readers.
package enum CaptureChange: Sendable {
    case contentType(found: String?, endpoint: CaptureEndpoint)
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
    case nulCharacter(member: String)
    case mediaStored
    case noAssertion(wanted: Binding)
    /// The assertion or its signature has a form that the server cannot read.
    case assertionForm(AssertionFailure, CaptureCheck)
    case application(CaptureApplication)
    case counter(found: UInt32, stored: Int64)
    /// The device has no stored public key, or an invalid one.
    case registration(isKeyStored: Bool)
    /// The signature has another binding.
    case binding(signed: [SatisfiedBinding], wanted: Binding)
    /// The signature matches no known binding.
    case unknownSignature(wanted: Binding)
    /// The signature has the nonce form, which Apple's hardware makes and the server does not accept.
    case signingForm
    /// The server's parser misreads signed numbers.
    case numbers([NotedNumber])
    /// A signed text was changed.
    case signAgain(wanted: Binding)
    case depthContainer(ServerRefusal)
    case depthSamples([VerdictReason])
    case depthScene([VerdictReason])
    /// The device reports that the scene is not real.
    case claimedScene
    case requestSignature
    /// A flag announces a member that is absent.
    case locationMember
    case modelMember
    case modelName(String)

    package enum Purpose: String, Sendable, CaseIterable {
        case acceptance
        case confidence
        /// Evidence that does not affect the confidence.
        case record
    }

    package enum Party: String, Sendable, CaseIterable {
        case sender, server
    }

    /// No app can change the form that Apple's hardware signs.
    package var party: Party { if case .signingForm = self { .server } else { .sender } }

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

    /// A stable code for this kind of change.
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
        case .assertionForm(_, let check): check.name
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

    /// Whether the change alters the signed text.
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

    /// Whether the change itself requires a new assertion.
    var asksForAnotherAssertion: Bool {
        switch self {
        case .noAssertion, .assertionForm, .application, .counter, .binding, .unknownSignature, .signingForm,
            .payloadRule(.assertionPresent, _), .payloadRule(.assertionBase64, _):
            true
        default: false
        }
    }
}
