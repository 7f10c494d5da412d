import Support

/// The members of an archive that are frames of a ``CaptureLayout``, and their confidence maps.
///
///     let frames = CapturedFrames(["scan/depth/1.png", "scan/confidence/1.png"])
///     frames.frame(of: "scan/depth/1.png")?.confidence        // 1
struct CapturedFrames {
    /// The index of each PNG by name, the first among equal names.
    private let places: [ExactText: Int]

    init(_ names: [String]) {
        let pictures = names.enumerated().filter { FileExtension(of: $1) == "png" }
        places = Dictionary(pictures.map { (ExactText($1), $0) }) { first, _ in first }
    }

    /// The layout of the frame and the index of its confidence; nil for any other name.
    func frame(of name: String) -> (layout: CaptureLayout, confidence: Int)? {
        for (layout, path) in CaptureLayout.confidence(besideMapAt: name) {
            if let place = places[ExactText(path)] { return (layout, place) }
        }
        return nil
    }

    /// Whether the member is the confidence of a map.
    func isConfidence(_ name: String) -> Bool {
        CaptureLayout.maps(besideConfidenceAt: name).contains { places[ExactText($0)] != nil }
    }
}
