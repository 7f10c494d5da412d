import ArgumentParser
import DepthAnalysis
import Support
import ThresholdTuning

/// Measures how often the intervals of `tune` for new scenes hold: thresholds are tuned on one simulated corpus and
/// judged on new scenes of the same population, many times.
@main
struct Coverage: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coverage",
        abstract: "Measures how often tuning's predictions for new scenes hold, on simulated measurements.",
        discussion: """
            Every pair draws a separate population (six species of attack, and the similarity of captures of one \
            scene), then a corpus to tune on and new scenes to evaluate on. The output compares the intervals of the \
            report with the percentile bootstrap over groups.
            """)

    @Option(help: "The number of corpora to tune on, each with new scenes to evaluate on.")
    var pairs = 200

    @Option(help: "The number of scenes (groups) of each species of attack; there are as many real scenes as attacks.")
    var scenes = 10

    @Option(help: "The number of captures of each scene.")
    var captures = 4

    @Option(help: "The objective: bpcer10, bpcer20, bpcer100, acer or deer.")
    var objective = "bpcer20"

    @Option(help: "The seed; equal seeds give equal tables.")
    var seed: UInt64 = 1

    @Flag(help: "Instead print the number of groups that tuning requires, and its advice for species with that number.")
    var groups = false

    private static let speciesCount = 6
    /// The number of new captures of each class, each of a separate scene.
    private static let newCaptures = 20_000

    func run() throws {
        if groups { return print(try RequiredGroupsTable(seed: seed).lines().joined(separator: "\n")) }
        guard let objective = TuningObjective(named: objective) else {
            throw ValidationError("found --objective \(objective); expected bpcer10, bpcer20, bpcer100, acer or deer")
        }
        guard pairs >= 1, scenes >= 2, captures >= 1 else {
            throw ValidationError("expected at least 1 for --pairs and --captures, at least 2 for --scenes")
        }
        var options = TuningOptions()
        options.objective = objective
        var (bootstrap, report) = (Tally(), Tally())
        for pair in 0..<pairs {
            let found = Self.pair(pair, scenes: scenes, captures: captures, seed: seed, options)
            bootstrap.add(found.bootstrap, truth: found.truth)
            report.add(found.report, truth: found.truth)
        }
        print(
            "\(pairs) pairs of seed \(seed), \(Self.speciesCount) species with \(scenes) scenes each, "
                + "\(scenes * Self.speciesCount) real scenes, \(captures) captures of each, \(objective.name)")
        let columns = "BPCER  worst species  every species    mean width: BPCER  worst"
        print("                         held, of \(pairs): \(columns)")
        print("  bootstrap over groups  " + bootstrap.row)
        print("  tune                   " + report.row)
    }

    /// The predictions for new scenes: intervals of BPCER, of the worst species, and of each.
    struct Promise {
        let bpcer: ConfidenceInterval?
        let worstAPCER: ConfidenceInterval?
        let apcer: [ConfidenceInterval?]
    }

    private static func pair(
        _ number: Int, scenes: Int, captures: Int, seed: UInt64, _ options: TuningOptions
    ) -> (bootstrap: Promise, report: Promise, truth: [Double]) {
        var random = Normal(seed: seed, stream: number)
        let population = Population(speciesCount: speciesCount, random: &random)
        let corpus = population.corpus(scenesOfSpecies: scenes, capturesOfScene: captures, random: &random)
        let variants = [TuningVariant(parameters: .standard, presentations: corpus)]
        let tuned = corpus.optimum(options.objective, parameters: .standard)
        guard let validation = CrossValidation(variants, options) else {
            preconditionFailure("every class has at least two scenes")
        }
        let bootstrap = GroupBootstrap.plain(
            validation.accepted, of: corpus, replicateCount: options.replicates, seed: options.seed,
            confidence: options.confidence)
        let grouped = validation.grouped(variants, confidence: options.confidence)
        return (
            Promise(bpcer: bootstrap.bpcer, worstAPCER: bootstrap.worstAPCER, apcer: bootstrap.apcer),
            Promise(
                bpcer: grouped.bpcer.interval, worstAPCER: grouped.worstAPCER, apcer: grouped.apcer.map(\.interval)),
            population.acceptedShares(tuned.thresholds, captures: newCaptures, random: &random)
        )
    }
}

/// Counts how often predictions held.
struct Tally {
    private var pairs = 0
    private var held = (bpcer: 0, worst: 0, every: 0)
    private var widths = (bpcer: 0.0, worst: 0.0)

    /// - Parameter truth: the accepted share of each class, real scenes first.
    mutating func add(_ promise: Coverage.Promise, truth: [Double]) {
        func holds(_ interval: ConfidenceInterval?, _ rate: Double) -> Bool {
            interval.map { $0.lower <= rate && rate <= $0.upper } ?? false
        }
        func width(_ interval: ConfidenceInterval?) -> Double { interval.map { $0.upper - $0.lower } ?? 1 }
        let attacks = truth.dropFirst()
        pairs += 1
        if holds(promise.bpcer, 1 - truth[0]) { held.bpcer += 1 }
        if holds(promise.worstAPCER, attacks.max() ?? 0) { held.worst += 1 }
        if zip(promise.apcer, attacks).allSatisfy(holds) { held.every += 1 }
        widths.bpcer += width(promise.bpcer)
        widths.worst += width(promise.worstAPCER)
    }

    var row: String {
        func share(_ count: Int, _ columns: Int) -> String {
            right("\(count) (\(NumberText.fixed(100 * Double(count) / Double(pairs), digits: 1)) %)", columns)
        }
        func mean(_ sum: Double, _ columns: Int) -> String {
            right(NumberText.fixed(100 * sum / Double(pairs), digits: 1) + " %", columns)
        }
        return share(held.bpcer, 21) + share(held.worst, 15) + share(held.every, 15) + mean(widths.bpcer, 21)
            + mean(widths.worst, 7)
    }

    private func right(_ text: String, _ columns: Int) -> String {
        String(repeating: " ", count: max(1, columns - text.count)) + text
    }
}
