/// A map from depths to colours: near is warm in all of them.
///
///     let colours = ColourMap.turbo.colours      // 256 of 0xRRGGBB, nearest first
package enum ColourMap: String, Sendable, CaseIterable {
    case turbo, viridis, plasma, thermal
    /// The app's: red to blue, from 0 to 5 m whatever the map.
    case capture

    /// Colours as 0xRRGGBB, nearest depth first.
    package var colours: [UInt32] {
        switch self {
        case .turbo: turboColours
        case .viridis: viridisColours
        case .plasma: plasmaColours
        case .thermal: thermalColours
        case .capture: captureColours
        }
    }

    /// The depths in metres that the map stands for; nil for whatever is found.
    package var range: DepthRange? { self == .capture ? DepthRange(nearest: 0, farthest: 5) : nil }
}

/// Depths in metres that colours are given to, both ends included.
package struct DepthRange: Sendable, Hashable {
    package let nearest: Double
    package let farthest: Double

    package init(nearest: Double, farthest: Double) {
        self.nearest = nearest
        self.farthest = farthest
    }
}
