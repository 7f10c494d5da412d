public import DepthAnalysis
internal import DepthReports
internal import Digests
internal import PlainText

extension AnalysisParameters {
    /// All parameters as one JSON object that is the same wherever it is written: keys sorted by their bytes, no white
    /// space, numbers as the shortest decimals that read back to the same bits (the valid range as `Float`s).
    public var canonicalJSON: String { canonicalJSON { _ in true } }

    /// SHA-256 of ``canonicalJSON`` in hexadecimal.
    public var digest: String { digest(.fused) }

    /// The same; of measurements with an `exp` other than the default, also of its name.
    public func digest(_ exponential: DepthAnalyzer.Exponential) -> String { digest(of: canonicalJSON, exponential) }

    /// SHA-256 of the canonical JSON of those parameters that measurements depend on: equal digests mean that
    /// measurements may be compared, whatever the thresholds.
    public var measuringDigest: String { measuringDigest(.fused) }

    /// The same; of measurements with an `exp` other than the default, also of its name.
    public func measuringDigest(_ exponential: DepthAnalyzer.Exponential) -> String {
        digest(of: canonicalJSON { $0.affectsMeasurements }, exponential)
    }

    private func digest(of json: String, _ exponential: DepthAnalyzer.Exponential) -> String {
        let suffix = exponential == .fused ? "" : " exp=\(exponential.rawValue)"
        return SHA256Digest.hexadecimal(of: Array((json + suffix).utf8))
    }

    private func canonicalJSON(of isWanted: (Key) -> Bool) -> String {
        let keys = Key.allCases.filter(isWanted)
        return json(
            of: keys.sorted { $0.rawValue.utf8.lexicographicallyPrecedes($1.rawValue.utf8) }, layout: .compact)
    }
}
