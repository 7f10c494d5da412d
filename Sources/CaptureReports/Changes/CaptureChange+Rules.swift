internal import Captures
internal import DepthAnalysis
internal import DepthFiles
internal import Support

extension CaptureChange {
    /// All required changes, by purpose and then in the server's order of checks. The list covers every fault,
    /// although the server stops at the first.
    static func all(in capture: DecodedCapture) -> [CaptureChange] {
        var found = rules.flatMap { $0(capture) }
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

    private static let rules: [@Sendable (DecodedCapture) -> [CaptureChange]] = [
        framing, metadataJSON, parts, metadataRules, photoHash, payloadJSON, payloadRules, storage, assertion,
        registration, signature, numbers, depth, scene, request, record,
    ]

    /// The faults that prevent reading the body.
    private static func framing(_ capture: DecodedCapture) -> [CaptureChange] {
        switch capture.judgement.refusal {
        case .contentType(let found, let endpoint): [.contentType(found: found, endpoint: endpoint)]
        case .bodyTooLarge(let byteCount, let limit):
            [.bodySize(byteCount: byteCount, limit: limit, photo: 0, depthMap: 0)]
        case .multipart(.tooLarge(let byteCount, let limit)):
            [
                .bodySize(
                    byteCount: byteCount, limit: limit, photo: capture.part(.photo)?.content.count ?? 0,
                    depthMap: capture.part(.depthMap)?.content.count ?? 0)
            ]
        case .multipart(let fault): [.multipart(fault)]
        default: capture.fault.map { [.multipart($0)] } ?? []
        }
    }

    private static func metadataJSON(_ capture: DecodedCapture) -> [CaptureChange] {
        capture.metadataParts.compactMap {
            if case .failure(.json(let error)) = $0 { .metadataJSON(error) } else { nil }
        }
    }

    /// Empty and missing parts. Parts behind a fault of the body are unknown and not reported.
    private static func parts(_ capture: DecodedCapture) -> [CaptureChange] {
        guard capture.isRefusedFullCapture else { return [] }
        return CapturePart.allCases.compactMap { kind in
            let sent = capture.parts.filter { $0.kind == kind }
            if sent.isEmpty { return capture.fault == nil ? .missingPart(kind) : nil }
            return kind != .metadata && sent.contains { $0.content.isEmpty } ? .partContent(kind) : nil
        }
    }

    private static func photoHash(_ capture: DecodedCapture) -> [CaptureChange] {
        guard let metadata = capture.judgement.metadata, let photo = capture.part(.photo)?.content,
            !photo.isEmpty, let claimed = Hexadecimal.bytes(of: metadata.trimmedPhotoHash), claimed.count == 32
        else { return [] }
        let found = SHA256Digest.bytes(of: photo)
        if claimed != found { return [.photoHash(found: found)] }
        return Hexadecimal.bytes(of: metadata.photoHash) == nil ? [.photoHashSpaces] : []
    }

    private static func payloadJSON(_ capture: DecodedCapture) -> [CaptureChange] {
        if case .failure(let error)? = capture.payload { [.payloadJSON(error)] } else { [] }
    }

    private static func storage(_ capture: DecodedCapture) -> [CaptureChange] {
        if case .nulCharacter(let member) = capture.judgement.refusal { return [.nulCharacter(member: member)] }
        return capture.request.isMediaStored ? [.mediaStored] : []
    }

    private static func metadataRules(_ capture: DecodedCapture) -> [CaptureChange] {
        capture.metadataParts.compactMap { try? $0.get() }.flatMap { metadata in
            MetadataRule.allCases.filter { $0.holds(metadata) == false }
                .map { .metadataRule($0, found: $0.value(in: metadata)?.wording) }
        }
    }

    private static func payloadRules(_ capture: DecodedCapture) -> [CaptureChange] {
        guard let payload = try? capture.payload?.get() else { return [] }
        return PayloadRule.allCases.filter { $0.holds(payload) == false }
            .map { .payloadRule($0, found: $0.value(in: payload)?.wording) }
    }

    /// The form and claims of the assertion, in the server's order.
    private static func assertion(_ capture: DecodedCapture) -> [CaptureChange] {
        switch capture.assertion {
        case nil:
            // Unreadable metadata may contain an assertion. For hash-only captures, `assertion_empty` covers this.
            return capture.judgement.metadata == nil ? [] : [.noAssertion(wanted: capture.wantedBinding)]
        case .failure(let failure)?:
            // For hash-only captures, `assertion_base64` covers this.
            return failure == .invalidBase64 && capture.judgement.endpoint == .hashOnly
                ? [] : [.assertionForm(failure)]
        case .success(let assertion)?: return claims(of: assertion, capture)
        }
    }

    /// Compares the assertion's app and counter with the server's record.
    private static func claims(of assertion: Assertion, _ capture: DecodedCapture) -> [CaptureChange] {
        let (device, data) = (capture.request.device, assertion.authenticatorData)
        var changes: [CaptureChange] = []
        if data.rpIDHash != capture.request.application.rpIDHash {
            changes.append(.application(capture.request.application))
        }
        if Int64(data.counter) <= device.counter {
            changes.append(.counter(found: data.counter, stored: device.counter))
        }
        if P256Signature(assertion.signature) == nil { changes.append(.assertionForm(.signatureFormat)) }
        return changes
    }

    /// Without a valid stored key no assertion verifies, even if this one cannot be decoded.
    private static func registration(_ capture: DecodedCapture) -> [CaptureChange] {
        let stored = capture.request.device.publicKey
        guard capture.assertion != nil, stored.flatMap({ P256PublicKey(sec1: $0) }) == nil else { return [] }
        return [.registration(isKeyStored: stored != nil)]
    }

    /// The binding and signing form, if the signature can be tested.
    private static func signature(_ capture: DecodedCapture) -> [CaptureChange] {
        guard case .success(let assertion)? = capture.assertion, P256Signature(assertion.signature) != nil,
            capture.request.device.publicKey.flatMap({ P256PublicKey(sec1: $0) }) != nil,
            capture.judgement.clientData != nil
        else { return [] }
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
