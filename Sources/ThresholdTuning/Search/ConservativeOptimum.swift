internal import DepthAnalysis

/// Keeps present thresholds that need not change.
///
/// Among equally good thresholds, prefers those that keep the most present ones: it fixes all three, then each pair,
/// then each single one, and searches over the thresholds that are not fixed. A result is as good as the best if it
/// accepts no fewer bona fide maps and no more attacks, in total and of the worst species. For an objective that weighs
/// the two rates against each other, it is as good if their weighted sum is no larger.
struct ConservativeOptimum {
    let objective: TuningObjective
    let present: VerdictThresholds
    let candidates: DecidablePresentations

    /// The thresholds as good as `best` that keep the most present ones.
    ///
    /// - Parameter search: finds the best thresholds for some candidates, by the method that found `best`.
    func keeping(best: VerdictThresholds, search: (DecidablePresentations) -> VerdictThresholds) -> VerdictThresholds {
        let quality = Quality(candidates.accepted(best), candidates, objective)
        for held in Self.subsets {
            var found = held.count == Held.allCases.count ? present : search(candidates.holding(held, at: present))
            for threshold in held { threshold.copy(from: present, to: &found) }
            if Quality(candidates.accepted(found), candidates, objective).isAsGood(as: quality) { return found }
        }
        return best
    }

    enum Held: CaseIterable {
        case standardDeviation, layers, coherence

        func copy(from present: VerdictThresholds, to thresholds: inout VerdictThresholds) {
            switch self {
            case .standardDeviation: thresholds.standardDeviation = present.standardDeviation
            case .layers: thresholds.layers = present.layers
            case .coherence: thresholds.coherence = present.coherence
            }
        }
    }

    /// All non-empty subsets, the largest first.
    private static let subsets: [[Held]] = (1..<1 << Held.allCases.count)
        .map { bits in Held.allCases.enumerated().filter { bits >> $0.offset & 1 == 1 }.map { $0.element } }
        .sorted { $0.count > $1.count }

    private struct Quality {
        let bonaFide: Int
        let attacks: Int
        let worstAPCER: Double
        /// The weighted sum of both rates; nil if the objective does not weigh them against each other.
        let weighed: Double?

        init(_ accepted: [Int], _ candidates: DecidablePresentations, _ objective: TuningObjective) {
            bonaFide = accepted[0]
            attacks = accepted.dropFirst().reduce(0, +)
            worstAPCER = candidates.worstAPCER(accepted)
            weighed =
                switch objective {
                case .acer, .leastCost: objective.rank(apcer: worstAPCER, bpcer: candidates.bpcer(accepted)).value
                case .leastBPCER, .leastAPCER, .deer: nil
                }
        }

        func isAsGood(as best: Quality) -> Bool {
            if let weighed, let least = best.weighed {
                // Equal sums of different rates differ only by rounding; unequal sums differ by far more.
                return weighed <= least + 8 * least.ulp
            }
            return bonaFide >= best.bonaFide && attacks <= best.attacks && worstAPCER <= best.worstAPCER
        }
    }
}

extension DecidablePresentations {
    /// The candidates that pass the fixed thresholds, with the fixed measurements made equal so that only the other
    /// thresholds decide.
    fileprivate func holding(_ held: [ConservativeOptimum.Held], at present: VerdictThresholds)
        -> DecidablePresentations
    {
        var candidates = self
        for threshold in held {
            candidates.all = candidates.all.compactMap { candidate in
                var candidate = candidate
                switch threshold {
                case .standardDeviation:
                    guard candidate.standardDeviation > present.standardDeviation else { return nil }
                    candidate.standardDeviation = .greatestFiniteMagnitude
                case .layers:
                    guard candidate.layers >= present.layers else { return nil }
                    candidate.layers = .max - 1
                case .coherence:
                    guard candidate.coherence > present.coherence else { return nil }
                    candidate.coherence = .greatestFiniteMagnitude
                }
                return candidate
            }
        }
        return candidates
    }
}
