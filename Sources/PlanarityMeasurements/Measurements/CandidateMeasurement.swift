package import DepthAnalysis

/// A measurement that the server does not make, identified by its column name. It never affects the verdict.
///
///     for candidate in CandidateMeasurement.allCases { print(candidate.rawValue, candidate.definition.meaning) }
///
/// Columns of `measure`, reports and documents derive their lists from this enum, in this order.
///
/// Source: `docs/CANDIDATES.md`, which describes the physics and the blind spots of each measurement.
public enum CandidateMeasurement: String, CaseIterable, Sendable {
    /// ``SceneCandidates/planeDistanceMedian``
    case planeDistanceMedian = "plane_distance_median"
    /// ``SceneCandidates/planeDistance90``
    case planeDistance90 = "plane_distance_p90"
    /// ``SceneCandidates/planeShare1``
    case planeShare1 = "plane_share_1_percent"
    /// ``SceneCandidates/planeShare2``
    case planeShare2 = "plane_share_2_percent"
    /// ``SceneCandidates/regionShare``
    case regionShare = "planar_region_share"
    /// ``SceneCandidates/regionExtent``
    case regionExtent = "planar_region_extent"
    /// ``SceneCandidates/regionRectangularity``
    case regionRectangularity = "planar_region_rectangularity"
    /// ``SceneCandidates/enclosedPlaneShare``
    case enclosedPlaneShare = "enclosed_plane_share"
    /// ``SceneCandidates/planeCount``
    case planeCount = "planes_for_90_percent"
    /// ``SceneCandidates/quadricDistanceMedian``
    case quadricDistanceMedian = "quadric_distance_median"
    /// ``SceneCandidates/discontinuityShare``
    case discontinuityShare = "depth_discontinuities"
    /// ``SceneCandidates/noiseGrowth``
    case noiseGrowth = "noise_against_distance"

    /// The direction in which a value indicates a real scene.
    public enum Direction: String, Sendable {
        /// Real scenes have larger values.
        case moreIsReal = "more"
        /// Real scenes have smaller values.
        case lessIsReal = "less"
    }

    /// The description of a candidate.
    public struct Definition: Sendable {
        /// `m`, or empty for a ratio or count.
        public let unit: String
        /// The direction that indicates a real scene.
        public let direction: Direction
        /// A short description.
        public let meaning: String
    }

    /// The unit, direction and meaning.
    public var definition: Definition {
        switch self {
        case .planeDistanceMedian:
            Definition(
                unit: "m", direction: .moreIsReal, meaning: "median distance of the samples from the best plane")
        case .planeDistance90:
            Definition(unit: "m", direction: .moreIsReal, meaning: "90th percentile of these distances")
        case .planeShare1:
            Definition(
                unit: "", direction: .lessIsReal,
                meaning: "share of the samples within 1 % of their depth of the best plane")
        case .planeShare2:
            Definition(
                unit: "", direction: .lessIsReal,
                meaning: "share of the samples within 2 % of their depth of the best plane")
        case .regionShare:
            Definition(
                unit: "", direction: .lessIsReal,
                meaning: "share of the samples in the largest connected region that one plane explains")
        case .regionExtent:
            Definition(
                unit: "", direction: .lessIsReal, meaning: "share of the frame covered by the bounds of that region")
        case .regionRectangularity:
            Definition(
                unit: "", direction: .lessIsReal,
                meaning: "its area divided by that of the smallest enclosing rectangle in any orientation")
        case .enclosedPlaneShare:
            Definition(
                unit: "", direction: .lessIsReal,
                meaning:
                    "share of a planar region times the part of its outline where everything else is farther or the "
                    + "frame ends; the largest such product")
        case .planeCount:
            Definition(
                unit: "", direction: .moreIsReal,
                meaning: "planar regions needed to explain 90 % of the samples")
        case .quadricDistanceMedian:
            Definition(
                unit: "m", direction: .moreIsReal,
                meaning: "median distance of the samples from the best quadric in inverse depth")
        case .discontinuityShare:
            Definition(
                unit: "", direction: .moreIsReal,
                meaning: "share of the places where inverse depth deviates by 5 % from the line through its neighbours")
        case .noiseGrowth:
            Definition(
                unit: "", direction: .moreIsReal,
                meaning: "noise in the farther half of the samples divided by that in the nearer half")
        }
    }
}

/// The reason why a map has no candidates, i.e. no ``SampleLattice``.
package enum CandidateAbsence: Int, CaseIterable, Sendable {
    case noGrid, sideTooShort, tooFewValid

    package init(of map: DepthMap) {
        let least = SampleLattice.minimumSide
        self = !map.isGrid ? .noGrid : min(map.width, map.height) < least ? .sideTooShort : .tooFewValid
    }

    package var words: String {
        switch self {
        case .noGrid: "the map is not a grid"
        case .sideTooShort: "the map has fewer than \(SampleLattice.minimumSide) rows or columns"
        case .tooFewValid: "fewer than \(SampleLattice.minimumValidCount) of the samples examined are valid"
        }
    }
}
