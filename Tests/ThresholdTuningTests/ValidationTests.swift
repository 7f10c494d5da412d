import DepthAnalysis
import Support
import Testing

@testable import ThresholdTuning

private func options(folds: Int, seed: UInt64) -> TuningOptions {
    var options = TuningOptions()
    options.objective = .acer
    options.folds = folds
    options.seed = seed
    return options
}

@Suite struct ValidationTests {
    @Test func groupsAreNeverSplitAcrossFolds() throws {
        let presentations = LabelledPresentations.random(300, seed: 2, groups: 50)
        let folds = try #require(GroupFolds(presentations, most: 5, seed: 1))
        #expect(folds.folds.count == 5 && folds.folds.flatMap { $0 }.sorted() == Array(0..<300))
        for fold in 0..<5 {
            let judged = Set(folds.folds[fold].map { presentations.all[$0].group })
            let training = Set(folds.training(without: fold).map { presentations.all[$0].group })
            #expect(judged.isDisjoint(with: training) && judged.count >= 5)
        }
    }

    /// Each group has random measurements, which are unrelated to its class. Thresholds look better than chance
    /// on the data that chose them, and would also look better if folds shared groups. Validation over whole groups
    /// shows chance.
    @Test func validationDoesNotOverfitToGroups() throws {
        var inSample = 0.0
        var expected = 0.0
        for repetition in 0..<20 {
            var random = SplitMix64(seed: 77, stream: repetition)
            var rows: [PlantedRow] = []
            for group in 0..<24 {
                let deviation = Double(random.below(1000)) / 500
                let coherence = Double(random.below(1000)) / 1000
                for _ in 0..<5 {
                    rows.append(
                        PlantedRow(kind: group % 2, group: group, deviation: deviation, layers: 5, coherence: coherence)
                    )
                }
            }
            let presentations = LabelledPresentations(planted: rows)
            inSample +=
                presentations.rates(
                    presentations.optimum(.acer, parameters: .standard).thresholds.applied(to: .standard)
                ).acer ?? 1
            let validation = try #require(
                CrossValidation(
                    [TuningVariant(parameters: .standard, presentations: presentations)], options(folds: 5, seed: 3)))
            expected += validation.rates.acer ?? 0
        }
        #expect(inSample / 20 < 0.4 && expected / 20 > 0.45, "\(inSample / 20) in sample, \(expected / 20) expected")
    }

    @Test func theBetterMeasurementVariantIsChosen() throws {
        var noise: [PlantedRow] = []
        var signal: [PlantedRow] = []
        var random = SplitMix64(seed: 4)
        for group in 0..<40 {
            let kind = group % 2
            noise.append(PlantedRow(kind: kind, group: group, coherence: Double(random.below(100)) / 100))
            signal.append(PlantedRow(kind: kind, group: group, coherence: kind == 0 ? 0.8 : 0.1))
        }
        let variants = [noise, signal].map {
            TuningVariant(parameters: .standard, presentations: LabelledPresentations(planted: $0))
        }
        let validation = try #require(
            CrossValidation(variants, options(folds: 4, seed: 1)))
        #expect(validation.choices.allSatisfy { $0.variant == 1 } && validation.rates.acer == 0)
    }

    /// If every fold chooses thresholds that decide alike, the choice adds nothing to the interval; otherwise it
    /// widens the interval.
    @Test func varyingThresholdsWidenTheInterval() throws {
        func sizes(_ rows: [PlantedRow]) throws -> (with: Double, without: Double) {
            let presentations = LabelledPresentations(planted: rows)
            let variants = [TuningVariant(parameters: .standard, presentations: presentations)]
            let validation = try #require(CrossValidation(variants, options(folds: 5, seed: 3)))
            let plain = GroupedRates(presentations, accepted: validation.accepted, confidence: 0.95)
            return (validation.grouped(variants, confidence: 0.95).bpcer.effectiveSize, plain.bpcer.effectiveSize)
        }
        // A gap that no fold can miss, with a tenth of the real scenes on the wrong side.
        let clear = try sizes(
            (0..<200).map { PlantedRow(kind: $0 % 2, group: $0, deviation: $0 % 2 == 0 && $0 % 20 > 0 ? 1 : 0.1) })
        #expect(clear.with == clear.without)
        var random = SplitMix64(seed: 5)
        let blurred = try sizes(
            (0..<200).map {
                PlantedRow(kind: $0 % 2, group: $0, deviation: Double(random.below(1000) + 300 * (1 - $0 % 2)) / 1000)
            })
        #expect(blurred.with < blurred.without)
    }

    @Test func validationNeedsTwoGroupsOfEachClass() {
        let rows = [PlantedRow(group: 0), PlantedRow(kind: 1, group: 1), PlantedRow(kind: 1, group: 2)]
        #expect(GroupFolds(LabelledPresentations(planted: rows), most: 5, seed: 1) == nil)
    }
}
