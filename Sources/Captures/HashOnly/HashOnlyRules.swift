internal import Support

struct HashOnlySubject: Sendable {
    let request: CaptureRequest
    let body: [UInt8]
    let contentType: String?
    /// Nil for a body above the limit.
    let payload: Result<HashOnlyPayload, ServerJSONError>?
    /// Nil without payload or assertion.
    let assertion: AssertionSubject?

    init(_ body: [UInt8], contentType: String?, _ request: CaptureRequest) {
        (self.request, self.body, self.contentType) = (request, body, contentType)
        payload =
            body.count <= CapturePayload.byteLimit
            ? Result { () throws(ServerJSONError) in try HashOnlyPayload(json: body) } : nil
        // The server knows what the assertion must sign only if the content type lets it read the body.
        let isRead = Self.isJSON(contentType)
        assertion = (try? payload?.get()).flatMap { payload in
            payload.assertion.isEmpty
                ? nil
                : AssertionSubject(
                    text: payload.assertion, device: request.device, application: request.application,
                    clientDataHash: isRead ? SHA256Digest.bytes(of: payload.signedJSON) : nil)
        }
    }

    fileprivate static func isJSON(_ contentType: String?) -> Bool {
        contentType.flatMap { MediaType($0) }?.isJSON ?? false
    }

    var bindingMaterial: BindingMaterial {
        var material = BindingMaterial()
        guard let payload = try? payload?.get() else { return material }
        material.signedJSON = payload.signedJSON
        material.requestText = request.signedRequest?.text(body: body)
        var emptied = SHA256Stream()
        emptied.append(Array(body[..<payload.assertionRange.lowerBound]))
        emptied.append(Array(body[payload.assertionRange.upperBound...]))
        material.bodyWithoutAssertionHash = emptied.digest
        return material
    }
}

/// The checks of a hash-only capture, in the server's order. The checks of its assertion come before ``storage``.
enum HashOnlyRules {
    typealias Rule = ServerRule<HashOnlySubject, CaptureRefusal>
    typealias Outcome = RuleOutcome<CaptureRefusal>

    static let reading = [
        Rule("CAP-150", check: .contentType, CaptureAnswer(415, nil, .contentType, "content_type")) { sent in
            let found = sent.contentType
            return Outcome(
                HashOnlySubject.isJSON(found), found.map { .text($0) },
                or: .contentType(found: found, endpoint: .hashOnly))
        },
        Rule("CAP-151", check: .bodySize, CaptureAnswer(413, nil, .bodySize, "body_too_large")) { sent in
            guard HashOnlySubject.isJSON(sent.contentType) else { return .needs }
            let (count, limit) = (sent.body.count, CapturePayload.byteLimit)
            return Outcome(count <= limit, .integer(Int64(count)), or: .bodyTooLarge(byteCount: count, limit: limit))
        },
        Rule("CAP-152", check: .payloadJSON, CaptureAnswer(400, nil, .jsonSyntax)) { sent in
            guard let payload = sent.payload else { return .needs }
            guard case .failure(let error) = payload, error.isGrammar else { return .passed() }
            return .failed([.payloadJSON(error)], .text(error.code), reason: error.code)
        },
        Rule("CAP-153", check: .payloadJSON, CaptureAnswer(422, nil, .jsonData)) { sent in
            guard let payload = sent.payload else { return .needs }
            guard case .failure(let error) = payload else { return .passed() }
            return error.isGrammar ? .needs : .failed([.payloadJSON(error)], .text(error.code), reason: error.code)
        },
    ]

    static let payload = PayloadRule.allCases.map { rule in
        Rule(rule.id, check: .payload(rule), CaptureAnswer(400, .validation, .payloadField, rule.rawValue)) { sent in
            guard let payload = try? sent.payload?.get() else { return .needs }
            guard let holds = rule.holds(payload) else { return .notApplicable }
            return Outcome(holds, rule.value(in: payload), or: .payloadRule(rule))
        }
    }

    static let storage = [
        Rule("CAP-168", check: .textIsStorable, .nulCharacter) { sent in
            guard let payload = try? sent.payload?.get() else { return .needs }
            let member = payload.nulMember
            return Outcome(member == nil, member.map { .text($0) }, or: .nulCharacter(member: member ?? ""))
        },
        Rule("CAP-169", check: .mediaIsNew, .mediaStored) { sent in
            Outcome(!sent.request.isMediaStored, or: .mediaStored)
        },
    ]
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
}
