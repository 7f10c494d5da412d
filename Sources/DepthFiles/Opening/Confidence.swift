package import DepthAnalysis

/// How sure a sensor is of a sample, as Apple's ARKit and those who store its maps grade it.
///
///     let options = ReadingOptions(minimumConfidence: .high)
///
/// Source: ARKit, `ARConfidenceLevel`.
public enum Confidence: UInt8, Sendable, Hashable, CaseIterable, Comparable {
    case low = 0
    case medium = 1
    case high = 2

    /// Its name, such as "medium".
    public var name: String {
        switch self {
        case .low: "low"
        case .medium: "medium"
        case .high: "high"
        }
    }

    /// The level of that name; nil for any other.
    public init?(name: String) {
        guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = level
    }

    /// Low before medium before high.
    public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}

/// The confidence of each sample of a map, as it stands beside it.
package struct ConfidenceMap: Sendable, Equatable {
    /// Samples in a row, and rows.
    package let width, height: Int
    /// Row by row.
    package let levels: [Confidence]

    /// - Parameters:
    ///   - values: one byte a sample.
    ///   - meanings: what low, medium and high are written as.
    /// - Returns: nil where a value is none of those, or there are not `width` times `height`.
    package init?(width: Int, height: Int, values: some Collection<UInt8>, meanings: [UInt8] = [0, 1, 2]) {
        let (count, overflows) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !overflows, values.count == count, meanings.count == 3 else { return nil }
        var levels: [Confidence] = []
        levels.reserveCapacity(count)
        for value in values {
            guard let place = meanings.firstIndex(of: value), let level = Confidence(rawValue: UInt8(place)) else {
                return nil
            }
            levels.append(level)
        }
        self.width = width
        self.height = height
        self.levels = levels
    }

    /// Decodes a greyscale PNG of 8 bits.
    ///
    /// - Returns: nil where a pixel is none of the meanings.
    package init?(png bytes: [UInt8], meanings: [UInt8], limit: Int) throws(DepthFileError) {
        let png = try GreyPNG(decoding: bytes, bitDepth: 8, limit: limit)
        let values = png.pixels.lazy.map { UInt8(truncatingIfNeeded: $0) }
        self.init(width: png.dimensions.width, height: png.dimensions.height, values: values, meanings: meanings)
    }

    /// The map with NaN where the confidence is below `minimum`, and how many samples that are.
    ///
    /// Confidence of another size is scaled by nearest neighbour: that of a sample is the one its centre lies in.
    ///
    /// - Returns: nil for a map that is no grid.
    package func masked(_ map: DepthMap, below minimum: Confidence) -> (map: DepthMap, count: Int)? {
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
        return (DepthFileReader.map(MapDimensions(width: map.width, height: map.height), samples), count)
    }

    /// How many samples have each level.
    package var counts: [Confidence: Int] {
        levels.reduce(into: [:]) { counts, level in counts[level, default: 0] += 1 }
    }
}
