// The JSON names of the objects inside a result, in output order.

extension DepthQuadrant {
    /// The JSON names of a quadrant.
    public enum Key: String, CaseIterable, Sendable {
        /// ``DepthQuadrant/validCount``
        case validCount = "valid_count"
        /// ``DepthQuadrant/standardDeviation``
        case standardDeviation = "standard_deviation"
    }
}

extension CheckOutcome {
    /// The JSON names of a check.
    public enum Key: String, CaseIterable, Sendable {
        /// ``CheckOutcome/check``
        case check
        /// ``CheckOutcome/value``
        case value
        /// ``SceneAnalysis/Check/comparison-swift.property``
        case comparison
        /// ``CheckOutcome/threshold``
        case threshold
        /// ``CheckOutcome/margin``
        case margin
        /// ``CheckOutcome/holds``
        case holds
    }
}
