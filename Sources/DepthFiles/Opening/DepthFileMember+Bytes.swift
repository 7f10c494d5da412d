internal import Support

extension DepthFileMember {
    /// Makes a member whose bytes are already in memory.
    package init(name: String, in archive: String = inTar, bytes: [UInt8], options: ReadingOptions? = nil) {
        // Such members are queued, and together can take many times the size of a compressed archive.
        let share = bytes.count < 1 << 20 ? nil : ByteBudget.shared.share(bytes.count)
        self.init(name: name, in: archive, options: options) { () throws(ReadingError) in
            withExtendedLifetime(share) { bytes }
        }
    }
}
