internal import Captures
internal import Conformance
internal import DepthAnalysis
internal import DepthFiles
internal import Support

/// A capture of a folder, as far as its criteria can be measured.
struct ChecklistCapture {
    let file: String
    /// The capture as the server judges it after its request.
    let judged: JudgedCapture
    /// The signed request that carries the capture; nil if it is not known.
    let chain: JudgedChain?
    /// Whether the arrival of the request is stated.
    let isTimeStated: Bool
    let isDeviceKnown: Bool
    /// The contents of the capture, also if the server refuses its body.
    private let contents: ChecklistContents

    /// The depth map as the server reads it.
    private var map: DepthMap? { contents.map }

    /// A measured value.
    struct Measurement {
        let value: String
        let status: Checklist.Status

        init(_ value: String, _ status: Checklist.Status) { (self.value, self.status) = (value, status) }
        init(_ value: String, isMet: Bool) { self.init(value, isMet ? .met : .notMet) }
    }

    /// The sizes of an assertion in the story.
    private static let assertionSizes = 500...5120

    /// Nil for files other than captures.
    init?(_ entry: JudgedSession.Entry) {
        switch entry.result?.kind {
        case .chain(let chain)?:
            // A refused request does not hide what its capture is.
            guard let examined = chain.examined else { return nil }
            judged = examined
            self.chain = chain
            isDeviceKnown = chain.chain.isDeviceKnown
        case .capture(let capture)?:
            judged = capture
            chain = nil
            isDeviceKnown = capture.request.device?.publicKey != nil
        default: return nil
        }
        file = entry.name
        isTimeStated = entry.isTimeStated
        contents = ChecklistContents(of: judged)
    }

    init(_ payload: CapturePayload, path: String, device: CaptureDevice?) {
        let now = CaptureTimestamp(utcSeconds: 0)
        judged = JudgedCapture(
            CaptureRequest(payload: payload, device: device, now: now))
        (file, chain, isTimeStated, isDeviceKnown) = (path.pathParts.last ?? path, nil, false, device != nil)
        contents = ChecklistContents(of: judged)
    }

    /// The measurements of a criterion in this capture; empty if there is nothing to measure.
    func findings(of criterion: ChecklistCriterion, among captures: [ChecklistCapture]) -> [Measurement] {
        switch criterion {
        case .registration, .locationAge: []
        case .depthSize: depthSize
        case .depthSamples: depthSamples
        case .photoHash: photoHash
        case .metadata: metadata
        case .assertion: [assertion]
        case .binding: binding
        case .assertionSize: assertionBytes.map { [size($0.count)] } ?? []
        case .counter: counters
        case .requestWindow: requestWindow
        case .parityNumbers: parity([.standardDeviation, .edgeCoherence])
        case .parityExact: parity([.layers, .verdict])
        case .claims: claims(among: captures)
        }
    }

    /// Measures a part of a full capture; without that part, its criteria are not met.
    private func measure(_ part: CapturePart, _ measurement: ([UInt8]) -> Measurement?) -> [Measurement] {
        guard judged.judgement.endpoint == .full else { return [] }
        guard let content = contents.part(part) else { return [absence(of: part)] }
        return measurement(content).map { [$0] } ?? []
    }

    private func absence(of part: CapturePart) -> Measurement {
        Measurement(contents.absence(of: part, judged.judgement.refusal), .notMet)
    }

    /// The finding for a criterion that depends on metadata, which are missing.
    private var metadataAbsence: Measurement {
        contents.part(.metadata) == nil
            ? absence(of: .metadata) : Measurement("the metadata cannot be read", .notMet)
    }

    private var depthSize: [Measurement] {
        measure(.depthMap) { Measurement("\($0.count) bytes", isMet: $0.count <= PackedDepthMap.byteLimit) }
    }

    private var depthSamples: [Measurement] {
        measure(.depthMap) { part in
            if case .unavailable(let refusal) = DepthFileReader().read(part).serverReading {
                return Measurement("the server reads no map: \(refusal)", .notMet)
            }
            guard let metadata = contents.metadata else { return metadataAbsence }
            guard let map else { return nil }
            let expected = Int(metadata.width) * Int(metadata.height)
            let count = map.samples.count
            return Measurement(
                "\(count) samples for \(metadata.width)x\(metadata.height)", isMet: count == expected)
        }
    }

    private var photoHash: [Measurement] {
        measure(.photo) { photo in
            guard let metadata = contents.metadata else { return metadataAbsence }
            let found = SHA256Digest.hexadecimal(of: photo)
            let isRight = Hexadecimal.bytes(of: metadata.photoHash).map { Hexadecimal.text(of: $0) } == found
            return Measurement(
                isRight ? found : "\(metadata.photoHash.printable), but the photo has \(found)", isMet: isRight)
        }
    }

    private var metadata: [Measurement] {
        measure(.metadata) { part in
            guard let metadata = contents.metadata else {
                do throws(ServerJSONError) { _ = try CaptureMetadata(json: part) } catch {
                    return Measurement(error.wording, .notMet)
                }
                return metadataAbsence
            }
            if let broken = MetadataRule.allCases.first(where: { $0.holds(metadata) == false }) {
                return Measurement(broken.fault, .notMet)
            }
            let place = metadata.location == nil ? "without location" : "with location"
            return Measurement(
                "\(metadata.capturedAt), \(metadata.deviceModel.printable), \(metadata.width)x\(metadata.height), "
                    + place, .met)
        }
    }

    /// The CBOR of the assertion; nil if there is none that the server can read.
    private var assertionBytes: [UInt8]? {
        guard case .success? = contents.assertion else { return nil }
        return contents.assertionText.flatMap(StrictBase64.bytes)
    }

    /// Genuine assertions are smaller than the story says, so a smaller one is no fault.
    private func size(_ count: Int) -> Measurement {
        let isSmall = count < Self.assertionSizes.lowerBound
        return Measurement(
            "\(count) bytes", isSmall ? .contradictsReality : Self.assertionSizes.contains(count) ? .met : .notMet)
    }

    private var assertion: Measurement {
        switch contents.assertion {
        case nil where contents.isUnreadable:
            Measurement("not examined: \(judged.judgement.refusal?.description ?? "the body cannot be read")", .notMet)
        case nil: Measurement("no assertion", .notMet)
        case .success?: Measurement("readable", .met)
        case .failure(let failure)?: Measurement(failure.wording, .notMet)
        }
    }

    private var binding: [Measurement] {
        guard isDeviceKnown, judged.request.device?.publicKey != nil, case .success? = contents.assertion else {
            return []
        }
        let bindings = judged.judgement.bindings
        let wanted = SatisfiedBinding(judged.judgement.endpoint.binding, .plain)
        let names = bindings.isEmpty ? "none of the known definitions" : bindings.map(\.name).joined(separator: ", ")
        return [
            Measurement("\(names); the server checks \(wanted.name)", isMet: bindings.contains(wanted))
        ]
    }

    /// The counters in the order in which the server reads them: that of the request, then that of the capture. The
    /// server stores that of the request only if the request verifies.
    private var counters: [Measurement] {
        guard isDeviceKnown, var stored = (chain?.chain.capture ?? judged.request).device?.counter else { return [] }
        var measurements: [Measurement] = []
        func measure(_ name: String, _ assertion: AppAttestAssertion?) {
            guard let counter = assertion.map({ Int64($0.authenticatorData.counter) }) else { return }
            measurements.append(Measurement("\(name) \(counter), after \(stored)", isMet: counter > stored))
        }
        measure("request", chain?.chain.headers.assertion)
        if let counter = chain?.judgement.request.outcome.newCounter { stored = counter }
        measure("capture", try? contents.assertion?.get())
        return measurements
    }

    private var requestWindow: [Measurement] {
        guard let chain else { return [] }
        let request = chain.judgement.request
        if let failure = request.outcome.failure, Self.headerChecks.contains(failure.check) {
            return [Measurement(failure.fault.description, .notMet)]
        }
        guard isTimeStated, let milliseconds = chain.chain.headers.milliseconds else { return [] }
        let age = chain.chain.capture.now.milliseconds &- milliseconds
        let isInside = ![RequestCheck.notPast, .notFuture].contains { request.outcome.failure?.check == .request($0) }
        return [Measurement(age < 0 ? "\(age.magnitude) ms ahead" : "\(age) ms old", isMet: isInside)]
    }

    private static let headerChecks = [RequestCheck.deviceHeader, .timestampHeader, .signatureHeader]
        .map(CaptureCheck.request)

    private func parity(_ promises: [ParityPromise]) -> [Measurement] {
        guard let map else { return [] }
        let parity = ParityAnalyzer().analyze(map)
        guard parity.coverage == .compared else { return [] }
        let values = promises.map { promise in
            let field = promise.field
            if promise.limit != nil, let difference = field.difference(parity.server, parity.client) {
                return "\(field.rawValue) differs by \(NumberText.significant(difference, digits: 3))"
            }
            return "\(field.rawValue) \(field.value(in: parity.client).wording) and "
                + field.value(in: parity.server).wording
        }
        return [
            Measurement(
                values.joined(separator: ", "), isMet: promises.allSatisfy { $0.isKept(parity.server, parity.client) })
        ]
    }

    /// A hash-only capture contains no map; a full capture of the same photo in the same folder does.
    private func claims(among captures: [ChecklistCapture]) -> [Measurement] {
        guard let payload = contents.payload, let hash = Hexadecimal.bytes(of: payload.mediaHash) else {
            return []
        }
        let full = captures.first { other in
            other.map != nil && other.contents.part(.photo).map { SHA256Digest.bytes(of: $0) } == hash
        }
        guard let full, let map = full.map else { return [] }
        let client = DepthAnalyzer(profile: .client).analyze(map)
        let other = AuditField.allCases.filter { !$0.agrees(payload.depthAnalysis, client) }
        let names = other.map(\.field.rawValue).joined(separator: ", ")
        return [
            Measurement(
                other.isEmpty ? "equal to the map in \(full.file)" : "\(names) differ from the map in \(full.file)",
                isMet: other.isEmpty)
        ]
    }
}

extension AnalysisFieldValue {
    fileprivate var wording: String {
        switch self {
        case .flag(let flag): flag ? "yes" : "no"
        case .whole(let number): number.description
        case .text(let text): text
        default: number.map { NumberText.fixed($0, digits: 4) } ?? "-"
        }
    }
}
