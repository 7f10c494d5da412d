/// The presentations of one class, sorted by group, in the form in which many operating points are decided fast.
///
/// A measurement is above a threshold exactly if its rank among all measured values is at least the number of values
/// the threshold is not below; whole numbers of 32 bits compare eight at a time.
struct ClassMembers {
    /// The groups that have members with a verdict, and how many.
    let groups: [Int]
    let responses: [Int]
    /// For each of `groups`, where its members that thresholds decide about end in the arrays below.
    private let ends: [Int]
    private let deviationRanks: [Int32]
    private let layerCounts: [Int32]
    private let coherenceRanks: [Int32]
    private let isOneMemberAGroup: Bool

    init(_ presentations: Presentations, screenLike: [Bool], kind: Int, ranks: ThresholdRanks) {
        let members = (0..<presentations.count)
            .filter { presentations.classes[$0] == kind && presentations.responded[$0] }
            .sorted { (presentations.groups[$0], $0) < (presentations.groups[$1], $1) }
        var groups: [Int] = []
        var responses: [Int] = []
        var ends: [Int] = []
        var decided: [Int] = []
        for member in members {
            if groups.last != presentations.groups[member] {
                groups.append(presentations.groups[member])
                responses.append(0)
                ends.append(decided.count)
            }
            responses[responses.count - 1] += 1
            if !screenLike[member] { decided.append(member) }
            ends[ends.count - 1] = decided.count
        }
        self.groups = groups
        self.responses = responses
        self.ends = ends
        deviationRanks = decided.map { ranks.deviations.rank(ofValue: presentations.standardDeviations[$0]) }
        layerCounts = decided.map { Int32(clamping: presentations.layerCounts[$0]) }
        coherenceRanks = decided.map { ranks.coherences.rank(ofValue: presentations.coherences[$0]) }
        isOneMemberAGroup = ends == Array(1...max(1, ends.count))
    }

    /// Writes how many members of each group an operating point accepts, one number a group.
    func countAccepted<Scalar: BLASScalar>(
        _ point: ThresholdRanks.Point, into counts: UnsafeMutableBufferPointer<Scalar>,
        scratch: UnsafeMutableBufferPointer<UInt8>
    ) {
        deviationRanks.withUnsafeBufferPointer { deviations in
            layerCounts.withUnsafeBufferPointer { layers in
                coherenceRanks.withUnsafeBufferPointer { coherences in
                    if isOneMemberAGroup {
                        for member in deviations.indices {
                            counts[member] =
                                (deviations[member] >= point.deviation) && (layers[member] >= point.layers)
                                    && (coherences[member] >= point.coherence) ? 1 : 0
                        }
                        return
                    }
                    for member in deviations.indices {
                        let passes =
                            (deviations[member] >= point.deviation) && (layers[member] >= point.layers)
                            && (coherences[member] >= point.coherence)
                        scratch[member] = passes ? 1 : 0
                    }
                    var member = 0
                    for (group, end) in ends.enumerated() {
                        var sum: Int32 = 0
                        while member < end {
                            sum &+= Int32(truncatingIfNeeded: scratch[member])
                            member += 1
                        }
                        counts[group] = Scalar(sum)
                    }
                }
            }
        }
    }

    var decidedCount: Int { deviationRanks.count }

    /// Goes through the members that thresholds decide about; `group` is a place in ``groups``.
    func forEachDecided(
        _ body: (_ group: Int, _ deviation: Int32, _ layerCount: Int32, _ coherence: Int32) -> Void
    ) {
        var member = 0
        for (group, end) in ends.enumerated() {
            while member < end {
                body(group, deviationRanks[member], layerCounts[member], coherenceRanks[member])
                member += 1
            }
        }
    }
}

/// The ranks of all measured values, and of thresholds among them.
struct ThresholdRanks: Sendable {
    let deviations: Ranks
    let coherences: Ranks

    init(_ presentations: Presentations) {
        deviations = Ranks(presentations.standardDeviations)
        coherences = Ranks(presentations.coherences)
    }

    /// An operating point in ranks: what is at least all three passes.
    struct Point: Sendable {
        var deviation: Int32
        var layers: Int32
        var coherence: Int32
    }

    /// - Parameter thresholds: rounded for the profile.
    func point(_ thresholds: Thresholds) -> Point {
        Point(
            deviation: deviations.firstRank(above: thresholds.standardDeviation),
            layers: Int32(clamping: thresholds.layers),
            coherence: coherences.firstRank(above: thresholds.coherence))
    }

    struct Ranks: Sendable {
        private let values: [Double]

        init(_ values: [Double]) {
            self.values = Set(values).sorted()
        }

        func rank(ofValue value: Double) -> Int32 { firstRank(above: value) - 1 }

        /// The number of values that are not above the threshold.
        func firstRank(above threshold: Double) -> Int32 {
            var low = 0
            var high = values.count
            while low < high {
                let middle = (low + high) / 2
                if values[middle] > threshold { high = middle } else { low = middle + 1 }
            }
            return Int32(low)
        }
    }
}
