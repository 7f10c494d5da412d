import DepthAnalysis
import DepthFiles
import Foundation
import TestSupport
import Testing
import ThresholdTuning

@testable import ExplorerReports

/// The rows of the stored maps with a verdict.
private func storedRows(_ profile: AnalysisProfile) throws -> [MapMeasurement] {
    let fixtures = CommandRunner.package.appending(path: "fixtures").path
    let measurer = CorpusMeasurer(analyzer: DepthAnalyzer(profile: profile), options: .init())
    let rows = try DepthFileCorpus([fixtures]).entries.filter { !$0.file.contains("/") }.map {
        try measurer.measure($0)
    }
    try #require(rows.count > 80)
    return rows.filter { $0.analysis.status != .unavailable }
}

@Suite struct DecisionMarginTests {
    /// Many stored maps lie on a threshold; at 0 it matters whether a comparison includes its threshold.
    @Test(arguments: AnalysisProfile.allCases)
    func aMapPassesIfItsMarginIsPositive(profile: AnalysisProfile) throws {
        let rows = try storedRows(profile)
        let margins = DecisionMargins(rows, DecisionColumn.all(of: rows), .standard).margins
        var (passed, failed) = (0, 0)
        for (row, margin) in zip(rows, margins) {
            let margin = try #require(margin)
            guard margin != 0 else { continue }
            #expect((margin > 0) == (row.analysis.status == .pass), "\(row.file): \(margin)")
            if margin > 0 { passed += 1 } else { failed += 1 }
        }
        #expect(passed > 5 && failed > 20)
    }

    /// A threshold of 0 gives no scale: a pass has the largest margin, a failure that of a whole threshold.
    @Test func aThresholdOfZeroHasNoScale() throws {
        let rows = try storedRows(.server)
        var parameters = AnalysisParameters.standard
        parameters.standardDeviationThreshold = 0
        parameters.layerThreshold = 0
        parameters.coherenceThreshold = 0
        parameters.screenDepthRangeMaximum = 0
        let margins = DecisionMargins(rows, DecisionColumn.all(of: rows), parameters).margins
        for (row, margin) in zip(rows, margins) {
            let passes = row.analysis.standardDeviation > 0 && row.analysis.edgeCoherence > 0
            #expect((margin ?? 0 > 0) == passes, "\(row.file): \(margin ?? 0)")
        }
    }

    @Test func unlabelledPicturesSpanTheRangeOfMargins() throws {
        let rows = try storedRows(.server)
        let report = try ExplorerReport(
            rows, labelled: nil, about: ReportSubject(measurements: "m.csv", version: "1"))
        let margins = DecisionMargins(rows, DecisionColumn.all(of: rows), .standard).margins.map { $0 ?? 0 }
        let chosen = report.rowsToPicture(atMost: 9)
        #expect(Set(chosen).count == 9 && chosen.map { margins[$0] } == chosen.map { margins[$0] }.sorted())
        #expect(margins[chosen[0]] == margins.min() && margins[chosen[8]] == margins.max())
        #expect(report.rowsToPicture(atMost: 10_000).count == rows.count)
        #expect(report.rowsToPicture(atMost: 0).isEmpty)
    }

    /// A report omits pictures rather than grow too large; the first pictures have priority.
    @Test func theLimitBoundsTheNumberOfPictures() throws {
        let rows = try storedRows(.server)
        let report = try ExplorerReport(
            rows, labelled: nil, about: ReportSubject(measurements: "m.csv", version: "1"))
        let large = [UInt8](repeating: 7, count: 1_000_000)
        let pictures = (0..<6).map { ReportPicture(row: $0, width: 1, height: 1, png: large) }
        let blocks = ReportBlocks(report, pictures: pictures)
        #expect(blocks.omittedPictureCount == 2)
        #expect(blocks.blocks.reduce(0) { $0 + $1.text.count } < ReportBlocks.maximumBytes - ReportBlocks.bytesOfCode)
        #expect(blocks.blocks.map(\.id).suffix(4) == ["picture-0", "picture-1", "picture-2", "picture-3"])
    }
}
