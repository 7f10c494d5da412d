internal import Support

/// The verdict of an evaluation.
public struct EvaluationAnswer: Sendable, Hashable {
    /// The verdict as a word for programs.
    public enum Code: String, Sendable, CaseIterable {
        /// Significantly fewer errors in a class (bona fide maps or a species), and significantly more in none. Neither
        /// APCER (of the worst species, of all attacks) nor ACER is higher.
        case better
        /// Significantly more errors in a class, and significantly fewer in none. Neither APCER nor ACER is lower.
        case worse
        /// Fewer errors of one kind and more of another.
        case mixed
        /// Decisions differ only within chance, or only in which maps have a verdict.
        case notToldApart = "not_told_apart"
        /// Both systems give every map the same decision, or both give it no verdict.
        case identical
    }

    /// The verdict as a word.
    public let code: Code
    /// The verdict as a sentence.
    public let headline: String
    /// The rates behind the verdict.
    public let details: String

    /// The headline followed by the details.
    public var sentence: String { headline + " " + details }
}

extension ThresholdEvaluation {
    /// Whether the given system is better than the other, by the tests over groups.
    public var answer: EvaluationAnswer {
        let code = code
        return EvaluationAnswer(code: code, headline: headline(code), details: details(code))
    }

    /// The outcome of the test of one class.
    public enum Direction: String, Sendable {
        /// The given system makes fewer errors.
        case fewer = "fewer_errors"
        /// The given system makes more errors.
        case more = "more_errors"
        /// The difference is within chance, or there is none.
        case notToldApart = "not_told_apart"
    }

    /// The adjusted probabilities of ``comparisons`` over groups. Those of at most 1 - ``confidence`` show a
    /// difference.
    ///
    /// Every species is tested separately because the worst one counts: gains on one species do not offset losses on
    /// another. The smallest probability is raised to a bound on the chance that any class has one as small, the next
    /// to a bound on this chance in the remaining classes, and so on. A class in which too few groups differ for so
    /// small a probability adds nothing. A false difference is then reported with probability at most the level.
    ///
    /// Source: Westfall and Wolfinger, The American Statistician 51 (1997), 3-8, with the Bonferroni inequality, which
    /// holds however classes depend on each other. `tools/dev/tuning/comparison-error` compares it with Holm's method.
    public var adjustedProbabilities: [Double] {
        let order = comparisons.indices.sorted {
            comparisons[$0].probabilityOverGroups < comparisons[$1].probabilityOverGroups
        }
        var adjusted = comparisons.map { _ in 1.0 }
        var least = 0.0
        for (place, index) in order.enumerated() {
            let probability = comparisons[index].probabilityOverGroups
            let others = order[(place + 1)...].reduce(0) { $0 + comparisons[$1].attainable(atMost: probability) }
            least = max(least, min(1, probability + others))
            adjusted[index] = least
        }
        return adjusted
    }

    /// The outcome of the test over groups for each class, in the order of ``comparisons``.
    public var directions: [Direction] {
        zip(comparisons, adjustedProbabilities).map { comparison, probability in
            guard probability <= 1 - confidence else { return .notToldApart }
            return comparison.wrongOnlyGiven < comparison.wrongOnlyAgainst ? .fewer : .more
        }
    }

    /// Each class with its direction and its adjusted probability.
    var outcomes: [(PairedComparison, Direction, Double)] {
        zip(comparisons, zip(directions, adjustedProbabilities)).map { ($0, $1.0, $1.1) }
    }

    /// The difference of the worst species' APCER; the two systems may have different worst species.
    public var worstDifference: RateDifference? {
        let species = given.rates.worstSpecies
        return RateDifference(
            (given.rates.worstAPCER, given.grouped.worstAPCER), (against.rates.worstAPCER, against.grouped.worstAPCER),
            correlation: species.flatMap { $0 == against.rates.worstSpecies ? comparisons[$0 + 1].correlation : nil }
                ?? 0, level: confidence)
    }

    /// The difference of ACER.
    public var acerDifference: RateDifference? {
        comparisons[0].difference.flatMap { bpcer in worstDifference.map { .mean(bpcer, $0) } }
    }

    private var code: EvaluationAnswer.Code {
        if comparisons.allSatisfy(\.isAlike) { return .identical }
        let directions = directions
        // Significant or not, rates that move the other way leave the answer open.
        let others = [worstDifference, allAttacks?.difference, acerDifference].compactMap { $0?.value }
        return switch (directions.contains(.fewer), directions.contains(.more)) {
        case (true, false): others.contains { $0 > 0 } ? .mixed : .better
        case (false, true): others.contains { $0 < 0 } ? .mixed : .worse
        case (true, true): .mixed
        case (false, false): .notToldApart
        }
    }

    private func headline(_ code: EvaluationAnswer.Code) -> String {
        let (this, other) = (given.name.printable, against.name.printable)
        switch code {
        case .identical:
            return "No difference: \(this) and \(other) decide every \(DecisionUnit.noun(unit)) the same way."
        case .better: return "Better: \(this) makes fewer errors than \(other)."
        case .worse: return "Worse: \(this) makes more errors than \(other)."
        case .mixed: return "Mixed: \(this) makes fewer errors of one kind and more of another than \(other)."
        case .notToldApart:
            return comparisons.allSatisfy { $0.wrongOnlyGiven + $0.wrongOnlyAgainst == 0 }
                ? "Inconclusive: \(this) and \(other) differ only in which "
                    + "\(DecisionUnit.noun(unit))s have a verdict."
                : "Inconclusive: chance can explain how \(this) and \(other) differ."
        }
    }

    private func details(_ code: EvaluationAnswer.Code) -> String {
        func both(_ rate: (ErrorRates) -> Double?) -> String {
            let (value, other) = (TuningReport.percent(rate(given.rates)), TuningReport.percent(rate(against.rates)))
            return code == .identical ? value : "\(value) instead of \(other)"
        }
        func text(_ name: String, _ difference: RateDifference?, _ rate: (ErrorRates) -> Double?) -> String {
            "\(name) " + (code == .identical ? "" : difference.map { $0.points + ", " } ?? "") + both(rate)
        }
        let bpcer = text("BPCER", comparisons[0].difference) { $0.bpcer.value }
        let apcer = text("APCER of the worst species", worstDifference) { $0.worstAPCER }
        guard code != .identical else { return "\(bpcer); \(apcer)." }
        let isLeftOpen = directions[0] == .notToldApart && code != .notToldApart
        let open = isLeftOpen ? ", inconclusive)" : ")"
        let texts =
            [
                bpcer + " (\(probability(comparisons[0]))" + open, apcer, text("ACER", acerDifference) { $0.acer },
            ] + ofAllAttacks + speciesToldApart(code) + withoutVerdict
        return texts.joined(separator: "; ") + "." + (code == .notToldApart ? tooFewGroups : "")
    }

    /// The test over all attacks, if there are several species.
    private var ofAllAttacks: [String] {
        guard comparisons.count > 2, let allAttacks, let difference = allAttacks.difference else { return [] }
        return ["all attacks \(difference.points) (\(probability(allAttacks)))"]
    }

    private func probability(_ comparison: PairedComparison) -> String {
        "p = " + NumberText.significant(comparison.probabilityOverGroups, digits: 2)
    }

    /// Each species with a significant difference; if there is none, a note with the smallest probability.
    private func speciesToldApart(_ code: EvaluationAnswer.Code) -> [String] {
        let told = zip(comparisons, directions).dropFirst().filter { $0.1 != .notToldApart }.map { comparison, _ in
            NumberText.count(comparison.wrongOnlyGiven + comparison.wrongInBoth, "attack")
                + " of \((comparison.species ?? "").printable) "
                + "accepted instead of \(comparison.wrongOnlyAgainst + comparison.wrongInBoth) "
                + "(\(probability(comparison)))"
        }
        guard told.isEmpty,
            let nearest = comparisons.dropFirst().min(by: { $0.probabilityOverGroups < $1.probabilityOverGroups })
        else { return told }
        return ["no species conclusive (smallest \(probability(nearest)))"]
    }

    /// Maps with a verdict on only one side. They take part in no test, so they are reported separately.
    private var withoutVerdict: [String] {
        [("real scenes", Array(comparisons.prefix(1))), ("attacks", Array(comparisons.dropFirst()))]
            .flatMap { words, comparisons in
                let all = comparisons.reduce(0) { $0 + $1.mapCount }
                return [(given.name, \PairedComparison.verdictOnlyAgainst), (against.name, \.verdictOnlyGiven)]
                    .compactMap { name, count in
                        let without = comparisons.reduce(0) { $0 + $1[keyPath: count] }
                        return without == 0
                            ? nil
                            : "\(without) of \(all) \(words) have no verdict only with "
                                + name.printable
                    }
            }
    }

    /// A note for data in which no outcome could have been significant.
    private var tooFewGroups: String {
        let needed = ExactTests.leastGroupCount(for: 1 - confidence)
        let found = comparisons.map { $0.groupsWithFewer + $0.groupsWithMore }.max() ?? 0
        guard found < needed, comparisons.contains(where: { $0.wrongOnlyGiven + $0.wrongOnlyAgainst > 0 }) else {
            return ""
        }
        let most = "at most \(NumberText.count(found, "group")) of a class \(found == 1 ? "is" : "are")"
        return " Too few \(DecisionUnit.noun(unit))s differ for a conclusion: \(most) decided differently; "
            + "\(needed) are needed."
    }
}

extension GroupedRates {
    /// Whether the whole interval of the mean of BPCER and APCER over all attacks is above 1/2.
    func isWorseThanChance(_ pooled: GroupedRate?) -> Bool {
        guard let pooled, let apcer = pooled.rate.value, let bpcer = bpcer.rate.value, let ofAttacks = pooled.interval,
            let ofReal = self.bpcer.interval
        else { return false }
        let (first, second) = (apcer - ofAttacks.lower, bpcer - ofReal.lower)
        return apcer + bpcer - (first * first + second * second).squareRoot() > 1
    }

    /// The question that reports ask about systems worse than chance, with their ACER over all attacks.
    static func suspicion(_ sides: [(name: String, acer: Double?)], ofScores: Bool = false) -> String {
        let names = sides.map { "\($0.name.printable) (ACER over all attacks \(TuningReport.percent($0.acer)))" }
        return "Worse than chance: \(names.joined(separator: " and ")); are the labels exchanged?"
            + (ofScores ? " Or does a lower score mean bona fide?" : "")
    }
}
