extension DepthAnalyzer {
    /// How a map is measured. Both give the same bits.
    public enum Engine: String, Sendable, Hashable, CaseIterable, Codable {
        /// Vector kernels, many times faster; see `docs/SPEED.md`.
        case kernel
        /// The specification written down step by step: what the kernels are held to.
        case plain
    }
}
