internal import Support

/// Finds depth files in a folder or in a list of paths.
///
///     for path in try DepthFileList.files(below: "captures").files { print(path) }
public enum DepthFileList {
    /// The extensions of depth files, in lower case. Matching ignores case.
    public static let extensions =
        DepthFileFormat.float32.extensions + DepthContainer.allCases.flatMap(\.extensions)
        + DepthFileFormat.allCases.filter { $0 != .float32 }.flatMap(\.extensions) + DepthArchive.extensions

    private static let knownExtensions = extensions.compactMap { FileExtension($0.utf8) }

    /// Whether a file name or path ends with one of the ``extensions``.
    package static func isDepthFile(_ name: String) -> Bool {
        name.withBytes { isDepthFile($0) }
    }

    package static func isDepthFile(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        FileExtension(ofPath: name).map(knownExtensions.contains) ?? false
    }
}
