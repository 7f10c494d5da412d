public import DepthAnalysis
public import DepthFiles
internal import PlanarityMeasurements
internal import Reports
internal import Support

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
    /// ``PlanarityMeasurements/SceneCandidates/version`` of the candidates that were measured too; empty without.
    public let candidatesVersion: String

    /// Whether candidates were measured too.
    public var hasCandidates: Bool { !candidatesVersion.isEmpty }
}

extension MeasuringProvenance {
    /// Of a run with this analyzer and this reader, which measures candidates as well or does not.
    public init(analyzer: DepthAnalyzer, reading options: ReadingOptions, candidates: Bool = false) {
        self.init(
            parametersDigest: analyzer.parameters.digest(analyzer.exponential),
            measuringDigest: analyzer.parameters.measuringDigest(analyzer.exponential),
            reading: options.canonicalText, profile: analyzer.profile,
            candidatesVersion: candidates ? SceneCandidates.version : "")
    }

    /// The same with a file read otherwise.
    func reading(as options: ReadingOptions) -> MeasuringProvenance {
        MeasuringProvenance(
            parametersDigest: parametersDigest, measuringDigest: measuringDigest, reading: options.canonicalText,
            profile: profile, candidatesVersion: candidatesVersion)
    }
}

extension AnalysisParameters {
    /// All parameters as one JSON object that is the same wherever it is written: keys sorted by their bytes, no white
    /// space, numbers as the shortest decimals that read back to the same bits (the valid range as `Float`s).
    public var canonicalJSON: String { canonicalJSON(onlyMeasuring: false) }

    /// SHA-256 of ``canonicalJSON`` in hexadecimal.
    public var digest: String { digest(.fused) }

    /// The same; of measurements with an `exp` other than the default, also of its name.
    public func digest(_ exponential: DepthAnalyzer.Exponential) -> String { digest(of: canonicalJSON, exponential) }

    /// SHA-256 of the canonical JSON of those parameters that measurements depend on: equal digests mean that
    /// measurements may be compared, whatever the thresholds.
    public var measuringDigest: String { measuringDigest(.fused) }

    /// The same; of measurements with an `exp` other than the default, also of its name.
    public func measuringDigest(_ exponential: DepthAnalyzer.Exponential) -> String {
        digest(of: canonicalJSON(onlyMeasuring: true), exponential)
    }

    private func digest(of json: String, _ exponential: DepthAnalyzer.Exponential) -> String {
        let suffix = exponential == .fused ? "" : " exp=\(exponential.rawValue)"
        return SHA256Digest.hexadecimal(of: Array((json + suffix).utf8))
    }
}
