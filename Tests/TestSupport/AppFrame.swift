package import DepthFiles

/// A frame in the layout of one capture app: a map of 3 by 1 samples, 1, 2 and 3 m, with confidence low, medium and
/// high.
package struct AppFrame: Sendable, CustomStringConvertible {
    package let layout: CaptureLayout
    /// The path of the depth map.
    package let map: String
    /// The path of the confidence map.
    package let confidence: String
    /// The values that encode low, medium and high.
    package let levels: [UInt8]

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

    /// A confidence map of three levels.
    package static func confidence(_ levels: [UInt8]) -> [UInt8] {
        TestPNG(width: 3, height: 1, bitDepth: 8, colourType: 0) { column, _ in [levels[column]] }.bytes
    }
}
