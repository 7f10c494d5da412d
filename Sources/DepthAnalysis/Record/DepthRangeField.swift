extension SceneAnalysis {
    /// What tables call ``depthRange``.
    package static let depthRangeKey = "depth_range"

    /// Farthest less nearest valid sample in metres, in the profile's arithmetic: what the screen rule compares.
    package var depthRange: Double {
        Check.screenRange.value(in: profile) { $0.value(in: self).number } ?? 0
    }
}
