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
            "found --engine \(rawValue), which needs a processor with AVX2 (x86-64-v3) and a release build for Linux; "
                + "expected one that runs here: \(usable)")
    }
}

struct AnalysisOptions: ParsableArguments {
    @Option(help: "Whose arithmetic: the server's f64 or the client's f32.")
    var profile = AnalysisProfile.server

    @OptionGroup var parameters: ParametersOption

    @Option(
        help: """
            How maps are measured: fast, as suits this processor; with the kernels for some processors; or step by \
            step as the specification reads. The results do not differ.
            """)
    var engine = DepthAnalyzer.Engine.kernel

    @Option(
        name: .customLong("exp"),
        help: "How the server's exp rounds: with fused multiply-add, or as on a processor without.")
    var exponential = DepthAnalyzer.Exponential.fused

    /// - Throws: `ValidationError` for an unusable parameter file or engine.
    func makeAnalyzer() throws -> DepthAnalyzer {
        try engine.requireAvailable()
        return try DepthAnalyzer(
            profile: profile, parameters: parameters.file.read(), engine: engine, exponential: exponential)
    }
}
