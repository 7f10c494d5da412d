import Testing

@testable import ThresholdTuning

private func rates(_ counts: [(errors: Int, total: Int)]) -> [ErrorRate] {
    counts.map { ErrorRate(errors: $0.errors, total: $0.total) }
}

@Suite struct GroupedRateTests {
    /// Eight groups of two to eight maps, with errors concentrated in one group and spread over others.
    private static let uneven = rates([(0, 4), (1, 5), (4, 4), (0, 6), (2, 3), (0, 4), (0, 2), (1, 8)])

    /// Expected: the same formulae in NumPy 2 and SciPy 1.17.1 (tools/dev/tuning/interval-coverage).
    @Test(arguments: [
        (0.025, nil, 9.728652454119098, 0.04088033092330079, 0.5538389800108234),
        (0.025, 0.01, 4.965843405149764, 0.012695238955075183, 0.6951897751919205),
        (0.05 / 12, nil, 9.728652454119098, 0.01718905214465849, 0.6600141794037881),
    ])
    func intervalsOverUnevenGroupsMatchSciPy(
        tail: Double, choiceVariance: Double?, size: Double, lower: Double, upper: Double
    ) throws {
        let rate = GroupedRate(Self.uneven, tail: tail, choiceVariance: choiceVariance)
        let interval = try #require(rate.interval)
        #expect(abs(rate.effectiveSize - size) < 1e-6)
        #expect(abs(interval.lower - lower) < 1e-6 && abs(interval.upper - upper) < 1e-6)
        #expect(rate.groups == 8 && rate.groupsWithErrors == 4 && rate.rate == ErrorRate(errors: 8, total: 36))
    }

    /// One group holds more than half of the maps and is in error, or large groups fail more often. Expected: as above.
    @Test(arguments: [
        (
            [(50, 100)] + Array(repeating: (0, 4), count: 20), 4.483903934593766, 0.014215228322882467,
            0.7938792221334552
        ),
        (
            Array(repeating: (10, 20), count: 5) + Array(repeating: (0, 20), count: 3)
                + Array(repeating: (0, 2), count: 32), 28.815286624203825, 0.09319721909787404, 0.41094329338056923
        ),
    ])
    func intervalsSeeTheSizesOfGroups(counts: [(Int, Int)], size: Double, lower: Double, upper: Double) throws {
        let rate = GroupedRate(rates(counts.map { (errors: $0.0, total: $0.1) }), tail: 0.025)
        let interval = try #require(rate.interval)
        #expect(abs(rate.effectiveSize - size) < 1e-6)
        #expect(abs(interval.lower - lower) < 1e-6 && abs(interval.upper - upper) < 1e-6)
    }

    @Test func oneLargeGroupIsReported() {
        func sizes(_ counts: [(errors: Int, total: Int)]) -> GroupSizes {
            GroupedRate(rates(counts), tail: 0.025).sizes
        }
        let large = sizes([(0, 30)] + Array(repeating: (0, 1), count: 70))
        #expect(large.isDominated && large.largestShare == 0.3)
        #expect(!sizes(Array(repeating: (0, 4), count: 3)).isDominated)
        #expect(!sizes([(1, 4)]).isDominated && sizes([(1, 4)]).effect == nil)
    }

    /// Ten large groups fail in half of their maps, forty small ones never: 100 of 240 maps, and a tenth as the mean.
    @Test func ratesThatDependOnSizeAreReported() throws {
        let large = Array(repeating: (errors: 10, total: 20), count: 10)
        let small = Array(repeating: (errors: 0, total: 1), count: 40)
        let effect = try #require(GroupedRate(rates(large + small), tail: 0.025).sizes.effect)
        #expect(abs(effect.meanRate - 0.1) < 1e-12 && abs(effect.difference - (100.0 / 240 - 0.1)) < 1e-12)
        #expect(effect.isClear)
        // Every tenth map fails in groups of any size.
        let even =
            (0..<40).map { (errors: $0 % 10 == 0 ? 1 : 0, total: 1) }
            + Array(repeating: (errors: 2, total: 20), count: 10)
        #expect(try !#require(GroupedRate(rates(even), tail: 0.025).sizes.effect).isClear)
    }

    /// Ten scenes of four frames without an error are worth ten frames: 1 - 0.05^(1/10), because half the probability
    /// of no error is the tail.
    @Test func intervalsWithoutErrorsCountGroups() throws {
        let interval = try #require(GroupedRate(rates(Array(repeating: (0, 4), count: 10)), tail: 0.025).interval)
        #expect(interval.lower == 0 && abs(interval.upper - 0.2588655508930523) < 1e-12)
        let all = try #require(GroupedRate(rates(Array(repeating: (4, 4), count: 10)), tail: 0.025).interval)
        #expect(all.upper == 1 && abs(all.lower - (1 - 0.2588655508930523)) < 1e-12)
    }

    /// If each map is a group, nothing is clustered, and the interval is the mid-P interval of the maps.
    @Test(arguments: [1, 3, 10, 29])
    func groupsOfOneMapGivePlainIntervals(errors: Int) throws {
        let grouped = GroupedRate(rates((0..<30).map { ($0 < errors ? 1 : 0, 1) }), tail: 0.025)
        let exact = ConfidenceInterval.midP(errors: Double(errors), total: 30, tail: 0.025)
        let interval = try #require(grouped.interval)
        #expect(abs(grouped.effectiveSize - 30) < 1e-9)
        #expect(abs(interval.lower - exact.lower) < 1e-9 && abs(interval.upper - exact.upper) < 1e-9)
    }

    /// Four errors in one scene of ten, in two, or in four with one each.
    @Test func clusteredErrorsWidenTheInterval() throws {
        func interval(_ errors: [Int]) throws -> ConfidenceInterval {
            try #require(
                GroupedRate(rates((0..<10).map { ($0 < errors.count ? errors[$0] : 0, 4) }), tail: 0.025).interval)
        }
        let (one, two, four) = (try interval([4]), try interval([2, 2]), try interval([1, 1, 1, 1]))
        #expect(one.upper >= two.upper && two.upper >= four.upper)
        #expect(one.upper > four.upper)
        // If all errors are in one scene, the captures of a scene agree: one error of ten.
        let ten = ConfidenceInterval.midP(errors: 1, total: 10, tail: 0.025)
        #expect(abs(one.upper - ten.upper) < 1e-12 && abs(one.lower - ten.lower) < 1e-12)
    }

    /// One error in one of forty scenes shows that its captures do not all agree. A lucky sample without any error
    /// shows less, and must not be worse: the upper end is the same.
    @Test func anIsolatedErrorDoesNotLowerTheUpperEnd() throws {
        func upper(_ errors: Int) throws -> Double {
            let counts = [(errors, 20)] + Array(repeating: (0, 20), count: 39)
            return try #require(GroupedRate(rates(counts), tail: 0.025).interval).upper
        }
        #expect(try upper(1) == upper(0) && abs(upper(0) - 0.0721575245055146) < 1e-12)
        #expect(try upper(20) > upper(0))
    }

    @Test func oneGroupCountsAsOneMap() throws {
        let one = GroupedRate(rates([(3, 20), (0, 0)]), tail: 0.025)
        #expect(one.effectiveSize == 1 && one.groups == 1)
        let interval = try #require(one.interval)
        #expect(interval.lower < 0.025 && interval.upper > 0.9)
        #expect(GroupedRate(rates([(0, 0)]), tail: 0.025).interval == nil)
    }

    /// Six species share the tail that a single one has alone; BPCER always has the whole tail.
    @Test func speciesIntervalsHoldSimultaneously() throws {
        func grouped(_ species: Int) -> GroupedRates {
            let rows = (0..<10 * (species + 1)).map { PlantedRow(kind: $0 / 10, group: $0) }
            let presentations = LabelledPresentations(planted: rows, species: species)
            return GroupedRates(presentations, accepted: rows.map { $0.kind == 0 }, confidence: 0.95)
        }
        let (one, six) = (grouped(1), grouped(6))
        #expect(one.bpcer.interval == six.bpcer.interval)
        // None of ten attacks passes: half of (1 - upper)^10 is the tail of one species.
        let upper = try #require(six.apcer[3].interval).upper
        #expect(abs(upper - 0.3804) < 1e-4)
        // The upper end of the worst species needs no share of the tail.
        #expect(one.worstAPCER == six.worstAPCER && six.worstAPCER?.upper == one.apcer[0].interval?.upper)
        #expect(try #require(six.worstAPCER).upper < upper)
    }

    /// Another species may be the worst one on new scenes, so the interval reaches from the highest lower end to
    /// the highest upper end, here of two different species.
    @Test func theWorstSpeciesIntervalCombinesAllSpecies() throws {
        // Species 0: 60 of 100 maps pass, each a group. Species 1: one map, which does not.
        let rows =
            [PlantedRow()] + (1...100).map { PlantedRow(kind: 1, group: $0) } + [PlantedRow(kind: 2, group: 101)]
        let accepted = rows.enumerated().map { $0.offset <= 60 }
        let grouped = GroupedRates(
            LabelledPresentations(planted: rows, species: 2), accepted: accepted, confidence: 0.95)
        let worst = try #require(grouped.worstAPCER)
        #expect(worst.lower == grouped.apcer[0].interval?.lower && worst.lower > 0.4)
        #expect(worst.upper == grouped.apcer[1].interval(tail: 0.025)?.upper && abs(worst.upper - 0.95) < 1e-12)
    }
}
