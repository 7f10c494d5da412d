package import DepthFiles

/// A frame as an app lays it out in a folder or packs it into an archive: a map of 3 by 1 samples, 1, 2 and 3 m, and
/// the confidence beside it, low, medium and high.
package struct AppFrame: Sendable, CustomStringConvertible {
    package let layout: CaptureLayout
    /// Where the map stands.
    package let map: String
    /// Where its confidence stands.
    package let confidence: String
    /// What low, medium and high are written as.
    package let levels: [UInt8]

    /// One frame of each layout.
    package static let all = CaptureLayout.allCases.map { layout in
        switch layout {
        case .strayScanner:
            AppFrame(layout: layout, map: "a/depth/1.png", confidence: "a/confidence/1.png", levels: [0, 1, 2])
        case .polycam:
            AppFrame(
                layout: layout, map: "keyframes/depth/1.png", confidence: "keyframes/confidence/1.png",
                levels: [0, 127, 255])
        case .scanner3D:
            AppFrame(layout: layout, map: "depth_1.png", confidence: "conf_1.png", levels: [0, 1, 2])
        case .arKitScenes:
            AppFrame(layout: layout, map: "lowres_depth/1.png", confidence: "confidence/1.png", levels: [0, 1, 2])
        }
    }

    package var description: String { layout.rawValue }

    package var confidenceBytes: [UInt8] { Self.confidence(levels) }

    /// The map of every frame, in millimetres.
    package static let depth = TestPNG.grey16(width: 3, height: 1, [1000, 2000, 3000]).bytes

    /// Confidence that says `levels`, of which there are three.
    package static func confidence(_ levels: [UInt8]) -> [UInt8] {
        TestPNG(width: 3, height: 1, bitDepth: 8, colourType: 0) { column, _ in [levels[column]] }.bytes
    }
}
