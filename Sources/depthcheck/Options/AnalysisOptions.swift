public import ArgumentParser
public import DepthAnalysis

extension AnalysisProfile: ExpressibleByArgument {}
extension DepthAnalyzer.Engine: ExpressibleByArgument {}
extension DepthAnalyzer.Exponential: ExpressibleByArgument {}

/// Whose analysis, and with which constants.
struct AnalysisOptions: ParsableArguments {
    @Option(help: "Whose arithmetic: the server's f64 or the client's f32.")
    var profile = AnalysisProfile.server

    @OptionGroup var parameters: ParametersOption

    @Option(help: "How maps are measured: fast, or step by step as the specification reads. The results do not differ.")
    var engine = DepthAnalyzer.Engine.kernel

    @Option(
        name: .customLong("exp"),
        help: "How the server's exp rounds: with fused multiply-add, or as on a processor without.")
    var exponential = DepthAnalyzer.Exponential.fused

    /// The analyzer that is asked for.
    ///
    /// - Throws: `ValidationError` for a parameters file that cannot be used.
    func makeAnalyzer() throws -> DepthAnalyzer {
        try DepthAnalyzer(
            profile: profile, parameters: parameters.read(), engine: engine,
            exponential: exponential)
    }
}
