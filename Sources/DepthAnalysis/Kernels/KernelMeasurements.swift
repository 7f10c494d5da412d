/// What the passes found out about a map: all of it, so that the workspace may go on to the next.
struct KernelMeasurements {
    let extent: KernelExtent
    let moments: KernelMoments
    /// The bits of the upper median.
    let median: Int32
    /// Samples in the screen band around it.
    let uniformCount: Int
}

/// What the first two passes find out.
struct KernelExtent {
    let validCount: Int
    /// The sum of the valid samples in metres.
    let sum: Double
    /// The bits of the nearest and of the farthest valid sample.
    let nearest: Int32
    let farthest: Int32
    let interiorCount: Int
    let edgeCount: Int

    var minimum: Double { Double(Float(bitPattern: UInt32(bitPattern: nearest))) }
    var maximum: Double { Double(Float(bitPattern: UInt32(bitPattern: farthest))) }

    /// More than any sample's squared deviation from a mean of some of them. A mean lies between them but for what its
    /// sum was rounded by: less than n * 2^-53 of it, and no map has 2^33 samples.
    var largestSquaredDeviation: Double {
        let spread = maximum - minimum + maximum * 0x1p-20
        return 4 * spread * spread
    }
}

/// What the third pass finds out.
struct KernelMoments {
    let mean: Double
    let squaredDeviations: Double
    /// Nil for a flat map.
    let histogram: DepthHistogram<Double>?
    /// As ``Quadrants/init(measured:parameters:rules:)`` takes them; none when the map has no quadrants.
    let quadrants: [(validCount: Int, standardDeviation: Double?)]
}

extension SceneMeasurements<Double> {
    /// Measures a map with the kernels: the same bits as ``plain(of:parameters:rules:exponential:checkpoint:)`` with
    /// the server's rules.
    ///
    /// What follows from counts and sums (peaks, coherence, screen, quadrant rules) is derived by the same definitions.
    /// Only the lists of the result are allocated, once the workspace is warm.
    static func kernel<Failure: Error>(
        of map: MapView, plan: KernelPlan, workspace: KernelWorkspace, checkpoint: () throws(Failure) -> Void
    ) throws(Failure) -> SceneMeasurements? {
        guard let found = try workspace.measure(map, plan, checkpoint: checkpoint) else { return nil }
        let parameters = plan.parameters
        let extent = found.extent
        let statistics = DepthStatistics(
            mean: found.moments.mean,
            standardDeviation: Moments.standardDeviation(
                squaredDeviations: found.moments.squaredDeviations, count: extent.validCount),
            minimum: extent.minimum, maximum: extent.maximum)
        return SceneMeasurements(
            validCount: extent.validCount,
            statistics: statistics,
            histogram: found.moments.histogram,
            layers: DepthLayers(in: found.moments.histogram, prominenceRatio: parameters.peakProminenceRatio),
            edges: EdgeCoherence(
                interiorCount: extent.interiorCount, edgeCount: extent.edgeCount, gain: parameters.edgeGain,
                plan.exponential),
            screen: ScreenPattern(
                median: Double(Float(bitPattern: UInt32(bitPattern: found.median))), uniformCount: found.uniformCount,
                validCount: extent.validCount, statistics: statistics, parameters: parameters),
            quadrants: Quadrants(measured: found.moments.quadrants, parameters: parameters, rules: .server))
    }
}
