internal import Support

/// The folder layout of captures by one app or data set: 16-bit PNGs of millimetres, and 8-bit PNGs of confidence
/// beside them.
///
///     for layout in CaptureLayout.allCases { print(layout.name, layout.unitsPerMetre) }
///
/// Source: files exported by these apps, and the documentation of ARKitScenes; docs/FORMATS.md lists what was
/// checked.
public enum CaptureLayout: String, Sendable, CaseIterable {
    /// Stray Scanner: `depth/N.png`, `confidence/N.png`.
    case strayScanner = "stray_scanner"
    /// Polycam's raw data: `keyframes/depth/N.png`, `keyframes/confidence/N.png`.
    case polycam
    /// 3D Scanner App: `depth_N.png`, `conf_N.png`.
    case scanner3D = "3d_scanner_app"
    /// ARKitScenes: `lowres_depth/N.png`, `confidence/N.png`.
    case arKitScenes = "arkitscenes"

    /// The display name.
    public var name: String {
        switch self {
        case .strayScanner: "Stray Scanner"
        case .polycam: "Polycam"
        case .scanner3D: "3D Scanner App"
        case .arKitScenes: "ARKitScenes"
        }
    }

    /// The number of depth PNG units in a metre.
    public var unitsPerMetre: Float { 1000 }
    /// The pixel values of low, medium and high confidence.
    var confidenceValues: [UInt8] { self == .polycam ? [0, 127, 255] : [0, 1, 2] }

    /// The location of maps or confidence: the last folders of the path, and the prefix of the file name.
    private typealias Place = (folders: [String], namePrefix: String)

    private var places: (depth: Place, confidence: Place) {
        switch self {
        case .strayScanner: ((["depth"], ""), (["confidence"], ""))
        case .polycam: ((["keyframes", "depth"], ""), (["keyframes", "confidence"], ""))
        case .scanner3D: (([], "depth_"), ([], "conf_"))
        case .arKitScenes: ((["lowres_depth"], ""), (["confidence"], ""))
        }
    }

    package static func confidence(besideMapAt path: String) -> [(layout: CaptureLayout, path: String)] {
        guard isPicture(path) else { return [] }
        return bySpecificity.compactMap { layout in
            moved(path, from: layout.places.depth, to: layout.places.confidence).map { (layout, $0) }
        }
    }

    package static func maps(besideConfidenceAt path: String) -> [String] {
        // The extension rules out most of up to a million names.
        guard isPicture(path) else { return [] }
        return bySpecificity.compactMap { moved(path, from: $0.places.confidence, to: $0.places.depth) }
    }

    /// Whether bytes are an 8-bit greyscale PNG, at a path where a layout stores confidence.
    static func isConfidence(_ path: String, _ bytes: [UInt8]) -> Bool {
        bytes.starts(with: PNGChunks.signature) && bytes.count > 25 && bytes[24] == 8 && bytes[25] == 0
            && !maps(besideConfidenceAt: path).isEmpty
    }

    private static let bySpecificity: [CaptureLayout] = [.polycam, .arKitScenes, .strayScanner, .scanner3D]

    private static func isPicture(_ path: String) -> Bool { path.utf8.suffix(4).elementsEqual(".png".utf8) }

    /// The path in `target` that corresponds to a path in `source`; nil for any other path.
    private static func moved(_ path: String, from source: Place, to target: Place) -> String? {
        let slash = UInt8(ascii: "/")
        // By bytes, because Swift merges a slash and a following combining accent into one character.
        var parts = path.utf8.split(separator: slash, omittingEmptySubsequences: false).map(Array.init)
        guard let name = parts.popLast(), name.starts(with: source.namePrefix.utf8) else { return nil }
        for folder in source.folders.reversed() {
            guard parts.popLast()?.elementsEqual(folder.utf8) == true else { return nil }
        }
        parts += target.folders.map { Array($0.utf8) }
        parts.append(Array(target.namePrefix.utf8) + name.dropFirst(source.namePrefix.utf8.count))
        return String(fileBytes: Array(parts.joined(separator: [slash])))
    }
}
