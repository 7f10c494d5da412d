import DepthAnalysis
import Testing

@testable import ThresholdTuning
@testable import depthcheck

/// A variant whose cross-validation gave these errors, of a hundred real scenes and a hundred attacks.
private func variant(
    _ changes: [AnalysisParameters.Key: String], rejected: Int, accepted: Int,
    origin: TuningVariant.Origin = .grid
) throws -> TuningReport.VariantResult {
    var parameters = AnalysisParameters.standard
    for (key, value) in changes { try parameters.set(key, to: value) }
    let rates = ErrorRates(accepted: [100 - rejected, accepted], responses: [100, 100], totals: [100, 100])
    return TuningReport.VariantResult(parameters: parameters, origin: origin, rates: rates, expected: rates)
}

@Suite struct SweepTests {
    @Test(arguments: [
        ("0.05:0.3:0.05", ["0.05", "0.1", "0.15", "0.2", "0.25", "0.3"]),
        ("0.1:0.5:0.3", ["0.1", "0.4"]), ("0.2,0.1:0.3:0.1", ["0.2", "0.1", "0.2", "0.3"]),
        ("1e-2:0.03:1e-2", ["0.01", "0.02", "0.03"]), ("0.5:0.5:1", ["0.5"]),
        ("0:1e-15:1e-15", ["0", "0.000000000000001"]),
    ])
    func rangesIncludeBothEndsInExactDecimals(text: String, values: [String]) throws {
        #expect(try SweepDimension("gradientThreshold=" + text).values == values)
    }

    /// Ten steps of 0.1 make exactly 1, unlike a sum of doubles.
    @Test func stepsDoNotDrift() throws {
        let values = try SweepDimension("gradientThreshold=0.1:100:0.1").values
        #expect(values.count == 1000 && values.last == "100")
        #expect(values.enumerated().allSatisfy { Double($1) == Double($0 + 1) / 10 })
    }

    @Test func integerParametersHaveRanges() throws {
        #expect(try SweepDimension("histogramBins=20:60:20").values == ["20", "40", "60"])
        #expect(throws: TuningError.self) { try SweepDimension("histogramBins=20:21:0.5") }
    }

    @Test(arguments: [
        "varianceThreshold=1", "gradientThreshold=a", "gradientThreshold=", "gradientThreshold=0.3:0.1:0.1",
        "gradientThreshold=0.1:0.3:0", "gradientThreshold=0.1:0.3:-0.1", "gradientThreshold=0.1:0.3",
        "gradientThreshold=0:1:0.0001", "gradientThreshold=0:1:0.1:2", "gradientThreshold=0:1:1e-16",
        "gradientThreshold=0.1::0.1", "gradientThreshold=0:1:1e-9223372036854775808",
    ])
    func invalidSweepsAreErrors(text: String) {
        #expect(throws: TuningError.self) { try SweepDimension(text) }
    }

    @Test func combinationsAreTriedOncePresentValuesFirst() throws {
        let dimensions = try [SweepDimension("gradientThreshold=0.05,0.1,0.10"), SweepDimension("histogramBins=20,50")]
        let sweep = try Sweep(dimensions, of: .standard)
        #expect(sweep.ways.count == 4 && sweep.ways[0].parameters == .standard)
        #expect(sweep.ways.allSatisfy { $0.origin == .grid })
        // The present gradient threshold is not among these values: it is tried, but is not in their grid.
        let beside = try Sweep([SweepDimension("gradientThreshold=0.2,0.3")], of: .standard)
        #expect(beside.ways.map(\.origin) == [.present, .grid, .grid])
        #expect(throws: TuningError.self) { try Sweep([SweepDimension("histogramBins=0")], of: .standard) }
        #expect(throws: TuningError.self) { try Sweep([dimensions[0], dimensions[0]], of: .standard) }
        let many = try ["gradientThreshold", "edgeGain", "screenBand"].map { try SweepDimension($0 + "=1:100:1") }
        #expect(throws: TuningError.self) { try Sweep(many, of: .standard) }
    }

    /// Counting stops at the limit, because the product of more lists would overflow.
    @Test func tooManyCombinationsAreRefusedUpFront() throws {
        let keys = ["gradientThreshold", "edgeGain", "screenBand", "screenDistanceMin", "screenDistanceMax"]
        let many = try keys.map { try SweepDimension($0 + "=1:256:1") }
        let tooMany = TuningError.badSweep(
            found: "more than 10000 combinations", expected: "at most 10000; sweep fewer values")
        #expect(throws: tooMany) { try Sweep(many, of: .standard) }
        let few = try (keys + ["histogramBins"]).map { try SweepDimension($0 + "=2") }
        #expect(try Sweep(few, of: .standard, refinements: 10).ways.count == 2)
        let more = few + [try SweepDimension("peakProminenceRatio=0.1")]
        #expect(try Sweep(more, of: .standard, refinements: 4).ways.count == 2)
        #expect(throws: TuningError.self) { try Sweep(more, of: .standard, refinements: 5) }
    }

    @Test func wrongValueTypesNameTheExpectedType() {
        let expected = TuningError.badSweep(
            of: .histogramBins, found: "\"1e1\"", expected: "a whole number from 2 to 4096")
        #expect(throws: expected) { try SweepDimension("histogramBins=1e1") }
    }

    /// Around 0.2 between 0.1 and 0.4, and around 30 bins between 20 and 31; 30 and 31 have no integer between them.
    @Test func refiningHalvesTheStepToTheNeighbours() throws {
        var sweep = try Sweep(
            [SweepDimension("gradientThreshold=0.2,0.4"), SweepDimension("histogramBins=20,30,31")], of: .standard)
        let best = try #require(
            sweep.ways.firstIndex {
                $0.parameters[.gradientThreshold].text == "0.2" && $0.parameters[.histogramBins].text == "30"
            })
        let added = sweep.refine(around: best)
        let values = added.map { "\($0.parameters[.gradientThreshold].text) \($0.parameters[.histogramBins].text)" }
        #expect(Set(values) == ["0.15 30", "0.3 30", "0.2 25", "0.15 25", "0.3 25"] && added.count == 5)
        #expect(added.allSatisfy { $0.origin == .refinement(round: 1) })
        let again = sweep.refine(around: best)
        #expect(again.map { $0.parameters[.gradientThreshold].text }.contains("0.175"))
        #expect(Set(sweep.ways.map(\.parameters)).count == sweep.ways.count)
    }

    @Test func adjacentIntegersAreNotRefined() throws {
        var sweep = try Sweep([SweepDimension("histogramBins=49,50,51")], of: .standard)
        #expect(sweep.refine(around: 0).isEmpty)
    }

    /// Three variants with 8 errors each: the present one is kept. If it were worse, the variant that changes one
    /// parameter would win over the one that changes two, although it comes later.
    @Test func tiesPreferThePresentValue() throws {
        let variants = try [
            variant([:], rejected: 8, accepted: 0),
            variant([.gradientThreshold: "0.2", .histogramBins: "20"], rejected: 8, accepted: 0),
            variant([.gradientThreshold: "0.2"], rejected: 8, accepted: 0),
            variant([.histogramBins: "20"], rejected: 9, accepted: 0),
        ]
        func best(_ variants: [TuningReport.VariantResult]) -> [Int] {
            SweepSummary(variants, objective: .acer).rows.map(\.number)
        }
        #expect(best(variants) == [1, 3, 2, 4])
        let figures = { (variants: [TuningReport.VariantResult]) in
            variants.map { TuningObjective.acer.figure(of: $0.rates) }
        }
        #expect(CrossValidation.bestVariant(variants.map(\.parameters), figures: figures(variants)) == 0)
        let worse = try [variant([:], rejected: 10, accepted: 0)] + variants.dropFirst()
        #expect(CrossValidation.bestVariant(worse.map(\.parameters), figures: figures(worse)) == 2)
        #expect(best(worse) == [3, 2, 4, 1])
        #expect(CrossValidation.bestVariant(variants.map(\.parameters), figures: variants.map { _ in nil }) == 0)
    }

    /// Exceeding the limit of 5 % by three points costs as much as three points of BPCER.
    @Test func variantsThatBreakTheLimitRankLower() throws {
        let variants = try [
            variant([:], rejected: 10, accepted: 5), variant([.edgeGain: "20"], rejected: 8, accepted: 8),
            variant([.edgeGain: "40"], rejected: 8, accepted: 6), variant([.edgeGain: "50"], rejected: 11, accepted: 0),
        ]
        let rows = SweepSummary(variants, objective: .bpcer20).rows
        #expect(rows.map(\.number) == [3, 1, 2, 4] && rows.map(\.rank) == [1, 2, 3, 4])
    }

    /// A two-by-two grid with 10, 20, 30 and 40 rejections; a refined variant without any does not count.
    @Test func marginalEffectsUseOnlyTheGrid() throws {
        let variants = try [
            variant([:], rejected: 99, accepted: 0, origin: .present),
            variant([.gradientThreshold: "0.2", .histogramBins: "20"], rejected: 10, accepted: 0),
            variant([.gradientThreshold: "0.2", .histogramBins: "30"], rejected: 20, accepted: 0),
            variant([.gradientThreshold: "0.3", .histogramBins: "20"], rejected: 30, accepted: 0),
            variant([.gradientThreshold: "0.3", .histogramBins: "30"], rejected: 40, accepted: 0),
            variant(
                [.gradientThreshold: "0.25", .histogramBins: "20"], rejected: 0, accepted: 0,
                origin: .refinement(round: 1)),
        ]
        let summary = SweepSummary(variants, objective: .bpcer20)
        #expect(summary.keys == [.histogramBins, .gradientThreshold])
        #expect(summary.effects.map(\.value.text) == ["20", "30", "0.2", "0.3"])
        #expect(summary.effects.map(\.wayCount) == [2, 2, 2, 2])
        #expect(summary.effects.map { ($0.mean * 100).rounded() } == [20, 30, 15, 35])
        #expect(summary.effects.map(\.least) == [0.1, 0.2, 0.1, 0.3])
    }

    /// The table fits 60 columns for any sweep; at 120, the differences are beside the numbers.
    @Test func theTableFitsTheTerminal() throws {
        let variants =
            try [variant([:], rejected: 100, accepted: 100)]
            + (1...30).map {
                try variant(
                    [.screenUniformityThreshold: "0.\($0)", .gradientThreshold: "0.\($0)"], rejected: $0, accepted: 0)
            }
        for (width, isBeside) in [(60, false), (120, true)] {
            let sections = SweepText(
                summary: SweepSummary(variants, objective: .bpcer20), width: width, names: .command
            ).sections
            #expect(sections.flatMap(\.lines).allSatisfy { $0.count <= width })
            #expect(sections[0].headline == "Ways of measuring: 31")
            #expect(sections[0].lines.contains { $0.contains("%") && $0.contains("gradientThreshold 0.2") } == isBeside)
            #expect(sections[0].lines.last == "  11 more; --sweep-table writes them all")
        }
        #expect(SweepText(summary: SweepSummary([], objective: .acer), width: 60).sections.isEmpty)
    }
}
