package import DepthAnalysis
package import PlanarityMeasurements

/// What a picture shows of how its map was judged, and of what was measured beside the verdict.
package enum Overlay: Int, Sendable, CaseIterable {
    /// The edge pixels.
    case edges
    /// The samples that do not count.
    case invalidSamples
    /// The quadrants, each with its deviation.
    case quadrants
    /// The samples within the screen band around the median.
    case band
    /// The outlines of the layers, without the noise of their samples.
    case layers
    /// The histogram, beside the map.
    case histogram
    /// How far each cell of the lattice lies from the best plane.
    case plane
    /// The planar regions, the largest outlined.
    case regions

    /// What it is called where pictures are asked for.
    package var name: String {
        switch self {
        case .edges: "edges"
        case .invalidSamples: "invalid_samples"
        case .quadrants: "quadrants"
        case .band: "band"
        case .layers: "layers"
        case .histogram: "histogram"
        case .plane: "plane"
        case .regions: "regions"
        }
    }
}

/// Several overlays.
package struct Overlays: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package init(_ overlay: Overlay) { rawValue = 1 << UInt8(overlay.rawValue) }

    /// All that the verdict was made of.
    package static let ofVerdict = Overlays(Overlay.allCases.map(Overlays.init)).subtracting(ofCandidates)
    /// What is drawn from measurements beside the verdict.
    package static let ofCandidates: Overlays = [Overlays(.plane), Overlays(.regions)]

    package func contains(_ overlay: Overlay) -> Bool { contains(Overlays(overlay)) }

    /// What those of them that show candidates are drawn from; nil where none does, and for a map that has none.
    package func candidates(of map: DepthMap, validRange: ValidRange) -> CandidateTrace? {
        isDisjoint(with: .ofCandidates) ? nil : CandidateTrace(of: map, validRange: validRange)
    }
}
