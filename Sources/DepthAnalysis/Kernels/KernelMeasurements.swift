/// What the first two passes find out about a map.
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
}

/// What the third pass finds out.
struct KernelMoments {
    let mean: Double
    let squaredDeviations: Double
    /// Nil for a flat map.
    let binWidth: Double?
}

/// What the passes found; the counts of bins and the quadrants are still in the workspace.
struct KernelMeasurements {
    let layout: MapLayout
    let extent: KernelExtent
    let moments: KernelMoments
    /// The bits of the upper median.
    let median: Int32
    let uniformCount: Int
}

extension SceneMeasurements<Double> {
    /// Measures a map with the kernels: the same bits as ``plain(of:parameters:rules:checkpoint:)`` with the server's rules.
    ///
    /// What follows from counts and sums (peaks, coherence, screen, quadrant rules) is derived by the same definitions. Here the
    /// lists of the result are allocated; with a workspace that is warm nothing else is.
    static func kernel<Failure: Error>(
        of map: DepthMap, plan: KernelPlan, workspace: KernelWorkspace, checkpoint: () throws(Failure) -> Void
    ) throws(Failure) -> SceneMeasurements? {
        guard let found = try workspace.measure(map, plan, checkpoint: checkpoint) else { return nil }
        let parameters = plan.parameters
        let extent = found.extent
        let statistics = DepthStatistics(
            mean: found.moments.mean,
            standardDeviation: Moments.standardDeviation(
                squaredDeviations: found.moments.squaredDeviations, count: extent.validCount),
            minimum: extent.minimum, maximum: extent.maximum)
        let histogram = found.moments.binWidth.map { width in
            DepthHistogram(
                minimum: extent.minimum, maximum: extent.maximum, binWidth: width,
                counts: (0..<parameters.histogramBinCount).map(workspace.count(inBin:)))
        }
        let measured = (0..<(found.layout.hasQuadrants ? MapLayout.quadrantCount : 0)).map { region in
            let (count, squaredDeviations) = workspace.quadrant(region)
            return (
                validCount: count,
                standardDeviation: count >= parameters.quadrantMinimumSampleCount
                    ? Moments<Double>.standardDeviation(squaredDeviations: squaredDeviations, count: count) : nil
            )
        }
        return SceneMeasurements(
            validCount: extent.validCount,
            statistics: statistics,
            histogram: histogram,
            layers: DepthLayers(in: histogram, prominenceRatio: parameters.peakProminenceRatio),
            edges: EdgeCoherence(
                interiorCount: extent.interiorCount, edgeCount: extent.edgeCount, gain: parameters.edgeGain),
            screen: ScreenPattern(
                median: Double(Float(bitPattern: UInt32(bitPattern: found.median))), uniformCount: found.uniformCount,
                validCount: extent.validCount, statistics: statistics, parameters: parameters),
            quadrants: Quadrants(measured: measured, parameters: parameters, rules: .server))
    }
}
