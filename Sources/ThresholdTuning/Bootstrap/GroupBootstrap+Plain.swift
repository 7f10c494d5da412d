extension GroupBootstrap {
    /// The intervals of decisions, one a presentation, by plain counting: what the matrix products are held to.
    package static func plain(
        _ accepted: [Bool], of presentations: Presentations, replicateCount: Int, seed: UInt64, confidence: Double
    ) -> Estimate {
        let resampling = GroupResampling(presentations, replicateCount: replicateCount, seed: seed)
        let replicates = resampling.replicateCount
        var responses = Array(repeating: Array(repeating: 0, count: replicates), count: presentations.classCount)
        var passed = responses.map { $0.map(Double.init) }
        var counts = Array(repeating: 0, count: presentations.classCount)
        for (presentation, isAccepted) in zip(presentations.all, accepted) where presentation.responded {
            let kind = presentation.kind
            if isAccepted { counts[kind] += 1 }
            for replicate in 0..<replicates {
                let draws = Int(resampling.drawCounts[presentation.group * replicates + replicate])
                responses[kind][replicate] += draws
                if isAccepted { passed[kind][replicate] += Double(draws) }
            }
        }
        var summary = ReplicateSummary(
            drawnResponses: responses, replicateCount: replicates, confidence: confidence)
        return summary.estimate(
            thresholds: Thresholds(standardDeviation: 0, layers: 0, coherence: 0), accepted: counts,
            replicates: passed.map { $0[...] })
    }
}
