internal import DepthAnalysis
internal import Support

/// Bootstrap intervals over groups for many operating points at once.
///
/// For each class, a matrix product of accepted presentations (one operating point per row, one group per column)
/// and draws (one group per row, one replicate per column) gives the accepted presentations of every point in every
/// replicate. Operating points are processed in blocks, which bounds memory; presentations that all points of a
/// block decide alike are merged first (see `BlockCells`). Within a block, points are visited in an order in
/// which the next point usually takes only a few additions (see `ReplicateCounts`).
///
/// The result is exact: the factors are whole numbers, and no sum of products exceeds the number of presentations
/// of the class in the replicate. Up to 2^24, every partial sum in f32 is exact in any order, fused or not; larger
/// counts use f64, exact to 2^53.
public struct GroupBootstrap: Sendable {
    /// The rates of one operating point with their intervals.
    public struct Estimate: Sendable, Hashable {
        /// The thresholds of the operating point.
        public let thresholds: VerdictThresholds
        /// The number of accepted presentations of each class, bona fide first.
        public let accepted: [Int]
        /// The interval of BPCER; nil without replicates.
        public let bpcer: ConfidenceInterval?
        /// The interval of each species' APCER; nil for a species that no replicate drew.
        public let apcer: [ConfidenceInterval?]
        /// The interval of the worst species' APCER. The worst species may differ between replicates.
        public let worstAPCER: ConfidenceInterval?
        /// The interval of ACER, the mean of the worst species' APCER and BPCER.
        public let acer: ConfidenceInterval?
    }

    private let presentations: LabelledPresentations
    private let confidence: Double
    private let jobs: Int
    private let ranks: ThresholdRanks
    private let members: [ClassMembers]
    private let resampling: GroupResampling?
    private let blas: BLAS?
    /// For each class and replicate, the number of presentations with a verdict.
    private let drawnResponses: [[Int]]

    init(
        _ presentations: LabelledPresentations, parameters: AnalysisParameters, resampling: GroupResampling?,
        confidence: Double = ConfidenceInterval.standardConfidence, jobs: Int
    ) throws(TuningError) {
        self.presentations = presentations
        self.confidence = confidence
        // OpenBLAS aborts the process if too many threads call it at once, and more threads than processors gain
        // nothing.
        self.jobs = min(jobs, Machine.processorCount)
        self.resampling = resampling
        blas = resampling == nil ? nil : try BLAS()
        let ranks = ThresholdRanks(presentations)
        self.ranks = ranks
        let screenLike = presentations.screenLike(parameters)
        members = (0..<presentations.classCount).map { kind in
            ClassMembers(presentations, screenLike: screenLike, kind: kind, ranks: ranks)
        }
        drawnResponses = members.map { members in
            guard let resampling else { return [] }
            var sums = Array(repeating: 0, count: resampling.replicateCount)
            resampling.drawCounts.withUnsafeBufferPointer { draws in
                for (group, responses) in zip(members.groups, members.responses) {
                    let start = group * resampling.replicateCount
                    let row = UnsafeBufferPointer(rebasing: draws[start..<start + resampling.replicateCount])
                    for replicate in sums.indices { sums[replicate] += responses * Int(row[replicate]) }
                }
            }
            return sums
        }
    }

    /// Evaluates lists of operating points in order. Thresholds are in parameter precision; the profile rounds them.
    func estimates(_ lists: [[VerdictThresholds]]) -> [[Estimate]] {
        Self.isExact(drawnResponses, in: Float.self)
            ? estimates(lists, in: Float.self) : estimates(lists, in: Double.self)
    }

    /// Whether all counts of accepted presentations are exact: none exceeds the number of presentations drawn.
    static func isExact<Scalar: BLASScalar>(_ drawnResponses: [[Int]], in scalar: Scalar.Type) -> Bool {
        drawnResponses.allSatisfy { $0.allSatisfy { $0 <= Scalar.largestExactCount } }
    }

    /// The largest number of operating points in a block. Larger blocks amortise the merging, but leave less to
    /// merge.
    private static let largestBlock = 512
    /// The memory limit for the products of all classes in a block.
    private static let largestByteCount = 64 << 20

    private func blockSize<Scalar: BLASScalar>(in scalar: Scalar.Type) -> Int {
        let byteCountOfPoint = members.count * max(1, resampling?.replicateCount ?? 0) * MemoryLayout<Scalar>.stride
        return max(1, min(Self.largestBlock, Self.largestByteCount / byteCountOfPoint))
    }

    static func byteCountOfBlock(_ presentations: LabelledPresentations, _ replicateCount: Int) -> Int {
        let byteCountOfPoint = presentations.classCount * replicateCount * MemoryLayout<Double>.stride
        return max(byteCountOfPoint, min(largestBlock * byteCountOfPoint, largestByteCount))
    }

    func estimates<Scalar: BLASScalar>(_ lists: [[VerdictThresholds]], in scalar: Scalar.Type) -> [[Estimate]] {
        let draws: [[Scalar]] = members.map { members in
            guard let resampling else { return [] }
            let replicates = resampling.replicateCount
            return Array(unsafeUninitializedCapacity: members.groups.count * replicates) { drawn, count in
                resampling.drawCounts.withUnsafeBufferPointer { draws in
                    for group in members.groups {
                        let row = UnsafeBufferPointer(rebasing: draws[group * replicates..<(group + 1) * replicates])
                        for replicate in 0..<replicates {
                            drawn.initializeElement(at: count + replicate, to: Scalar(row[replicate]))
                        }
                        count += replicates
                    }
                }
            }
        }
        let blockSize = blockSize(in: scalar)
        let blocks = lists.enumerated().flatMap { list, points in
            stride(from: 0, to: points.count, by: blockSize).map { start in
                (list: list, points: Array(points[start..<min(start + blockSize, points.count)]))
            }
        }
        var estimates = lists.map { points in
            var estimates: [Estimate] = []
            estimates.reserveCapacity(points.count)
            return estimates
        }
        parallelMap(blocks, jobs: jobs) { block in
            (list: block.list, estimates: self.estimates(ofBlock: block.points, draws: draws))
        } consume: { block in
            estimates[block.list] += block.estimates
        }
        return estimates
    }

    private func estimates<Scalar: BLASScalar>(ofBlock block: [VerdictThresholds], draws: [[Scalar]]) -> [Estimate] {
        let replicates = resampling?.replicateCount ?? 0
        let points = block.map { ranks.point($0.rounded(for: presentations.profile)) }
        let route = ThresholdRanks.route(through: points)
        let ordered = route.map { points[$0] }
        var accepted = block.map { _ in Array(repeating: 0, count: members.count) }
        var walks: [ReplicateCounts<Scalar>] = []
        for (kind, members) in members.enumerated() {
            let cells = BlockCells(ordered, members: members)
            let factors =
                cells.count < members.groups.count
                ? Self.factors(ordered, cells, draws: draws[kind], replicates: replicates)
                : Self.factors(ordered, members, draws: draws[kind])
            for (step, row) in route.enumerated() { accepted[row][kind] = factors.accepted[step] }
            walks.append(
                ReplicateCounts(
                    left: factors.left, right: factors.right, points: block.count, columns: factors.inner,
                    replicates: replicates, blas: blas))
        }
        var summary = ReplicateSummary(
            drawnResponses: drawnResponses, replicateCount: replicates, confidence: confidence)
        var estimates: [Estimate?] = Array(repeating: nil, count: block.count)
        for (step, row) in route.enumerated() {
            for kind in walks.indices { walks[kind].move(to: step) }
            estimates[row] = summary.estimate(
                thresholds: block[row], accepted: accepted[row], replicates: walks.map(\.counts))
        }
        return estimates.compactMap { $0 }
    }

    /// The factors of one class, and the accepted presentations of each point without resampling.
    private struct Factors<Scalar: BLASScalar> {
        var left: [Scalar]
        var right: [Scalar]
        var inner: Int
        var accepted: [Int]
    }

    /// The factors with one column per group: how many of its presentations each point accepts, and its draws.
    private static func factors<Scalar: BLASScalar>(
        _ points: [ThresholdRanks.Point], _ members: ClassMembers, draws: [Scalar]
    ) -> Factors<Scalar> {
        let inner = members.groups.count
        var factors = Factors(
            left: [Scalar](repeating: 0, count: points.count * inner), right: draws, inner: inner,
            accepted: Array(repeating: 0, count: points.count))
        factors.left.withUnsafeMutableBufferPointer { left in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: members.decidedCount) { scratch in
                for (row, point) in points.enumerated() {
                    let counts = UnsafeMutableBufferPointer(rebasing: left[row * inner..<(row + 1) * inner])
                    members.countAccepted(point, into: counts, scratch: scratch)
                    var sum = 0
                    for count in counts { sum += Int(count) }
                    factors.accepted[row] = sum
                }
            }
        }
        return factors
    }

    /// The factors with one column per cell: whether each point accepts the cell, and its summed draws.
    private static func factors<Scalar: BLASScalar>(
        _ points: [ThresholdRanks.Point], _ cells: BlockCells, draws: [Scalar], replicates: Int
    ) -> Factors<Scalar> {
        let inner = cells.count
        var factors = Factors(
            left: [Scalar](repeating: 0, count: points.count * inner),
            right: [Scalar](repeating: 0, count: inner * replicates), inner: inner,
            accepted: Array(repeating: 0, count: points.count))
        factors.left.withUnsafeMutableBufferPointer { left in
            for (row, point) in points.enumerated() {
                factors.accepted[row] = cells.decide(
                    point, into: UnsafeMutableBufferPointer(rebasing: left[row * inner..<(row + 1) * inner]))
            }
        }
        guard replicates > 0 else { return factors }
        factors.right.withUnsafeMutableBufferPointer { right in
            draws.withUnsafeBufferPointer { draws in
                for (cell, group) in cells.members {
                    let sums = UnsafeMutableBufferPointer(rebasing: right[cell * replicates..<(cell + 1) * replicates])
                    let drawn = UnsafeBufferPointer(rebasing: draws[group * replicates..<(group + 1) * replicates])
                    for replicate in sums.indices { sums[replicate] += drawn[replicate] }
                }
            }
        }
        return factors
    }
}

extension GroupBootstrap {
    /// The intervals of one list of decisions, by plain counting and sorting: the reference for the fast
    /// implementation.
    package static func plain(
        _ accepted: [Bool], of presentations: LabelledPresentations, replicateCount: Int, seed: UInt64,
        confidence: Double
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
            thresholds: VerdictThresholds(standardDeviation: 0, layers: 0, coherence: 0), accepted: counts,
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
