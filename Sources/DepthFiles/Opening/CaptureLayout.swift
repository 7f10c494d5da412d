internal import Support

/// A way in which an app or a data set lays out the frames of a capture in folders: 16-bit PNGs of millimetres, and
/// 8-bit PNGs of confidence beside them.
///
///     for layout in CaptureLayout.allCases { print(layout.name, layout.unitsPerMetre) }
///
/// Source: the files that these apps export, and the documentation of ARKitScenes; docs/FORMATS.md says what was
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

    /// What it is called where it is mentioned.
    public var name: String {
        switch self {
        case .strayScanner: "Stray Scanner"
        case .polycam: "Polycam"
        case .scanner3D: "3D Scanner App"
        case .arKitScenes: "ARKitScenes"
        }
    }

    /// How many units of a depth PNG make a metre.
    public var unitsPerMetre: Float { 1000 }

    /// What low, medium and high confidence are written as.
    var confidenceValues: [UInt8] {
        self == .polycam ? [0, 127, 255] : [0, 1, 2]
    }

    /// Where maps and confidence lie: the last folders of a path, and what the name of the file begins with.
    private typealias Place = (folders: [String], namePrefix: String)

    private var places: (depth: Place, confidence: Place) {
        switch self {
        case .strayScanner: ((["depth"], ""), (["confidence"], ""))
        case .polycam: ((["keyframes", "depth"], ""), (["keyframes", "confidence"], ""))
        case .scanner3D: (([], "depth_"), ([], "conf_"))
        case .arKitScenes: ((["lowres_depth"], ""), (["confidence"], ""))
        }
    }

    /// Where the confidence of the map at `path` would lie, by each layout that would put the map there.
    package static func confidence(besideMapAt path: String) -> [(layout: CaptureLayout, path: String)] {
        guard isPicture(path) else { return [] }
        return mostParticularFirst.compactMap { layout in
            moved(path, from: layout.places.depth, to: layout.places.confidence).map { (layout, $0) }
        }
    }

    /// Where the map would lie whose confidence is at `path`.
    package static func maps(besideConfidenceAt path: String) -> [String] {
        // Of what may be a million names most are known by their ends.
        guard isPicture(path) else { return [] }
        return mostParticularFirst.compactMap { moved(path, from: $0.places.confidence, to: $0.places.depth) }
    }

    private static let mostParticularFirst: [CaptureLayout] = [.polycam, .arKitScenes, .strayScanner, .scanner3D]

    private static func isPicture(_ path: String) -> Bool { path.utf8.suffix(4).elementsEqual(".png".utf8) }

    /// A path in `target` for one in `source`; nil for one elsewhere.
    private static func moved(_ path: String, from source: Place, to target: Place) -> String? {
        let slash = UInt8(ascii: "/")
        // By bytes: to Swift a slash and an accent after it are one character.
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
