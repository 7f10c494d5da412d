import ArgumentParser
import DepthAnalysis
import DepthFiles
import PlanarityMeasurements
import Reports
import Support
import ThresholdTuning

struct RuleOption: ParsableArguments {
    @Option(
        name: .customLong("rule"),
        help: ArgumentHelp(
            "Also report the verdict of the rule in this JSON file, which tune --use writes.",
            valueName: "file"),
        completion: .file(extensions: ["json"]))
    private(set) var path: String?

    var named: [NamedPath] { ArgumentFile.named(path, by: "--rule") }

    /// The rule in the file; nil if no file was named.
    ///
    /// - Parameter analyzer: the analyzer whose measurements the rule will judge.
    /// - Throws: `ValidationError` for an unusable file, or thresholds tuned on measurements of a different kind.
    func read(for analyzer: DepthAnalyzer) throws -> NamedRule? {
        guard let path else { return nil }
        let rule: SceneRule
        do {
            rule = try SceneRule(try ArgumentFile.read(path), name: path)
        } catch let error as FileAccessError {
            throw ValidationError("\(path.printable): \(error.message(naming: .command))")
        } catch let error as SceneRuleError {
            throw ValidationError(error.message(expecting: "a rule as tune --use writes it"))
        }
        try Self.require(rule, fits: analyzer, path)
        return NamedRule(file: path, rule: rule)
    }

    private static func require(_ rule: SceneRule, fits analyzer: DepthAnalyzer, _ path: String) throws {
        if rule.measuringDigest != nil { try CryptographyNeed.require() }
        do throws(RuleMismatch) {
            try rule.requireFit(
                profile: analyzer.profile,
                measuringDigest: { analyzer.parameters.measuringDigest(analyzer.exponential) },
                candidatesVersion: SceneCandidates.version)
        } catch {
            throw ValidationError(
                "\(path.printable): "
                    + error.message(
                        profile: "--profile", parameters: "--parameters", candidates: "--candidates"))
        }
    }
}

struct NamedRule: Sendable {
    let file: String
    let rule: SceneRule

    func answer(_ map: DepthMap, _ analysis: SceneAnalysis, validRange: ValidRange) -> RuleAnswer {
        RuleAnswer(
            rule, named: file, analysis,
            rule.needsCandidates ? SceneCandidates(of: map, validRange: validRange, rule.candidates) : .unavailable)
    }
}
