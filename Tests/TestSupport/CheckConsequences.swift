package import DepthAnalysis

extension SceneAnalysis {
    /// The verdict reasons that follow from the checks alone; the analysis must report the same.
    package var reasonsOfChecks: [VerdictReason] {
        let required = checks.filter { $0.check.role == .required && !$0.holds }.compactMap(\.check.reason)
        return required + (isScreenLikeByChecks ? [.screenLike] : [])
    }

    package var isScreenLikeByChecks: Bool {
        let signs = checks.filter { $0.check.role == .screenSign }
        return !signs.isEmpty && signs.allSatisfy(\.holds)
    }
}
