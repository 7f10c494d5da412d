/// A mapping from depths to colours; near is warm in all of them.
///
///     let colours = ColourMap.turbo.colours      // 256 of 0xRRGGBB, nearest first
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
        case .capture: captureColours
        }
    }

    /// The fixed range in metres; nil if it depends on the map.
    package var range: DepthRange? { self == .capture ? DepthRange(nearest: 0, farthest: 5) : nil }
}

/// A range of depths in metres, both ends included.
package struct DepthRange: Sendable, Hashable {
    package let nearest: Double
    package let farthest: Double

    package init(nearest: Double, farthest: Double) {
        self.nearest = nearest
        self.farthest = farthest
    }
}
