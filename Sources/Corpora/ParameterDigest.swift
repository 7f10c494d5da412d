public import DepthAnalysis
internal import Digests
internal import PlainText

extension AnalysisParameters.Key {
    /// Whether measurements change with this parameter. The others only decide over them, so one measuring serves every
    /// value of theirs.
    public var affectsMeasurements: Bool {
        switch self {
        case .minValidDepth, .maxValidDepth, .histogramBins, .peakProminenceRatio, .gradientThreshold, .edgeGain,
            .screenBand, .quadrantMinimum:
            true
        case .screenDepthRangeMax, .screenUniformityThreshold, .screenDistanceMin, .screenDistanceMax,
            .minQuadrantVariance, .varianceThreshold, .layerThreshold, .coherenceThreshold:
            false
        }
    }
}

extension AnalysisParameters {
    /// All parameters as one JSON object that is the same wherever it is written: keys sorted by their bytes, no white space,
    /// numbers as the shortest decimals that read back to the same bits (the valid range as `Float`s).
    public var canonicalJSON: String { json(of: Key.allCases, layout: .compact) }

    /// All parameters as a JSON object for a person to read, in the order of ``Key``, without a final newline.
    public var readableJSON: String { json(of: Key.allCases, isSorted: false, layout: .indented) }

    /// SHA-256 of ``canonicalJSON`` in hexadecimal.
    public var digest: String { SHA256Digest.hexadecimal(of: Array(canonicalJSON.utf8)) }

    /// SHA-256 of the canonical JSON of those parameters that measurements depend on: equal digests mean that measurements may
    /// be compared, whatever the thresholds.
    public var measuringDigest: String {
        SHA256Digest.hexadecimal(of: Array(json(of: Key.allCases.filter(\.affectsMeasurements), layout: .compact).utf8))
    }

    private func json(of keys: [Key], isSorted: Bool = true, layout: JSONWriter.Layout) -> String {
        let keys =
            isSorted ? keys.sorted { $0.rawValue.utf8.lexicographicallyPrecedes($1.rawValue.utf8) } : keys
        var writer = JSONWriter(layout)
        writer.object { writer in
            for key in keys {
                writer.key(key)
                if let path = Self.realPath(key) {
                    writer.value(self[keyPath: path])
                } else if let path = Self.integerPath(key) {
                    writer.value(self[keyPath: path])
                } else {
                    writer.value(key == .minValidDepth ? validRange.lower : validRange.upper)
                }
            }
        }
        return writer.text
    }
}
