public import ArgumentParser
public import DepthAnalysis

extension AnalysisProfile: ExpressibleByArgument {}
extension DepthAnalyzer.Engine: ExpressibleByArgument {}
extension DepthAnalyzer.Exponential: ExpressibleByArgument {}

extension DepthAnalyzer.Engine {
    func requireAvailable() throws {
        guard !isAvailable else { return }
        let usable = Self.allCases.filter(\.isAvailable).map(\.rawValue).joined(separator: ", ")
        throw ValidationError(
            "--engine is \(rawValue), which needs a processor with AVX2 (x86-64-v3) and a release build for Linux; "
                + "expected an engine that runs here: \(usable)")
    }
}

struct AnalysisOptions: ParsableArguments {
    @Option(help: "The arithmetic: server is f64, client is f32.")
    var profile = AnalysisProfile.server

    @OptionGroup var parameters: ParametersOption

    @Option(
        help: """
            The implementation that measures maps; the results are identical. kernel is the fastest for this \
            processor, and plain follows the specification step by step.
            """)
    var engine = DepthAnalyzer.Engine.kernel

    @Option(
        name: .customLong("exp"),
        help: "The rounding of the server's exp: with fused multiply-add, or for processors without it.")
    var exponential = DepthAnalyzer.Exponential.fused

    /// - Throws: `ValidationError` for an unusable parameter file or engine.
    func makeAnalyzer() throws -> DepthAnalyzer {
        try engine.requireAvailable()
        return try DepthAnalyzer(
            profile: profile, parameters: parameters.file.read(), engine: engine, exponential: exponential)
    }
}
