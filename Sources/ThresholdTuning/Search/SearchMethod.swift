/// A method of searching thresholds.
public enum SearchMethod: Sendable, Hashable {
    /// Exact, over all real-valued thresholds.
    case exact
    /// Over a grid with `steps` evenly spaced values each of standard deviation and coherence.
    case grid(steps: Int)
}
