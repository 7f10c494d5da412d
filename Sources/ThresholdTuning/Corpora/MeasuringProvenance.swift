public import DepthAnalysis
public import DepthFiles
internal import PlanarityMeasurements
internal import Support

/// The provenance of measurements. It is the same in every row of a run, except the reading options of a manifest.
///
///     let provenance = MeasuringProvenance(analyzer: DepthAnalyzer(), reading: ReadingOptions())
public struct MeasuringProvenance: Sendable, Hashable {
    /// `AnalysisParameters.digest` of the parameters of the run.
    public let parametersDigest: String
    /// `AnalysisParameters.measuringDigest` of the parameters of the run.
    public let measuringDigest: String
    /// The reading options, see `ReadingOptions.canonicalText`.
    public let reading: String
    /// The profile of the analysis.
    public let profile: AnalysisProfile
    /// `SceneCandidates.version` of the candidate measurements; empty without them.
    public let candidatesVersion: String

    /// Whether the rows have candidate measurements.
    public var hasCandidates: Bool { !candidatesVersion.isEmpty }
}

extension MeasuringProvenance {
    /// The provenance of a run with the given analyzer and options.
    public init(analyzer: DepthAnalyzer, reading options: ReadingOptions, candidates: Bool = false) {
        self.init(
            parametersDigest: analyzer.parameters.digest(analyzer.exponential),
            measuringDigest: analyzer.parameters.measuringDigest(analyzer.exponential),
            reading: options.canonicalText, profile: analyzer.profile,
            candidatesVersion: candidates ? SceneCandidates.version : "")
    }

    func reading(as options: ReadingOptions) -> MeasuringProvenance {
        MeasuringProvenance(
            parametersDigest: parametersDigest, measuringDigest: measuringDigest, reading: options.canonicalText,
            profile: profile, candidatesVersion: candidatesVersion)
    }
}

extension AnalysisParameters {
    /// All parameters as a canonical JSON object: keys sorted by their bytes, no white space, numbers as the
    /// shortest decimals that parse to the same bits (the valid range as `Float`).
    public var canonicalJSON: String { canonicalJSON(onlyMeasuring: false) }

    /// The SHA-256 of ``canonicalJSON`` in hexadecimal.
    public var digest: String { digest(.fused) }

    /// The digest for a given `exp`; the name of an `exp` other than the default is added to the hashed text.
    public func digest(_ exponential: DepthAnalyzer.Exponential) -> String { digest(of: canonicalJSON, exponential) }

    /// The SHA-256 of the canonical JSON of the parameters that affect measurements. Measurements with equal
    /// digests are comparable, whatever the thresholds.
    public var measuringDigest: String { measuringDigest(.fused) }

    /// The measuring digest for a given `exp`; the name of an `exp` other than the default is added to the hashed text.
    public func measuringDigest(_ exponential: DepthAnalyzer.Exponential) -> String {
        digest(of: canonicalJSON(onlyMeasuring: true), exponential)
    }

    private func digest(of json: String, _ exponential: DepthAnalyzer.Exponential) -> String {
        let suffix = exponential == .fused ? "" : " exp=\(exponential.rawValue)"
        return SHA256Digest.hexadecimal(of: Array((json + suffix).utf8))
    }
}
