internal import SeededRandom

/// Parts of the presentations for cross-validation: each group is in exactly one, so nothing of a scene that is judged
/// was seen when thresholds were chosen.
struct GroupFolds: Sendable {
    /// The indices of the presentations of each fold.
    let folds: [[Int]]

    /// Deals the groups into folds: shuffled, and for each stratum (real scenes, attacks, both) in turn, so that folds
    /// resemble each other.
    ///
    /// Nil if there are fewer than two groups of real scenes or of attacks: then some training would see none of them.
    ///
    /// - Parameters:
    ///   - presentations: what is dealt.
    ///   - most: the number of folds wanted, at least 2; fewer if there are fewer groups of a class.
    ///   - seed: the same seed deals the same.
    init?(_ presentations: Presentations, most: Int, seed: UInt64) {
        let strata = GroupResampling.strata(presentations)
        let count = min(most, strata[0].count + strata[2].count, strata[1].count + strata[2].count)
        guard count >= 2 else { return nil }
        var random = SplitMix64(seed: seed)
        var foldOfGroup = Array(repeating: 0, count: presentations.groupNames.count)
        var next = 0
        for var groups in strata {
            // Fisher and Yates's shuffle.
            for place in groups.indices.reversed() where place > 0 { groups.swapAt(place, random.below(place + 1)) }
            for group in groups {
                foldOfGroup[group] = next % count
                next += 1
            }
        }
        folds = (0..<count).map { fold in
            (0..<presentations.count).filter { foldOfGroup[presentations.groups[$0]] == fold }
        }
    }

    /// The presentations of all folds but one, in their order.
    func training(without fold: Int) -> [Int] {
        folds.indices.filter { $0 != fold }.flatMap { folds[$0] }.sorted()
    }
}
