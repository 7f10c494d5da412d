/// The range of valid samples and of usable neighbours.
///
///     parameters.validRange = ValidRange(lower: 0.2, upper: 8)
///
/// Every profile tests the `Float` sample as read; widening is exact and preserves order.
///
/// Source: specification §2, §3 and §6.
public struct ValidRange: Sendable, Hashable {
    /// Nearest valid depth in metres.
    public var lower: Float
    /// Farthest valid depth in metres.
    public var upper: Float

    /// Creates a range that includes both ends.
    public init(lower: Float, upper: Float) {
        self.lower = lower
        self.upper = upper
    }

    /// The server's range, 0.1 m to 20 m.
    public static let standard = ValidRange(lower: 0.1, upper: 20.0)

    /// Whether a sample is valid: finite and inside the range, ends included.
    public func contains(_ depth: Float) -> Bool {
        depth.isFinite && depth >= lower && depth <= upper
    }

    /// Whether a neighbour may take part in a gradient: finite and *above* the lower end. There is no upper limit.
    public func isUsableAsNeighbour(_ depth: Float) -> Bool {
        depth.isFinite && depth > lower
    }

    func validSamples(of samples: some Sequence<Float>) -> [Float] {
        samples.filter(contains)
    }
}
