import DepthAnalysis
import Testing

@testable import ThresholdTuning

/// Scores in sixteenths from -1 up, with many ties; the same as in tools/dev/tuning/curve-values.
private func scores(seed: Int, count: Int, shift: Int) -> [Double] {
    var state = seed
    return (0..<count).map { _ in
        state = (1_103_515_245 * state + 12345) % (1 << 31)
        return Double((state >> 16) % 48 + shift) / 16 - 1
    }
}

private func curve(_ seed: Int, _ bonaFide: Int, _ attacks: Int, _ shift: Int) throws -> ErrorCurve {
    try #require(
        ErrorCurve(
            bonaFide: scores(seed: seed, count: bonaFide, shift: shift),
            attacks: [scores(seed: seed + 100, count: attacks, shift: 0)]))
}

/// Expected numbers: tools/dev/tuning/curve-values, by scikit-learn 1.9.1 and SciPy 1.17.1.
@Suite struct ErrorCurveTests {
    /// Scores of one case, and what scikit-learn computes of them.
    struct Case: Sendable {
        let seed: Int
        let bonaFide: Int
        let attacks: Int
        let shift: Int
        let area: Double
        let equal: Double
        let atLimits: [Double]
    }

    static let cases = [
        Case(
            seed: 1, bonaFide: 12, attacks: 9, shift: 8, area: 0.6712962962962963, equal: 0.33333333333333337,
            atLimits: [0.5833333333333333, 0.5833333333333333, 0.5833333333333333]),
        Case(
            seed: 2, bonaFide: 40, attacks: 60, shift: 12, area: 0.6766666666666666, equal: 0.4,
            atLimits: [0.7, 0.7, 0.825]),
        Case(
            seed: 3, bonaFide: 500, attacks: 300, shift: 20, area: 0.8150733333333333, equal: 0.3113333333333333,
            atLimits: [0.512, 0.542, 0.604]),
        Case(
            seed: 4, bonaFide: 30, attacks: 30, shift: 0, area: 0.5416666666666666, equal: 0.48333333333333334,
            atLimits: [0.8666666666666667, 0.9333333333333333, 0.9333333333333333]),
        Case(seed: 5, bonaFide: 1, attacks: 1, shift: 4, area: 1, equal: 0, atLimits: [0, 0, 0]),
    ]

    @Test(arguments: cases)
    func areaEqualErrorsAndOperatingPointsMatchScikitLearn(_ known: Case) throws {
        let curve = try curve(known.seed, known.bonaFide, known.attacks, known.shift)
        #expect(abs(curve.auc - known.area) < 1e-12)
        #expect(abs(curve.equalErrorRate.rate - known.equal) < 1e-12)
        for (limit, expected) in zip([0.1, 0.05, 0.01], known.atLimits) {
            #expect(abs(curve.bpcer(atAPCER: limit) - expected) < 1e-12, "\(limit)")
        }
    }

    @Test func everyPointMatchesScikitLearn() throws {
        let ninths = [9, 8, 8, 8, 8, 7, 7, 5, 4, 3, 3, 2, 1, 1, 0, 0, 0, 0, 0]
        let twelfths = [0, 0, 1, 2, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 7, 8, 10, 11, 12]
        let points = try curve(1, 12, 9, 8).points
        #expect(points.map { Int(($0.apcer * 9).rounded()) } == ninths)
        #expect(points.map { Int(($0.bpcer * 12).rounded()) } == twelfths)
    }

    @Test(arguments: [
        (0.0005, -3.2905267314918945), (0.01, -2.3263478740408408), (0.05, -1.6448536269514729),
        (0.1, -1.2815515655446004), (0.5, 0.0), (0.9, 1.2815515655446004),
    ])
    func theProbitAxisMatchesTheNormalQuantile(share: Double, deviate: Double) {
        #expect(abs(NormalDeviate.of(share) - deviate) < 1e-12)
        let axis = PlotAxis(title: "", scale: .probit, range: 0.001...0.9, ticks: [])
        let (low, high) = (NormalDeviate.of(0.001), NormalDeviate.of(0.9))
        #expect(abs(axis.place(share) - min(max((deviate - low) / (high - low), 0), 1)) < 1e-12)
        #expect(axis.place(0) == 0 && axis.place(1) == 1)
    }

    @Test func thresholdsOfADevelopmentSetGiveTheRatesOfATestSet() throws {
        let (development, test) = (try curve(2, 40, 60, 12), try curve(3, 500, 300, 20))
        let transfer = try #require(ThresholdTransfer(from: development, to: test))
        #expect(transfer.atEqualErrors.threshold == 0.84375)
        #expect(abs(transfer.atEqualErrors.apcer - 0.39666666666666667) < 1e-12)
        #expect(abs(transfer.atEqualErrors.bpcer - 0.214) < 1e-12)
        let (a, b, c, d) = (0.40166666666666667, 0.38166666666666665, 0.29333333333333333, 0.309)
        let expected = [a, a, a, a, a, b, b, b, b, b, b, c, c, c, c, c, d, d, d, d, d]
        #expect(transfer.expectedPerformance.count == expected.count)
        for (point, hter) in zip(transfer.expectedPerformance, expected) {
            #expect(abs(point.test.hter - hter) < 1e-12, "weight \(point.weight)")
        }
        #expect(ThresholdTransfer(from: nil, to: test) == nil)
    }

    /// By hand: bona fide at 1 and 2, attacks at 0 and 1. Of four pairs three are in order and one is a tie.
    @Test func tiesCountHalfAndAreOneStep() throws {
        let curve = try #require(ErrorCurve(bonaFide: [1, 2], attacks: [[0, 1]]))
        #expect(curve.auc == 3.5 / 4)
        #expect(curve.points.map(\.apcer) == [1, 0.5, 0, 0] && curve.points.map(\.bpcer) == [0, 0, 0.5, 1])
        #expect(curve.points.map(\.threshold) == [-1, 0.5, 1.5, 2])
        #expect(curve.equalErrorRate.rate == 0.25)
        #expect(curve.bpcer(atAPCER: 0.5) == 0 && curve.bpcer(atAPCER: 0.49) == 0.5)
    }

    /// Thresholds of one set lie between the scores of another.
    @Test func ratesAtAnyThresholdCountTheScoresAboveIt() throws {
        let (bonaFide, attacks) = (scores(seed: 6, count: 50, shift: 8), scores(seed: 7, count: 40, shift: 0))
        let curve = try #require(ErrorCurve(bonaFide: bonaFide, attacks: [attacks]))
        for threshold in [-2, -1, -0.97, 0, 0.03, 0.0625, 0.5, 1.01, 9] {
            let point = curve.point(at: threshold)
            #expect(point.apcer == Double(attacks.count { $0 > threshold }) / 40, "\(threshold)")
            #expect(point.bpcer == Double(bonaFide.count { $0 <= threshold }) / 50, "\(threshold)")
        }
    }

    @Test func theWorstSpeciesMayDifferAtEachThreshold() throws {
        let curve = try #require(ErrorCurve(bonaFide: [3, 4], attacks: [[0, 0, 2, 2], [1, 1, 1, 1], []]))
        #expect(curve.points.map(\.apcer) == [1, 1, 0.5, 0, 0, 0])
        #expect(curve.auc == 1)
        #expect(ErrorCurve(bonaFide: [1], attacks: [[], []]) == nil && ErrorCurve(bonaFide: [], attacks: [[1]]) == nil)
    }
}

@Suite struct ScoredPresentationTests {
    /// The parameters are the point at 0: the score counts the same errors as the decisions.
    @Test(arguments: [AnalysisProfile.server, .client])
    func aScoreAboveZeroIsAccepted(profile: AnalysisProfile) throws {
        for seed in UInt64(1)...20 {
            let presentations = LabelledPresentations.random(150, seed: seed, profile: profile)
            var parameters = AnalysisParameters.standard
            parameters.standardDeviationThreshold = 0.75
            parameters.layerThreshold = 2
            parameters.coherenceThreshold = seed % 5 == 0 ? 0 : 0.25
            let scored = ScoredPresentations(presentations, parameters)
            let rates = presentations.rates(accepted: presentations.accepted(parameters))
            let point = try #require(scored.worstSpeciesCurve).point(at: 0)
            #expect(point.apcer == rates.worstAPCER && point.bpcer == rates.bpcer.value)
            for (index, rate) in rates.apcer.enumerated() {
                #expect(scored.curve(ofSpecies: index)?.point(at: 0).apcer == rate.value)
            }
            #expect(scored.scores.map { $0 == nil } == presentations.all.map { !$0.responded })
        }
    }

    /// The equal error rate of the worst species is the detection equal error rate that `tune` reports.
    @Test func theEqualErrorRateIsThatOfTuning() throws {
        for seed in UInt64(1)...40 {
            let presentations = LabelledPresentations.random(120, seed: seed)
            var parameters = AnalysisParameters.standard
            parameters.standardDeviationThreshold = 0.75
            parameters.layerThreshold = 2
            parameters.coherenceThreshold = 0.25
            let optimum = presentations.optimum(.deer, parameters: parameters)
            let curve = try #require(ScoredPresentations(presentations, parameters).worstSpeciesCurve)
            #expect(abs(try #require(optimum.equalErrorRate) - curve.equalErrorRate.rate) < 1e-12, "seed \(seed)")
        }
    }

    @Test func pooledRatesCountAllAttacks() throws {
        let presentations = LabelledPresentations.random(150, seed: 3)
        let side = EvaluatedSystem(name: "given", parameters: .standard, presentations: presentations)
        let errors = side.rates.apcer.reduce(0) { $0 + $1.errors }
        let total = side.rates.apcer.reduce(0) { $0 + $1.total }
        let pooled = try #require(side.pooledAPCER)
        #expect(pooled.rate.errors == errors && pooled.rate.total == total && pooled.level == 0.95)
        #expect(side.scored.pooledCurve?.point(at: 0).apcer == pooled.rate.value)
        let acer = try #require(side.pooledACER), bpcer = try #require(side.rates.bpcer.value)
        #expect(acer == (Double(errors) / Double(total) + bpcer) / 2)
    }
}
