internal import Support

/// A text that a signature covers although another text of the same value was sent, such as a time without its
/// fraction.
package struct SignedText: Sendable, Hashable {
    package enum Source: Sendable, Hashable {
        /// One member has another text, whose form is a phrase such as "in lower case".
        case member(String, sent: String, signed: String, form: String)
        case json(SignedJSONForm)
        case definition(String)
    }

    package let source: Source
    package let form: SigningForm

    /// The largest number of verifications; together with those for a signed request there are at most 3,000.
    package static let verificationLimit = 2_360

    fileprivate struct Candidate {
        let source: Source
        let clientDataHash: [UInt8]

        init(_ source: Source, _ text: [UInt8], _ hashing: RequestSigning.Hashing = .once) {
            (self.source, clientDataHash) = (source, hashing.clientDataHash(of: text))
        }
    }

    /// The text that the signature of a capture covers; nil if it covers none of the known texts.
    package static func matching(_ request: CaptureRequest, _ judgement: CaptureJudgement) -> SignedText? {
        guard let text = judgement.metadata?.presentAssertion ?? judgement.payload?.assertion,
            let assertion = try? AppAttestAssertion(readable: text), let signature = P256Signature(assertion.signature),
            let key = request.device?.publicKey.flatMap(P256PublicKey.init(sec1:))
        else { return nil }
        var tried: Set<[UInt8]> = []
        var verificationCount = 0
        for candidate in candidates(request.payload, judgement) {
            let hash = candidate.clientDataHash
            guard tried.insert(hash).inserted else { continue }
            for form in SigningForm.allCases {
                guard verificationCount < verificationLimit else { return nil }
                verificationCount += 1
                if key.verifies(signature.raw, of: form.message(assertion.authenticatorData.bytes, hash)) {
                    return SignedText(source: candidate.source, form: form)
                }
            }
        }
        return nil
    }

    private static func candidates(_ payload: CapturePayload, _ judgement: CaptureJudgement) -> [Candidate] {
        if let metadata = judgement.metadata { return candidates(payload, metadata) }
        return judgement.payload.map { candidates(payload, $0) } ?? []
    }

    private static func candidates(_ payload: CapturePayload, _ sent: CaptureMetadata) -> [Candidate] {
        func times(_ texts: [ClientText]) -> [Candidate] {
            member("captured_at", sent.capturedAt, texts) { Array("\(sent.photoHash)|\($0)".utf8) }
        }
        let hashes = member("photo_hash", sent.photoHash, HashTexts.all(sent.photoHash)) { text in
            Array("\(text)|\(sent.capturedAt)".utf8)
        }
        var json: [UInt8]?
        if case .full(let body) = payload {
            json = body.readableParts.parts.last { $0.kind == .metadata }.flatMap { try? $0.utf8 }
        }
        return hashes + definitions(sent) + times(TimeTexts.all(sent.capturedAt))
            + Self.json(json ?? [], signed: [], [])
            + times(TimeTexts.milliseconds(sent.capturedAt))
    }

    private static func candidates(_ payload: CapturePayload, _ sent: HashOnlyPayload) -> [Candidate] {
        func varied(
            _ name: String, _ paths: [WritableKeyPath<HashOnlyPayload, String>], _ texts: [ClientText]
        ) -> [Candidate] {
            member(name, sent[keyPath: paths[0]], texts) { text in
                var payload = sent
                for path in paths { payload[keyPath: path] = text }
                return payload.signedJSON
            }
        }
        let body: [UInt8] = if case .hashOnly(let bytes, _) = payload { bytes } else { [] }
        let times = TimeTexts.all(sent.capturedAt)
        var all = varied("media_hash", [\.mediaHash], HashTexts.all(sent.mediaHash))
        all += hashings(of: sent.signedJSON, "the payload as re-encoded by the server")
        all += varied("captured_at", [\.capturedAt], times)
        // A client writes both times in the same format.
        if let time = sent.metadata.timestamp, time.isExactly(sent.capturedAt) {
            all += varied("captured_at and metadata.timestamp", [\.capturedAt, \.statedTime], times)
        }
        all += json(body, signed: Set(HashOnlyPayload.signedMembers), sent.signedJSON)
        return all + varied("captured_at", [\.capturedAt], TimeTexts.milliseconds(sent.capturedAt))
    }

    /// Formulas over the same two texts, with another hashing, separator or order, or with the hash as bytes.
    private static func definitions(_ sent: CaptureMetadata) -> [Candidate] {
        let (hash, time) = (sent.photoHash, sent.capturedAt)
        func candidate(_ definition: String, _ text: [UInt8]) -> Candidate {
            Candidate(.definition("H(\(definition))"), text)
        }
        let separators = ["", ":", "\n", ",", " ", "_", "-", "."].map { separator in
            let shown = separator == "\n" ? "\\n" : separator
            return candidate(
                "photo_hash ‖ \(separator.isEmpty ? "" : "\"\(shown)\" ‖ ")captured_at",
                Array("\(hash)\(separator)\(time)".utf8))
        }
        let bytes = Hexadecimal.bytes(of: hash) ?? []
        return hashings(of: Array(sent.clientText.utf8), "photo_hash ‖ \"|\" ‖ captured_at") + separators + [
            candidate("captured_at ‖ \"|\" ‖ photo_hash", Array("\(time)|\(hash)".utf8)),
            candidate("photo_hash as bytes ‖ \"|\" ‖ captured_at", bytes + Array("|\(time)".utf8)),
            candidate("photo_hash ‖ \"|\" ‖ captured_at ‖ \"\\n\"", Array("\(hash)|\(time)\n".utf8)),
        ]
    }

    private static func hashings(of text: [UInt8], _ definition: String) -> [Candidate] {
        RequestSigning.Hashing.allCases.filter { $0 != .once }.map {
            Candidate(.definition($0.definition(of: definition)), text, $0)
        }
    }

    private static func member(
        _ name: String, _ sent: String, _ texts: [ClientText], _ signed: (String) -> [UInt8]
    ) -> [Candidate] {
        texts.map {
            Candidate(.member(name, sent: sent, signed: $0.text, form: $0.form), signed($0.text))
        }
    }

    private static func json(_ bytes: [UInt8], signed: Set<String>, _ serverText: [UInt8]) -> [Candidate] {
        SignedJSONForm.all(of: bytes, signed: signed, serverText: serverText).map { Candidate(.json($0.form), $0.text) }
    }
}

extension HashOnlyPayload {
    fileprivate var statedTime: String {
        get { metadata.timestamp ?? "" }
        set { metadata.timestamp = newValue }
    }
}

extension SignedText {
    package func wording(_ wanted: AssertionBinding) -> String {
        switch source {
        case .member(let name, let sent, let signed, let form):
            "\(wanted.name)/\(self.form.rawValue) of \(name) \(form) (\(signed.quotedStart)), where "
                + "\(sent.quotedStart) was sent"
        case .json(let form): form.wording + remark
        case .definition(let definition):
            "\(definition)\(remark), where the server checks \(wanted.name)/plain (\(wanted.definition))"
        }
    }

    private var remark: String { form == .nonce ? ", hashed once more, as Apple's hardware does" : "" }
}

extension String {
    /// The text in quotation marks, truncated if it is as long as a hash.
    fileprivate var quotedStart: String { CaptureCheckValue.text(self).description }
}

extension SignedJSONForm {
    package var wording: String {
        if let number {
            return "the payload with its numbers as they were sent, such as \(number.signed) where the server writes "
                + number.server
        }
        let contents =
            switch members {
            case .signed: "the signed members of the JSON"
            case .withoutAssertion: "the JSON without its assertion"
            case .emptyAssertion: "the JSON with an empty assertion"
            }
        let escapeWords =
            switch escape {
            case .none: ""
            case .slashes: ", with \\/ for each slash"
            case .nonASCII: ", with \\u for each character beyond ASCII"
            }
        return "\(contents), members \(isSorted ? "sorted" : "in the order in which they were sent"), "
            + (isSpaced ? "with a space after each comma and colon" : "compact") + escapeWords
    }
}
