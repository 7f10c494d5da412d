package import DepthAnalysis

/// Values of one parameter that are tried beside its present one, for the outer loop over ways of measuring.
package struct SweepDimension: Sendable, Hashable {
    let key: AnalysisParameters.Key
    let values: [String]

    /// Reads `key=a,b,c`.
    ///
    /// - Throws: ``TuningError/badOption(_:found:expected:)`` for another key, for one of the three thresholds (those
    ///   are tuned exactly), for no value, and for one that is no number.
    package init(_ text: String) throws(TuningError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let swept = AnalysisParameters.Key.allCases.filter {
            !Thresholds.keys.contains($0) && $0 != .minQuadrantVariance
        }
        guard parts.count == 2, let key = swept.first(where: { $0.rawValue == parts[0] }) else {
            throw .badOption(
                "--sweep", found: "\"\(text)\"",
                expected: "KEY=A,B,C with one of the keys " + swept.map(\.rawValue).joined(separator: ", "))
        }
        self.key = key
        values = parts[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        for value in values {
            var probe = AnalysisParameters.standard
            try set(value, in: &probe)
        }
    }

    private func set(_ value: String, in parameters: inout AnalysisParameters) throws(TuningError) {
        do throws(ParameterError) { try parameters.set(key, to: value) } catch {
            throw .badOption("--sweep \(key.rawValue)", found: "\"\(value)\"", expected: "a number of its kind")
        }
    }

    /// Every combination of the values, the present parameters first. A combination that is the present one is not
    /// repeated.
    ///
    /// - Throws: ``TuningError/badOption(_:found:expected:)`` for a value without meaning, such as 0 bins.
    package static func combinations(
        _ dimensions: [SweepDimension], of parameters: AnalysisParameters
    ) throws(TuningError) -> [AnalysisParameters] {
        var all = [parameters]
        for dimension in dimensions {
            var next: [AnalysisParameters] = []
            for var parameters in all {
                for value in dimension.values {
                    try dimension.set(value, in: &parameters)
                    next.append(parameters)
                }
            }
            all = next
        }
        for combination in all {
            do throws(ParameterError) { try combination.validate() } catch {
                guard case .outOfRange(let key, let found, let expected) = error else {
                    preconditionFailure("validating finds only values out of range")
                }
                throw .badOption("--sweep \(key.rawValue)", found: found, expected: expected)
            }
        }
        var result = [parameters]
        for combination in all where !result.contains(combination) { result.append(combination) }
        return result
    }

    /// The parameters other than the three thresholds that differ, such as `gradientThreshold 0.05`.
    static func difference(_ old: AnalysisParameters, _ new: AnalysisParameters) -> String {
        AnalysisParameters.Key.allCases.filter { !Thresholds.keys.contains($0) && old[$0] != new[$0] }
            .map { "\($0.rawValue) \(new[$0].text)" }.joined(separator: ", ")
    }
}
