/// Finding depth files: below a folder, or from a list of paths.
///
///     for path in try DepthFileList.files(below: "captures").files { print(path) }
public enum DepthFileList {
    /// The extensions by which depth files are known, in lower case; case does not matter.
    public static let extensions = [
        "bin", "f32", "depth", "raw", "gz", "zlib", "zz", "z", "deflate", "dfl", "lzfse", "png", "npy", "pfm", "tif",
        "tiff", "exr", "npz", "r3d",
    ]

    /// Whether a name has one of the ``extensions``.
    package static func isDepthFile(_ name: String) -> Bool {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
        let ending = name.utf8[name.utf8.index(after: dot)...]
        return extensions.contains {
            $0.utf8.elementsEqual(ending.lazy.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 })
        }
    }
}
