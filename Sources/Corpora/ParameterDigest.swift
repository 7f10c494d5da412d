public import DepthAnalysis
internal import DepthReports
internal import Digests
internal import PlainText

extension AnalysisParameters {
    /// All parameters as one JSON object that is the same wherever it is written: keys sorted by their bytes, no white space,
    /// numbers as the shortest decimals that read back to the same bits (the valid range as `Float`s).
    public var canonicalJSON: String { canonicalJSON { _ in true } }

    /// SHA-256 of ``canonicalJSON`` in hexadecimal.
    public var digest: String { SHA256Digest.hexadecimal(of: Array(canonicalJSON.utf8)) }

    /// SHA-256 of the canonical JSON of those parameters that measurements depend on: equal digests mean that measurements may
    /// be compared, whatever the thresholds.
    public var measuringDigest: String {
        SHA256Digest.hexadecimal(of: Array(canonicalJSON { $0.affectsMeasurements }.utf8))
    }

    private func canonicalJSON(of isWanted: (Key) -> Bool) -> String {
        let keys = Key.allCases.filter(isWanted)
        return json(
            of: keys.sorted { $0.rawValue.utf8.lexicographicallyPrecedes($1.rawValue.utf8) }, layout: .compact)
    }
}
