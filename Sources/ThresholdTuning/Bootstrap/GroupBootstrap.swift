internal import DepthAnalysis
internal import Support

/// Bootstrap intervals over groups for many operating points at once.
///
/// For each class, a matrix product: accepted presentations (an operating point a row, a group a column) times draws (a
/// group a row, a replicate a column) gives the accepted presentations of every point in every replicate. Operating
/// points are taken in blocks, so memory does not grow with their number, and presentations that all points of a block
/// decide alike are merged before (see ``BlockCells``). Within a block points are visited from neighbour to neighbour,
/// of which the later one is most often had by a few additions (see ``ReplicateCounts``).
///
/// Exact: the factors are whole numbers, and no sum of products is larger than the presentations of the class in the
/// replicate. While that is at most 2^24, every partial sum in f32 is exact whatever the order and whether or not
/// products and sums are fused; beyond it f64 is used, exact to 2^53.
public struct GroupBootstrap: Sendable {
    /// The rates of one operating point with their intervals.
    public struct Estimate: Sendable, Hashable {
        /// The thresholds.
        public let thresholds: Thresholds
        /// Accepted presentations by class, bona fide first.
        public let accepted: [Int]
        /// Of BPCER; nil without replicates.
        public let bpcer: ConfidenceInterval?
        /// Of each species' APCER; nil where no replicate drew the species.
        public let apcer: [ConfidenceInterval?]
        /// Of the worst species' APCER, which may be another species in each replicate.
        public let worstAPCER: ConfidenceInterval?
        /// Of the mean of the worst species' APCER and BPCER.
        public let acer: ConfidenceInterval?
    }

    private let presentations: Presentations
    private let confidence: Double
    private let jobs: Int
    private let ranks: ThresholdRanks
    private let members: [ClassMembers]
    private let resampling: GroupResampling?
    private let blas: BLAS?
    /// Presentations with a verdict of each class in each replicate.
    private let drawnResponses: [[Int]]

    /// - Parameters:
    ///   - parameters: the screen rule is taken from them.
    ///   - resampling: the replicates; nil for none, which needs no OpenBLAS.
    ///   - jobs: blocks calculated at once. Changes no result.
    /// - Throws: ``TuningError/noOpenBLAS(reason:)``.
    init(
        _ presentations: Presentations, parameters: AnalysisParameters, resampling: GroupResampling?,
        confidence: Double = 0.95, jobs: Int
    ) throws(TuningError) {
        self.presentations = presentations
        self.confidence = confidence
        // More would wait for a processor, and OpenBLAS ends a process of which too many threads call it at once.
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

    /// Judges lists of operating points, each in its order, as they stand in parameters; the profile rounds them.
    func estimates(_ lists: [[Thresholds]]) -> [[Estimate]] {
        Self.isExact(drawnResponses, in: Float.self)
            ? estimates(lists, in: Float.self) : estimates(lists, in: Double.self)
    }

    /// Whether all counts of accepted presentations are exact: none is larger than the presentations drawn.
    static func isExact<Scalar: BLASScalar>(_ drawnResponses: [[Int]], in scalar: Scalar.Type) -> Bool {
        drawnResponses.allSatisfy { $0.allSatisfy { $0 <= Scalar.largestExactCount } }
    }

    /// Operating points in a block at most: enough that merging presentations pays, few enough that there is much to
    /// merge.
    private static let largestBlock = 512
    /// What the products of all classes take in a block at most.
    private static let largestByteCount = 64 << 20

    /// Operating points in a block: fewer where there are many replicates or species.
    private func blockSize<Scalar: BLASScalar>(in scalar: Scalar.Type) -> Int {
        let byteCountOfPoint = members.count * max(1, resampling?.replicateCount ?? 0) * MemoryLayout<Scalar>.stride
        return max(1, min(Self.largestBlock, Self.largestByteCount / byteCountOfPoint))
    }

    /// What the products of all classes take in a block.
    static func byteCountOfBlock(_ presentations: Presentations, _ replicateCount: Int) -> Int {
        let byteCountOfPoint = presentations.classCount * replicateCount * MemoryLayout<Double>.stride
        return max(byteCountOfPoint, min(largestBlock * byteCountOfPoint, largestByteCount))
    }

    func estimates<Scalar: BLASScalar>(_ lists: [[Thresholds]], in scalar: Scalar.Type) -> [[Estimate]] {
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

    private func estimates<Scalar: BLASScalar>(ofBlock block: [Thresholds], draws: [[Scalar]]) -> [Estimate] {
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

    /// What is multiplied for one class, and what each point accepts without any draw.
    private struct Factors<Scalar: BLASScalar> {
        var left: [Scalar]
        var right: [Scalar]
        var inner: Int
        var accepted: [Int]
    }

    /// A group a column: how many of its presentations each point accepts, times how often it was drawn.
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

    /// A cell a column: whether each point accepts it, times how often its presentations were drawn together.
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
