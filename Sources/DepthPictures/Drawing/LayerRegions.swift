import DepthAnalysis

/// The regions that a map's layers cover, smoothed against noise. A picture shows their outlines.
///
/// A sample belongs to the peak whose bin is its own or adjacent, because peaks are found in counts smoothed over three
/// bins (§5). A place belongs to a layer if more than half of the valid samples around it do. So a wall whose noise
/// falls into two bins is one region, and holes, single samples and pure noise have no outlines.
struct LayerRegions {
    /// The value of a place outside all layers.
    static let none = -1
    /// The number of samples that the neighbourhood extends in each direction.
    private static let reach = 2

    /// The index of each place's peak, or ``none``; row by row.
    private(set) var layers: [Int]

    init(_ histogram: HistogramTrace, of analysis: SceneAnalysis, columns: Int) {
        let peaks = Self.peaks(ofBins: analysis.histogramCounts.count, analysis.peakBins)
        layers = [Int](repeating: Self.none, count: histogram.bins.count)
        // One count per peak; the last is for samples outside all layers.
        var votes = [Int](repeating: 0, count: analysis.peakBins.count + 1)
        let rows = (histogram.bins.count + columns - 1) / columns
        func vote(_ place: Int) -> Int? {
            let bin = histogram.bins[place]
            return bin == HistogramTrace.noBin ? nil : peaks[Int(bin)]
        }
        for place in layers.indices {
            let (row, column) = place.quotientAndRemainder(dividingBy: columns)
            for index in votes.indices { votes[index] = 0 }
            for near in max(row - Self.reach, 0)...min(row + Self.reach, rows - 1) {
                for beside in max(column - Self.reach, 0)...min(column + Self.reach, columns - 1) {
                    let other = near * columns + beside
                    if other < layers.count, let vote = vote(other) { votes[vote] += 1 }
                }
            }
            let half = votes.reduce(0, +) / 2
            layers[place] = votes.dropLast().firstIndex { $0 > half } ?? Self.none
        }
    }

    /// The index of the peak of each bin: the peak in the bin itself or, if it has none, in an adjacent bin, with
    /// preference for the lower one. A bin without a peak has the number of peaks.
    private static func peaks(ofBins count: Int, _ peakBins: [Int]) -> [Int] {
        (0..<count).map { bin in
            peakBins.firstIndex(of: bin) ?? peakBins.firstIndex { abs($0 - bin) == 1 } ?? peakBins.count
        }
    }
}
