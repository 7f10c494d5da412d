/// Thresholds of the score chosen on a development set, and the rates that they have on a test set.
///
///     let transfer = ThresholdTransfer(from: development.pooledCurve, to: test.pooledCurve)
///     print(transfer?.atEqualErrors.hter ?? .nan)
///
/// Thresholds are chosen on the development set alone, so the rates on the test set are not optimistic. All
/// presentations are scored with the same parameters.
///
/// Source: Bengio, Mariéthoz and Keller, "The expected performance curve", ICML workshop on ROC analysis, 2005.
public struct ThresholdTransfer: Sendable {
    /// One point of the expected performance curve.
    public struct ExpectedPerformance: Sendable, Hashable {
        /// The weight w of APCER; BPCER has the weight 1 - w.
        public let weight: Double
        /// The rates on the test set, at the threshold with the least weighted sum of rates on the development set.
        public let test: ErrorCurve.Point
    }

    /// The rates on the test set at the development set's equal error threshold. Their mean is HTER.
    public let atEqualErrors: ErrorCurve.Point
    /// EPC, the expected performance curve: HTER on the test set against the weight of APCER, from 0 to 1.
    ///
    /// If two thresholds have equal sums on the development set, the one with the lower mean of both rates is used,
    /// then the lower threshold.
    public let expectedPerformance: [ExpectedPerformance]

    /// The number of steps between the weights 0 and 1.
    static let steps = 20

    /// Nil if a curve is missing.
    public init?(from development: ErrorCurve?, to test: ErrorCurve?) {
        guard let development, let test else { return nil }
        atEqualErrors = test.point(at: development.equalErrorRate.threshold)
        expectedPerformance = (0...Self.steps).map { step in
            let weight = Double(step) / Double(Self.steps)
            func sum(_ point: ErrorCurve.Point) -> Double { weight * point.apcer + (1 - weight) * point.bpcer }
            let best = development.reachable.min { $0.order(sum($0)) < $1.order(sum($1)) }
            return ExpectedPerformance(weight: weight, test: test.point(at: best?.threshold ?? 0))
        }
    }
}
