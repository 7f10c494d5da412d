internal import Support

/// Finding depth files: below a folder, or from a list of paths.
///
///     for path in try DepthFileList.files(below: "captures").files { print(path) }
public enum DepthFileList {
    /// The extensions by which depth files are known, in lower case; case does not matter.
    public static let extensions =
        DepthFileFormat.float32.extensions + DepthContainer.allCases.flatMap(\.extensions)
        + DepthFileFormat.allCases.filter { $0 != .float32 }.flatMap(\.extensions) + DepthArchive.extensions

    private static let knownExtensions = extensions.compactMap { FileExtension($0.utf8) }

    /// Whether a name, or that at the end of a path, has one of the ``extensions``.
    package static func isDepthFile(_ name: String) -> Bool {
        name.withBytes { isDepthFile($0) }
    }

    /// The same of the bytes of a name.
    package static func isDepthFile(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        FileExtension(ofPath: name).map(knownExtensions.contains) ?? false
    }
}
