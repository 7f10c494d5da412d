package import DepthAnalysis

/// Which colour a sample has.
///
///     let scale = ColourScale(range: DepthRange(nearest: 0, farthest: 5), validRange: .standard)
///     let paint = scale.paint(of: 1.25)
package struct ColourScale: Sendable {
    /// The depths that have colours; nil where there is no valid sample to give one to.
    package let range: DepthRange?
    let validRange: ValidRange
    /// Whether the range is that of a map without its outliers, and not one that was chosen.
    let isFromSamples: Bool

    package init(range: DepthRange?, validRange: ValidRange) {
        self.init(range: range, validRange: validRange, isFromSamples: false)
    }

    /// The scale of one map: the chosen range, that of the colour map, or else that of the samples without outliers
    /// (``DepthRange/init(withoutOutliersOf:validRange:)``).
    package init(_ chosen: DepthRange?, _ colourMap: ColourMap, of samples: [Float], validRange: ValidRange) {
        if let range = chosen ?? colourMap.range {
            self.init(range: range, validRange: validRange)
        } else {
            let range = DepthRange(withoutOutliersOf: samples, validRange: validRange)
            self.init(range: range, validRange: validRange, isFromSamples: true)
        }
    }

    private init(range: DepthRange?, validRange: ValidRange, isFromSamples: Bool) {
        (self.range, self.validRange, self.isFromSamples) = (range, validRange, isFromSamples)
    }

    /// What a sample looks like.
    package func paint(of sample: Float) -> Paint {
        if let range, validRange.contains(sample) { return paint(ofDepth: Double(sample), in: range) }
        let isReading = sample.isFinite && sample > 0
        return (isReading ? Ink.outside : .noReading).paint
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
