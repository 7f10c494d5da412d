public import DepthAnalysis
public import DepthFiles

/// What the server makes of a capture: its answer, the reasons it hides, and what it would record.
///
///     let judgement = CaptureJudge().judge(request)
///     print(judgement.answer.httpStatus, judgement.answer.reason ?? "-", judgement.confidence ?? "-")
public struct CaptureJudgement: Sendable {
    /// Where the capture was sent to.
    public let endpoint: CaptureEndpoint
    /// Why the server refuses it; nil for a capture that it accepts.
    public let refusal: CaptureRefusal?
    /// The verification of the assertion; nil where it was not reached.
    public let assertion: AssertionJudgement?
    /// The depth evidence; nil for a capture that is refused.
    public let depth: DepthJudgement?
    /// The evidence of the metadata; nil for a capture that is refused.
    public let metadataEvidence: MetadataEvidence?
    /// How sure the server says it is; nil for a capture that is refused, and where it is not known.
    public let confidence: CaptureConfidence?
    /// The bytes whose hash the assertion must be bound to: `photo_hash|captured_at`, or the payload as the server
    /// writes it anew; nil where they could not be read.
    public let clientData: [UInt8]?
    /// The hash of them.
    public let clientDataHash: [UInt8]?
    /// Every binding that the signature satisfies, whatever the answer; empty where it could not be tried.
    public let bindings: [SatisfiedBinding]
    /// Each check of the server, in order.
    public let checks: [CheckResult]
    /// The metadata of a full capture, where it could be read.
    public let metadata: CaptureMetadata?
    /// A hash-only payload, where it could be read.
    public let payload: HashOnlyPayload?

    /// What the server answers.
    public var answer: CaptureAnswer { refusal?.answer ?? .accepted }
}

/// What came of the verification of an assertion.
public struct AssertionJudgement: Sendable, Hashable {
    /// What the evidence says.
    public enum Status: String, Sendable, CaseIterable {
        /// It verifies.
        case pass
        /// It does not.
        case fail
        /// There is none.
        case unavailable
    }

    /// What the evidence says.
    public let status: Status
    /// Why it does not verify.
    public let failure: AssertionFailure?
    /// The assertion, where it could be read.
    public let assertion: Assertion?

    /// The flag `assertion_verified` of the evidence, which is also set where no signature was looked at.
    public var isCalledVerified: Bool { failure?.isCalledVerified ?? (status == .pass) }
    /// The flag `counter_valid` of the evidence, which is also set where the counter was not looked at.
    public var isCounterCalledValid: Bool { failure?.isCounterCalledValid ?? (status == .pass) }
    /// The counter that the server stores; nil where it stores none.
    public var newCounter: Int64? {
        status == .pass ? assertion.map { Int64($0.authenticatorData.counter) } : nil
    }
}

/// What the server makes of the depth of a capture.
public struct DepthJudgement: Sendable {
    /// What the evidence says.
    public enum Status: String, Sendable, CaseIterable {
        /// Likely a real scene.
        case pass
        /// Not.
        case fail
        /// No verdict.
        case unavailable
        /// Not known here: the map inflates to more than is followed.
        case unknown
    }

    /// What the evidence says.
    public let status: Status
    /// Why the server gets no map of a full capture.
    public let refusal: ServerRefusal?
    /// The analysis of the map that the server gets of a full capture.
    public let analysis: SceneAnalysis?
}

/// What the server records of the metadata. It never counts.
public struct MetadataEvidence: Sendable, Hashable {
    /// Whether the capture is at most 900 s from the server's clock; of a hash-only one, whether a time is included.
    public let isTimestampValid: Bool
    /// Whole seconds from the capture to the server's clock; 0 for a hash-only one.
    public let timestampDelta: Int64
    /// Whether the model is one that has a LiDAR; of a hash-only one, whether a model is included.
    public let isModelVerified: Bool
    /// The model.
    public let modelName: String
    /// Whether the depth map has a size that is known; always of a hash-only one.
    public let isResolutionValid: Bool
    /// Whether there is a location.
    public let isLocationAvailable: Bool
    /// Whether there is none.
    public let isLocationOptedOut: Bool
    /// The location as it is shown, if any is.
    public let coarseLocation: String?
}

/// How sure the server says it is.
public enum CaptureConfidence: String, Sendable, CaseIterable {
    /// Hardware and depth speak for the capture.
    case high
    /// One of them does.
    case medium
    /// Neither speaks.
    case low
    /// One of them speaks against it.
    case suspicious

    /// What follows from hardware and depth; nil where the depth is not known and would decide.
    ///
    /// - Parameter isCapped: whether `high` is out of reach.
    package init?(hardware: AssertionJudgement.Status, depth: DepthJudgement.Status, isCapped: Bool) {
        switch (hardware, depth) {
        case (.fail, _), (_, .fail): self = .suspicious
        case (_, .unknown): return nil
        case (.pass, .pass): self = isCapped ? .medium : .high
        case (.pass, .unavailable), (.unavailable, .pass): self = .medium
        case (.unavailable, .unavailable): self = .low
        }
    }
}
