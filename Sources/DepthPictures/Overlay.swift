/// A part of the analysis shown in a picture.
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

    /// The name in options and descriptions.
    package var name: String { rawValue }
}

package struct Overlays: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package init(_ overlay: Overlay) { rawValue = 1 << UInt8(Overlay.allCases.firstIndex(of: overlay) ?? 0) }

    package static let all = Overlays(Overlay.allCases.map(Overlays.init))

    package func contains(_ overlay: Overlay) -> Bool { contains(Overlays(overlay)) }
}
