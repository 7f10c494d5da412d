public import DepthAnalysis
public import DepthFiles
internal import Support

/// The server's verdict on a capture: its answer, the reasons it does not disclose, and the evidence it records.
///
///     let judgement = CaptureJudge().judge(request)
///     print(judgement.answer?.httpStatus ?? 0, judgement.answer?.reason ?? "-", judgement.confidence?.rawValue ?? "-")
public struct CaptureJudgement: Sendable {
    /// The endpoint of the capture.
    public let endpoint: CaptureEndpoint
    /// The verification of the assertion; nil if it was not reached.
    public let assertion: AssertionJudgement?
    /// The depth evidence; nil for a refused capture.
    public internal(set) var depth: DepthJudgement?
    /// The metadata evidence; nil for a refused capture.
    public internal(set) var metadataEvidence: MetadataEvidence?
    /// The recorded confidence; nil for a refused capture, or if it depends on something unknown.
    public internal(set) var confidence: CaptureConfidence?
    /// The bytes whose hash the assertion must sign: `photo_hash|captured_at`, or the server's serialisation of the
    /// payload; nil if they could not be read.
    public internal(set) var clientData: [UInt8]?
    /// Every binding that the signature satisfies, whatever the answer; empty if none could be tested, and for an
    /// assertion that is not strict base64.
    public internal(set) var bindings: [SatisfiedBinding] = []
    /// Like ``bindings``, but also for an assertion in a form other than strict base64.
    package internal(set) var readableBindings: [SatisfiedBinding] = []
    /// The checks, in the server's order.
    public let checks: [CaptureCheckResult]
    /// The metadata of a full capture; nil if it could not be read.
    public internal(set) var metadata: CaptureMetadata?
    /// The hash-only payload; nil if it could not be read.
    public internal(set) var payload: HashOnlyPayload?

    package let deciding: RuleFailure<CaptureRefusal>?
    package let failures: [RuleFailure<CaptureRefusal>]
    package let assertionFailures: [RuleFailure<AssertionFailure>]

    mutating func record(_ satisfied: [SatisfiedBinding], of assertion: AssertionSubject?) {
        readableBindings = satisfied
        bindings = assertion?.isBase64 == true ? satisfied : []
    }

    init(_ endpoint: CaptureEndpoint, _ findings: CaptureFindings) {
        (self.endpoint, assertion, checks) = (endpoint, findings.verification, findings.checks)
        (deciding, failures) = (findings.deciding, findings.failures)
        assertionFailures = findings.assertionFailures
    }

    /// The behaviour that the answer depends on and that is not modelled; nil if the answer is known.
    public var notModelled: UnmodelledBehaviour? {
        if case .notModelled(let reason)? = deciding?.fault { reason } else { nil }
    }
    /// The reason the server refuses the capture; nil if it accepts the capture, or if its decision is not modelled.
    public var refusal: CaptureRefusal? { notModelled == nil ? deciding?.fault : nil }
    /// SHA-256 of ``clientData``.
    public var clientDataHash: [UInt8]? { clientData.map { SHA256Digest.bytes(of: $0) } }
    /// The server's response; nil if it is not modelled, or if it depends on a device that is not known.
    public var answer: CaptureAnswer? {
        if deciding == nil, endpoint == .hashOnly, assertion?.status == .unknown { return nil }
        return deciding == nil ? .accepted : deciding?.answer
    }
}

/// The result of verifying an assertion.
///
///     if let failure = judgement.assertion?.failure { print(failure.code, judgement.assertion?.rules ?? []) }
public struct AssertionJudgement: Sendable, Hashable {
    /// The status that the evidence records.
    public enum Status: String, Sendable, CaseIterable {
        /// The assertion verifies.
        case pass
        /// The assertion does not verify, see ``AssertionJudgement/failure``.
        case fail
        /// The capture has no assertion.
        case unavailable
        /// Not determined, because the device is not known.
        case unknown
    }

    /// The status that the evidence records.
    public let status: Status
    /// The reason the assertion does not verify.
    public let failure: AssertionFailure?
    /// The ids of the rules that the assertion violates, such as `AST-032`.
    public let rules: [String]
    /// The assertion; nil if it could not be decoded.
    public let assertion: AppAttestAssertion?

    /// The evidence flag `assertion_verified`; a counter failure leaves it set, because no signature was checked.
    public var isMarkedVerified: Bool { failure?.isMarkedVerified ?? (status == .pass) }
    /// The evidence flag `counter_valid`; an app mismatch leaves it set, because no counter was checked.
    public var isCounterMarkedValid: Bool { failure?.isCounterMarkedValid ?? (status == .pass) }
    /// The counter that the server stores; nil if it keeps the old one.
    public var newCounter: Int64? { status == .pass ? assertion.map { Int64($0.authenticatorData.counter) } : nil }
}

/// The server's verdict on the depth of a capture.
///
///     print(judgement.depth?.status.rawValue ?? "-", judgement.depth?.analysis?.reasons ?? [])
public struct DepthJudgement: Sendable {
    /// The status that the evidence records.
    public enum Status: String, Sendable, CaseIterable {
        /// A likely real scene.
        case pass
        /// Not a likely real scene.
        case fail
        /// No verdict.
        case unavailable
        /// Not determined, because the decompressed map exceeds the judge's limit.
        case unknown
    }

    /// The status that the evidence records.
    public let status: Status
    /// The reason the server cannot read a depth map in a full capture.
    public let refusal: ServerRefusal?
    /// The analysis of a full capture's depth map.
    public let analysis: SceneAnalysis?
}

/// The metadata evidence that the server records. It does not affect the confidence.
public struct MetadataEvidence: Sendable, Hashable {
    /// Whether a full capture's time is within 900 s of the server's clock, or a hash-only capture includes a time.
    public let isTimestampValid: Bool
    /// Whole seconds from the capture to the server's clock; 0 for a hash-only capture.
    public let timestampDelta: Int64
    /// Whether the server knows the model of a full capture as one with LiDAR, or a hash-only capture includes a model.
    public let isModelVerified: Bool
    /// The device model.
    public let modelName: String
    /// Whether the server knows the size of the depth map; always true for a hash-only capture.
    public let isResolutionValid: Bool
    /// Whether a location was sent.
    public let isLocationAvailable: Bool
    /// Whether no location was sent.
    public let isLocationOptedOut: Bool
    /// The location in the precision that the server displays; nil if there is none.
    public let coarseLocation: String?
}

/// The confidence that the server records.
public enum CaptureConfidence: String, Sendable, CaseIterable {
    /// Assertion and depth both pass.
    case high
    /// One passes and the other is unavailable, or both pass and the confidence is capped.
    case medium
    /// Assertion and depth are both unavailable.
    case low
    /// Assertion or depth fails.
    case suspicious

    /// Nil if the confidence depends on an unknown assertion or depth. A cap reduces `high` to `medium`.
    package init?(hardware: AssertionJudgement.Status, depth: DepthJudgement.Status, isCapped: Bool) {
        switch (hardware, depth) {
        case (.fail, _), (_, .fail): self = .suspicious
        case (_, .unknown), (.unknown, _): return nil
        case (.pass, .pass): self = isCapped ? .medium : .high
        case (.pass, .unavailable), (.unavailable, .pass): self = .medium
        case (.unavailable, .unavailable): self = .low
        }
    }
}
