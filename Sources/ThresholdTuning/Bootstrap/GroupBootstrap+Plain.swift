internal import DepthAnalysis

extension GroupBootstrap {
    /// The intervals of one list of decisions, by plain counting and sorting. The reference for the fast
    /// implementation.
    package static func plain(
        _ accepted: [Bool], of presentations: Presentations, replicateCount: Int, seed: UInt64, confidence: Double
    ) -> Estimate {
        let resampling = GroupResampling(presentations, replicateCount: replicateCount, seed: seed)
        let replicates = 0..<resampling.replicateCount
        var responses = Array(
            repeating: Array(repeating: 0.0, count: replicates.count), count: presentations.classCount)
        var passed = responses
        var counts = Array(repeating: 0, count: presentations.classCount)
        for (presentation, isAccepted) in zip(presentations.all, accepted) where presentation.responded {
            let kind = presentation.kind
            if isAccepted { counts[kind] += 1 }
            for replicate in replicates {
                let draws = Double(resampling.drawCounts[presentation.group * replicates.count + replicate])
                responses[kind][replicate] += draws
                if isAccepted { passed[kind][replicate] += draws }
            }
        }
        // 0 / 0 = NaN where a replicate drew no presentation of a class.
        let rates = zip(passed, responses).map { zip($0, $1).map { $0 / $1 } }
        let bpcer = rates[0].map { 1 - $0 }
        let worst = replicates.map { replicate in
            rates.dropFirst().map { $0[replicate] }.filter { !$0.isNaN }.max() ?? .nan
        }
        func interval(_ rates: [Double]) -> ConfidenceInterval? {
            plainInterval(rates.filter { !$0.isNaN }.sorted(), confidence: confidence)
        }
        return Estimate(
            thresholds: Thresholds(standardDeviation: 0, layers: 0, coherence: 0), accepted: counts,
            bpcer: interval(bpcer), apcer: rates.dropFirst().map(interval), worstAPCER: interval(worst),
            acer: interval(zip(worst, bpcer).map { ($0 + $1) / 2 }))
    }

    /// The percentile interval of sorted values (Hyndman and Fan's definition 7); nil for an empty list.
    static func plainInterval(_ sorted: [Double], confidence: Double) -> ConfidenceInterval? {
        guard !sorted.isEmpty else { return nil }
        func quantile(_ share: Double) -> Double {
            let position = share * Double(sorted.count - 1)
            let index = Int(position)
            let next = min(index + 1, sorted.count - 1)
            return sorted[index] + (sorted[next] - sorted[index]) * (position - Double(index))
        }
        let tail = (1 - confidence) / 2
        return ConfidenceInterval(lower: quantile(tail), upper: quantile(1 - tail))
    }
}
