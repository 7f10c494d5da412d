internal import Captures
package import Conformance
package import DepthFiles
package import Support

package struct CaptureVerifier: Sendable {
    private let reader: CaptureInputReader
    private let serverState: ServerState
    private let expected: ExpectedAnswers?
    private let names: OptionNaming
    private let judge = CaptureJudge()

    package init(
        reader: CaptureInputReader, serverState: ServerState, expected: ExpectedAnswers? = nil,
        _ names: OptionNaming = .properties
    ) {
        (self.reader, self.serverState, self.expected, self.names) = (reader, serverState, expected, names)
    }

    /// Reads and judges an input. There is one result, or one for each request of an export; results can be errors.
    package func results(of input: DepthFileInput) -> [JudgedInput] {
        switch input {
        case .path(let path): results(path) { () throws(CaptureInputError) in try reader.inputs(path) }
        case .failure(let error): [JudgedInput(path: error.path, kind: .unreadable(.inaccessible(error)))]
        }
    }

    package func results(of bytes: [UInt8], named name: String) -> [JudgedInput] {
        results(name) { () throws(CaptureInputError) in try reader.inputs(bytes, name) }
    }

    /// Reads and judges the file at a path. The file must contain a single request.
    package func verify(_ path: String) -> JudgedInput {
        results(path) { () throws(CaptureInputError) in [.success(try reader.read(path))] }[0]
    }

    /// Judges the bytes of a file called `name`. The file must contain a single request.
    package func verify(_ bytes: [UInt8], named name: String) -> JudgedInput {
        results(name) { () throws(CaptureInputError) in [.success(try reader.read(bytes, name))] }[0]
    }

    private func results(
        _ path: String, _ read: () throws(CaptureInputError) -> [Result<CaptureInput, CaptureInputError>]
    ) -> [JudgedInput] {
        do throws(CaptureInputError) { return try read().map(judged) } catch {
            return [JudgedInput(path: path, kind: .unreadable(error))]
        }
    }

    private func judged(_ input: Result<CaptureInput, CaptureInputError>) -> JudgedInput {
        do throws(CaptureInputError) {
            let input = try input.get()
            let (request, clock) = try input.request(with: serverState)
            var result = JudgedInput(path: input.path, kind: kind(request, input))
            (result.form, result.origin) = (input.form, input.origin)
            if input.form != .caseFile {
                let isGiven = !serverState.given.filter { [.team, .bundle].contains($0) }.isEmpty
                result.assumptions = Assumption.all(in: result.kind, clock: clock, isApplicationGiven: isGiven)
            }
            result.differences = expected?.differences(
                from: JudgedInput.shape.json(of: result, names), name: input.name)
            return result
        } catch {
            return JudgedInput(path: error.path, kind: .unreadable(error))
        }
    }

    private func kind(_ request: ServerRequest, _ input: CaptureInput) -> JudgedInput.Kind {
        switch request {
        case .capture(let request): .capture(JudgedCapture(request, judge.judge(request), remarks: input.remarks))
        case .registration(let request):
            .registration(JudgedRegistration(request, isCase: input.form == .caseFile, remarks: input.remarks))
        case .signedRequest(let request):
            .signedRequest(JudgedRequest(request, RequestJudge().judge(request), remarks: input.remarks))
        case .chain(let chain): .chain(JudgedChain(chain, by: judge))
        }
    }
}

extension CaseAnswerer {
    package static func verifier(_ verifier: CaptureVerifier) -> CaseAnswerer {
        .library { testCase in
            let result = verifier.verify(testCase.path)
            return result.error.map { .failure(.refused($0.wording)) } ?? .success(result.json)
        }
    }
}
