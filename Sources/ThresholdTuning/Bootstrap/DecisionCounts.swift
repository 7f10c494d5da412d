/// The presentations of one class, sorted by group, laid out for fast decisions at many operating points.
///
/// A measurement passes a threshold exactly when its rank among all measured values is at least the rank of the
/// threshold. Ranks are 32-bit integers, which compare eight at a time.
struct ClassMembers {
    /// The groups with verdicts in this class, and the number of verdicts in each.
    let groups: [Int]
    let responses: [Int]
    /// For each of `groups`, the end of its members in the arrays below, which lack screen-like members: these are
    /// rejected at every threshold.
    private let ends: [Int]
    private let deviationRanks: [Int32]
    private let layerCounts: [Int32]
    private let coherenceRanks: [Int32]
    private let isOneMemberAGroup: Bool

    init(_ presentations: LabelledPresentations, screenLike: [Bool], kind: Int, ranks: ThresholdRanks) {
        let all = presentations.all
        let members = all.indices.filter { all[$0].kind == kind && all[$0].responded }
            .sorted { (all[$0].group, $0) < (all[$1].group, $1) }
        var groups: [Int] = []
        var responses: [Int] = []
        var ends: [Int] = []
        var decided: [Presentation] = []
        for member in members {
            if groups.last != all[member].group {
                groups.append(all[member].group)
                responses.append(0)
                ends.append(decided.count)
            }
            responses[responses.count - 1] += 1
            if !screenLike[member] { decided.append(all[member]) }
            ends[ends.count - 1] = decided.count
        }
        self.groups = groups
        self.responses = responses
        self.ends = ends
        deviationRanks = decided.map { ranks.deviations.countNotAbove($0.standardDeviation) - 1 }
        layerCounts = decided.map { Int32(clamping: $0.layers) }
        coherenceRanks = decided.map { ranks.coherences.countNotAbove($0.coherence) - 1 }
        isOneMemberAGroup = ends == Array(1...max(1, ends.count))
    }

    /// Writes the number of accepted members of each group.
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

    /// Visits the thresholded members; `group` is an index into ``groups``.
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

/// All measured values, sorted, so that thresholds have ranks.
struct ThresholdRanks: Sendable {
    let deviations: [Double]
    let coherences: [Double]

    init(_ presentations: LabelledPresentations) {
        deviations = Set(presentations.all.map(\.standardDeviation)).sorted()
        coherences = Set(presentations.all.map(\.coherence)).sorted()
    }

    /// An operating point in ranks. A presentation passes if it reaches all three.
    struct Point: Sendable {
        var deviation: Int32
        var layers: Int32
        var coherence: Int32
    }

    /// - Parameter thresholds: already rounded for the profile.
    func point(_ thresholds: VerdictThresholds) -> Point {
        Point(
            deviation: deviations.countNotAbove(thresholds.standardDeviation),
            layers: Int32(clamping: thresholds.layers), coherence: coherences.countNotAbove(thresholds.coherence))
    }

    /// Orders points so that neighbours accept nearly the same presentations: by layers, then by standard
    /// deviation, with coherence alternately rising and falling along each line.
    static func route(through points: [Point]) -> [Int] {
        let sorted = points.indices.sorted {
            let (one, other) = (points[$0], points[$1])
            return (one.layers, one.deviation, one.coherence, $0) < (other.layers, other.deviation, other.coherence, $1)
        }
        var route: [Int] = []
        var isFalling = false
        var rest = sorted[...]
        while let first = rest.first {
            let line = rest.prefix {
                points[$0].layers == points[first].layers && points[$0].deviation == points[first].deviation
            }
            if isFalling { route += line.reversed() } else { route += line }
            isFalling.toggle()
            rest = rest[line.endIndex...]
        }
        return route
    }
}

extension Array where Element: Comparable {
    /// The number of elements that are at most `limit`. The array must be sorted.
    func countNotAbove(_ limit: Element) -> Int32 {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] > limit { high = middle } else { low = middle + 1 }
        }
        return Int32(low)
    }
}
