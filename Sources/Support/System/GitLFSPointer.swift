/// The pointer file that Git checks out in place of a Git LFS file that was not fetched.
///
///     if GitLFSPointer.isPointer(bytes) { print("run git lfs pull") }
///
/// Source: Git LFS specification, docs/spec.md: a pointer starts with its version and has fewer than 1024 bytes.
package enum GitLFSPointer {
    /// The start of a pointer, up to the version number.
    package static let signature = Array("version https://git-lfs.github.com/spec/v".utf8)
    /// A pointer has fewer bytes than this.
    static let byteLimit = 1024

    package static func isPointer(_ bytes: [UInt8]) -> Bool {
        bytes.first == signature[0] && bytes.count < byteLimit && bytes.starts(with: signature)
    }
}
