internal import Support

extension DepthFileMember {
    /// A member whose bytes are at hand.
    package init(name: String, in archive: String = inTar, bytes: [UInt8], options: ReadingOptions? = nil) {
        // Such members wait for their turn, and those of a packed archive may be many times its size.
        let share = bytes.count < 1 << 20 ? nil : ByteBudget.shared.share(bytes.count)
        self.init(name: name, in: archive, options: options) { () throws(ReadingError) in
            withExtendedLifetime(share) { bytes }
        }
    }
}
