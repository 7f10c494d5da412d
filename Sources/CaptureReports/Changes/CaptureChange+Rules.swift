internal import CapturePayloads
internal import DepthAnalysis
internal import DepthFiles

extension CaptureChange {
    /// All that would have to change, in the order in which the server would come to it: what it answers first, then
    /// what it is sure of, then what it only records. Not only what the server met: it stops at the first.
    static func all(in situation: CaptureSituation) -> [CaptureChange] {
        let found = rules.flatMap { $0(situation) }
        return Purpose.allCases.flatMap { purpose in
            found.filter { $0.purpose(at: situation.judgement.endpoint) == purpose }
        }
    }

    /// Each rule looks at one thing.
    private static let rules: [@Sendable (CaptureSituation) -> [CaptureChange]] = [
        refusal, missingParts, metadataRules, payloadRules, assertion, signature, numbers, depth, scene, request,
        record,
    ]

    /// What the server met, unless another rule looks at all of its kind.
    private static func refusal(_ situation: CaptureSituation) -> [CaptureChange] {
        switch situation.judgement.refusal {
        case .contentType(let found): [.contentType(found: found)]
        case .bodyTooLarge(let byteCount, let limit):
            [.bodySize(byteCount: byteCount, limit: limit, photo: 0, depthMap: 0)]
        case .multipart(.tooLarge(let byteCount, let limit)):
            [
                .bodySize(
                    byteCount: byteCount, limit: limit, photo: situation.part(.photo)?.content.count ?? 0,
                    depthMap: situation.part(.depthMap)?.content.count ?? 0)
            ]
        case .multipart(let fault): [.multipart(fault)]
        case .emptyPart(let part): [.partContent(part)]
        case .metadataJSON(let error): [.metadataJSON(error)]
        case .photoHashEncoding: [.photoHashSpaces]
        case .photoHashMismatch(_, let found): [.photoHash(found: found)]
        case .payloadJSON(let error): [.payloadJSON(error)]
        case .mediaStored: [.mediaStored]
        case .missingPart, .metadataRule, .payloadRule, .assertion, nil: []
        }
    }

    private static func missingParts(_ situation: CaptureSituation) -> [CaptureChange] {
        guard case .missingPart = situation.judgement.refusal else { return [] }
        return CapturePart.allCases.filter { situation.part($0) == nil }.map { .missingPart($0) }
    }

    private static func metadataRules(_ situation: CaptureSituation) -> [CaptureChange] {
        guard let metadata = situation.judgement.metadata else { return [] }
        return MetadataRule.allCases.filter { $0.holds(metadata) == false }
            .map { .metadataRule($0, found: $0.found(in: metadata)?.wording) }
    }

    private static func payloadRules(_ situation: CaptureSituation) -> [CaptureChange] {
        guard let payload = situation.judgement.payload else { return [] }
        return PayloadRule.allCases.filter { $0.holds(payload) == false }
            .map { .payloadRule($0, found: $0.found(in: payload)?.wording) }
    }

    /// The assertion apart from what is signed, in the order of the server.
    private static func assertion(_ situation: CaptureSituation) -> [CaptureChange] {
        switch situation.assertion {
        case nil:
            // A refused capture may be one whose metadata nobody could read; of a hash-only one a rule says it.
            return situation.judgement.metadata == nil ? [] : [.noAssertion(wanted: situation.wantedBinding)]
        case .failure(let failure)?:
            // Of a hash-only capture that is a rule for the payload already.
            return failure == .invalidBase64 && situation.judgement.endpoint == .hashOnly
                ? [] : [.assertionForm(failure)]
        case .success(let assertion)?: return claims(of: assertion, situation)
        }
    }

    /// What an assertion that can be read says of itself, held to what the server has stored.
    private static func claims(of assertion: Assertion, _ situation: CaptureSituation) -> [CaptureChange] {
        let (device, data) = (situation.request.device, assertion.authenticatorData)
        var changes: [CaptureChange] = []
        if data.rpIDHash != situation.request.application.rpIDHash {
            changes.append(.application(situation.request.application))
        }
        if Int64(data.counter) <= device.counter {
            changes.append(.counter(found: data.counter, stored: device.counter))
        }
        if device.publicKey.flatMap({ P256PublicKey(sec1: $0) }) == nil {
            changes.append(.registration(isKeyStored: device.publicKey != nil))
        }
        if P256Signature(assertion.signature) == nil { changes.append(.assertionForm(.signatureFormat)) }
        return changes
    }

    /// What is signed, wherever it can be tried.
    private static func signature(_ situation: CaptureSituation) -> [CaptureChange] {
        guard case .success(let assertion)? = situation.assertion, P256Signature(assertion.signature) != nil,
            situation.request.device.publicKey.flatMap({ P256PublicKey(sec1: $0) }) != nil,
            situation.judgement.clientData != nil
        else { return [] }
        let (signed, wanted) = (situation.judgement.bindings, situation.wantedBinding)
        if signed.isEmpty { return [.unknownSignature(wanted: wanted)] }
        var changes: [CaptureChange] = []
        if !signed.contains(where: { $0.binding == wanted }) {
            changes.append(.binding(signed: signed, wanted: wanted))
        }
        if !signed.contains(where: { $0.form == .plain }) { changes.append(.signingForm) }
        return changes
    }

    /// Numbers that the server reads as others matter once the signature does not verify.
    private static func numbers(_ situation: CaptureSituation) -> [CaptureChange] {
        guard let payload = situation.judgement.payload, situation.judgement.assertion?.status != .pass else {
            return []
        }
        let read = payload.numbers.filter { !$0.isNearest }
        return read.isEmpty ? [] : [.numbers(read)]
    }

    private static func depth(_ situation: CaptureSituation) -> [CaptureChange] {
        guard let refusal = situation.depthRefusal else { return [] }
        return [.depthContainer(refusal)]
    }

    private static func scene(_ situation: CaptureSituation) -> [CaptureChange] {
        guard let depth = situation.judgement.depth, depth.refusal == nil else { return [] }
        let reasons = depth.analysis?.reasons ?? []
        switch depth.status {
        case .unavailable: return [.depthSamples(reasons)]
        case .fail: return [.depthScene(reasons)]
        case .pass, .unknown: return []
        }
    }

    private static func request(_ situation: CaptureSituation) -> [CaptureChange] {
        let isFull = situation.judgement.endpoint == .full
        return isFull && situation.assertion != nil && !situation.request.isRequestVerified ? [.requestSignature] : []
    }

    private static func record(_ situation: CaptureSituation) -> [CaptureChange] {
        var changes: [CaptureChange] = []
        if let payload = situation.judgement.payload {
            if payload.metadataFlags.locationIncluded, payload.metadata.location == nil {
                changes.append(.locationMember)
            }
            if payload.metadataFlags.deviceInfoIncluded, payload.metadata.deviceModel == nil {
                changes.append(.modelMember)
            }
        }
        if situation.judgement.endpoint == .full, let evidence = situation.judgement.metadataEvidence,
            !evidence.isModelVerified
        {
            changes.append(.modelName(evidence.modelName))
        }
        return changes
    }
}
