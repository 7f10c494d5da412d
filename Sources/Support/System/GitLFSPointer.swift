/// The text that Git keeps in place of a file stored in Git LFS, and leaves in a checkout where the file was not
/// fetched.
///
///     if GitLFSPointer.isPointer(bytes) { print("run git lfs pull") }
///
/// Source: Git LFS specification, docs/spec.md: a pointer begins with its version and has fewer than 1024 bytes.
package enum GitLFSPointer {
    /// What a pointer begins with, up to the number of its version.
    package static let signature = Array("version https://git-lfs.github.com/spec/v".utf8)
    /// One more than the most bytes of a pointer.
    static let byteLimit = 1024

    package static func isPointer(_ bytes: [UInt8]) -> Bool {
        bytes.first == signature[0] && bytes.count < byteLimit && bytes.starts(with: signature)
    }
}
