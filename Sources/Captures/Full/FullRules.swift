internal import Support

struct FullSubject: Sendable {
    let request: CaptureRequest
    let body: FullCaptureBody
    /// The parts up to the first fault of the body.
    let parts: [BodyPart]
    let fault: MultipartFault?
    /// The metadata parts in order. The last one counts.
    let metadataParts: [Result<CaptureMetadata, PartFault>]
    /// The last detection that the server can read, or a failure if that is not modelled; nil if there is none.
    let detection: Result<CaptureDetection, UnmodelledBehaviour>?
    /// The hash state after the last photo. The hash of photo and depth map continues from a copy.
    let photoStream: SHA256Stream?
    /// The last metadata; nil if they cannot be read, and for a body above the limit.
    let metadata: CaptureMetadata?
    let assertion: AssertionSubject?

    init(_ body: FullCaptureBody, _ request: CaptureRequest) {
        (self.request, self.body) = (request, body)
        let (parts, fault) = body.readableParts
        (self.parts, self.fault) = (parts, fault)
        metadataParts = parts.filter { $0.kind == .metadata }.map(\.metadata)
        var detection: Result<CaptureDetection, UnmodelledBehaviour>?
        for part in parts where part.name == CaptureDetection.partName {
            switch part.detection {
            case .success(let read): detection = read.isModelled ? .success(read) : .failure(.detection)
            case .failure(.notModelled(let reason)): detection = .failure(reason)
            // The server ignores a detection that it cannot read.
            case .failure(.json): break
            }
        }
        self.detection = detection
        let isSmall = body.byteCount <= CapturePayload.byteLimit
        photoStream = parts.last { isSmall && $0.kind == .photo }.map { photo in
            var stream = SHA256Stream()
            stream.append(photo.content)
            return stream
        }
        let metadata = isSmall ? metadataParts.last.flatMap { try? $0.get() } : nil
        self.metadata = metadata
        assertion = metadata?.presentAssertion.map { text in
            AssertionSubject(
                text: text, device: request.device, application: request.application,
                clientDataHash: SHA256Digest.bytes(of: Array((metadata?.clientText ?? "").utf8)))
        }
    }

    func part(_ kind: CapturePart) -> BodyPart? { parts.last { $0.kind == kind } }

    var bindingMaterial: BindingMaterial {
        var material = BindingMaterial()
        material.fullText = metadata?.clientText
        if var stream = photoStream {
            material.photoHash = stream.digest
            if let depthMap = part(.depthMap)?.content {
                stream.append(depthMap)
                material.photoAndDepthHash = stream.digest
            }
        }
        material.requestText = request.signedRequest?.text(body: body.bytes)
        return material
    }
}

/// The checks of a full capture, in the server's order: the body, each part, the parts together, assertion, storage.
enum FullRules {
    typealias Rule = ServerRule<FullSubject, CaptureRefusal>
    typealias PartRule = ServerRule<BodyPart, CaptureRefusal>
    typealias MetadataPartRule = ServerRule<Result<CaptureMetadata, PartFault>, CaptureRefusal>
    typealias Outcome = RuleOutcome<CaptureRefusal>

    static let body = [
        Rule("CAP-001", check: .contentType, CaptureAnswer(400, nil, .contentType, "content_type")) { sent in
            guard let isForm = sent.body.hasFormContentType else { return .notApplicable }
            let found = sent.body.contentType
            return Outcome(isForm, found.map { .text($0) }, or: .contentType(found: found, endpoint: .full))
        },
        Rule("CAP-002", check: .bodySize, CaptureAnswer(400, .validation, .multipart, "body_too_large")) { sent in
            guard sent.body.hasFormContentType != false else { return .needs }
            let (count, limit) = (sent.body.byteCount, CapturePayload.byteLimit)
            return Outcome(
                count <= limit, .integer(Int64(count)), or: .multipart(.tooLarge(byteCount: count, limit: limit)))
        },
    ]

    static func parts(_ sent: FullSubject) -> [RuleFinding<CaptureRefusal>] {
        var metadataParts = sent.metadataParts[...]
        return sent.parts.flatMap { part -> [RuleFinding<CaptureRefusal>] in
            switch part.kind {
            case nil: []
            case .photo?: [photo.finding(in: part)]
            case .depthMap?: [depthMap.finding(in: part)]
            case .metadata?: metadata.findings(in: metadataParts.popFirst())
            }
        }
    }

    static let photo = content("CAP-007", .photo)
    static let depthMap = content("CAP-008", .depthMap)

    private static func content(_ id: String, _ kind: CapturePart) -> PartRule {
        PartRule(
            id, check: .partContent(kind), CaptureAnswer(400, .validation, .partSize, "\(kind.rawValue)_empty")
        ) { part in
            Outcome(!part.content.isEmpty, .integer(Int64(part.content.count)), or: .emptyPart(kind))
        }
    }

    static let metadata =
        [
            MetadataPartRule("CAP-022", check: .metadataJSON) { part in
                if case .failure(.notModelled(let reason)) = part {
                    .notModelled(.notModelled(reason))
                } else {
                    .passed()
                }
            },
            MetadataPartRule("CAP-024", check: .metadataJSON, CaptureAnswer(400, .validation, .metadataJSON)) { part in
                switch part {
                case .success: return .passed()
                case .failure(.notModelled): return .needs
                case .failure(.json(let error)):
                    let reason = error.isGrammar ? error.code : "data: \(error.code)"
                    return .failed([.metadataJSON(error)], .text(error.code), reason: reason)
                }
            },
        ]
        + MetadataRule.allCases.map { rule in
            MetadataPartRule(
                rule.id, check: .metadata(rule), CaptureAnswer(400, .validation, .metadataField, rule.rawValue)
            ) { part in
                guard let metadata = try? part.get() else { return .needs }
                guard let holds = rule.holds(metadata) else { return .notApplicable }
                return Outcome(holds, rule.value(in: metadata), or: .metadataRule(rule))
            }
        }

    static let complete =
        [
            Rule("CAP-003", "CAP-011", "CAP-012", check: .multipart, CaptureAnswer(400, .validation, .multipart)) {
                sent in
                guard sent.body.hasFormContentType != false, sent.body.byteCount <= CapturePayload.byteLimit
                else { return .needs }
                return sent.fault.map { .failed([.multipart($0)], .text($0.code), reason: $0.code) } ?? .passed()
            }
        ]
        + CapturePart.allCases.map { kind in
            let reason = "missing_part:\(kind.rawValue)"
            return Rule("CAP-010", check: .partPresent(kind), CaptureAnswer(400, .validation, .multipart, reason)) {
                sent in
                // Parts behind a fault of the body are unknown.
                guard sent.fault == nil else { return .needs }
                return Outcome(sent.part(kind) != nil, or: .missingPart(kind))
            }
        } + [
            Rule(
                "CAP-041", check: .photoHashEncoding, CaptureAnswer(400, .validation, .photoHashEncoding, "photo_hash")
            ) { sent in
                guard let metadata = sent.metadata, metadata.photoHashBytes != nil else { return .needs }
                let isHexadecimal = Hexadecimal.bytes(of: metadata.photoHash) != nil
                return Outcome(isHexadecimal, .text(metadata.photoHash), or: .photoHashEncoding)
            },
            Rule("CAP-042", check: .photoHash, CaptureAnswer(400, .validation, .photoHashMismatch, "photo_hash")) {
                sent in
                guard let claimed = sent.metadata?.photoHashBytes, let found = sent.photoStream?.digest,
                    sent.part(.photo)?.content.isEmpty == false
                else { return .needs }
                return Outcome(claimed == found, .bytes(found), or: .photoHashMismatch(claimed: claimed, found: found))
            },
        ]

    static let storage = [
        Rule("CAP-045", "CAP-047", check: .textIsStorable, .nulCharacter) { sent in
            guard let metadata = sent.metadata else { return .needs }
            let member =
                metadata.deviceModel.containsNul
                ? "device_model" : (try? sent.detection?.get())?.containsNul == true ? CaptureDetection.partName : nil
            return Outcome(member == nil, member.map { .text($0) }, or: .nulCharacter(member: member ?? ""))
        },
        Rule("CAP-048", check: .textIsStorable) { sent in
            guard let metadata = sent.metadata, !metadata.deviceModel.containsNul else { return .needs }
            guard case .failure(let reason)? = sent.detection else { return .passed() }
            return .notModelled(.notModelled(reason))
        },
        Rule("CAP-044", check: .mediaIsNew, .mediaStored) { sent in
            Outcome(!sent.request.isMediaStored, or: .mediaStored)
        },
    ]
}

extension CaptureAnswer {
    // Errors that only the database detects.
    static let nulCharacter = CaptureAnswer(500, .internal, .store, "nul_character")
    static let mediaStored = CaptureAnswer(500, .internal, .store, "unique_media_hash")
}

extension FullCaptureBody {
    /// The parts up to the first fault, and that fault.
    package var readableParts: (parts: [BodyPart], fault: MultipartFault?) {
        if case .parts(let parts) = self { return (parts, nil) }
        var parts: [BodyPart] = []
        do throws(MultipartFault) {
            var reader = try reader()
            while let part = try reader?.next() { parts.append(part) }
            return (parts, nil)
        } catch {
            return (parts, error)
        }
    }
}

extension CaptureMetadata {
    fileprivate var photoHashBytes: [UInt8]? {
        Hexadecimal.bytes(of: trimmedPhotoHash).flatMap { $0.count == 32 ? $0 : nil }
    }

    /// The text that the server hashes: both strings verbatim.
    package var clientText: String { "\(photoHash)|\(capturedAt)" }
}
