internal import Support

/// Tells colour pictures that lie beside depth maps from depth maps, by the names of folders and files.
///
///     let frames = ColourFrames(besideMapsAt: ["a/depth/1.png", "a/rgb/1.png"])
///     frames.isColour("a/rgb/1.png")  // true
///
/// A picture is one of colour where its folder is called so and a folder beside it is called after depth and holds
/// pictures, as `rgb/` and `depth/` in TUM RGB-D; or where a word of its own name says so and other pictures in its
/// folder are called after depth, as `000000.color.png` beside `000000.depth.png`.
package struct ColourFrames {
    private static let colourWords: Set = ["rgb", "color", "colour", "image", "images", "img"]

    /// Folders that have a folder of depth pictures in them.
    private var foldersOfDepthFolders: Set<String> = []
    /// Folders that have pictures called after depth in them.
    private var foldersOfDepthPictures: Set<String> = []

    /// - Parameter paths: of all files, with `/` between their parts.
    package init(besideMapsAt paths: some Sequence<String>) {
        for path in paths where Self.isPicture(path) {
            let parts = Self.parts(of: path)
            if Self.isOfDepth(parts.folder) { foldersOfDepthFolders.insert(parts.above) }
            if Self.isOfDepth(parts.name) { foldersOfDepthPictures.insert(parts.above + "/" + parts.folder) }
        }
    }

    /// Whether there is any depth picture that others can lie beside.
    package var isEmpty: Bool { foldersOfDepthFolders.isEmpty && foldersOfDepthPictures.isEmpty }

    /// Whether the picture at a path is one of colour.
    package func isColour(_ path: String) -> Bool {
        guard !isEmpty, Self.isPicture(path) else { return false }
        let parts = Self.parts(of: path)
        if Self.isOfColour(parts.folder), foldersOfDepthFolders.contains(parts.above) { return true }
        return Self.isOfColour(parts.name) && foldersOfDepthPictures.contains(parts.above + "/" + parts.folder)
    }

    /// Whether a name says that a picture is one of colour, whatever lies beside it.
    package static func isNamedAfterColour(_ path: String) -> Bool {
        isPicture(path) && isOfColour(parts(of: path).name)
    }

    /// Whether a name says that a file holds depth.
    package static func isNamedAfterDepth(_ path: String) -> Bool { isOfDepth(parts(of: path).name) }

    private static func isPicture(_ path: String) -> Bool { FileExtension(of: path) == "png" }

    private static func isOfDepth(_ name: String) -> Bool {
        words(of: name).contains { $0.utf8.starts(with: "depth".utf8) || $0.utf8.elementsEqual("depthmap".utf8) }
    }

    private static func isOfColour(_ name: String) -> Bool {
        let words = words(of: name)
        return words.contains(where: colourWords.contains) && !isOfDepth(name)
    }

    /// The words of a name in lower case: letters that follow each other.
    private static func words(of name: String) -> [String] {
        let lower = name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return lower.split { !(0x61...0x7A).contains($0) }.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func parts(of path: String) -> (above: String, folder: String, name: String) {
        var parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        let name = parts.popLast() ?? ""
        let folder = parts.popLast() ?? ""
        return (parts.joined(separator: "/"), folder, name)
    }
}
