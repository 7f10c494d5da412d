import Testing

@testable import ThresholdTuning

@Suite struct RateTests {
    /// Expected: scipy.stats.beta.ppf(0.025, k, n - k + 1) and (0.975, k + 1, n - k), SciPy 1.17.1.
    @Test(arguments: [
        (0, 1, 0.0, 0.975),
        (1, 1, 0.025, 1.0),
        (0, 13, 0.0, 0.24705263800047092),
        (1, 21, 0.0012048834483635127, 0.23815990993682112),
        (13, 13, 0.752947361999529, 1.0),
        (3, 1000, 0.0006190999316495713, 0.008742023238478303),
        (77, 168, 0.38135000356334364, 0.5368127438577774),
        (500, 1000, 0.46854917297179194, 0.531450827028208),
        (12, 10000, 0.0006202063772964036, 0.0020952192793709757),
        (9999, 10000, 0.9994429630020529, 0.9999974682224065),
        (250000, 1000000, 0.24915153568554574, 0.2508499125965476),
    ])
    func clopperPearsonIntervalsMatchSciPy(errors: Int, total: Int, lower: Double, upper: Double) throws {
        let interval = try #require(ErrorRate(errors: errors, total: total).clopperPearson())
        #expect(abs(interval.lower - lower) <= 1e-9 * lower && abs(interval.upper - upper) <= 1e-9 * upper)
    }

    /// Expected: scipy.special.betainc, SciPy 1.17.1.
    @Test(arguments: [
        (0.5, 1, 1, 0.5),
        (0.3, 2, 5, 0.5798250000000003),
        (0.01, 0.5, 0.5, 0.06376856085851985),
        (0.99, 10, 2, 0.9948202825096849),
        (0.25, 250000, 750001, 0.5003838823292968),
        (0.5, 1000, 1000, 0.4999999999999992),
        (0.001, 3, 9998, 0.9972396759092509),
    ])
    func theIncompleteBetaFunctionMatchesSciPy(x: Double, a: Double, b: Double, expected: Double) {
        #expect(abs(BetaDistribution.cumulative(x, a, b) - expected) <= 2e-10 * expected)
    }

    @Test func zeroPresentationsHaveNoRate() {
        #expect(ErrorRate(errors: 0, total: 0).value == nil && ErrorRate(errors: 0, total: 0).clopperPearson() == nil)
    }

    /// Two species of ten: one passes three times, the other never; one attack and two real scenes have no verdict.
    @Test func ratesFollowTheStandardsDefinitions() {
        let rates = ErrorRates(accepted: [15, 3, 0], responses: [18, 9, 10], totals: [20, 10, 10])
        #expect(rates.bpcer == ErrorRate(errors: 3, total: 18) && rates.bpnrr == ErrorRate(errors: 2, total: 20))
        #expect(rates.apcer == [ErrorRate(errors: 3, total: 9), ErrorRate(errors: 0, total: 10)])
        #expect(rates.apnrr == [ErrorRate(errors: 1, total: 10), ErrorRate(errors: 0, total: 10)])
        #expect(rates.worstSpecies == 0 && rates.worstAPCER == 3.0 / 9)
        #expect(rates.acer == (3.0 / 9 + 3.0 / 18) / 2)
    }

    @Test func normalDeviatesMatchKnownValues() {
        #expect(abs(NormalDeviate.of(0.975) - 1.959963984540054) < 1e-12 && abs(NormalDeviate.of(0.5)) < 1e-12)
    }

    /// Expected: the roots, by scipy.optimize.brentq, of the means of scipy.special.betainc for (k, n - k + 1) and
    /// (k + 1, n - k), SciPy 1.17.1.
    @Test(arguments: [
        (0, 13, 0.025, 0.0, 0.20581666518655065),
        (1, 21, 0.025, 0.0023817899999310542, 0.21321341669559593),
        (13, 13, 0.025, 0.7941833348134493, 1.0),
        (3, 1000, 0.025, 0.0007636462889873576, 0.008142317798840401),
        (77, 168, 0.005, 0.361300426577939, 0.5576965338321351),
        (1.548, 6.967, 0.025, 0.027120057365595238, 0.6123519187938171),
        (12, 10000, 0.025, 0.0006503422034035204, 0.0020391905812033877),
    ])
    func midPIntervalsMatchSciPy(errors: Double, total: Double, tail: Double, lower: Double, upper: Double) {
        let interval = ConfidenceInterval.midP(errors: errors, total: total, tail: tail)
        #expect(abs(interval.lower - lower) <= 1e-9 * lower && abs(interval.upper - upper) <= 1e-9 * upper)
    }
}
