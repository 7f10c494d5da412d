import DepthAnalysis

struct PictureWording {
    let analysis: SceneAnalysis
    let parameters: AnalysisParameters

    private var isMeasured: Bool { analysis.status != .unavailable }
    private static let notMeasured = "not measured: there is no verdict"

    static func metres(_ depth: Double) -> String { TextLines.shortest(depth, digits: 3) + " m" }
    private func percent(_ share: Double) -> String { TextLines.decimal(100 * share, digits: 1) + " %" }
    func noReading(_ count: Int, of all: Int) -> String { "no reading: " + share(count, of: all) }

    func outside(_ count: Int, of all: Int) -> String {
        let range = parameters.validRange
        let ends = [range.lower, range.upper].map { TextLines.shortest(Double($0), digits: 3) }
        return "outside of the valid range, \(ends[0]) to \(ends[1]) m: " + share(count, of: all)
    }

    private func share(_ count: Int, of all: Int) -> String {
        "\(count) of \(all) samples, " + (all > 0 ? percent(Double(count) / Double(all)) : "0 %")
    }

    func nearer(_ count: Int, than depth: Double, isOutlier: Bool) -> String {
        beyond(count, "nearer than \(Self.metres(depth))", isOutlier)
    }

    func farther(_ count: Int, than depth: Double, isOutlier: Bool) -> String {
        beyond(count, "farther than \(Self.metres(depth))", isOutlier)
    }

    private func beyond(_ count: Int, _ place: String, _ isOutlier: Bool) -> String {
        let samples = count == 1 ? "1 sample" : "\(count) samples"
        return isOutlier ? "outliers, not in the colour scale, \(place): \(samples)" : "\(place): \(samples)"
    }

    /// The outcome of a check: `0.541 > 0.3`, or `0.212, not > 0.3`.
    private func outcome(of check: SceneAnalysis.Check) -> String? {
        analysis.outcome(of: check).map { outcome in
            let digits = check.isIntegerValued ? 0 : 3
            let value = TextLines.shortest(outcome.value, digits: digits)
            let threshold = TextLines.shortest(outcome.threshold, digits: 3)
            let sign =
                switch check.comparison {
                case .above: ">"
                case .atLeast: "\u{2265}"
                case .below: "<"
                case .atMost: "\u{2264}"
                }
            return "\(value)\(outcome.holds ? " " : ", not ")\(sign) \(threshold)"
        }
    }

    var edges: String {
        guard isMeasured else { return "edges: " + Self.notMeasured }
        return "edges: \(analysis.edgeCount) of \(analysis.interiorCount) interior pixels; coherence "
            + (outcome(of: .edgeCoherence) ?? "")
    }

    var band: String {
        guard isMeasured else { return "screen band: " + Self.notMeasured }
        return "less than \(Self.metres(parameters.screenBand)) from the median, \(Self.metres(analysis.medianDepth)): "
            + "uniformity \(outcome(of: .screenUniformity) ?? "")"
    }

    var layers: String {
        guard isMeasured else { return "layers: " + Self.notMeasured }
        let count = "layers: \(outcome(of: .layers) ?? "")"
        guard !analysis.peakDepths.isEmpty else { return count }
        return count + "; around where most samples are in or beside the bin of a peak, at " + peaks
    }

    var peaks: String { analysis.peakDepths.map { TextLines.decimal($0, digits: 2) }.joined(separator: ", ") + " m" }

    var quadrants: String {
        guard isMeasured else { return "quadrants: " + Self.notMeasured }
        guard !analysis.quadrants.isEmpty else { return "quadrants: none, the map is too small or not a grid" }
        guard let flattest = outcome(of: .quadrant) else { return "quadrants: each has too few valid samples" }
        return "quadrants: standard deviation of each in m; flattest \(flattest) (only a warning)"
    }

    func deviation(of quadrant: DepthQuadrant) -> String {
        quadrant.standardDeviation.map { TextLines.decimal($0, digits: 3) + " m" } ?? "too few samples"
    }
}
