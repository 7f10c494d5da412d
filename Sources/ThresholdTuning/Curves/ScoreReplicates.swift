/// The measures of the curves of a score in bootstrap replicates over groups.
///
/// One pass over the sorted presentations of a replicate gives the measures of all curves: of each species, of the
/// worst species at each threshold, and of all attacks.
struct ScoreReplicates {
    /// The measures of one curve.
    enum Measure: Int, CaseIterable {
        case auc, equalErrorRate, bpcer10, bpcer20, bpcer100
    }

    /// The limits on APCER of ``Measure/bpcer10``, ``Measure/bpcer20`` and ``Measure/bpcer100``.
    static let limits = [0.1, 0.05, 0.01]

    /// The number of curves: one for each species, then the worst species, then all attacks.
    let curveCount: Int
    /// The values of each measure, in the replicates that have both classes of the curve.
    private(set) var values: [[Double]]

    private let speciesCount: Int
    /// Class and group of the presentations with scores, by rising score.
    private let kinds: [Int]
    private let groups: [Int]
    /// The ranges of equal scores.
    private let ties: [Range<Int>]
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
        var ties: [Range<Int>] = []
        for place in sorted.indices where place + 1 == sorted.count || sorted[place + 1].score > sorted[place].score {
            ties.append((ties.last?.upperBound ?? 0)..<place + 1)
        }
        self.ties = ties
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

    /// The state of a curve while the threshold rises.
    private struct Curve {
        var apcer = 1.0
        /// The least distance between both rates so far, and their mean there.
        var closest: Double
        var equal = 0.5
        /// The least BPCER at each of ``limits``, which fall, as far as APCER has reached them.
        var least: [Double] = []
        /// Whether equal rates are passed: from there on, their distance only rises.
        private var isPast = false

        init(reachesAll: Bool) { closest = reachesAll ? 1 : .infinity }

        mutating func compare(with bpcer: Double) {
            guard !isPast else { return }
            let (distance, mean) = (abs(apcer - bpcer), (apcer + bpcer) / 2)
            // Equal differences of shares can have different last bits.
            if distance < closest - 1e-12 || (distance < closest + 1e-12 && mean < equal) {
                (closest, equal) = (distance, mean)
            }
            isPast = apcer < bpcer
        }

        mutating func set(apcer: Double, bpcer: Double) {
            self.apcer = apcer
            while least.count < limits.count, apcer <= limits[least.count] { least.append(bpcer) }
        }
    }

    private mutating func measure(_ weights: [Double]) {
        var totals = Array(repeating: 0.0, count: speciesCount + 1)
        for (kind, group) in zip(kinds, groups) { totals[kind] += weights[group] }
        let attacks = totals.dropFirst().reduce(0, +)
        guard totals[0] > 0, attacks > 0 else { return }
        let present = (0..<speciesCount).filter { totals[$0 + 1] > 0 }
        var rejected = Array(repeating: 0.0, count: speciesCount + 1)
        var before = rejected
        var all = 0.0
        var auc = rejected
        var curves = Array(repeating: Curve(reachesAll: reachesAll), count: curveCount)
        // A step changes few species' APCER; if it rejects no bona fide, only their curves and the last two change.
        for tie in ties {
            for place in tie { rejected[kinds[place]] += weights[groups[place]] }
            let bpcer = rejected[0] / totals[0]
            // Half of the tied bona fide presentations count as above an attack.
            let above = totals[0] - (before[0] + rejected[0]) / 2
            let attacksBefore = all
            for kind in kinds[tie] where kind > 0 && rejected[kind] > before[kind] {
                let added = rejected[kind] - before[kind]
                before[kind] = rejected[kind]
                all += added
                auc[kind - 1] += added * above
                curves[kind - 1].set(apcer: (totals[kind] - rejected[kind]) / totals[kind], bpcer: bpcer)
                curves[kind - 1].compare(with: bpcer)
            }
            if all > attacksBefore {
                let worst = present.reduce(0) { max($0, curves[$1].apcer) }
                curves[speciesCount].set(apcer: worst, bpcer: bpcer)
                curves[speciesCount + 1].set(apcer: (attacks - all) / attacks, bpcer: bpcer)
            }
            if rejected[0] > before[0] {
                before[0] = rejected[0]
                for curve in curves.indices { curves[curve].compare(with: bpcer) }
            } else if all > attacksBefore {
                for curve in curves.suffix(2).indices { curves[curve].compare(with: bpcer) }
            }
        }
        let areas = present.map { auc[$0] / (totals[0] * totals[$0 + 1]) }
        let sum = present.reduce(0.0) { $0 + auc[$1] } / (totals[0] * attacks)
        for (index, area) in zip(present, areas) + [(speciesCount, areas.min() ?? 0), (speciesCount + 1, sum)] {
            let (first, curve) = (index * Measure.allCases.count, curves[index])
            for (offset, value) in ([area, curve.equal] + curve.least).enumerated() {
                values[first + offset].append(value)
            }
        }
    }
}
