import TestSupport
import Testing

@testable import Conformance

extension TemporarySet {
    func check(
        answerer: Answerer = .depthcheck, _ change: (inout GoldenCheck.Options) -> Void = { _ in }
    ) async throws -> CheckReport {
        var options = GoldenCheck.Options()
        change(&options)
        return await GoldenCheck(try GoldenSet(path), answerer: answerer, options: options).run()
    }
}

extension CheckReport {
    /// The codes of all failures, worst golden first.
    var codes: [String] { failed.flatMap { $0.failures.map(\.code) } }

    /// The only difference of the only failure.
    func difference(_ sourceLocation: SourceLocation = #_sourceLocation) throws -> (Difference, Divergence) {
        let failures = failed.flatMap(\.failures)
        try #require(failures.count == 1, "\(failures)", sourceLocation: sourceLocation)
        guard case .differences(let differences, let divergence) = failures[0] else {
            throw Unexpected(text: "\(failures[0])")
        }
        return (try #require(differences.first, sourceLocation: sourceLocation), divergence)
    }
}

struct Unexpected: Error {
    let text: String
}
