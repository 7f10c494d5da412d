/// The layers of a scene: the peaks of its smoothed depth histogram.
///
/// A peak is strictly above its neighbours (the first and last bin have one) and above a share of the tallest
/// smoothed bin. A plateau is therefore not a peak: an isolated narrow cluster, smoothed over three equal bins, does
/// not count.
///
/// Source: specification §5.
struct DepthLayers<Scalar: DepthScalar>: Sendable {
    let peakBins: [Int]
    let peakDepths: [Scalar]
    /// A peak is above this smoothed count; 0 without a histogram.
    let prominence: Scalar

    var count: Int { peakBins.count }

    /// - Parameter histogram: nil for a flat map, which has no layers.
    init(in histogram: DepthHistogram<Scalar>?, prominenceRatio: Double) {
        guard let histogram else {
            peakBins = []
            peakDepths = []
            prominence = 0
            return
        }
        let smoothed = histogram.smoothedCounts
        let threshold = Scalar(prominenceRatio) * (smoothed.max() ?? 0)
        let last = smoothed.count - 1
        var bins: [Int] = []
        // Two adjacent bins cannot both be peaks.
        bins.reserveCapacity(smoothed.count / 2 + 1)
        for bin in smoothed.indices
        where smoothed[bin] > threshold
            && (bin == 0 || smoothed[bin] > smoothed[bin - 1])
            && (bin == last || smoothed[bin] > smoothed[bin + 1])
        {
            bins.append(bin)
        }
        peakBins = bins
        peakDepths = bins.map(histogram.centre(ofBin:))
        prominence = threshold
    }
}
