/// Limits for reading an archive.
package struct ZipLimits: Sendable {
    package var memberCount = 1_000_000
    package var directoryByteCount = 256 << 20
    /// The largest member, in bytes, that is inflated to find its end in an archive without a directory.
    package var scannedByteCount = 256 << 20

    package init() {}
}
