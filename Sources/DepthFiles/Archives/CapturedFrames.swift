import Support

/// Which members of an archive are frames of a ``CaptureLayout``, and which are their confidence.
///
///     let frames = CapturedFrames(["scan/depth/1.png", "scan/confidence/1.png"])
///     frames.frame(of: "scan/depth/1.png")?.confidence        // 1
struct CapturedFrames {
    /// The place of each PNG; the first of those whose names are alike.
    private let places: [ExactText: Int]

    init(_ names: [String]) {
        let pictures = names.enumerated().filter { FileExtension(of: $1) == "png" }
        places = Dictionary(pictures.map { (ExactText($1), $0) }) { first, _ in first }
    }

    /// The layout that a map is a frame of, and the place of its confidence; nil for any other name.
    func frame(of name: String) -> (layout: CaptureLayout, confidence: Int)? {
        for (layout, path) in CaptureLayout.confidence(besideMapAt: name) {
            if let place = places[ExactText(path)] { return (layout, place) }
        }
        return nil
    }

    /// Whether it is the confidence of a map, and no map itself.
    func isConfidence(_ name: String) -> Bool {
        CaptureLayout.maps(besideConfidenceAt: name).contains { places[ExactText($0)] != nil }
    }
}
