// The interface that DepthAnalysis calls. It passes plain numbers, because each module has its own copy of the types.

extension KernelPlan {
    package convenience init?(
        isClient: Bool, nearest: Float, farthest: Float, histogramBinCount: Int, gradientThreshold: Double,
        screenBand: Double
    ) {
        let parameters = AnalysisParameters(
            validRange: ValidRange(lower: nearest, upper: farthest), histogramBinCount: histogramBinCount,
            gradientThreshold: gradientThreshold, screenBand: screenBand)
        if isClient { self.init(inSingle: parameters) } else { self.init(parameters) }
    }
}

extension KernelWorkspace {
    package typealias Plan = KernelPlan

    /// Like ``measure(_:_:checkpoint:)``, but returns nil as soon as `shouldContinue` returns false.
    package func numbers(
        of samples: UnsafeBufferPointer<Float>, width: Int, height: Int, _ plan: KernelPlan, shouldContinue: () -> Bool
    ) -> (
        validCount: Int, sum: Double, nearest: Int32, farthest: Int32, interiorCount: Int, edgeCount: Int, mean: Double,
        squaredDeviations: Double, binWidth: Double?, hasQuadrants: Bool, median: Int32, uniformCount: Int
    )? {
        let map = MapView(width: width, height: height, samples: samples)
        let found: KernelMeasurements?
        do throws(Stop) {
            found = try measure(map, plan) { () throws(Stop) in if !shouldContinue() { throw Stop() } }
        } catch {
            return nil
        }
        guard let found else { return nil }
        let (extent, moments) = (found.extent, found.moments)
        return (
            extent.validCount, extent.sum, extent.nearest, extent.farthest, extent.interiorCount, extent.edgeCount,
            moments.mean, moments.squaredDeviations, moments.binWidth, moments.hasQuadrants, found.median,
            found.uniformCount
        )
    }

    /// The results for a quadrant of the last map that had quadrants.
    package func quadrantNumbers(_ quadrant: Int) -> (validCount: Int, squaredDeviations: Double) {
        self.quadrant(quadrant)
    }
}

private struct Stop: Error {}
