import Conformance
import DepthAnalysis
import Testing

/// The parity of the fixtures with their original dimensions, which the files do not contain.
@Suite struct FixtureParityTests {
    @Test func onlyKnownFixturesFlip() throws {
        let analyzer = ParityAnalyzer()
        var report = ParityReport(format: .text)
        for entry in try ParityCorpus.fixtures() {
            _ = report.entry(FileParity(input: entry.name, outcome: .read(analyzer.analyze(entry.map))))
        }
        print(report.closing)
        let summary = report.summary
        #expect(!summary.holds)
        #expect(
            summary.verdictFlips.map(\.input) == [
                "coherence-boundary-02", "flip-bin-edges", "flip-coherence-rounding", "flip-deviation-rounding",
                "flip-gradient-threshold", "flip-lost-bits",
            ])
        #expect(
            Set(summary.verdictFlips.flatMap { $0.parity.responsible.map(\.cause) })
                == [.binEdges, .coherenceRounding, .deviationRounding, .gradientThreshold, .lostBits])
        #expect(
            summary.screenFlips.map(\.input) == [
                "flip-screen-mean", "flip-screen-range", "spelling-distance-01", "spelling-distance-02",
            ])
        #expect(
            summary.layerDifferences.map(\.input) == [
                "bin-edges-02", "coherence-boundary-01", "coherence-boundary-02", "flip-bin-edges",
                "spelling-bin-03",
            ])
        for line in report.closing.split(separator: "\n") { #expect(line.count <= 60, "\(line)") }
    }
}
