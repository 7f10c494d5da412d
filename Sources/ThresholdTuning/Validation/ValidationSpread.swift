internal import Support

/// How much the choice of folds moves the rates on new scenes: the range over repeated cross-validations.
///
///     if let spread = report.spread { print(spread.count, spread.bpcer, spread.worstAPCER) }
public struct ValidationSpread: Sendable, Hashable {
    /// The number of cross-validations, each with other folds.
    public let count: Int
    /// The least and the highest BPCER.
    public let bpcer: ClosedRange<Double>
    /// The least and the highest APCER of the worst species.
    public let worstAPCER: ClosedRange<Double>
    /// Whether each cross-validation meets the limit of the objective; empty if it has none.
    public let standings: [TuningAdvice.ObjectiveStanding]

    /// Nil if a rate is missing.
    init?(_ rates: [ErrorRates], standings: [TuningAdvice.ObjectiveStanding]) {
        func range(_ rate: (ErrorRates) -> Double?) -> ClosedRange<Double>? {
            let values = rates.compactMap(rate)
            return values.min().flatMap { least in values.max().map { least...$0 } }
        }
        guard let bpcer = range({ $0.bpcer.value }), let worstAPCER = range(\.worstAPCER) else { return nil }
        (count, self.bpcer, self.worstAPCER, self.standings) = (rates.count, bpcer, worstAPCER, standings)
    }

    /// The number of cross-validations with a standing.
    func count(of standing: TuningAdvice.ObjectiveStanding) -> Int { standings.count { $0 == standing } }

    /// How often the objective is met: `met in 1, not shown in 2, missed in 0`.
    var standingsText: String {
        "met in \(count(of: .met)), not shown in \(count(of: .notShown)), missed in \(count(of: .missed))"
    }

    /// One sentence.
    var sentence: String {
        func text(_ range: ClosedRange<Double>) -> String {
            "\(NumberText.fixed(100 * range.lowerBound, digits: 2)) to \(TuningReport.percent(range.upperBound))"
        }
        return "\(count) cross-validations with other folds: BPCER \(text(bpcer)), APCER of the worst species "
            + text(worstAPCER) + (standings.isEmpty ? "" : "; the objective is \(standingsText)")
            + ". The rates above are the first."
    }

    static let shape = Shape<ValidationSpread> {
        Member("count", .count) { $0.count }
        Member("bpcer", .list(of: .number)) { [$0.bpcer.lowerBound, $0.bpcer.upperBound] }
        Member("apcer_worst", .list(of: .number)) { [$0.worstAPCER.lowerBound, $0.worstAPCER.upperBound] }
        Member("objective_on_new_scenes", .list(of: .word)) { $0.standings }
    }
}
