package import DepthAnalysis

/// A mapping from depths to colours. All of these give near depths warm colours.
package enum ColourMap: String, Sendable, CaseIterable {
    case turbo, viridis, plasma, thermal
    /// The app's colours: red to blue, always from 0 to 5 m.
    case capture

    package var colours: [UInt32] {
        switch self {
        case .turbo: turboColours
        case .viridis: viridisColours
        case .plasma: plasmaColours
        case .thermal: thermalColours
        case .capture: (0..<256).map(Self.hue)
        }
    }

    /// The hue of an index: from 0 degrees (red) at index 0, over 120 (green), to 240 (blue) at 255.
    private static func hue(_ number: UInt32) -> UInt32 {
        let sixth = min(4 * number / 255, 3)
        let part = 4 * number - 255 * sixth
        return switch sixth {
        case 0: 0xFF0000 | part << 8
        case 1: 0x00FF00 | (255 - part) << 16
        case 2: 0x00FF00 | part
        default: 0x0000FF | (255 - part) << 8
        }
    }

    /// The fixed range in metres; nil if it depends on the map.
    package var range: DepthRange? { self == .capture ? DepthRange(nearest: 0, farthest: 5) : nil }
}

/// A range of depths in metres, both ends included.
package struct DepthRange: Sendable, Hashable {
    package let nearest: Double
    package let farthest: Double

    package init(nearest: Double, farthest: Double) { (self.nearest, self.farthest) = (nearest, farthest) }
}

extension DepthRange {
    /// The range of a map's valid samples without outliers; nil without a valid sample.
    ///
    /// The span is the range of the central 98 % of the valid samples. At either end, up to 1 % are outliers if they
    /// lie more than half a span outside these 98 %, and up to 0.1 % (or one sample) behind a gap of more than a tenth
    /// of a span. So a few stray samples do not compress the colours of all others, but sizeable objects and the tails
    /// of noise keep their colours.
    package init?(withoutOutliersOf samples: [Float], validRange: ValidRange) {
        var valid = samples.filter(validRange.contains)
        valid.sort()
        guard !valid.isEmpty else { return nil }
        let strayCount = valid.count / 100
        let (low, high) = (valid[strayCount], valid[valid.count - 1 - strayCount])
        let reach = (high - low) / 2
        var start = valid.firstIndex { $0 >= low - reach } ?? 0
        var end = valid.lastIndex { $0 <= high + reach } ?? valid.count - 1
        // Maps with up to 16 valid samples have no outliers.
        if end - start >= Self.leastWithStrays {
            let mostBehindGaps = max(valid.count / 1000, 1)
            // In a small map `low` or `high` may be an outlier, so the span excludes the outermost samples.
            let span = valid[end - mostBehindGaps] - valid[start + mostBehindGaps]
            let gap = min(high - low, span) / 10
            start = (1...mostBehindGaps).map { start + $0 }.last { valid[$0] - valid[$0 - 1] > gap } ?? start
            end = (1...mostBehindGaps).map { end - $0 }.last { valid[$0 + 1] - valid[$0] > gap } ?? end
        }
        self.init(nearest: Double(valid[start]), farthest: Double(valid[end]))
    }

    private static let leastWithStrays = 16
}

/// The mapping from samples to colours.
package struct ColourScale: Sendable {
    /// The range of the scale; nil if no range was chosen and no sample is valid.
    package let range: DepthRange?
    let validRange: ValidRange
    /// Whether the range was derived from the samples, and neither chosen nor fixed by the colour map.
    let isFromSamples: Bool

    package init(range: DepthRange?, validRange: ValidRange) {
        self.init(range: range, validRange: validRange, isFromSamples: false)
    }

    /// The scale for a map. Its range is `chosen`, else the colour map's fixed range, else the range of the samples
    /// without outliers (``DepthRange/init(withoutOutliersOf:validRange:)``).
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
        // A flat map has the middle colour.
        guard range.farthest > range.nearest else { return .heat(Paint.heatCount / 2) }
        let share = (depth - range.nearest) / (range.farthest - range.nearest)
        return .heat(Int(share * Double(Paint.heatCount)))
    }
}
