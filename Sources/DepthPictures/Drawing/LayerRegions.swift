import DepthAnalysis

/// Where the layers of a map lie, without the noise of its samples: what a picture outlines.
///
/// A sample counts for the peak in whose bin it lies or beside, for peaks are found in counts that are smoothed over
/// three bins (§5). Each place then has the layer that more than half of the valid samples around it have: a wall whose
/// noise falls into two bins is one region, holes and single samples have no outline, and pure noise has none at all.
struct LayerRegions {
    /// What a place has that is in no layer.
    static let none = -1
    /// Places to each side that are asked.
    private static let reach = 2

    /// The peak of each place, by its number among the peaks, or ``none``; row by row.
    private(set) var layers: [Int]

    init(_ histogram: HistogramTrace, of analysis: SceneAnalysis, columns: Int) {
        let peaks = Self.peaks(ofBins: analysis.histogramCounts.count, analysis.peakBins)
        layers = [Int](repeating: Self.none, count: histogram.bins.count)
        // By the number of the peak; what is in no layer comes last.
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

    /// The number of the peak in or beside whose bin each bin lies, the nearer bin for two; behind all peaks for none.
    private static func peaks(ofBins count: Int, _ peakBins: [Int]) -> [Int] {
        (0..<count).map { bin in
            peakBins.firstIndex(of: bin) ?? peakBins.firstIndex { abs($0 - bin) == 1 } ?? peakBins.count
        }
    }
}
