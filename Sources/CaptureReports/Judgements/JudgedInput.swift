package import Captures
package import DepthFiles
package import Support

/// What came of one input, of whatever kind it is: the record every report is made from.
package struct JudgedInput: Sendable {
    /// As it was named.
    package let path: String
    package let kind: Kind
    /// Where the answer is another than was expected; nil where nothing was.
    package var differences: [AnswerDifference]?
    /// In which form it was read; nil for what could not be.
    package var form: CaptureInput.Form?

    package enum Kind: Sendable {
        case capture(JudgedCapture.Judged)
        case registration(JudgedRegistration)
        case signedRequest(JudgedRequest)
        case chain(JudgedChain)
        case unreadable(CaptureInputError)
    }

    /// A sentence for people and a code for programs.
    package struct Reason: Sendable, Hashable {
        package let code: String
        package let sentence: String
    }
}

extension JudgedInput {
    /// The record of a capture alone, and of what cannot be read; nil for all else.
    package var capture: JudgedCapture? {
        switch kind {
        case .capture(let judged): JudgedCapture(path: path, result: .success(judged), differences: differences)
        case .unreadable(let error): JudgedCapture(path: path, result: .failure(error), differences: differences)
        case .registration, .signedRequest, .chain: nil
        }
    }

    /// Why it could not be read.
    package var error: CaptureInputError? { if case .unreadable(let error) = kind { error } else { nil } }

    /// The judgement of the capture in it, in the mode of the server that counts.
    package var captureJudgement: CaptureJudgement? {
        switch kind {
        case .capture(let judged): judged.judgement
        case .chain(let judged): judged.judgement.outcome.capture?.judgement
        case .registration, .signedRequest, .unreadable: nil
        }
    }

    /// What came of it in a word.
    package var outcome: CaptureOutcome {
        switch kind {
        case .capture(let judged): CaptureOutcome(judged.judgement)
        case .registration(let judged): judged.outcome
        case .signedRequest(let judged): judged.outcome
        case .chain(let judged): judged.outcome
        case .unreadable: .unreadable
        }
    }

    /// What the server answers; nil where it is not known, and for a request that goes on.
    package var answer: CaptureAnswer? {
        switch kind {
        case .capture(let judged): judged.judgement.answer
        case .registration(let judged): judged.judgement.answer
        case .signedRequest(let judged): judged.judgement.outcome.refusal?.answer
        case .chain(let judged): judged.judgement.outcome.answer
        case .unreadable: nil
        }
    }

    /// Why it is not the best there is.
    package var reasons: [Reason] {
        switch kind {
        case .capture(let judged): judged.reasons.map { Reason(code: $0.code, sentence: $0.sentence) }
        case .registration(let judged): judged.reasons
        case .signedRequest(let judged): judged.reasons
        case .chain(let judged): judged.reasons
        case .unreadable: []
        }
    }

    /// The codes of what would have to change.
    package var changeCodes: [String] {
        switch kind {
        case .capture(let judged): judged.changes.map(\.code)
        case .registration(let judged): judged.changes.map(\.code)
        case .signedRequest(let judged): judged.changes.map(\.code)
        case .chain(let judged): judged.changes.map(\.code)
        case .unreadable: []
        }
    }

    /// The result as one JSON object.
    package var json: JSONValue { capture.map(JudgementField.object) ?? RequestField.object(of: self) }
}

/// Reads captures, registrations and requests and judges them.
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
    package func verify(_ input: DepthFileInput) -> JudgedInput {
        switch input {
        case .path(let path): verify(path)
        case .failure(let error): JudgedInput(path: error.path, kind: .unreadable(.inaccessible(error)))
        }
    }

    /// Judges what is at a path. Never fails: what cannot be read is a result with its error.
    package func verify(_ path: String) -> JudgedInput {
        do throws(CaptureInputError) {
            let input = try reader.read(path)
            var result = JudgedInput(path: path, kind: kind(try input.request(under: circumstances), input))
            result.form = input.form
            result.differences = expected?.differences(from: result.json, name: input.name)
            return result
        } catch {
            return JudgedInput(path: path, kind: .unreadable(error))
        }
    }

    private func kind(_ request: JudgeableRequest, _ input: CaptureInput) -> JudgedInput.Kind {
        switch request {
        case .capture(let request): .capture(JudgedCapture.Judged(request, by: judge))
        case .registration(let request):
            .registration(JudgedRegistration(request, isCase: input.form == .caseFile, remarks: input.remarks))
        case .signedRequest(let request): .signedRequest(JudgedRequest(request))
        case .chain(let chain): .chain(JudgedChain(chain, by: judge))
        }
    }
}
