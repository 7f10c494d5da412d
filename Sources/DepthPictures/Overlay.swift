/// What a picture shows of how its map was judged.
package enum Overlay: Int, Sendable, CaseIterable {
    /// The edge pixels.
    case edges
    /// The samples that do not count.
    case invalidSamples
    /// The quadrants, each with its deviation.
    case quadrants
    /// The samples within the screen band around the median.
    case band
    /// The outlines of the samples in the bins of the layers.
    case layers
    /// The histogram, beside the map.
    case histogram

    /// What it is called where pictures are asked for.
    package var name: String {
        switch self {
        case .edges: "edges"
        case .invalidSamples: "invalid_samples"
        case .quadrants: "quadrants"
        case .band: "band"
        case .layers: "layers"
        case .histogram: "histogram"
        }
    }
}

/// Several overlays.
package struct Overlays: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package init(_ overlay: Overlay) { rawValue = 1 << UInt8(overlay.rawValue) }

    package static let all = Overlays(rawValue: (1 << UInt8(Overlay.allCases.count)) - 1)

    package func contains(_ overlay: Overlay) -> Bool { contains(Overlays(overlay)) }
}
