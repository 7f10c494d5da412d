public import DepthAnalysis
internal import DepthFiles

/// Bootstrap intervals over groups for many operating points at once.
///
/// For each class, one matrix product: accepted presentations (an operating point a row, a group a column) times draws (a group a
/// row, a replicate a column) gives the accepted presentations of every point in every replicate. Operating points are taken in
/// blocks, so memory does not grow with their number.
///
/// Exact: the factors are whole numbers, and no sum of products is larger than the presentations of the class in the replicate.
/// While that is at most 2^24, every partial sum in f32 is exact whatever the order and whether or not products and sums
/// are fused; beyond it f64 is used, exact to 2^53.
public struct GroupBootstrap: Sendable {
    /// The rates of one operating point with their intervals.
    public struct Estimate: Sendable, Hashable {
        /// The thresholds.
        public let thresholds: Thresholds
        /// Accepted presentations by class, bona fide first.
        public let accepted: [Int]
        /// Of BPCER; nil without replicates.
        public let bpcer: Interval?
        /// Of each species' APCER; nil where no replicate drew the species.
        public let apcer: [Interval?]
        /// Of the worst species' APCER, which may be another species in each replicate.
        public let worstAPCER: Interval?
        /// Of the mean of the worst species' APCER and BPCER.
        public let acer: Interval?
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
    ///   - presentations: what is judged.
    ///   - parameters: the screen rule is taken from them.
    ///   - resampling: the replicates; nil for none, which needs no OpenBLAS.
    ///   - confidence: of the intervals.
    ///   - jobs: blocks calculated at once. Changes no result.
    /// - Throws: ``TuningError/noOpenBLAS(reason:)``.
    public init(
        _ presentations: Presentations, parameters: AnalysisParameters, resampling: GroupResampling?,
        confidence: Double = 0.95, jobs: Int
    ) throws(TuningError) {
        self.presentations = presentations
        self.confidence = confidence
        self.jobs = jobs
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
            for (group, responses) in zip(members.groups, members.responses) {
                let row = resampling.drawCounts[(group * resampling.replicateCount)...]
                for replicate in sums.indices {
                    sums[replicate] += responses * Int(row[row.startIndex + replicate])
                }
            }
            return sums
        }
    }

    /// Judges operating points, in their order.
    ///
    /// - Parameter points: as they stand in parameters; the profile rounds them.
    public func estimates(_ points: [Thresholds]) async -> [Estimate] {
        let largest = drawnResponses.compactMap { $0.max() }.max() ?? 0
        return largest <= Float.largestExactCount
            ? await estimates(points, in: Float.self) : await estimates(points, in: Double.self)
    }

    /// Operating points in a block: enough for the product to run at full speed, few enough to keep its result in the cache's reach.
    private static let blockSize = 256

    func estimates<Scalar: BLASScalar>(_ points: [Thresholds], in scalar: Scalar.Type) async -> [Estimate] {
        let draws: [[Scalar]] = members.map { members in
            guard let resampling else { return [] }
            return members.groups.flatMap { group in
                let start = group * resampling.replicateCount
                return resampling.drawCounts[start..<start + resampling.replicateCount].map { Scalar($0) }
            }
        }
        let blocks = stride(from: 0, to: points.count, by: Self.blockSize).map { start in
            Array(points[start..<min(start + Self.blockSize, points.count)])
        }
        var estimates: [Estimate] = []
        estimates.reserveCapacity(points.count)
        await parallelMap(blocks, jobs: jobs) { block in
            self.estimates(ofBlock: block, draws: draws)
        } consume: { block in
            estimates += block
        }
        return estimates
    }

    private func estimates<Scalar: BLASScalar>(ofBlock block: [Thresholds], draws: [[Scalar]]) -> [Estimate] {
        let replicates = resampling?.replicateCount ?? 0
        var accepted = block.map { _ in Array(repeating: 0, count: members.count) }
        /// For each class, a point a row and a replicate a column.
        var products: [[Scalar]] = []
        for (kind, members) in members.enumerated() {
            let groupCount = members.groups.count
            var counts = [Scalar](repeating: 0, count: block.count * groupCount)
            var product = [Scalar](repeating: 0, count: block.count * replicates)
            counts.withUnsafeMutableBufferPointer { counts in
                withUnsafeTemporaryAllocation(of: UInt8.self, capacity: members.decidedCount) { scratch in
                    for (row, thresholds) in block.enumerated() {
                        let point = ranks.point(thresholds.rounded(for: presentations.profile))
                        let cells = UnsafeMutableBufferPointer(
                            rebasing: counts[row * groupCount..<(row + 1) * groupCount])
                        members.countAccepted(point, into: cells, scratch: scratch)
                        var sum = 0
                        for cell in cells { sum += Int(cell) }
                        accepted[row][kind] = sum
                    }
                }
                guard let blas, groupCount > 0 else { return }
                product.withUnsafeMutableBufferPointer { product in
                    draws[kind].withUnsafeBufferPointer { draws in
                        Scalar.multiply(
                            blas, UnsafeBufferPointer(counts), draws, into: product, rows: block.count,
                            columns: replicates, inner: groupCount)
                    }
                }
            }
            products.append(product)
        }
        var summary = ReplicateSummary(
            drawnResponses: drawnResponses, replicateCount: replicates, confidence: confidence)
        return block.indices.map { row in
            summary.estimate(
                thresholds: block[row], accepted: accepted[row],
                replicates: products.map { $0[row * replicates..<(row + 1) * replicates] })
        }
    }
}
