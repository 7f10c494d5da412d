/// Computes the intervals of an operating point's rates from its accepted presentations in every replicate.
struct ReplicateSummary {
    /// The number of presentations with a verdict, by class and replicate.
    private let responses: [[Double]]
    private let replicateCount: Int
    /// Whether some replicate has no presentation of the class, and hence no rate.
    private let isMissingSomewhere: [Bool]
    private var intervals: PercentileIntervals
    private var bonaFide: [Double]
    private var species: [Double]
    private var worst: [Double]
    private var acer: [Double]

    init(drawnResponses: [[Int]], replicateCount: Int, confidence: Double) {
        responses = drawnResponses.map { $0.map(Double.init) }
        isMissingSomewhere = drawnResponses.map { $0.contains(0) }
        intervals = PercentileIntervals(capacity: replicateCount, confidence: confidence)
        self.replicateCount = replicateCount
        bonaFide = Array(repeating: 0, count: replicateCount)
        species = bonaFide
        worst = bonaFide
        acer = bonaFide
    }

    mutating func estimate<Scalar: BLASScalar>(
        thresholds: VerdictThresholds, accepted: [Int], replicates: [[Scalar]]
    ) -> GroupBootstrap.Estimate {
        guard replicateCount > 0 else {
            return GroupBootstrap.Estimate(
                thresholds: thresholds, accepted: accepted, bpcer: nil, apcer: accepted.dropFirst().map { _ in nil },
                worstAPCER: nil, acer: nil)
        }
        for replicate in 0..<replicateCount { worst[replicate] = -1 }
        fill(&bonaFide, replicates[0], of: 0)
        for replicate in 0..<replicateCount { bonaFide[replicate] = 1 - bonaFide[replicate] }
        var apcer: [ConfidenceInterval?] = []
        for kind in replicates.indices.dropFirst() {
            fill(&species, replicates[kind], of: kind)
            for replicate in 0..<replicateCount {
                // The comparison is false for NaN: a species that was not drawn is not the worst.
                if species[replicate] > worst[replicate] { worst[replicate] = species[replicate] }
            }
            apcer.append(
                Self.interval(
                    &species, isConstant: accepted[kind] == 0, mayMiss: isMissingSomewhere[kind], by: &intervals))
        }
        for replicate in 0..<replicateCount {
            if worst[replicate] < 0 { worst[replicate] = .nan }
            acer[replicate] = (worst[replicate] + bonaFide[replicate]) / 2
        }
        let attackMayMiss = isMissingSomewhere.dropFirst().allSatisfy { $0 }
        let nothingPasses = accepted.dropFirst().allSatisfy { $0 == 0 }
        return GroupBootstrap.Estimate(
            thresholds: thresholds, accepted: accepted,
            bpcer: Self.interval(
                &bonaFide, isConstant: accepted[0] == 0, mayMiss: isMissingSomewhere[0], by: &intervals),
            apcer: apcer,
            worstAPCER: Self.interval(
                &worst, isConstant: nothingPasses, mayMiss: attackMayMiss, by: &intervals),
            acer: Self.interval(
                &acer, isConstant: nothingPasses && accepted[0] == 0,
                mayMiss: attackMayMiss || isMissingSomewhere[0], by: &intervals))
    }

    /// Sets the accepted shares; 0 / 0 = NaN where no presentation was drawn.
    private func fill<Scalar: BLASScalar>(_ rates: inout [Double], _ accepted: [Scalar], of kind: Int) {
        rates.withUnsafeMutableBufferPointer { rates in
            responses[kind].withUnsafeBufferPointer { responses in
                accepted.withUnsafeBufferPointer { accepted in
                    for replicate in rates.indices {
                        rates[replicate] = Double(accepted[replicate]) / responses[replicate]
                    }
                }
            }
        }
    }

    /// The percentile interval over the replicates that have a rate. A constant rate needs no selection.
    private static func interval(
        _ rates: inout [Double], isConstant: Bool, mayMiss: Bool, by intervals: inout PercentileIntervals
    ) -> ConfidenceInterval? {
        rates.withUnsafeMutableBufferPointer { rates in
            var count = mayMiss ? 0 : rates.count
            for replicate in rates.indices.dropFirst(count) where !rates[replicate].isNaN {
                rates[count] = rates[replicate]
                count += 1
            }
            if isConstant, count > 0 { return ConfidenceInterval(lower: rates[0], upper: rates[0]) }
            return intervals.interval(UnsafeMutableBufferPointer(rebasing: rates[..<count]))
        }
    }
}
