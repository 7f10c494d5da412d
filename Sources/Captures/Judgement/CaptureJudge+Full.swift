internal import Support

extension CaptureJudge {
    func judgeFull(_ body: FullBody, _ request: CaptureRequest) -> CaptureJudgement {
        var draft = JudgementDraft(request)
        var parts = FullParts()
        var refusal: CaptureRefusal?
        do throws(CaptureRefusal) {
            try readParts(of: body, &parts, &draft)
            if draft.notModelled == nil {
                let capture = try complete(&parts, &draft)
                record(capture, &draft)
                try store(capture, &draft)
            }
        } catch {
            refusal = error
            // Bindings are reported even for a refused capture, as far as its body can be read.
            if !parts.isComplete { parts = FullParts(readable: body) }
        }
        draft.metadata = parts.metadata
        draft.clientData = parts.metadata.map { Array($0.clientText.utf8) }
        return draft.judgement(refusal, assertionText: parts.metadata?.presentAssertion) {
            parts.bindingMaterial(of: request, body)
        }
    }

    /// Reads the parts and checks each as soon as it is read.
    private func readParts(
        of body: FullBody, _ parts: inout FullParts, _ draft: inout JudgementDraft
    ) throws(CaptureRefusal) {
        let hasContentType = body.hasFormContentType
        try draft.trail.require(
            .contentType, hasContentType, body.contentType.map { .text($0) },
            or: .contentType(found: body.contentType, endpoint: .full))
        let byteCount = body.byteCount
        let limit = CapturePayload.byteLimit
        try draft.trail.require(
            .bodySize, byteCount <= limit, .integer(Int64(byteCount)),
            or: .multipart(.tooLarge(byteCount: byteCount, limit: limit)))
        var source = PartSource(body)
        while true {
            let part: BodyPart?
            do throws(MultipartFault) {
                part = try source.next()
            } catch {
                draft.trail.record(.multipart, .failed, .text(error.code))
                throw .multipart(error)
            }
            guard let part else { break }
            try read(part, &parts, &draft)
            if draft.notModelled != nil { return }
        }
        draft.trail.record(.multipart, .passed)
        parts.isComplete = true
    }

    private func read(
        _ part: BodyPart, _ parts: inout FullParts, _ draft: inout JudgementDraft
    ) throws(CaptureRefusal) {
        guard let kind = part.kind else { return parts.keepDetection(part) }
        if kind == .metadata {
            parts.metadata = try metadata(of: part, &draft)
        } else {
            try draft.trail.require(
                .partContent(kind), !part.content.isEmpty, .integer(Int64(part.content.count)), or: .emptyPart(kind))
            parts.keep(part, as: kind)
        }
    }

    /// Decodes the metadata and checks its rules; nil if it is not modelled.
    private func metadata(
        of part: BodyPart, _ draft: inout JudgementDraft
    ) throws(CaptureRefusal) -> CaptureMetadata? {
        let metadata: CaptureMetadata
        switch part.metadata {
        case .success(let read): metadata = read
        case .failure(.json(let error)):
            draft.trail.record(.metadataJSON, .failed, .text(error.code))
            throw .metadataJSON(error)
        case .failure(.notModelled(let reason)):
            draft.notModelled = reason
            return nil
        }
        draft.trail.record(.metadataJSON, .passed)
        for rule in MetadataRule.allCases {
            try draft.trail.require(
                .metadata(rule), rule.holds(metadata), rule.value(in: metadata), or: .metadataRule(rule))
        }
        return metadata
    }

    /// Checks that all parts are present and that the photo matches its hash.
    private func complete(
        _ parts: inout FullParts, _ draft: inout JudgementDraft
    ) throws(CaptureRefusal) -> FullCapture {
        for part in CapturePart.allCases {
            try draft.trail.require(.partPresent(part), parts.has(part), or: .missingPart(part))
        }
        guard let depthMap = parts.depthMap, let metadata = parts.metadata, let found = parts.photoDigest()?.digest
        else {
            preconditionFailure("parts that are present are absent")
        }
        let claimed = Hexadecimal.bytes(of: metadata.photoHash)
        try draft.trail.require(
            .photoHashEncoding, claimed != nil, .text(metadata.photoHash), or: .photoHashEncoding)
        try draft.trail.require(
            .photoHash, claimed == found, .bytes(found), or: .photoHashMismatch(claimed: claimed ?? [], found: found))
        return FullCapture(depthMap: depthMap, metadata: metadata, detection: parts.detection)
    }

    /// Verifies the assertion. A failure affects only the confidence.
    private func record(_ capture: FullCapture, _ draft: inout JudgementDraft) {
        guard let text = capture.metadata.presentAssertion else {
            for check in AssertionCheck.allCases { draft.trail.record(.assertion(check), .notApplicable) }
            draft.assertion = AssertionJudgement(status: .unavailable, failure: nil, assertion: nil)
            return
        }
        let hash = SHA256Digest.bytes(of: Array(capture.metadata.clientText.utf8))
        draft.assertion = draft.verifier.verify(text, clientDataHash: hash, &draft.trail)
    }

    /// Makes the checks of the database, and records the evidence of an accepted capture.
    private func store(_ capture: FullCapture, _ draft: inout JudgementDraft) throws(CaptureRefusal) {
        if case .failure(let reason)? = capture.detection, !capture.metadata.deviceModel.containsNul {
            draft.notModelled = reason
            return
        }
        try draft.requireStorable(nulIn: capture.nulMember)
        recordEvidence(capture, &draft)
    }

    private func recordEvidence(_ capture: FullCapture, _ draft: inout JudgementDraft) {
        let depth = judgeDepth(capture.depthMap, capture.metadata)
        draft.depth = depth
        draft.metadataEvidence = MetadataEvidence(capture.metadata, now: draft.request.now)
        draft.confidence = CaptureConfidence(
            hardware: draft.assertion?.status ?? .unavailable, depth: depth.status,
            isCapped: !draft.request.isRequestVerified)
    }
}

/// A full capture that has passed all checks of its body.
private struct FullCapture {
    let depthMap: [UInt8]
    let metadata: CaptureMetadata
    let detection: Result<CaptureDetection, NotModelled>?

    /// The first text with U+0000 among those the database stores as JSON.
    var nulMember: String? {
        if metadata.deviceModel.containsNul { return "device_model" }
        return (try? detection?.get())?.containsNul == true ? CaptureDetection.partName : nil
    }
}

extension CaptureMetadata {
    /// The text that the server hashes: both strings verbatim.
    package var clientText: String { "\(photoHash)|\(capturedAt)" }
}
