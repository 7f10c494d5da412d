internal import Support

/// What an evaluation comes to.
public struct EvaluationAnswer: Sendable, Hashable {
    /// The answer as a word for programs.
    public enum Code: String, Sendable, CaseIterable {
        /// Fewer errors on real scenes or on a species of attack, more on none, and an APCER of the worst species that
        /// is no higher.
        case better
        /// More errors on real scenes or on a species; fewer on none.
        case worse
        /// Fewer on one and more on another, or fewer with a higher APCER of the worst species.
        case mixed
        /// Decisions differ, but not by more than chance explains, or only in which maps have one.
        case notToldApart = "not_told_apart"
        /// Every map is decided alike, and those without a verdict are the same.
        case identical
    }

    /// The answer in a word.
    public let code: Code
    /// The answer in a sentence.
    public let headline: String
    /// The rates it rests on.
    public let details: String

    /// All of it.
    public var sentence: String { headline + " " + details }
}

extension Evaluation {
    /// Whether the given parameters are better than the others, by the tests over groups.
    public var answer: EvaluationAnswer {
        let code = code
        return EvaluationAnswer(code: code, headline: headline(code), details: details(code))
    }

    /// Which way a class is decided better.
    public enum Direction: String, Sendable {
        /// The given parameters make fewer errors.
        case fewer = "fewer_errors"
        /// They make more.
        case more = "more_errors"
        /// Chance explains the difference, or there is none.
        case notToldApart = "not_told_apart"
    }

    /// What the test over groups says of each class, in the order of ``comparisons``.
    ///
    /// Every species is tested by itself, for the worst one decides: what one gains does not make up for what another
    /// loses. By Holm's rule the smallest of n probabilities counts up to 1/n of the level, the next, if that counts,
    /// up to 1/(n - 1) of it, and so on: a difference that is none is called with at most the level's probability.
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

    /// Whether the highest APCER of a species is higher than the other side's. Fewer errors elsewhere are then no
    /// reason to call the whole better, whether or not chance explains this.
    private var isWorstSpeciesWorse: Bool { given.rates.worstAPCER ?? 0 > against.rates.worstAPCER ?? 0 }

    private func headline(_ code: EvaluationAnswer.Code) -> String {
        let (this, other) = (given.name, against.name)
        switch code {
        case .identical: return "No difference: \(this) and \(other) decide every map alike."
        case .better: return "Better: \(this) makes fewer errors than \(other)."
        case .worse: return "Worse: \(this) makes more errors than \(other)."
        case .mixed:
            return directions.contains(.more)
                ? "Mixed: \(this) makes fewer errors of one kind and more of the other."
                : "Mixed: \(this) makes fewer errors than \(other), but its APCER of the worst species is higher."
        case .notToldApart:
            return comparisons.allSatisfy { $0.wrongOnlyGiven + $0.wrongOnlyAgainst == 0 }
                ? "Not told apart: \(this) and \(other) differ only in which maps have a verdict."
                : "Not told apart: chance explains how \(this) and \(other) differ."
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
        let open = isLeftOpen ? ", not told apart)" : ")"
        let texts =
            [bpcer + " (\(probability(comparisons[0]))" + open, apcer] + speciesToldApart(code) + withoutVerdict
        return texts.joined(separator: "; ") + "." + (code == .notToldApart ? tooFewGroups : "")
    }

    private func probability(_ comparison: PairedComparison) -> String {
        "p = " + NumberText.significant(comparison.probabilityOverGroups, digits: 2)
    }

    /// Each species that is decided better or worse; that none is, with the least probability.
    private func speciesToldApart(_ code: EvaluationAnswer.Code) -> [String] {
        let told = zip(comparisons, directions).dropFirst().filter { $0.1 != .notToldApart }.map { comparison, _ in
            "\(comparison.wrongOnlyGiven + comparison.wrongInBoth) attacks of \((comparison.species ?? "").printable) "
                + "accepted instead of \(comparison.wrongOnlyAgainst + comparison.wrongInBoth) "
                + "(\(probability(comparison)))"
        }
        guard told.isEmpty,
            let nearest = comparisons.dropFirst().min(by: { $0.probabilityOverGroups < $1.probabilityOverGroups })
        else { return told }
        return ["no species told apart (least \(probability(nearest)))"]
    }

    /// Maps that only one side judges take no part in any test, so they are counted where there are any.
    private var withoutVerdict: [String] {
        [("real scenes", Array(comparisons.prefix(1))), ("attacks", Array(comparisons.dropFirst()))]
            .flatMap { words, comparisons in
                let all = comparisons.reduce(0) { $0 + $1.mapCount }
                return [(given.name, \PairedComparison.verdictOnlyAgainst), (against.name, \.verdictOnlyGiven)]
                    .compactMap { name, count in
                        let without = comparisons.reduce(0) { $0 + $1[keyPath: count] }
                        return without == 0 ? nil : "\(without) of \(all) \(words) have no verdict with \(name) alone"
                    }
            }
    }

    /// Said where no outcome at all could have told them apart.
    private var tooFewGroups: String {
        let needed = ExactTests.leastGroupCount(for: (1 - confidence) / Double(comparisons.count))
        let found = comparisons.map { $0.groupsWithFewer + $0.groupsWithMore }.max() ?? 0
        guard found < needed, comparisons.contains(where: { $0.wrongOnlyGiven + $0.wrongOnlyAgainst > 0 }) else {
            return ""
        }
        return " Too few maps differ to tell: at most \(found) groups of a class are decided differently, and it takes "
            + "\(needed)."
    }
}
