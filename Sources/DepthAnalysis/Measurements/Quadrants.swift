/// The spread of the samples in one quadrant.
///
///     for quadrant in analysis.quadrants { print(quadrant.validCount, quadrant.standardDeviation ?? 0) }
public struct DepthQuadrant: Sendable, Hashable {
    /// The number of valid samples in the quadrant.
    public let validCount: Int
    /// The population standard deviation of these samples in metres; nil if there were too few.
    public let standardDeviation: Double?

    /// Creates a quadrant from measured values.
    public init(validCount: Int, standardDeviation: Double?) {
        self.validCount = validCount
        self.standardDeviation = standardDeviation
    }
}

package struct QuadrantArea: Sendable, Hashable {
    package let columns: Range<Int>
    package let rows: Range<Int>
}

/// The spread of depths in each quarter of a map: a flat quadrant suggests a picture. This check only warns.
///
/// A quadrant has `width / 2` by `height / 2` samples, rounded down; an odd last row or column belongs to none.
///
/// Source: specification §8.
struct Quadrants<Scalar: DepthScalar>: Sendable {
    let all: [DepthQuadrant]
    /// The smallest standard deviation in metres; 0 when the map has no quadrants. When every quadrant was skipped,
    /// the largest finite number for the server and 0 for the client.
    let minimumStandardDeviation: Scalar
    /// Whether the smallest standard deviation is above the threshold, or every quadrant was skipped.
    let passes: Bool

    /// Measures a map. A map that is not a grid, or has a side below 4 samples, has no quadrants and does not pass.
    init(of map: MapView, parameters: AnalysisParameters, rules: ProfileRules<Scalar>) {
        let measured = Self.areas(of: map).map { area in
            let samples = area.rows.flatMap { row in
                let start = row * map.width
                let places = start + area.columns.lowerBound..<start + area.columns.upperBound
                return parameters.validRange.validSamples(of: map.samples[places])
            }
            return (
                validCount: samples.count,
                standardDeviation: samples.count >= parameters.quadrantMinimumSampleCount
                    ? Moments<Scalar>(of: samples).standardDeviation : nil
            )
        }
        self.init(measured: measured, parameters: parameters, rules: rules)
    }

    static func areas(of map: MapView) -> [QuadrantArea] {
        guard map.hasQuadrants else { return [] }
        let width = map.width / 2
        let height = map.height / 2
        return [(0, 0), (0, width), (height, 0), (height, width)].map { top, left in
            QuadrantArea(columns: left..<left + width, rows: top..<top + height)
        }
    }

    init(
        measured: [(validCount: Int, standardDeviation: Scalar?)], parameters: AnalysisParameters,
        rules: ProfileRules<Scalar>
    ) {
        all = measured.map { quadrant in
            DepthQuadrant(
                validCount: quadrant.validCount, standardDeviation: quadrant.standardDeviation.map { Double($0) })
        }
        if measured.isEmpty {
            minimumStandardDeviation = 0
            passes = false
        } else if let smallest = measured.lazy.compactMap({ $0.standardDeviation }).min() {
            minimumStandardDeviation = smallest
            passes = smallest > Scalar(parameters.quadrantStandardDeviationThreshold)
        } else {
            minimumStandardDeviation = rules.minimumWithoutQuadrants
            passes = true
        }
    }
}
