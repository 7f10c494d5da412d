/// How thresholds are looked for.
public enum SearchMethod: Sendable, Hashable {
    /// Over all real thresholds.
    case exact
    /// Over evenly spaced ones: so many of the standard deviation and of the coherence.
    case grid(steps: Int)
}
