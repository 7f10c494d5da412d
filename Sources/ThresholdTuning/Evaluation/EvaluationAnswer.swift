internal import Support

/// The verdict of an evaluation.
public struct EvaluationAnswer: Sendable, Hashable {
    /// The verdict as a word for programs.
    public enum Code: String, Sendable, CaseIterable {
        /// Fewer errors on bona fide maps or on a species, more on none, and no higher APCER of the worst species.
        case better
        /// More errors on bona fide maps or on a species, and fewer on none.
        case worse
        /// Fewer errors on one class and more on another, or fewer errors with a higher APCER of the worst species.
        case mixed
        /// Decisions differ, but within chance, or differ only in which maps have a verdict.
        case notToldApart = "not_told_apart"
        /// Every map gets the same decision, or no verdict on either side.
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
    /// Whether the given parameters are better than the others, by the tests over groups.
    public var answer: EvaluationAnswer {
        let code = code
        return EvaluationAnswer(code: code, headline: headline(code), details: details(code))
    }

    /// The outcome of the test of one class.
    public enum Direction: String, Sendable {
        /// The given parameters make fewer errors.
        case fewer = "fewer_errors"
        /// The given parameters make more errors.
        case more = "more_errors"
        /// The difference is within chance, or there is none.
        case notToldApart = "not_told_apart"
    }

    /// The outcome of the test over groups for each class, in the order of ``comparisons``.
    ///
    /// Every species is tested separately because the worst one counts: gains on one species do not offset losses
    /// on another. Holm's method tests the smallest of n probabilities at level/n, the next at level/(n - 1), and
    /// so on, and stops at the first that fails. A false difference is then reported with probability at most the
    /// level.
    ///
    /// Source: Holm, Scandinavian Journal of Statistics 6 (1979).
    public var directions: [Direction] {
        let level = 1 - confidence
        let order = comparisons.indices.sorted {
            comparisons[$0].probabilityOverGroups < comparisons[$1].probabilityOverGroups
        }
        var directions = comparisons.map { _ in Direction.notToldApart }
        for (place, index) in order.enumerated() {
            let comparison = comparisons[index]
            guard comparison.probabilityOverGroups <= level / Double(order.count - place) else { break }
            directions[index] = comparison.wrongOnlyGiven < comparison.wrongOnlyAgainst ? .fewer : .more
        }
        return directions
    }

    private var code: EvaluationAnswer.Code {
        if comparisons.allSatisfy(\.isAlike) { return .identical }
        return switch (directions.contains(.fewer), directions.contains(.more)) {
        case (true, false): isWorstSpeciesWorse ? .mixed : .better
        case (false, true): .worse
        case (true, true): .mixed
        case (false, false): .notToldApart
        }
    }

    /// Whether the highest APCER of a species is higher than on the other side, significantly or not. If it is,
    /// fewer errors elsewhere do not make the parameters better.
    private var isWorstSpeciesWorse: Bool { given.rates.worstAPCER ?? 0 > against.rates.worstAPCER ?? 0 }

    private func headline(_ code: EvaluationAnswer.Code) -> String {
        let (this, other) = (given.name.printable, against.name.printable)
        switch code {
        case .identical:
            return "No difference: \(this) and \(other) decide every \(DecisionUnit.noun(unit)) the same way."
        case .better: return "Better: \(this) makes fewer errors than \(other)."
        case .worse: return "Worse: \(this) makes more errors than \(other)."
        case .mixed:
            return directions.contains(.more)
                ? "Mixed: \(this) makes fewer errors of one kind and more of the other."
                : "Mixed: \(this) makes fewer errors than \(other), but its APCER of the worst species is higher."
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
        let bpcer = "BPCER " + both { $0.bpcer.value }
        let apcer = "APCER of the worst species " + both { $0.worstAPCER }
        guard code != .identical else { return "\(bpcer); \(apcer)." }
        let isLeftOpen = directions[0] == .notToldApart && code != .notToldApart
        let open = isLeftOpen ? ", inconclusive)" : ")"
        let texts =
            [bpcer + " (\(probability(comparisons[0]))" + open, apcer] + speciesToldApart(code) + withoutVerdict
        return texts.joined(separator: "; ") + "." + (code == .notToldApart ? tooFewGroups : "")
    }

    private func probability(_ comparison: PairedComparison) -> String {
        "p = " + NumberText.significant(comparison.probabilityOverGroups, digits: 2)
    }

    /// Each species with a significant difference; if there is none, a note with the smallest probability.
    private func speciesToldApart(_ code: EvaluationAnswer.Code) -> [String] {
        let told = zip(comparisons, directions).dropFirst().filter { $0.1 != .notToldApart }.map { comparison, _ in
            "\(comparison.wrongOnlyGiven + comparison.wrongInBoth) attacks of \((comparison.species ?? "").printable) "
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
        let needed = ExactTests.leastGroupCount(for: (1 - confidence) / Double(comparisons.count))
        let found = comparisons.map { $0.groupsWithFewer + $0.groupsWithMore }.max() ?? 0
        guard found < needed, comparisons.contains(where: { $0.wrongOnlyGiven + $0.wrongOnlyAgainst > 0 }) else {
            return ""
        }
        let most = "at most \(NumberText.count(found, "group")) of a class \(found == 1 ? "is" : "are")"
        return " Too few \(DecisionUnit.noun(unit))s differ for a conclusion: \(most) decided differently; "
            + "\(needed) are needed."
    }
}
