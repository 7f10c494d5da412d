internal import DepthAnalysis
internal import DepthFiles
internal import Support

enum CaptureChange: Sendable {
    case contentType(found: String?, endpoint: CaptureEndpoint, boundary: String?)
    case bodySize(byteCount: Int, limit: Int, photo: Int, depthMap: Int)
    case multipart(MultipartFault, MultipartCause?)
    /// The body can be read, but its parts are not the parts that the sender meant.
    case parts(MultipartCause)
    case partContent(CapturePart)
    case missingPart(CapturePart, MisnamedPart?)
    case metadataJSON(ServerJSONError, repair: PartRepair?, remark: String?)
    case metadataRule(MetadataRule, found: String?)
    case photoHash(PhotoMismatch)
    case photoHashSpaces
    case payloadJSON(ServerJSONError, remark: String?)
    case payloadRule(PayloadRule, found: String?)
    case nulCharacter(member: String)
    case mediaStored
    case noAssertion(wanted: AssertionBinding)
    case assertionForm(AssertionFailure, CaptureCheck, found: String?)
    case assertionSubstitute(AssertionSubstitute, code: String)
    case assertionText(code: String, found: String)
    case application(CaptureApplication)
    case counter(found: UInt32, stored: Int64)
    case registration(isKeyStored: Bool)
    case binding(signed: [SatisfiedBinding], wanted: AssertionBinding)
    case signedText(SignedText, wanted: AssertionBinding)
    case unknownSignature(wanted: AssertionBinding)
    case signingForm
    case numbers([NotedNumber])
    case signAgain(wanted: AssertionBinding)
    case depthContainer(ServerRefusal, DamageSign?)
    case depthDamage(DepthMapRepair)
    case depthSamples([VerdictReason])
    case depthScene([VerdictReason])
    case claimedScene
    case requestSignature
    /// A flag announces a member that is absent.
    case locationMember
    case modelMember
    case modelName(String)

    /// No app can change the form that Apple's hardware signs.
    var party: RequiredChange.Party { if case .signingForm = self { .server } else { .sender } }

    func purpose(at endpoint: CaptureEndpoint) -> RequiredChange.Purpose {
        switch self {
        case .contentType, .bodySize, .multipart, .parts, .partContent, .missingPart, .metadataJSON, .metadataRule,
            .photoHash, .photoHashSpaces, .payloadJSON, .payloadRule, .nulCharacter, .mediaStored:
            .acceptance
        case .noAssertion, .assertionForm, .assertionSubstitute, .assertionText, .application, .counter, .registration,
            .binding, .signedText, .unknownSignature, .signingForm, .numbers, .signAgain:
            endpoint == .hashOnly ? .acceptance : .confidence
        case .depthContainer, .depthDamage, .depthSamples, .depthScene, .claimedScene, .requestSignature: .confidence
        case .locationMember, .modelMember, .modelName: .record
        }
    }

    var code: String {
        switch self {
        case .contentType: "content_type"
        case .bodySize: "body_size"
        case .multipart, .parts: "multipart"
        case .partContent(let part): "\(part.rawValue)_content"
        case .missingPart(let part, _): "\(part.rawValue)_present"
        case .metadataJSON: "metadata_json"
        case .metadataRule(let rule, _): "metadata:\(rule.rawValue)"
        case .photoHash: "photo_hash"
        case .photoHashSpaces: "photo_hash_encoding"
        case .payloadJSON: "payload_json"
        case .payloadRule(let rule, _): "payload:\(rule.rawValue)"
        case .nulCharacter: "text_is_storable"
        case .mediaStored: "media_is_new"
        case .noAssertion: "assertion"
        case .assertionForm(_, let check, _): check.name
        case .assertionText(let code, _), .assertionSubstitute(_, let code): code
        case .application: "application"
        case .counter: "counter"
        case .registration: "registration"
        case .binding: "binding"
        case .signedText: "signed_text"
        case .unknownSignature: "unknown_signature"
        case .signingForm: "signing_form"
        case .numbers: "numbers"
        case .signAgain: "sign_again"
        case .depthContainer, .depthDamage: "depth_container"
        case .depthSamples: "depth_samples"
        case .depthScene, .claimedScene: "depth_scene"
        case .requestSignature: "request_signature"
        case .locationMember: "location_member"
        case .modelMember: "model_member"
        case .modelName: "model_name"
        }
    }

    var cause: String? {
        switch self {
        case .multipart(_, let cause): cause?.code
        case .parts(let cause): cause.code
        case .missingPart(_, let part): part?.code
        case .metadataJSON(_, let repair, _): repair?.code
        case .photoHash(let mismatch): mismatch.code
        case .depthContainer(_, let sign): sign?.code
        case .depthDamage(let damage): damage.repair.code
        default: nil
        }
    }

    var changesWhatIsSigned: Bool {
        switch self {
        // The change is to send the line end that was hashed, so the signed hash remains right.
        case .photoHash(.hashOf(.photoAndLineFeed)), .photoHash(.hashOf(.photoAndLineEnd)): false
        case .photoHash(.hashOf), .photoHashSpaces, .claimedScene: true
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

    var asksForAnotherAssertion: Bool {
        switch self {
        case .noAssertion, .assertionForm, .assertionSubstitute, .application, .counter, .binding, .signedText,
            .unknownSignature, .signingForm, .payloadRule(.assertionPresent, _), .payloadRule(.assertionBase64, _):
            true
        default: false
        }
    }

    /// The changes for every failure, although the server stops at the first.
    static func all(in capture: DecodedCapture) -> [CaptureChange] {
        var found = body(capture) + assertion(capture)
        let areExchanged = found.contains { if case .photoHash(.exchangedParts) = $0 { true } else { false } }
        // If the parts are exchanged, the part depth_map is the photo.
        found += (areExchanged ? [] : depth(capture)) + [numbers, scene, request, record].flatMap { $0(capture) }
        // A changed text invalidates its signature.
        if capture.assertion != nil, found.contains(where: \.changesWhatIsSigned),
            !found.contains(where: \.asksForAnotherAssertion)
        {
            found.append(.signAgain(wanted: capture.wantedBinding))
        }
        return RequiredChange.Purpose.allCases.flatMap { purpose in
            found.filter { $0.purpose(at: capture.judgement.endpoint) == purpose }
        }
    }

    /// The changes to the body. A part that is empty more than once is listed once.
    private static func body(_ capture: DecodedCapture) -> [CaptureChange] {
        var emptyParts: Set<CapturePart> = []
        let found = capture.judgement.failures.compactMap { failure -> CaptureChange? in
            if case .emptyPart(let kind) = failure.fault, !emptyParts.insert(kind).inserted { return nil }
            return change(for: failure, capture)
        }
        if let cause = capture.unnoticedCause, found.contains(where: \.isOfParts) {
            return [.parts(cause)] + found.filter { !$0.isOfParts }
        }
        let groups = (found.map(\.bodyGroup).max() ?? 0) + 1
        return (0..<groups).flatMap { group in found.filter { $0.bodyGroup == group } }
    }

    private static func change(for failure: RuleFailure<CaptureRefusal>, _ capture: DecodedCapture) -> CaptureChange? {
        let (refusal, found) = (capture.judgement.refusal, failure.found?.description)
        if case .mediaStored = failure.fault {
            if case .nulCharacter? = refusal { return nil }
            return .mediaStored
        }
        guard let refusal else { return nil }
        switch failure.fault {
        case .contentType(let found, let endpoint):
            return .contentType(found: found, endpoint: endpoint, boundary: capture.fullBody?.firstLineBoundary)
        case .bodyTooLarge(let byteCount, let limit), .multipart(.tooLarge(let byteCount, let limit)):
            return .bodySize(
                byteCount: byteCount, limit: limit, photo: capture.part(.photo)?.content.count ?? 0,
                depthMap: capture.part(.depthMap)?.content.count ?? 0)
        case .multipart(let fault): return .multipart(fault, capture.cause(of: fault))
        case .emptyPart(let part): return .partContent(part)
        case .missingPart(let part): return .missingPart(part, capture.misnamed(part))
        case .metadataJSON(let error):
            return .metadataJSON(
                error, repair: capture.metadataRepair, remark: capture.remark(on: error, in: capture.jsonText))
        case .metadataRule(let rule) where [.photoHashLength, .photoHashCharacters].contains(rule):
            return hash(capture.judgement.metadata?.photoHash, isLength: rule == .photoHashLength) {
                .metadataRule(rule, found: $0 ?? found)
            }
        case .metadataRule(let rule): return .metadataRule(rule, found: found)
        case .photoHashEncoding:
            // Sending the right hash also removes the white space.
            let isOther = capture.judgement.failures.contains { $0.check == .photoHash }
            return isOther ? nil : .photoHashSpaces
        case .photoHashMismatch(let claimed, _):
            return .photoHash(
                PhotoMismatch(photo: capture.part(.photo)?.content ?? [], claimed: claimed, parts: capture.parts))
        case .payloadJSON(let error):
            return .payloadJSON(error, remark: capture.remark(on: error, in: capture.jsonText))
        case .payloadRule(let rule) where [.mediaHashLength, .mediaHashCharacters].contains(rule):
            return hash((try? capture.payload?.get())?.mediaHash, isLength: rule == .mediaHashLength) {
                .payloadRule(rule, found: $0 ?? found)
            }
        case .payloadRule(let rule):
            let change = CaptureChange.payloadRule(rule, found: found)
            return rule == .assertionBase64 ? capture.textChange(code: change.code) ?? change : change
        case .nulCharacter(let member): return failure.fault == refusal ? .nulCharacter(member: member) : nil
        case .assertion, .mediaStored, .notModelled: return nil
        }
    }

    /// Whether the change may be needed only because a part does not have the bytes that the sender meant.
    private var isOfParts: Bool {
        switch self {
        case .missingPart, .partContent, .metadataJSON, .photoHash: true
        default: false
        }
    }

    private var bodyGroup: Int {
        switch self {
        case .contentType, .bodySize, .multipart: 0
        case .metadataJSON: 1
        case .partContent(.photo), .missingPart(.photo, _): 2
        case .partContent(.depthMap), .missingPart(.depthMap, _): 3
        case .partContent(.metadata), .missingPart(.metadata, _): 4
        default: 5
        }
    }

    private static func assertion(_ capture: DecodedCapture) -> [CaptureChange] {
        let judgement = capture.judgement
        guard judgement.endpoint == .hashOnly || judgement.metadata != nil else { return [] }
        guard capture.assertion != nil else {
            // For hash-only captures, `assertion_empty` covers this.
            return judgement.metadata == nil ? [] : [.noAssertion(wanted: capture.wantedBinding)]
        }
        var (claims, key, signature): ([CaptureChange], [CaptureChange], [CaptureChange]) = ([], [], [])
        var checks: Set<CaptureCheck> = []
        let hasOtherText = judgement.assertionFailures.contains { $0.fault == .invalidBase64 }
        // For hash-only captures, `assertion_base64` covers a text that is not base64.
        var isFormListed = judgement.endpoint == .hashOnly && hasOtherText && capture.substitute != nil
        for failure in judgement.assertionFailures where checks.insert(failure.check).inserted {
            switch failure.fault {
            case .invalidBase64 where judgement.endpoint == .hashOnly: break
            case .invalidCBOR where hasOtherText && judgement.endpoint == .full: break
            case .invalidBase64, .invalidCBOR, .missingMember, .invalidAuthenticatorData, .signatureFormat:
                if let substitute = capture.substitute {
                    if !isFormListed { claims.append(.assertionSubstitute(substitute, code: failure.check.name)) }
                    isFormListed = true
                    break
                }
                let form = CaptureChange.assertionForm(failure.fault, failure.check, found: capture.assertionForm)
                let change = failure.fault == .invalidBase64 ? capture.textChange(code: form.code) : nil
                claims.append(change ?? form)
            case .rpIDMismatch: claims.append(.application(capture.request.application))
            case .counterNotIncreasing(let found, let stored): claims.append(.counter(found: found, stored: stored))
            case .missingPublicKey: key.append(.registration(isKeyStored: false))
            case .invalidPublicKey: key.append(.registration(isKeyStored: true))
            case .signatureInvalid: signature += self.signature(capture)
            }
        }
        return claims + key + signature
    }

    private static func signature(_ capture: DecodedCapture) -> [CaptureChange] {
        let (signed, wanted) = (capture.judgement.readableBindings, capture.wantedBinding)
        if let text = capture.signedText {
            return [.signedText(text, wanted: wanted)] + (text.form == .nonce ? [.signingForm] : [])
        }
        if signed.isEmpty { return [.unknownSignature(wanted: wanted)] }
        var changes: [CaptureChange] = []
        if !signed.contains(where: { $0.binding == wanted }) {
            changes.append(.binding(signed: signed, wanted: wanted))
        }
        if !signed.contains(where: { $0.form == .plain }) { changes.append(.signingForm) }
        return changes
    }

    /// Misread numbers matter only if the signature does not match the expected binding.
    private static func numbers(_ capture: DecodedCapture) -> [CaptureChange] {
        guard let payload = try? capture.payload?.get(),
            !capture.judgement.readableBindings.contains(where: { $0.binding == capture.wantedBinding })
        else { return [] }
        let read = payload.numbers.filter { !$0.isNearest }
        return read.isEmpty ? [] : [.numbers(read)]
    }

    private static func depth(_ capture: DecodedCapture) -> [CaptureChange] {
        if capture.unnoticedCause != nil { return [] }
        if let repair = capture.depthMapRepair { return [.depthDamage(repair)] }
        guard let refusal = capture.depthRefusal else { return [] }
        return [.depthContainer(refusal, capture.depthMap.flatMap { DamageSign(inCompressed: $0) })]
    }

    private static func scene(_ capture: DecodedCapture) -> [CaptureChange] {
        // The payload contains the device's own verdict, even if the server refuses the payload.
        if let payload = try? capture.payload?.get() {
            return payload.depthAnalysis.isLikelyRealScene ? [] : [.claimedScene]
        }
        guard let depth = capture.judgement.depth, depth.refusal == nil, capture.depthMapRepair == nil
        else { return [] }
        let reasons = depth.analysis?.reasons ?? []
        switch depth.status {
        case .unavailable: return [.depthSamples(reasons)]
        case .fail: return [.depthScene(reasons)]
        case .pass, .unknown: return []
        }
    }

    private static func request(_ capture: DecodedCapture) -> [CaptureChange] {
        let isFull = capture.judgement.endpoint == .full
        return isFull && !capture.request.isRequestVerified ? [.requestSignature] : []
    }

    private static func record(_ capture: DecodedCapture) -> [CaptureChange] {
        var changes: [CaptureChange] = []
        if let payload = try? capture.payload?.get() {
            if payload.metadataFlags.locationIncluded, payload.metadata.location == nil {
                changes.append(.locationMember)
            }
            if payload.metadataFlags.deviceInfoIncluded, payload.metadata.deviceModel == nil {
                changes.append(.modelMember)
            }
        }
        if capture.judgement.endpoint == .full, let evidence = capture.judgement.metadataEvidence,
            !evidence.isModelVerified
        {
            changes.append(.modelName(evidence.modelName))
        }
        return changes
    }
}

extension DecodedCapture {
    fileprivate var assertionForm: String? { assertionText.flatMap { AppAttestAssertion.form(of: $0) } }
    fileprivate var substitute: AssertionSubstitute? { assertionText.flatMap { AssertionSubstitute(of: $0) } }

    /// The change for a readable text that is not strict base64.
    fileprivate func textChange(code: String) -> CaptureChange? {
        if let substitute { return .assertionSubstitute(substitute, code: code) }
        guard case .success? = assertion else { return nil }
        return assertionForm.map { .assertionText(code: code, found: $0) }
    }
}

extension CaptureChange {
    /// The change for a text that is no hash; nil if the change for its length covers it.
    private static func hash(_ text: String?, isLength: Bool, _ change: (String?) -> CaptureChange) -> CaptureChange? {
        guard let text, let fault = HashTextFault.wording(text) else { return change(nil) }
        return isLength || HashTextFault.hasLength(text) ? change(fault) : nil
    }
}
