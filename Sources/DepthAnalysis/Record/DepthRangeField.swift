extension SceneAnalysis {
    /// The name of ``depthRange`` in tables.
    package static let depthRangeKey = "depth_range"

    /// Farthest minus nearest valid sample in metres, in the profile's arithmetic, as in the screen check.
    package var depthRange: Double {
        Check.screenRange.value(in: profile) { $0.value(in: self).number } ?? 0
    }
}
