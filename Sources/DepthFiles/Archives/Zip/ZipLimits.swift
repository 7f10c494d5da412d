/// What is read at most of an archive.
package struct ZipLimits: Sendable {
    /// The most members.
    package var memberCount = 1_000_000
    /// The most bytes of the directory.
    package var directoryByteCount = 256 << 20
    /// The most bytes of a member that has to be inflated to know where it ends, in an archive without a directory.
    package var scannedByteCount = 256 << 20

    package init() {}
}
