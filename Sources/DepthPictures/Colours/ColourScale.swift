package import DepthAnalysis

/// Which colour a sample has.
///
///     let scale = ColourScale(range: DepthRange(nearest: 0, farthest: 5), validRange: .standard)
///     let paint = scale.paint(of: 1.25)
package struct ColourScale: Sendable {
    /// The depths that have colours; nil where there is no valid sample to give one to.
    package let range: DepthRange?
    private let validRange: ValidRange

    package init(range: DepthRange?, validRange: ValidRange) {
        self.range = range
        self.validRange = validRange
    }

    /// The scale of one map: the range that was asked for, that of the colour map, or else from the nearest valid
    /// sample to the farthest, as they were measured.
    init(_ asked: DepthRange?, _ colourMap: ColourMap, of analysis: SceneAnalysis, validRange: ValidRange) {
        let measured: DepthRange? =
            if analysis.validCount > 0 {
                DepthRange(nearest: analysis.minimumDepth, farthest: analysis.maximumDepth)
            } else if analysis.reasons.contains(.mapTooSmall) {
                DepthRange(nearest: Double(validRange.lower), farthest: Double(validRange.upper))
            } else {
                nil
            }
        self.init(range: asked ?? colourMap.range ?? measured, validRange: validRange)
    }

    /// What a sample looks like.
    package func paint(of sample: Float) -> Paint {
        guard let range, validRange.contains(sample) else { return Ink.invalid.paint }
        return paint(ofDepth: Double(sample), in: range)
    }

    /// What a depth looks like.
    func paint(ofDepth depth: Double, in range: DepthRange) -> Paint {
        if depth < range.nearest { return Ink.nearer.paint }
        if depth > range.farthest { return Ink.farther.paint }
        // A flat map is neither near nor far.
        guard range.farthest > range.nearest else { return .heat(Paint.heatCount / 2) }
        let share = (depth - range.nearest) / (range.farthest - range.nearest)
        return .heat(Int(share * Double(Paint.heatCount)))
    }
}
