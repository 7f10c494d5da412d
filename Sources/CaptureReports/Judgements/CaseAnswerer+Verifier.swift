package import Conformance

extension CaseAnswerer {
    /// The answers of depthcheck itself.
    package static func verifier(_ verifier: CaptureVerifier) -> CaseAnswerer {
        .library { testCase in
            let result = verifier.verify(testCase.path)
            return result.errorMessage.map { .failure(.refused($0)) } ?? .success(result.json)
        }
    }
}
