package import DepthAnalysis
package import PlanarityMeasurements

/// A part of the analysis, or of the candidates, shown in a picture.
package enum Overlay: String, Sendable, CaseIterable {
    case edges
    case invalidSamples = "invalid_samples"
    /// The quadrants with their standard deviations.
    case quadrants
    /// The samples within the screen band around the median.
    case band
    /// The outlines of the layers, smoothed against noise.
    case layers
    /// The histogram beside the map.
    case histogram
    /// The distance of each lattice cell from the best plane.
    case plane
    /// The planar regions, with the largest outlined.
    case regions

    /// The name in options and descriptions.
    package var name: String { rawValue }
}

package struct Overlays: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package init(_ overlay: Overlay) { rawValue = 1 << UInt8(Overlay.allCases.firstIndex(of: overlay) ?? 0) }

    /// The overlays of the verdict's measurements.
    package static let ofVerdict = Overlays(Overlay.allCases.map(Overlays.init)).subtracting(ofCandidates)
    /// The overlays of candidates.
    package static let ofCandidates: Overlays = [Overlays(.plane), Overlays(.regions)]

    package func contains(_ overlay: Overlay) -> Bool { contains(Overlays(overlay)) }

    /// The trace for the overlays of candidates; nil if the set has no such overlay, or if the map has no candidates.
    package func candidates(of map: DepthMap, validRange: ValidRange) -> CandidateTrace? {
        isDisjoint(with: .ofCandidates) ? nil : CandidateTrace(of: map, validRange: validRange)
    }
}
