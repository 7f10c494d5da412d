package import CapturePayloads
package import DepthFiles
internal import Platform

/// What came of one capture: the record every report is made from.
package struct JudgedCapture: Sendable {
    /// As it was named.
    package let path: String
    /// The judgement, or why there is none.
    package let result: Result<Judged, CaptureInputError>
    /// Where the answer is another than was expected; nil where nothing was.
    package var differences: [AnswerDifference]?

    /// A request and the server's judgement of it.
    package struct Judged: Sendable {
        package let request: CaptureRequest
        package let judgement: CaptureJudgement
        /// The assertion, or why it cannot be read; nil where there is none.
        package let assertion: Result<Assertion, AssertionFailure>?
        /// What the server answers or records, and tells nobody why.
        package let reasons: [HiddenReason]
        /// What would have to change, in order.
        package let changes: [CaptureChange]

        /// Judges a request.
        package init(_ request: CaptureRequest, by judge: CaptureJudge = CaptureJudge()) {
            let situation = CaptureSituation(request: request, judgement: judge.judge(request))
            self.request = request
            judgement = situation.judgement
            assertion = situation.assertion
            reasons = HiddenReason.all(in: situation)
            changes = CaptureChange.all(in: situation)
        }
    }

    /// The judgement of a capture that could be read.
    package var judged: Judged? { try? result.get() }

    /// Why it could not.
    package var error: CaptureInputError? { if case .failure(let error) = result { error } else { nil } }

    /// What came of it in a word.
    package var outcome: CaptureOutcome { judged.map { CaptureOutcome($0.judgement) } ?? .unreadable }
}

/// What came of a capture in a word.
package enum CaptureOutcome: String, Sendable, CaseIterable {
    case high, medium, low, suspicious
    /// Accepted; what the server records is not known here.
    case unknown
    case refused
    /// No capture that could be judged.
    case unreadable

    init(_ judgement: CaptureJudgement) {
        guard judgement.refusal == nil else {
            self = .refused
            return
        }
        self =
            switch judgement.confidence {
            case .high: .high
            case .medium: .medium
            case .low: .low
            case .suspicious: .suspicious
            case nil: .unknown
            }
    }
}

/// Reads captures and judges them.
///
///     let result = CaptureVerifier(reader: CaptureInputReader(), circumstances: circumstances).verify("body.bin")
package struct CaptureVerifier: Sendable {
    private let reader: CaptureInputReader
    private let circumstances: CaptureCircumstances
    private let expected: ExpectedAnswers?
    private let judge = CaptureJudge()

    package init(
        reader: CaptureInputReader, circumstances: CaptureCircumstances, expected: ExpectedAnswers? = nil
    ) {
        self.reader = reader
        self.circumstances = circumstances
        self.expected = expected
    }

    /// Judges what was named, or what was found instead. Never fails.
    package func verify(_ input: DepthFileInput) -> JudgedCapture {
        switch input {
        case .path(let path): verify(path)
        case .failure(let error):
            JudgedCapture(path: error.path, result: .failure(.inaccessible(error)), differences: nil)
        }
    }

    /// Judges what is at a path. Never fails: what cannot be read is a result with its error.
    package func verify(_ path: String) -> JudgedCapture {
        do throws(CaptureInputError) {
            let input = try reader.read(path)
            let request = try input.request(under: circumstances)
            let judged = JudgedCapture.Judged(request, by: judge)
            var result = JudgedCapture(path: path, result: .success(judged), differences: nil)
            result.differences = expected?.differences(from: result, name: input.name)
            return result
        } catch {
            return JudgedCapture(path: path, result: .failure(error), differences: nil)
        }
    }
}
