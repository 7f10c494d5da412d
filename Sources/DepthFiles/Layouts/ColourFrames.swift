internal import Support

/// Distinguishes colour pictures from the depth maps beside them by names: `rgb/` beside `depth/`, `000000.color.png`
/// beside `000000.depth.png`. Other PNGs beside maps are colour frames if their header has several channels.
package struct ColourFrames {
    private static let colourWords: Set = ["rgb", "color", "colour", "image", "images", "img"]

    private var parentsOfDepthFolders: Set<String> = []
    private var foldersOfDepthPictures: Set<String> = []

    package init(besideMapsAt paths: some Sequence<String>) {
        for path in paths where Self.isPicture(path) {
            let parts = Self.parts(of: path)
            if Self.isDepthName(parts.folder) { parentsOfDepthFolders.insert(parts.above) }
            if Self.isDepthName(parts.name) { foldersOfDepthPictures.insert(parts.above + "/" + parts.folder) }
        }
    }

    package var isEmpty: Bool { parentsOfDepthFolders.isEmpty && foldersOfDepthPictures.isEmpty }

    package func isColour(_ path: String) -> Bool {
        guard !isEmpty, Self.isPicture(path) else { return false }
        let parts = Self.parts(of: path)
        if Self.isColourName(parts.folder), parentsOfDepthFolders.contains(parts.above) { return true }
        return Self.isColourName(parts.name) && foldersOfDepthPictures.contains(parts.above + "/" + parts.folder)
    }

    /// Whether the bytes begin with the header of a PNG with several channels or a palette. Depth has one channel.
    package static func isColourPNG(_ bytes: [UInt8]) -> Bool {
        bytes.count >= headerByteCount && bytes.starts(with: [0x89, 0x50, 0x4E, 0x47])
            && [2, 3, 6].contains(bytes[headerByteCount - 1])
    }

    /// The bytes of a PNG up to its colour type.
    private static let headerByteCount = 26

    static func isColourPNG(at path: String) -> Bool {
        guard let file = try? RandomAccessFile(path), let start = try? file.read(at: 0, count: headerByteCount)
        else { return false }
        return isColourPNG(start)
    }

    package static func isNamedAfterDepth(_ path: String) -> Bool { isDepthName(parts(of: path).name) }
    private static func isPicture(_ path: String) -> Bool { FileExtension(of: path) == "png" }

    private static func isDepthName(_ name: String) -> Bool {
        words(of: name).contains { $0.utf8.starts(with: "depth".utf8) || $0.utf8.elementsEqual("depthmap".utf8) }
    }

    private static func isColourName(_ name: String) -> Bool {
        let words = words(of: name)
        return words.contains(where: colourWords.contains) && !isDepthName(name)
    }

    /// The runs of ASCII letters in a name, in lower case.
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
