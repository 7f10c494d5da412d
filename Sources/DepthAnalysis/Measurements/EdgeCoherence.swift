/// The share of depth edges in a map, and the coherence derived from it.
///
/// Source: specification §6.
struct EdgeCoherence<Scalar: DepthScalar>: Sendable, Equatable {
    /// Interior pixels (those with four neighbours) with a valid sample.
    let interiorCount: Int
    /// Interior pixels with a gradient above the threshold.
    let edgeCount: Int
    /// `1 - exp(-gain * edgeCount / interiorCount)`, from 0 to 1; 0 without interior pixels.
    let value: Scalar

    /// Measures a map. A map that is not a grid, or has a side below 3 samples, has no interior, and everything is 0.
    ///
    /// The gradient is the central difference, in metres per pixel. A direction with an unusable neighbour (not
    /// finite, or not above the lower end of the valid range) counts as 0; neighbours beyond the upper end are
    /// usable.
    ///
    /// - Parameter visit: called with the marks of each counted pixel, in raster order.
    init(
        of map: MapView, parameters: AnalysisParameters, exponential: DepthAnalyzer.Exponential = .fused,
        visiting visit: (_ centre: Int, _ marks: SampleMarks) -> Void = { _, _ in }
    ) {
        guard map.hasInterior else {
            self.init(interiorCount: 0, edgeCount: 0, gain: parameters.edgeGain, exponential)
            return
        }
        let samples = map.samples
        let width = map.width
        let range = parameters.validRange
        let threshold = Scalar(parameters.gradientThreshold)
        func centralDifference(_ before: Float, _ after: Float) -> Scalar {
            guard range.isUsableAsNeighbour(before), range.isUsableAsNeighbour(after) else { return 0 }
            return (Scalar(after) - Scalar(before)) / 2
        }

        var interiorCount = 0
        var edgeCount = 0
        for row in 1..<map.height - 1 {
            for column in 1..<width - 1 {
                let centre = row * width + column
                guard range.contains(samples[centre]) else { continue }
                interiorCount += 1
                var marks: SampleMarks = .interior
                let horizontal = centralDifference(samples[centre - 1], samples[centre + 1])
                let vertical = centralDifference(samples[centre - width], samples[centre + width])
                let gradient = (horizontal * horizontal + vertical * vertical).squareRoot()
                if gradient > threshold {
                    edgeCount += 1
                    marks.insert(.edge)
                }
                visit(centre, marks)
            }
        }
        self.init(
            interiorCount: interiorCount, edgeCount: edgeCount, gain: parameters.edgeGain, exponential)
    }

    init(interiorCount: Int, edgeCount: Int, gain: Double, _ exponential: DepthAnalyzer.Exponential = .fused) {
        self.interiorCount = interiorCount
        self.edgeCount = edgeCount
        guard interiorCount > 0 else {
            value = 0
            return
        }
        let ratio = Scalar(edgeCount) / Scalar(interiorCount)
        value = min(max(1 - Scalar.exponential(-ratio * Scalar(gain), exponential), 0), 1)
    }
}
