/// Which samples count, and which may stand beside one that does.
///
///     parameters.validRange = ValidRange(lower: 0.2, upper: 8)
///
/// Both questions are asked of the `Float` sample as it was read, in every profile: widening is exact and keeps order.
///
/// Source: specification §2, §3 and §6.
public struct ValidRange: Sendable, Hashable {
    /// Nearest valid depth in metres.
    public var lower: Float
    /// Farthest valid depth in metres.
    public var upper: Float

    /// A range with both ends included.
    public init(lower: Float, upper: Float) {
        self.lower = lower
        self.upper = upper
    }

    /// The server's range, 0.1 m to 20 m.
    public static let standard = ValidRange(lower: 0.1, upper: 20.0)

    /// Whether a sample is valid: finite and inside the range, ends included. NaN and the infinities are not.
    public func contains(_ depth: Float) -> Bool {
        depth.isFinite && depth >= lower && depth <= upper
    }

    /// Whether a neighbour may take part in a gradient: finite and *above* the lower end. There is no upper bound.
    public func isUsableAsNeighbour(_ depth: Float) -> Bool {
        depth.isFinite && depth > lower
    }

    /// The valid samples in raster order.
    func validSamples(of samples: some Sequence<Float>) -> [Float] {
        samples.filter(contains)
    }
}
