import TestSupport
import Testing

@testable import DepthAnalysis

/// For each single change of the client: the remaining distance from the server, and the number of maps that differ.
///
/// Each corpus is measured once. The tables are printed, and docs/PARITY.md quotes them.
private struct GapTable {
    struct Row: Equatable {
        var largest = 0.0
        var differing = 0
    }

    var sums: [ThirdProfile.Sums: Row] = [:]
    var bins: [ThirdProfile.Bins: Row] = [:]
    var gradients: [ThirdProfile.Gradients: Row] = [:]
    var coherence: [ThirdProfile.Coherence: Row] = [:]
    var range: [ThirdProfile.Range: Row] = [:]

    init(_ name: String, _ corpus: [ParityCorpus.Entry]) {
        let server = DepthAnalyzer(profile: .server)
        for entry in corpus {
            let truth = server.analyze(entry.map)
            let samples = AnalysisParameters.standard.validRange.validSamples(of: entry.map.samples)
            guard let statistics = DepthStatistics<Float>(validSamples: samples) else { continue }
            func note(_ row: inout Row, _ difference: Double, differs: Bool) {
                row.largest = max(row.largest, abs(difference))
                if differs { row.differing += 1 }
            }
            for change in ThirdProfile.Sums.allCases {
                let found = ThirdProfile(sums: change).moments(samples).standardDeviation
                let limit = AnalysisParameters.standard.standardDeviationThreshold
                note(
                    &sums[change, default: Row()], found - truth.standardDeviation,
                    differs: (found > limit) != (truth.standardDeviation > limit))
            }
            for change in ThirdProfile.Bins.allCases {
                let found = ThirdProfile(bins: change).layers(samples, statistics).count - truth.layerCount
                note(&bins[change, default: Row()], Double(found), differs: found != 0)
            }
            for change in ThirdProfile.Gradients.allCases {
                let found = ThirdProfile(gradients: change).edges(entry.map).edgeCount
                note(
                    &gradients[change, default: Row()], Double(found - truth.edgeCount),
                    differs: found != truth.edgeCount)
            }
            for change in ThirdProfile.Coherence.allCases {
                // The coherence is computed from the server's counts, so nothing else can differ.
                let found = ThirdProfile(coherence: change).coherence(truth.interiorCount, truth.edgeCount)
                note(
                    &coherence[change, default: Row()], found.value - truth.edgeCoherence,
                    differs: found.isAbove == truth.reasons.contains(.edgeCoherence))
            }
            for change in ThirdProfile.Range.allCases {
                let found = ThirdProfile(range: change).isNarrow(statistics)
                let isNarrow =
                    truth.maximumDepth - truth.minimumDepth < AnalysisParameters.standard.screenDepthRangeMaximum
                note(&range[change, default: Row()], 0, differs: found != isNarrow)
            }
        }
        print("\(name), \(corpus.count) maps: largest difference, maps decided otherwise")
        func show<Change: RawRepresentable & CaseIterable & Hashable>(_ title: String, _ rows: [Change: Row])
        where Change.RawValue == String {
            for change in Change.allCases {
                let row = rows[change] ?? Row()
                print("  \(title): \(change.rawValue): \(row.largest), \(row.differing)")
            }
        }
        show("standard deviation", sums)
        show("layers", bins)
        show("edge pixels", gradients)
        show("coherence", coherence)
        show("depth range below a screen's", range)
    }
}

@Suite(.serialized) struct ThirdProfileParityTests {
    @Test func theThirdProfileSpansFromClientToServer() throws {
        let (server, client) = (DepthAnalyzer(profile: .server), DepthAnalyzer(profile: .client))
        for entry in try ParityCorpus.fixtures() + ParityCorpus.synthetic() where entry.isQuick {
            for (third, analysis) in [
                (ThirdProfile(), client.analyze(entry.map)),
                (
                    ThirdProfile(sums: .f64, bins: .f64, gradients: .f64, coherence: .f64, range: .f64),
                    server.analyze(entry.map)
                ),
            ] {
                let found = third.answer(entry.map)
                #expect(found.standardDeviation == analysis.standardDeviation, "\(entry.name)")
                #expect(found.mean == analysis.meanDepth, "\(entry.name)")
                #expect(found.layerCount == analysis.layerCount, "\(entry.name)")
                #expect(found.edgeCount == analysis.edgeCount, "\(entry.name)")
                #expect(found.edgeCoherence == analysis.edgeCoherence, "\(entry.name)")
                #expect(found.isScreenLike == analysis.isScreenLike, "\(entry.name)")
                #expect(found.isReal == analysis.isLikelyRealScene, "\(entry.name)")
            }
        }
    }

    @Test func eachGapIsClosedByASmallestChange() throws {
        let table = GapTable("found flips", try ParityCorpus.flips())
        // Accumulators in f64 end the lost bits; only a result in f64 decides correctly at the threshold.
        #expect(table.sums[.f32]?.differing == 2 && table.sums[.f64Squares]?.differing != 0)
        #expect((table.sums[.f32]?.largest ?? 0) > 0.01)
        #expect((table.sums[.f64Accumulators]?.largest ?? 1) < 1e-6)
        #expect(table.sums[.f64] == GapTable.Row())
        // Bins need their width in f64 too.
        #expect(table.bins[.f32]?.differing != 0 && table.bins[.f64] == GapTable.Row())
        #expect(table.gradients[.f32]?.differing != 0)
        #expect(table.gradients[.f64Threshold]?.differing == 0)
        #expect(table.coherence[.f32]?.differing == 1 && table.coherence[.f64]?.differing == 0)
        #expect(table.range[.f32]?.differing == 1 && table.range[.f64]?.differing == 0)
    }

    @Test func onFixturesAndSyntheticMapsF64ClosesEveryGap() throws {
        for (name, corpus) in [("fixtures", try ParityCorpus.fixtures()), ("synthetic", ParityCorpus.synthetic())] {
            let table = GapTable(name, corpus)
            #expect(table.sums[.f64] == GapTable.Row() && table.bins[.f64] == GapTable.Row())
            #expect(table.gradients[.f64] == GapTable.Row() && table.coherence[.f64] == GapTable.Row())
            #expect((table.sums[.f64Accumulators]?.largest ?? 1) < 1e-6)
        }
    }

    /// Release builds only: a debug build takes minutes for 34 frames of 640x480.
    @Test(.enabled(if: ParityCorpus.hasReal && !ParityCorpus.isDebug, "no real frames beside the repository, or debug"))
    func onRealFramesF64ClosesEveryGap() throws {
        let corpus = try ParityCorpus.real()
        try #require(corpus.count == 44)
        let table = GapTable("real frames", corpus)
        #expect(table.sums[.f64] == GapTable.Row() && table.bins[.f64] == GapTable.Row())
        #expect(table.gradients[.f64] == GapTable.Row() && table.coherence[.f64] == GapTable.Row())
        #expect((table.sums[.f64Accumulators]?.largest ?? 1) < 1e-6)
    }

    /// The f32 drift grows with the number of samples; with f64 accumulators it does not.
    @Test func driftGrowsWithTheNumberOfSamples() throws {
        // A debug build takes minutes for millions of samples.
        let sizes = [(256, 192), (640, 480)] + (ParityCorpus.isDebug ? [] : [(1920, 1440)])
        let mapsPerSize = ParityCorpus.isDebug ? 2 : 10
        var drifts: [ThirdProfile.Sums: [Double]] = [:]
        for (width, height) in sizes {
            var generator = SeededGenerator(seed: 5)
            let samples = (0..<mapsPerSize).map { _ in
                MapKind.scene.map(width: width, height: height, using: &generator)
            }.map { AnalysisParameters.standard.validRange.validSamples(of: $0.samples) }
            for (change, deviation) in [
                (
                    ThirdProfile.Sums.f32,
                    { Double(Float(ThirdProfile.moments($0, Float.self, Float.self, Float.self).standardDeviation)) }
                ),
                (
                    .f64Accumulators,
                    { Double(Float(ThirdProfile.moments($0, Double.self, Float.self, Double.self).standardDeviation)) }
                ),
            ] as [(ThirdProfile.Sums, ([Float]) -> Double)] {
                let found = samples.map { samples in
                    abs(
                        deviation(samples)
                            - ThirdProfile.moments(samples, Double.self, Double.self, Double.self).standardDeviation)
                }
                let largest = found.max() ?? 0
                print(
                    "\(width)x\(height), \(mapsPerSize) scenes, \(change.rawValue): standard deviation off by at most "
                        + "\(largest) m, \(found.reduce(0, +) / Double(found.count)) m on average")
                drifts[change, default: []].append(largest)
            }
        }
        let f32 = try #require(drifts[.f32])
        #expect(f32 == f32.sorted() && f32[f32.count - 1] > 4 * f32[0], "\(f32)")
        #expect(try #require(drifts[.f64Accumulators]).allSatisfy { $0 < 1e-6 })
    }

    /// The search needs no family for the prominence threshold: f32 and f64 agree on every bin near a twentieth of
    /// the tallest.
    @Test func prominenceNeverDiffersBelowAMillionSamples() {
        for small in 1...50_000 {
            for tall in [20 * small - 1, 20 * small, 20 * small + 1] {
                let f64 = Double(small) / 3 > 0.05 * (Double(tall) / 3)
                let f32 = Float(small) / 3 > Float(0.05) * (Float(tall) / 3)
                if f64 != f32 { Issue.record("\(small) of \(tall)") }
            }
        }
    }
}
