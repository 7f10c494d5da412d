/// The measures of the curves of a score in bootstrap replicates over groups.
///
/// One pass over the sorted presentations of a replicate gives the measures of all curves: of each species, of the
/// worst species at each threshold, and of all attacks.
struct ScoreReplicates {
    /// The measures of one curve.
    enum Measure: Int, CaseIterable {
        case auc, equalErrorRate, bpcer10, bpcer20, bpcer100
    }

    /// The APCER of ``Measure/bpcer10``, ``Measure/bpcer20`` and ``Measure/bpcer100``.
    static let limits = [0.1, 0.05, 0.01]

    /// Curves: the species, then the worst species, then all attacks.
    let curveCount: Int
    /// The values of each measure, in the replicates that have both classes of the curve.
    private(set) var values: [[Double]]

    private let speciesCount: Int
    /// Presentations with scores by rising score: class, group, and whether the next score is higher.
    private let kinds: [Int]
    private let groups: [Int]
    private let isLast: [Bool]
    /// Whether a threshold that accepts everything can be reached.
    private let reachesAll: Bool

    /// - Parameter reachesAll: whether a threshold accepts everything.
    init(_ scored: ScoredPresentations, _ resampling: GroupResampling, reachesAll: Bool) {
        let all = scored.presentations.all
        let sorted = zip(all, scored.scores).compactMap { presentation, score in
            score.map { (score: $0, kind: presentation.kind, group: presentation.group) }
        }.sorted { $0.score < $1.score }
        kinds = sorted.map(\.kind)
        groups = sorted.map(\.group)
        isLast = sorted.indices.map { $0 + 1 == sorted.count || sorted[$0 + 1].score > sorted[$0].score }
        self.reachesAll = reachesAll
        speciesCount = scored.presentations.classCount - 1
        curveCount = speciesCount + 2
        values = Array(repeating: [], count: curveCount * Measure.allCases.count)
        let replicates = resampling.replicateCount
        var weights = Array(repeating: 0.0, count: scored.presentations.groupNames.count)
        for replicate in 0..<replicates {
            for group in weights.indices {
                weights[group] = Double(resampling.drawCounts[group * replicates + replicate])
            }
            measure(weights)
        }
    }

    /// The values of a measure of a curve.
    func values(_ measure: Measure, ofCurve curve: Int) -> [Double] {
        values[curve * Measure.allCases.count + measure.rawValue]
    }

    private mutating func measure(_ weights: [Double]) {
        var totals = Array(repeating: 0.0, count: speciesCount + 1)
        for (kind, group) in zip(kinds, groups) { totals[kind] += weights[group] }
        let attacks = totals.dropFirst().reduce(0, +)
        guard totals[0] > 0, attacks > 0 else { return }
        var rejected = Array(repeating: 0.0, count: speciesCount + 1)
        var before = rejected
        var auc = rejected
        var rates = Array(repeating: 1.0, count: curveCount)
        var closest = Array(repeating: reachesAll ? 1.0 : .infinity, count: curveCount)
        var equal = Array(repeating: 0.5, count: curveCount)
        // The BPCER at each limit of APCER, which fall.
        var least = Array(repeating: -1.0, count: curveCount * Self.limits.count)
        var reachedLimits = Array(repeating: 0, count: curveCount)
        // Behind the threshold of equal rates, their distance only rises.
        var isPast = Array(repeating: false, count: curveCount)
        var isChanged = false
        for place in kinds.indices {
            let weight = weights[groups[place]]
            if weight > 0 {
                rejected[kinds[place]] += weight
                isChanged = true
            }
            guard isLast[place], isChanged else { continue }
            isChanged = false
            let bpcer = rejected[0] / totals[0]
            let added = rejected[0] - before[0]
            var (worst, all) = (0.0, 0.0)
            for species in 0..<speciesCount where totals[species + 1] > 0 {
                let count = rejected[species + 1]
                if added > 0 { auc[species] += added * (before[species + 1] + count) / 2 }
                if count > before[species + 1] { rates[species] = (totals[species + 1] - count) / totals[species + 1] }
                before[species + 1] = count
                worst = max(worst, rates[species])
                all += count
            }
            before[0] = rejected[0]
            rates[speciesCount] = worst
            rates[speciesCount + 1] = (attacks - all) / attacks
            for curve in 0..<curveCount {
                if !isPast[curve] {
                    let (distance, mean) = (abs(rates[curve] - bpcer), (rates[curve] + bpcer) / 2)
                    // Differences of shares can have different last bits.
                    if distance < closest[curve] - 1e-12 || (distance < closest[curve] + 1e-12 && mean < equal[curve]) {
                        (closest[curve], equal[curve]) = (distance, mean)
                    }
                    isPast[curve] = rates[curve] < bpcer
                }
                while reachedLimits[curve] < Self.limits.count, rates[curve] <= Self.limits[reachedLimits[curve]] {
                    least[curve * Self.limits.count + reachedLimits[curve]] = bpcer
                    reachedLimits[curve] += 1
                }
            }
        }
        let present = (0..<speciesCount).filter { totals[$0 + 1] > 0 }
        let areas = present.map { auc[$0] / (totals[0] * totals[$0 + 1]) }
        let sum = present.reduce(0.0) { $0 + auc[$1] } / (totals[0] * attacks)
        for (curve, area) in zip(present, areas) + [(speciesCount, areas.min() ?? 0), (speciesCount + 1, sum)] {
            let first = curve * Measure.allCases.count
            for (offset, value) in ([area, equal[curve]] + least[curve * 3..<curve * 3 + 3]).enumerated() {
                values[first + offset].append(value)
            }
        }
    }
}
