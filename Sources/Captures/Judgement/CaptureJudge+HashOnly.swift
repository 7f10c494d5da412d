internal import Support

extension CaptureJudge {
    func judgeHashOnly(_ body: [UInt8], contentType: String?, _ request: CaptureRequest) -> CaptureJudgement {
        var draft = JudgementDraft(request)
        var refusal: CaptureRefusal?
        do throws(CaptureRefusal) {
            let payload = try read(body, contentType: contentType, &draft)
            draft.payload = payload
            draft.clientData = payload.signedJSON
            for rule in PayloadRule.allCases {
                try draft.trail.require(
                    .payload(rule), rule.holds(payload), rule.value(in: payload), or: .payloadRule(rule))
            }
            try verify(payload, &draft)
            try draft.requireStorable(nulIn: payload.nulMember)
            recordEvidence(payload, &draft)
        } catch {
            refusal = error
        }
        return draft.judgement(refusal, assertionText: draft.payload?.assertion) {
            draft.payload?.bindingMaterial(of: request, body) ?? BindingMaterial()
        }
    }

    private func read(
        _ body: [UInt8], contentType: String?, _ draft: inout JudgementDraft
    ) throws(CaptureRefusal) -> HashOnlyPayload {
        let isJSON = contentType.flatMap { MediaType($0) }?.isJSON ?? false
        try draft.trail.require(
            .contentType, isJSON, contentType.map { .text($0) },
            or: .contentType(found: contentType, endpoint: .hashOnly))
        let limit = CapturePayload.byteLimit
        try draft.trail.require(
            .bodySize, body.count <= limit, .integer(Int64(body.count)),
            or: .bodyTooLarge(byteCount: body.count, limit: limit))
        do throws(ServerJSONError) {
            let payload = try HashOnlyPayload(json: body)
            draft.trail.record(.payloadJSON, .passed)
            return payload
        } catch {
            draft.trail.record(.payloadJSON, .failed, .text(error.code))
            throw .payloadJSON(error)
        }
    }

    /// Verifies the assertion. A failure refuses the capture.
    private func verify(_ payload: HashOnlyPayload, _ draft: inout JudgementDraft) throws(CaptureRefusal) {
        let hash = SHA256Digest.bytes(of: payload.signedJSON)
        let judgement = draft.verifier.verify(payload.assertion, clientDataHash: hash, &draft.trail)
        draft.assertion = judgement
        if let failure = judgement.failure { throw .assertion(failure) }
    }

    /// Records the evidence of an accepted capture, with the device's own depth verdict.
    private func recordEvidence(_ payload: HashOnlyPayload, _ draft: inout JudgementDraft) {
        let status: DepthJudgement.Status = payload.depthAnalysis.isLikelyRealScene ? .pass : .fail
        draft.depth = DepthJudgement(status: status, refusal: nil, analysis: nil)
        draft.metadataEvidence = MetadataEvidence(payload)
        draft.confidence = CaptureConfidence(
            hardware: draft.assertion?.status ?? .unavailable, depth: status, isCapped: false)
    }
}

extension HashOnlyPayload {
    /// The first text with U+0000 among those the database stores as JSON.
    fileprivate var nulMember: String? {
        let flags = metadataFlags
        return [
            ("metadata.device_model", metadata.deviceModel ?? ""), ("location_level", flags.locationLevel),
            ("timestamp_level", flags.timestampLevel), ("device_info_level", flags.deviceInfoLevel),
        ].first { $0.1.containsNul }?.0
    }

    fileprivate func bindingMaterial(of request: CaptureRequest, _ body: [UInt8]) -> BindingMaterial {
        var material = BindingMaterial()
        material.signedJSON = signedJSON
        material.requestText = request.signedRequest?.text(body: body)
        var emptied = SHA256Stream()
        emptied.append(Array(body[..<assertionRange.lowerBound]))
        emptied.append(Array(body[assertionRange.upperBound...]))
        material.bodyWithoutAssertionHash = emptied.digest
        return material
    }
}
