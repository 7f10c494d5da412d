public import DepthAnalysis
public import DepthFiles
internal import DepthReports
internal import Digests
internal import PlainText

/// What is the same in every row of one run of measuring, but that a manifest says file by file how it is read.
///
///     let provenance = MeasuringProvenance(analyzer: DepthAnalyzer(), reading: ReadingOptions())
public struct MeasuringProvenance: Sendable, Hashable {
    /// ``DepthAnalysis/AnalysisParameters/digest`` of the parameters of the run.
    public let parametersDigest: String
    /// ``DepthAnalysis/AnalysisParameters/measuringDigest`` of the same.
    public let measuringDigest: String
    /// How the files were read, see ``DepthFiles/ReadingOptions/canonicalText``.
    public let reading: String
    /// Whose arithmetic.
    public let profile: AnalysisProfile
}

extension MeasuringProvenance {
    /// Of a run with this analyzer and this reader.
    public init(analyzer: DepthAnalyzer, reading options: ReadingOptions) {
        self.init(
            parametersDigest: analyzer.parameters.digest(analyzer.exponential),
            measuringDigest: analyzer.parameters.measuringDigest(analyzer.exponential),
            reading: options.canonicalText, profile: analyzer.profile)
    }

    /// The same with a file read otherwise.
    func reading(as options: ReadingOptions) -> MeasuringProvenance {
        MeasuringProvenance(
            parametersDigest: parametersDigest, measuringDigest: measuringDigest, reading: options.canonicalText,
            profile: profile)
    }
}

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

extension ReadingOptions {
    /// The options as one short text that tells how a file was read, such as `units_per_metre=1000.0` or
    /// `units_per_metre=1000.0 dimensions=256x192 row_bytes=1024 invalid=0.0,65535.0 strict`. The limit of bytes is
    /// left out: it changes no number.
    public var canonicalText: String {
        var parts = ["units_per_metre=\(unitsPerMetre ?? Self.assumedUnitsPerMetre)"]
        if let dimensions { parts.append("dimensions=\(dimensions.width)x\(dimensions.height)") }
        if let bytesPerRow { parts.append("row_bytes=\(bytesPerRow)") }
        if !invalidValues.isEmpty {
            let values = Set(invalidValues).sorted().map(\.description)
            parts.append("invalid=" + values.joined(separator: ","))
        }
        if isStrict { parts.append("strict") }
        return parts.joined(separator: " ")
    }

    /// Reads a ``canonicalText`` back; nil for any other text.
    public init?(canonicalText: String) {
        self.init()
        for part in canonicalText.split(separator: " ") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            switch (pair[0], pair.count) {
            case ("units_per_metre", 2):
                guard let units = Float(pair[1]) else { return nil }
                unitsPerMetre = units
            case ("dimensions", 2):
                let sides = pair[1].split(separator: "x").compactMap { Int($0) }
                guard sides.count == 2 else { return nil }
                dimensions = MapDimensions(width: sides[0], height: sides[1])
            case ("row_bytes", 2):
                guard let count = Int(pair[1]) else { return nil }
                bytesPerRow = count
            case ("invalid", 2):
                let values = pair[1].split(separator: ",", omittingEmptySubsequences: false).map { Float($0) }
                guard !values.contains(nil) else { return nil }
                invalidValues = values.compactMap { $0 }
            case ("strict", 1): isStrict = true
            default: return nil
            }
        }
        guard self.canonicalText == canonicalText else { return nil }
    }
}
