package import DepthAnalysis

/// The confidence of a sample, as graded by ARKit.
///
///     let options = ReadingOptions(minimumConfidence: .high)
///
/// Source: ARKit, `ARConfidenceLevel`.
public enum DepthConfidence: UInt8, Sendable, Hashable, CaseIterable, Comparable {
    /// ARKit is less confident in the sample.
    case low = 0
    /// ARKit is moderately confident in the sample.
    case medium = 1
    /// ARKit is fairly confident in the sample.
    case high = 2

    /// The name, such as "medium".
    public var name: String {
        switch self {
        case .low: "low"
        case .medium: "medium"
        case .high: "high"
        }
    }

    /// The level with that name; nil for any other name.
    public init?(name: String) {
        guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = level
    }

    /// Orders low before medium before high.
    public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}

package struct ConfidenceMap: Sendable, Equatable {
    package let width, height: Int
    package let levels: [DepthConfidence]

    /// Nil if a value is not among `meanings`, or the number of values does not match the size.
    package init?(width: Int, height: Int, values: some Collection<UInt8>, meanings: [UInt8] = [0, 1, 2]) {
        let (count, overflows) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !overflows, values.count == count, meanings.count == 3 else { return nil }
        var levels: [DepthConfidence] = []
        levels.reserveCapacity(count)
        for value in values {
            guard let place = meanings.firstIndex(of: value), let level = DepthConfidence(rawValue: UInt8(place))
            else { return nil }
            levels.append(level)
        }
        (self.width, self.height, self.levels) = (width, height, levels)
    }

    /// Nil if a pixel is not among `meanings`.
    package init?(png bytes: [UInt8], meanings: [UInt8], limit: Int) throws(DepthFileError) {
        let png = try GreyPNG(decoding: bytes, bitDepth: 8, limit: limit)
        let values = png.pixels.lazy.map { UInt8(truncatingIfNeeded: $0) }
        self.init(width: png.dimensions.width, height: png.dimensions.height, values: values, meanings: meanings)
    }

    /// The map with NaN where confidence is below `minimum` (nearest neighbour if sizes differ); nil if it is no grid.
    package func masked(_ map: DepthMap, below minimum: DepthConfidence) -> (map: DepthMap, count: Int)? {
        guard map.isGrid else { return nil }
        var samples = map.samples
        var count = 0
        for row in 0..<map.height {
            let line = (2 * row + 1) * height / (2 * map.height) * width
            for column in 0..<map.width where levels[line + (2 * column + 1) * width / (2 * map.width)] < minimum {
                samples[row * map.width + column] = .nan
                count += 1
            }
        }
        return (Decoder.map(MapDimensions(width: map.width, height: map.height), samples), count)
    }

    package var counts: [DepthConfidence: Int] {
        levels.reduce(into: [:]) { counts, level in counts[level, default: 0] += 1 }
    }
}
