internal import DepthAnalysis

/// Thresholds that need not move stay where they are.
///
/// Where several thresholds are equally good, those are taken that leave the most of the present ones as they are:
/// first all three, then any two, then any one are held, and the search is made over the others. What it finds counts
/// if it accepts no fewer real scenes and no more attacks, of the worst species and of all, than the best there is; or,
/// where the objective weighs the two rates against each other, if they weigh no more, however they are made up.
struct StayingOptimum {
    let objective: Objective
    let present: Thresholds
    let candidates: Candidates

    /// Of thresholds as good as `best`, those that keep the most present ones.
    ///
    /// - Parameter search: the best thresholds for some candidates, as `best` was found.
    func keeping(best: Thresholds, search: (Candidates) -> Thresholds) -> Thresholds {
        let quality = Quality(candidates.accepted(best), candidates, objective)
        for held in Self.subsets {
            var found = held.count == Held.allCases.count ? present : search(candidates.holding(held, at: present))
            for threshold in held { threshold.copy(from: present, to: &found) }
            if Quality(candidates.accepted(found), candidates, objective).isAsGood(as: quality) { return found }
        }
        return best
    }

    /// The thresholds that can be held.
    enum Held: CaseIterable {
        case standardDeviation, layers, coherence

        func copy(from present: Thresholds, to thresholds: inout Thresholds) {
            switch self {
            case .standardDeviation: thresholds.standardDeviation = present.standardDeviation
            case .layers: thresholds.layers = present.layers
            case .coherence: thresholds.coherence = present.coherence
            }
        }
    }

    /// Every choice of thresholds to hold but none, the largest first.
    private static let subsets: [[Held]] = (1..<1 << Held.allCases.count)
        .map { bits in Held.allCases.enumerated().filter { bits >> $0.offset & 1 == 1 }.map { $0.element } }
        .sorted { $0.count > $1.count }

    private struct Quality {
        let bonaFide: Int
        let attacks: Int
        let worstAPCER: Double
        /// What the objective makes of both rates; nil where it does not weigh them against each other.
        let weighed: Double?

        init(_ accepted: [Int], _ candidates: Candidates, _ objective: Objective) {
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
                // Equal sums of other rates differ by their rounding; sums that are not equal, by far more.
                return weighed <= least + 8 * least.ulp
            }
            return bonaFide >= best.bonaFide && attacks <= best.attacks && worstAPCER <= best.worstAPCER
        }
    }
}

extension Candidates {
    /// The candidates that the held thresholds leave, alike in what these compare: a search over them can decide by the
    /// other thresholds only.
    fileprivate func holding(_ held: [StayingOptimum.Held], at present: Thresholds) -> Candidates {
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
