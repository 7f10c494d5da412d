package import Captures
internal import DepthAnalysis
internal import DepthFiles
internal import Support

/// The criteria of the stories, measured in a session or in a single capture.
///
///     let checklist = Checklist(of: JudgedSession(try SessionFolder.read("session/")))
///     for item in checklist.items { print(item.criterion.rawValue, item.status) }
package struct Checklist: Sendable {
    package let path: String
    /// The criteria, in the order of ``ChecklistCriterion``.
    package let items: [Item]
    /// The files that could not be read, in which nothing is measured.
    package let unreadable: [(name: String, error: CaptureInputError)]

    package enum Status: String, Sendable, CaseIterable {
        case met
        case notMet = "not_met"
        case notMeasurable = "not_measurable"
        /// The criterion is not met because genuine data cannot meet it.
        case contradictsReality = "contradicts_reality"
    }

    package struct Item: Sendable {
        package let criterion: ChecklistCriterion
        package let status: Status
        /// Why the criterion cannot be measured, or what it contradicts.
        package let remark: String?
        package let findings: [Finding]
    }

    /// A measured value.
    package struct Finding: Sendable, Hashable {
        package let file: String
        package let value: String
        package let status: Status
    }

    /// Whether at least one criterion is met, and none is violated that genuine data can meet.
    package var isMet: Bool {
        items.allSatisfy { $0.status != .notMet } && items.contains { $0.status == .met }
    }

    /// The checklist of a session.
    package init(of session: JudgedSession) {
        let captures = session.entries.compactMap { ChecklistCapture($0) }
        let registrations = session.entries.compactMap { entry -> Finding? in
            guard case .registration(let judged)? = entry.result?.kind else { return nil }
            return Finding(
                file: entry.name, value: judged.registrationWording,
                status: judged.outcome == .verified ? .met : .notMet)
        }
        self.init(path: session.path, captures, registrations, unreadable: session.unreadable)
    }

    /// The checklist of one capture.
    ///
    /// - Parameter device: The server's record of the device; nil if it is not known.
    package init(of payload: CapturePayload, path: String, device: CaptureDevice?) {
        self.init(path: path, [ChecklistCapture(payload, path: path, device: device)], [], unreadable: [])
    }

    private init(
        path: String, _ captures: [ChecklistCapture], _ registrations: [Finding],
        unreadable: [(name: String, error: CaptureInputError)]
    ) {
        self.path = path
        self.unreadable = unreadable
        items = ChecklistCriterion.allCases.map { criterion in
            let findings =
                criterion == .registration
                ? registrations
                : captures.flatMap { capture in
                    capture.findings(of: criterion, among: captures).map {
                        Finding(file: capture.file, value: $0.value, status: $0.status)
                    }
                }
            return Item(criterion, findings)
        }
    }
}

extension Checklist.Item {
    fileprivate init(_ criterion: ChecklistCriterion, _ findings: [Checklist.Finding]) {
        (self.criterion, self.findings) = (criterion, findings)
        let statuses = findings.map(\.status)
        if statuses.isEmpty {
            (status, remark) = (.notMeasurable, criterion.missing)
        } else if statuses.contains(.notMet) {
            (status, remark) = (.notMet, nil)
        } else if statuses.contains(.contradictsReality) {
            let genuine = "genuine assertions have 140 to 204 bytes, so no phone meets this criterion"
            (status, remark) = (.contradictsReality, genuine)
        } else {
            (status, remark) = (.met, nil)
        }
    }
}

extension JudgedRegistration {
    fileprivate var registrationWording: String {
        let level = judgement.stored?.attestationLevel
        return ([level ?? "not registered"] + reasons.map(\.sentence)).joined(separator: ": ")
    }
}

/// A criterion of the stories that a program can check. The raw value is its stable id: the number of the story,
/// and the number of the criterion where the documents at hand state one.
package enum ChecklistCriterion: String, CaseIterable, Sendable {
    case registration = "6.2-registration"
    case depthSize = "6.6-depth-size"
    case depthSamples = "6.6-AC2"
    case photoHash = "6.6-photo-hash"
    case metadata = "6.6-metadata"
    case locationAge = "6.6-location-age"
    case assertion = "6.8-assertion"
    case binding = "6.8-binding"
    case assertionSize = "6.8-AC3"
    case counter = "6.8-counter"
    case requestWindow = "5.3-headers"
    case parityNumbers = "8.1-numbers"
    case parityExact = "8.1-exact"
    case claims = "8.1-claims"

    /// The criterion, without a period.
    package var sentence: String {
        switch self {
        case .registration: "the server registers the device as verified"
        case .depthSize: "the depth part has at most 1 MiB"
        case .depthSamples: "the server reads the number of samples that the metadata state from the depth part"
        case .photoHash: "photo_hash is SHA-256 of the photo"
        case .metadata: "the metadata are complete and follow the rules of the server"
        case .locationAge: "the location is at most 5 s old"
        case .assertion: "each capture has a readable assertion"
        case .binding: "the assertion signs what the server checks"
        case .assertionSize: "the assertion has 500 bytes to 5 KB"
        case .counter: "the counter of each assertion is above the one before"
        case .requestWindow: "each request has its three headers, is at most 300 s old and at most 60 s ahead"
        case .parityNumbers:
            "depth_variance and edge_coherence of this program's client and server profiles differ by at most 0.01"
        case .parityExact: "depth_layers and verdict of this program's client and server profiles are equal"
        case .claims: "the analysis in a hash-only capture is that of this program's client profile of the depth map"
        }
    }

    /// Why the criterion cannot be measured in a folder that has nothing to measure it in.
    var missing: String {
        switch self {
        case .registration: "the folder has no registration"
        case .depthSize, .depthSamples, .photoHash, .metadata: "the folder has no full capture"
        case .locationAge:
            "a capture does not state when its location was measured; the capture library uses only locations of at "
                + "most 5 s"
        case .assertion, .assertionSize: "the folder has no readable capture"
        case .binding: "the folder has no assertion that the server reads, of a device whose key is known"
        case .counter: "the folder has no assertion of a device whose counter is known"
        case .requestWindow:
            "the folder has no signed request whose arrival is stated; state it in times or now of session.json"
        case .parityNumbers, .parityExact: "the folder has no depth map that both profiles analyse"
        case .claims:
            "the folder has no hash-only capture with the depth map of the same photo"
        }
    }
}

/// The contents of a capture, as far as they can be read. The server may refuse the body before it reads them.
struct ChecklistContents {
    /// The metadata of a full capture; nil if they are absent or cannot be decoded.
    let metadata: CaptureMetadata?
    /// The payload of a hash-only capture; nil if it cannot be decoded.
    let payload: HashOnlyPayload?
    /// The assertion in base64; nil if there is none.
    let assertionText: String?
    let assertion: Result<AppAttestAssertion, AssertionFailure>?
    /// The depth map as the server reads it; nil if it reads none.
    let map: DepthMap?
    /// Whether it is unknown if there is an assertion, because the metadata or the payload cannot be decoded.
    let isUnreadable: Bool
    private let parts: [BodyPart]
    private let fault: MultipartFault?

    init(of judged: JudgedCapture) {
        switch judged.request.payload {
        case .full(let body):
            (parts, fault) = body.readableParts
            payload = nil
            let part = parts.last { $0.kind == .metadata }
            metadata = part.flatMap { try? $0.metadata.get() }
            isUnreadable = metadata == nil && (part != nil || parts.isEmpty || fault != nil)
        case .hashOnly(let body, _):
            (parts, fault, metadata) = ([], nil, nil)
            payload = judged.judgement.payload ?? (try? HashOnlyPayload(json: body))
            isUnreadable = payload == nil
        }
        let text = metadata?.presentAssertion ?? payload?.assertion
        assertionText = text.flatMap { $0.isEmpty ? nil : $0 }
        assertion = assertionText.map { text in
            Result { () throws(AssertionFailure) in try AppAttestAssertion(base64: text) }
        }
        let depthMap = parts.last { $0.kind == .depthMap }
        map = if let depthMap, let metadata { Self.map(depthMap.content, metadata) } else { nil }
    }

    /// The content of the part that counts; nil if there is none, and for a multipart body that cannot be read to its
    /// end, in which any part could follow.
    func part(_ part: CapturePart) -> [UInt8]? {
        fault == nil ? parts.last { $0.kind == part }?.content : nil
    }

    /// Why a full capture has no such part.
    func absence(of part: CapturePart, _ refusal: CaptureRefusal?) -> String {
        if let fault { return "the parts cannot be read: \(fault)" }
        if parts.isEmpty, let refusal { return "the parts cannot be read: \(refusal)" }
        return "no part \(part.rawValue)"
    }

    private static func map(_ part: [UInt8], _ metadata: CaptureMetadata) -> DepthMap? {
        let dimensions = MapDimensions(width: Int(metadata.width), height: Int(metadata.height))
        let file = DepthFileReader(options: ReadingOptions(dimensions: dimensions)).read(part)
        return switch file.serverReading {
        case .sameMap: try? file.result.get().map
        case .otherMap(let map): map
        case .unavailable, .unknown: nil
        }
    }
}
