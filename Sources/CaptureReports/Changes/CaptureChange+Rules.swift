internal import Captures
internal import DepthAnalysis
internal import DepthFiles
internal import Support

extension CaptureChange {
    /// All required changes, by purpose. The list covers every failure, although the server stops at the first.
    static func all(in capture: DecodedCapture) -> [CaptureChange] {
        var found = body(capture) + assertion(capture)
        found += [numbers, depth, scene, request, record].flatMap { $0(capture) }
        // A changed text invalidates its signature.
        if capture.assertion != nil, found.contains(where: \.changesWhatIsSigned),
            !found.contains(where: \.asksForAnotherAssertion)
        {
            found.append(.signAgain(wanted: capture.wantedBinding))
        }
        return Purpose.allCases.flatMap { purpose in
            found.filter { $0.purpose(at: capture.judgement.endpoint) == purpose }
        }
    }

    /// The changes for the failures of body and storage. Empty parts are listed once.
    private static func body(_ capture: DecodedCapture) -> [CaptureChange] {
        var emptyParts: Set<CapturePart> = []
        let found = capture.judgement.failures.compactMap { failure -> CaptureChange? in
            if case .emptyPart(let kind) = failure.fault, !emptyParts.insert(kind).inserted { return nil }
            return change(for: failure, capture)
        }
        let groups = (found.map(\.bodyGroup).max() ?? 0) + 1
        return (0..<groups).flatMap { group in found.filter { $0.bodyGroup == group } }
    }

    private static func change(
        for failure: RuleFailure<CaptureRefusal>, _ capture: DecodedCapture
    ) -> CaptureChange? {
        let (refusal, found) = (capture.judgement.refusal, failure.found?.wording)
        if case .mediaStored = failure.fault {
            if case .nulCharacter? = refusal { return nil }
            return .mediaStored
        }
        guard let refusal else { return nil }
        switch failure.fault {
        case .contentType(let found, let endpoint): return .contentType(found: found, endpoint: endpoint)
        case .bodyTooLarge(let byteCount, let limit), .multipart(.tooLarge(let byteCount, let limit)):
            return .bodySize(
                byteCount: byteCount, limit: limit, photo: capture.part(.photo)?.content.count ?? 0,
                depthMap: capture.part(.depthMap)?.content.count ?? 0)
        case .multipart(let fault): return .multipart(fault)
        case .emptyPart(let part): return .partContent(part)
        case .missingPart(let part): return .missingPart(part)
        case .metadataJSON(let error): return .metadataJSON(error)
        case .metadataRule(let rule): return .metadataRule(rule, found: found)
        case .photoHashEncoding:
            // The right hash replaces the white space too.
            let isOther = capture.judgement.failures.contains { $0.check == .photoHash }
            return isOther ? nil : .photoHashSpaces
        case .photoHashMismatch(_, let found): return .photoHash(found: found)
        case .payloadJSON(let error): return .payloadJSON(error)
        case .payloadRule(let rule): return .payloadRule(rule, found: found)
        case .nulCharacter(let member): return failure.fault == refusal ? .nulCharacter(member: member) : nil
        case .assertion, .mediaStored, .notModelled: return nil
        }
    }

    /// The position of a change to the body: its structure, the parts, the values.
    private var bodyGroup: Int {
        switch self {
        case .contentType, .bodySize, .multipart: 0
        case .metadataJSON: 1
        case .partContent(.photo), .missingPart(.photo): 2
        case .partContent(.depthMap), .missingPart(.depthMap): 3
        case .partContent(.metadata), .missingPart(.metadata): 4
        default: 5
        }
    }

    /// The changes for the failures of the assertion: its form and claims, the key, the signature.
    private static func assertion(_ capture: DecodedCapture) -> [CaptureChange] {
        let judgement = capture.judgement
        guard judgement.endpoint == .hashOnly || judgement.metadata != nil else { return [] }
        guard capture.assertion != nil else {
            // For hash-only captures, `assertion_empty` covers this.
            return judgement.metadata == nil ? [] : [.noAssertion(wanted: capture.wantedBinding)]
        }
        var (claims, key, signature): ([CaptureChange], [CaptureChange], [CaptureChange]) = ([], [], [])
        var checks: Set<CaptureCheck> = []
        for failure in judgement.assertionFailures where checks.insert(failure.check).inserted {
            switch failure.fault {
            // For hash-only captures, `assertion_base64` covers this.
            case .invalidBase64 where judgement.endpoint == .hashOnly: break
            case .invalidBase64, .invalidCBOR, .missingMember, .invalidAuthenticatorData, .signatureFormat:
                claims.append(.assertionForm(failure.fault, failure.check))
            case .rpIDMismatch: claims.append(.application(capture.request.application))
            case .counterNotIncreasing(let found, let stored): claims.append(.counter(found: found, stored: stored))
            case .missingPublicKey: key.append(.registration(isKeyStored: false))
            case .invalidPublicKey: key.append(.registration(isKeyStored: true))
            case .signatureInvalid: signature += self.signature(capture)
            }
        }
        return claims + key + signature
    }

    /// The binding and signing form of a signature that does not verify.
    private static func signature(_ capture: DecodedCapture) -> [CaptureChange] {
        let (signed, wanted) = (capture.judgement.bindings, capture.wantedBinding)
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
            !capture.judgement.bindings.contains(where: { $0.binding == capture.wantedBinding })
        else { return [] }
        let read = payload.numbers.filter { !$0.isNearest }
        return read.isEmpty ? [] : [.numbers(read)]
    }

    private static func depth(_ capture: DecodedCapture) -> [CaptureChange] {
        guard let refusal = capture.depthRefusal else { return [] }
        return [.depthContainer(refusal)]
    }

    private static func scene(_ capture: DecodedCapture) -> [CaptureChange] {
        // The payload contains the device's own verdict, even if the server refuses it.
        if let payload = try? capture.payload?.get() {
            return payload.depthAnalysis.isLikelyRealScene ? [] : [.claimedScene]
        }
        guard let depth = capture.judgement.depth, depth.refusal == nil else { return [] }
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
