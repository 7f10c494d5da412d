package import DepthAnalysis

/// The mapping from samples to colours.
///
///     let scale = ColourScale(range: DepthRange(nearest: 0, farthest: 5), validRange: .standard)
///     let paint = scale.paint(of: 1.25)
package struct ColourScale: Sendable {
    /// The range of the scale; nil if no range was chosen and no sample is valid.
    package let range: DepthRange?
    let validRange: ValidRange
    /// Whether the range was derived from the samples rather than chosen.
    let isFromSamples: Bool

    package init(range: DepthRange?, validRange: ValidRange) {
        self.init(range: range, validRange: validRange, isFromSamples: false)
    }

    /// The scale for a map: the chosen range, the colour map's own, or the range of the samples without outliers
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

    package func paint(of sample: Float) -> Paint {
        if let range, validRange.contains(sample) { return paint(ofDepth: Double(sample), in: range) }
        let isReading = sample.isFinite && sample > 0
        return (isReading ? Ink.outside : .noReading).paint
    }

    func paint(ofDepth depth: Double, in range: DepthRange) -> Paint {
        if depth < range.nearest { return Ink.nearer.paint }
        if depth > range.farthest { return Ink.farther.paint }
        // The middle colour for a flat map.
        guard range.farthest > range.nearest else { return .heat(Paint.heatCount / 2) }
        let share = (depth - range.nearest) / (range.farthest - range.nearest)
        return .heat(Int(share * Double(Paint.heatCount)))
    }
}
