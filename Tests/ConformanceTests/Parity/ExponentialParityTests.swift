import TestSupport
import Testing

@testable import DepthAnalysis

/// Inputs for which servers with and without fused multiply-add answer differently: the tables of docs/PARITY.md.
@Suite struct ExponentialParityTests {
    private func coherences(_ edgeCount: Int, of interiorCount: Int) -> (fused: Double, plain: Double) {
        func coherence(_ exponential: DepthAnalyzer.Exponential) -> Double {
            EdgeCoherence<Double>(interiorCount: interiorCount, edgeCount: edgeCount, gain: 30, exponential).value
        }
        return (coherence(.fused), coherence(.plain))
    }

    /// The number of edge shares that the variants round differently, and the largest difference.
    private func differing(of interiorCount: Int) -> (shares: Int, largest: Double) {
        var shares = 0
        var largest = 0.0
        for edgeCount in 0...interiorCount {
            let (fused, plain) = coherences(edgeCount, of: interiorCount)
            if fused != plain {
                shares += 1
                largest = max(largest, abs(fused - plain))
            }
        }
        return (shares, largest)
    }

    @Test func expVariantsDifferForTwoSharesOfAWholeMap() {
        let found = differing(of: 254 * 190)
        print("254x190 interior pixels: \(found.shares) of \(254 * 190 + 1) shares differ, by up to \(found.largest)")
        #expect(found.shares == 2 && found.largest <= 0x1p-53)
    }

    @Test func expVariantsRarelyDifferForSmallMaps() {
        let (limit, expected) = ParityCorpus.isDebug ? (300, 8) : (3000, 250)
        let found = (1...limit).map(differing)
        let shares = found.reduce(0) { $0 + $1.shares }
        print(
            "up to \(limit) pixels: \(shares) of \(limit * (limit + 3) / 2) shares differ, by up to",
            found.map(\.largest).max() ?? 0)
        #expect(shares == expected && found.allSatisfy { $0.largest <= 0x1p-53 })
    }

    /// No edge share can flip the coherence check. Either variant of exp is off by less than one unit in the last
    /// place, so both decide like the exact value except near the point where 1 - exp(x) crosses 0.3. There, every
    /// Double is tried.
    @Test func expVariantsNeverChangeADecision() {
        let (fused, plain) = (DepthAnalyzer.Exponential.fused, DepthAnalyzer.Exponential.plain)
        let threshold = AnalysisParameters.standard.coherenceThreshold
        let neighbours = ParityCorpus.isDebug ? 20_000 : 200_000
        var argument = -0.35667494393873245
        for _ in 0..<neighbours { argument = argument.nextUp }
        #expect(1 - fused(argument) < threshold)
        var crossings = 0
        var isAbove = false
        for _ in 0...2 * neighbours {
            let coherence = 1 - fused(argument)
            if coherence != 1 - plain(argument) { Issue.record("\(argument): the variants differ") }
            if (coherence > threshold) != isAbove {
                isAbove.toggle()
                crossings += 1
            }
            argument = argument.nextDown
        }
        #expect(isAbove && crossings == 1)
    }

    @Test func onlyKnownFixturesDifferBetweenExpVariants() throws {
        #expect(try namesAnsweredDifferently(ParityCorpus.answeredFixtures(), "fixtures") == ["exp-last-bit"])
    }

    @Test(
        .enabled(if: ParityCorpus.hasReal, "needs the real frames in ../shared/real or DEPTHCHECK_SHARED"),
        .enabled(if: !ParityCorpus.isDebug, "takes long in a debug build"))
    func noRealFrameDiffersBetweenExpVariants() throws {
        #expect(try namesAnsweredDifferently(ParityCorpus.real(), "real frames") == [])
    }

    private func namesAnsweredDifferently(_ corpus: [ParityCorpus.Entry], _ name: String) -> [String] {
        let (fused, plain) = (DepthAnalyzer(), DepthAnalyzer(exponential: .plain))
        let corpus = corpus.filter(\.isQuick)
        let found = corpus.filter { fused.analyze($0.map) != plain.analyze($0.map) }.map(\.name)
        print("\(name): \(found.count) of \(corpus.count) are answered differently: \(found)")
        return found
    }
}
