internal import DepthAnalysis

/// The values of one parameter to try in a sweep.
///
///     let dimension = try SweepDimension("gradientThreshold=0.02,0.05:0.3:0.05")
package struct SweepDimension: Sendable, Hashable {
    let key: AnalysisParameters.Key
    let values: [String]

    /// The largest number of values in one range.
    static let maximumRangeCount = 1000

    /// Parses `key=a,b,c`, in which `first:last:step` is a range including both ends.
    ///
    /// - Throws: ``TuningError/badSweep(of:found:expected:)`` for an unknown key, one of the three thresholds (which
    ///   are tuned exactly), a missing value, a value that is not a number, or an empty range.
    package init(_ text: String) throws(TuningError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let swept = AnalysisParameters.Key.allCases.filter {
            !Thresholds.keys.contains($0) && $0 != .minQuadrantVariance
        }
        guard parts.count == 2, let key = swept.first(where: { $0.rawValue == parts[0] }) else {
            throw .badSweep(
                found: "\"\(text)\"",
                expected: "KEY=A,B,C or KEY=FIRST:LAST:STEP with one of the keys "
                    + swept.map(\.rawValue).joined(separator: ", "))
        }
        self.key = key
        var values: [String] = []
        for part in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
            values += part.contains(":") ? try Self.range(String(part), of: key) : [String(part)]
        }
        self.values = values
        for value in values {
            var probe = AnalysisParameters.standard
            try set(value, in: &probe)
        }
    }

    private static func range(_ text: String, of key: AnalysisParameters.Key) throws(TuningError) -> [String] {
        let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { ExactDecimal($0) }
        guard numbers.count == 3, let first = numbers[0], let last = numbers[1], let step = numbers[2],
            let values = ExactDecimal.values(from: first, to: last, by: step, limit: maximumRangeCount)
        else {
            throw .badSweep(
                of: key, found: "\"\(text)\"",
                expected:
                    "FIRST:LAST:STEP, decimals of at most \(ExactDecimal.maximumDigitCount) digits, LAST not below "
                    + "FIRST, STEP above 0, and at most \(maximumRangeCount) values")
        }
        return values.map(\.text)
    }

    func set(_ value: String, in parameters: inout AnalysisParameters) throws(TuningError) {
        do throws(ParameterError) { try parameters.set(key, to: value) } catch {
            throw .badSweep(of: key, found: "\"\(value)\"", expected: key.expectation)
        }
    }

    /// The differing parameters other than the three thresholds, such as `gradientThreshold 0.05`.
    static func difference(_ old: AnalysisParameters, _ new: AnalysisParameters) -> String {
        changedKeys(old, new).map { "\($0.rawValue) \(new[$0].text)" }.joined(separator: ", ")
    }

    static func changedKeys(_ old: AnalysisParameters, _ new: AnalysisParameters) -> [AnalysisParameters.Key] {
        AnalysisParameters.Key.allCases.filter { !Thresholds.keys.contains($0) && old[$0] != new[$0] }
    }
}
