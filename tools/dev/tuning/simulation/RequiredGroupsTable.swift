import DepthAnalysis
import Support
import ThresholdTuning

/// The advice of `tune` for species without errors that have the required number of groups, and one fewer; and how
/// often a species whose true APCER equals the limit shows no error in that number of groups.
struct RequiredGroupsTable {
    let seed: UInt64

    /// The number of species drawn for each row.
    private static let draws = 200_000
    private static let cases: [(limit: Double, species: Int)] = [
        (0.1, 6), (0.05, 6), (0.01, 6), (0.05, 3), (0.05, 1), (0.1, 1), (0.01, 1),
    ]

    func lines() throws -> [String] {
        let titles = [
            "limit", "species", "groups of each", "`tune` with them", "with one fewer", "at the limit, no error",
            "at most",
        ]
        return try ["| \(titles.joined(separator: " | ")) |", String(repeating: "|---", count: titles.count) + "|"]
            + Self.cases.map { limit, species in
                let objective = TuningObjective.leastBPCER(maximumAPCER: limit)
                let needed = RequiredGroups(objective, confidence: 0.95).eachSpecies
                let answers = try [needed, needed - 1].map { try answer(objective, species: species, groups: $0) }
                return "| \(percent(limit)) | \(species) | \(needed) | \(answers[0]) | \(answers[1]) | "
                    + "\(percent(flawlessShare(limit, groups: needed))) | \(percent(0.05)) |"
            }
    }

    private func percent(_ share: Double) -> String { NumberText.significant(100 * share, digits: 2) + " %" }

    /// The code of the advice for species that one threshold separates from real scenes.
    private func answer(_ objective: TuningObjective, species: Int, groups: Int) throws -> String {
        var all: [Presentation] = []
        let realGroups = 60
        for group in 0..<realGroups + species * groups {
            let kind = group < realGroups ? 0 : (group - realGroups) / groups + 1
            all.append(
                Presentation(
                    kind: kind, group: group, responded: true, standardDeviation: kind == 0 ? 1.5 : 0.8, layers: 5,
                    coherence: 0.9, depthRange: 3, uniformity: 0.1, meanDepth: 2))
        }
        var options = TuningOptions()
        options.objective = objective
        options.replicates = 0
        let presentations = LabelledPresentations(
            species: (1...species).map { "species-\($0)" }, groupNames: all.indices.map { "scene-\($0)" }, all: all)
        let report = try ThresholdTuner(options).report(
            [TuningVariant(parameters: .standard, presentations: presentations)],
            labelled: LabelledMeasurements(rows: [], labels: [], isLenient: true))
        return "`\(report.advice.code.rawValue)`, `\(report.advice.objective?.rawValue ?? "null")`"
    }

    private func flawlessShare(_ limit: Double, groups: Int) -> Double {
        var random = Normal(seed: seed, stream: groups)
        let flawless = (0..<Self.draws).count { _ in (0..<groups).allSatisfy { _ in random.unit() >= limit } }
        return Double(flawless) / Double(Self.draws)
    }
}
