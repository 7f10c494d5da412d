internal import PlainText

/// What an evaluation comes to.
public struct EvaluationAnswer: Sendable, Hashable {
    /// The answer as a word for programs.
    public enum Code: String, Sendable, CaseIterable {
        /// Fewer errors on real scenes, on attacks or on both; more on neither.
        case better
        /// More errors on one or both; fewer on neither.
        case worse
        /// Fewer on one and more on the other.
        case mixed
        /// Decisions differ, but not by more than chance explains.
        case notToldApart = "not_told_apart"
        /// Every map is decided alike.
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
    /// Two tests are made, so by Holm's rule the smaller probability counts up to half the level and the other, if the
    /// first counts, up to all of it: a difference that is none is called with at most the level's probability.
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
        if comparisons.allSatisfy({ $0.wrongOnlyGiven + $0.wrongOnlyAgainst == 0 }) { return .identical }
        return switch (directions.contains(.fewer), directions.contains(.more)) {
        case (true, false): .better
        case (false, true): .worse
        case (true, true): .mixed
        case (false, false): .notToldApart
        }
    }

    private func headline(_ code: EvaluationAnswer.Code) -> String {
        let (this, other) = (given.name, against.name)
        return switch code {
        case .identical: "No difference: \(this) and \(other) decide every map alike."
        case .better: "Better: \(this) makes fewer errors than \(other)."
        case .worse: "Worse: \(this) makes more errors than \(other)."
        case .mixed: "Mixed: \(this) makes fewer errors of one kind and more of the other."
        case .notToldApart: "Not told apart: chance explains how \(this) and \(other) differ."
        }
    }

    private func details(_ code: EvaluationAnswer.Code) -> String {
        let texts = zip(comparisons, directions).map { rates($0, $1, code) }
        return texts.joined(separator: "; ") + "." + (code == .notToldApart ? tooFewGroups : "")
    }

    private func rates(
        _ comparison: PairedComparison, _ direction: Direction, _ code: EvaluationAnswer.Code
    ) -> String {
        func both(_ rate: (ErrorRates) -> Double?) -> String {
            let (value, other) = (TuningReport.percent(rate(given.rates)), TuningReport.percent(rate(against.rates)))
            return code == .identical ? value : "\(value) instead of \(other)"
        }
        // The test counts all attacks, the rate is that of the worst species: they need not agree, so both are said.
        let (found, expected) = (comparison.wrongOnlyGiven, comparison.wrongOnlyAgainst)
        let text =
            switch comparison.presentationClass {
            case .bonaFide: "BPCER " + both { $0.bpcer.value }
            case .attacks:
                "\(found + comparison.wrongInBoth) attacks accepted"
                    + (code == .identical ? "" : " instead of \(expected + comparison.wrongInBoth)")
                    + ", APCER of the worst species " + both { $0.worstAPCER }
            }
        if code == .identical { return text }
        let isLeftOpen = direction == .notToldApart && code != .notToldApart
        return text + " (p = " + NumberText.significant(comparison.probabilityOverGroups, digits: 2)
            + (isLeftOpen ? ", not told apart)" : ")")
    }

    /// Said where no outcome at all could have told them apart.
    private var tooFewGroups: String {
        let needed = ExactTests.leastGroupCount(for: (1 - confidence) / Double(comparisons.count))
        let found = comparisons.map { $0.groupsWithFewer + $0.groupsWithMore }.max() ?? 0
        guard found < needed else { return "" }
        return " Too few maps differ to tell: at most \(found) groups of a class are decided differently, and it takes "
            + "\(needed)."
    }
}
