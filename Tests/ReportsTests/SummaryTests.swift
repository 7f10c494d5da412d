import DepthAnalysis
import DepthFiles
import Foundation
import TestSupport
import Testing

@testable import Reports

/// Two planes at 2 m - `spread` and 2 m + `spread`, so that the standard deviation is `spread`.
private func twoPlanes(_ spread: Float) -> DepthMap {
    .make(width: 8, height: 8) { column, _ in column < 4 ? 2 - spread : 2 + spread }
}

private func summary(_ results: [FileAnalysis], _ durations: [Int] = []) -> BatchSummary {
    var summary = BatchSummary(parameters: .standard, profile: .server)
    for (index, result) in results.enumerated() {
        summary.add(result, taking: .milliseconds(index < durations.count ? durations[index] : 0))
    }
    return summary
}

private func result(
    _ map: DepthMap, _ server: ServerAnswer = .fail, input: String = "map", notes: [ReadingNote] = [],
    byteCount: Int = 100
) -> FileAnalysis {
    FileAnalysis(
        input: input, analysis: DepthAnalyzer().analyze(map), serverAnswer: server, notes: notes,
        byteCount: byteCount)
}

private func broken(_ error: DepthFileError, input: String = "broken") -> FileAnalysis {
    FileAnalysis(
        input: input,
        analysis: SceneAnalysis(unavailable: .unreadable, profile: .server, width: 0, height: 0, totalCount: 0),
        serverAnswer: .unavailable(.refused(.damagedGzip(error))), error: .undecodable(path: input, error))
}

private func cut(_ count: Int) -> DepthFileError {
    .truncated(container: .gzip, byteCount: count, inflated: 4 * count)
}

@Suite struct QuantileTests {
    /// The quantiles of 0, 10 … 200 are values of the list; those of 0 and 1 are interpolated.
    @Test func quantilesUseTheSeventhDefinition() {
        #expect(Quantiles(of: (0...20).map { Double($0 * 10) }.shuffled()).values == [0, 10, 50, 100, 150, 190, 200])
        #expect(Quantiles(of: [1, 0]).values == [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1])
        #expect(Quantiles(of: [7]).values == [7, 7, 7, 7, 7, 7, 7])
        #expect(Quantiles(of: []).values.isEmpty)
    }

    @Test func rankingsKeepTheLargestAndTheFirstOfEqualOnes() {
        var ranking = Ranking<Int>()
        for (index, value) in [3, 9, 1, 9, 4, 4, 7, 4, 0].enumerated() { ranking.add("\(index)", value) }
        #expect(ranking.entries.map(\.value) == [9, 9, 7, 4, 4])
        #expect(ranking.entries.map(\.name) == ["1", "3", "6", "4", "5"])
    }
}

@Suite struct SummaryTests {
    private let mixed = summary(
        [
            result(twoPlanes(0.2), input: "flat"), result(twoPlanes(0.52), input: "near"),
            result(twoPlanes(1.5), .unavailable(.refused(.notGzip(found: .deflate))), input: "raw", byteCount: 4000),
            result(.constant(.nan, width: 4, height: 4), .unavailable(.noValidSample), input: "holes"),
            broken(cut(10)), broken(cut(20)), broken(cut(30)), broken(.empty),
        ], [3, 8, 5])

    private func object() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(mixed.json.utf8)) as? [String: Any])
    }

    /// Files truncated at different places are one kind.
    @Test func errorsAndRefusalsAreCountedByTheirCodes() throws {
        let object = try object()
        #expect(object["error_code"] as? [String: Int] == ["truncated": 3, "empty": 1])
        #expect(
            object["server_code"] as? [String: Int]
                == ["truncated": 3, "empty": 1, "raw_deflate": 1, "no_valid_sample": 1])
        #expect(object["files"] as? Int == 8 && object["unreadable"] as? Int == 4)
        #expect(mixed.text(width: 80).contains("\nerrors\n       3  truncated\n       1  empty\n"))
    }

    @Test func serverAnswersAreCountedSeparately() throws {
        let object = try object()
        #expect(object["status"] as? [String: Int] == ["pass": 0, "fail": 3, "unavailable": 5])
        #expect(
            object["server_answer"] as? [String: Int] == ["pass": 0, "fail": 2, "unavailable": 6, "unknown": 0])
        let text = mixed.text(width: 80)
        #expect(text.contains("\nslowest\n") && !mixed.text(width: 80, showsTimes: false).contains("slowest"))
        #expect(
            text.hasPrefix(
                """
                8 files: 3 fail, 1 unavailable, 4 unreadable
                the server would answer: 2 fail, 6 unavailable
                the server reads only gzip; other files: 1 raw DEFLATE (only server shows its
                  answers)

                different
                       1  server unavailable, map fail

                """), "\(text)")
    }

    @Test func aBriefSummaryCountsAnswers() {
        #expect(
            mixed.text(width: 80, isBrief: true) == """
                8 files: 3 fail, 1 unavailable, 4 unreadable
                the server would answer: 2 fail, 6 unavailable
                the server reads only gzip; other files: 1 raw DEFLATE (only server shows its
                  answers)

                """)
        #expect(
            mixed.text(width: 80, only: .map, isBrief: true) == "8 files: 3 fail, 1 unavailable, 4 unreadable\n")
        #expect(
            mixed.text(width: 80, only: .server, isBrief: true)
                == "8 files\nthe server would answer: 2 fail, 6 unavailable\n")
    }

    @Test func reasonsAreCountedAloneAndTogether() throws {
        let reasons = try #require(try object()["reasons"] as? [[String: Any]])
        let layers = try #require(reasons.first { $0["reason"] as? String == "layers" })
        let sets = try #require(try object()["reason_sets"] as? [[String: Any]])
        let withLayers = sets.filter { ($0["reasons"] as? [String])?.contains("layers") == true }
        #expect(layers["count"] as? Int == withLayers.compactMap { $0["count"] as? Int }.reduce(0, +))
        let alone = sets.first { $0["reasons"] as? [String] == ["layers"] }
        #expect(layers["alone"] as? Int == alone?["count"] as? Int ?? 0)
        #expect(sets.compactMap { $0["count"] as? Int }.reduce(0, +) == 8)
        #expect(!mixed.text(width: 80).contains("unreadable alone"), "the error counts already show it")
    }

    /// Standard deviations of 0.2, 0.52 and 1.5 m with a threshold of 0.5 m: the second is 4 % away.
    @Test func nearMissesAreWithinFivePercentOfTheThreshold() throws {
        let checks = try #require(try object()["checks"] as? [[String: Any]])
        #expect(checks.map { $0["check"] as? String } == SceneAnalysis.Check.allCases.map(\.rawValue))
        let spread = checks[0]
        #expect(spread["holds"] as? Int == 2 && spread["does_not_hold"] as? Int == 1)
        #expect(spread["within_5_percent"] as? Int == 1 && spread["threshold"] as? Double == 0.5)
        #expect(mixed.text(width: 80).contains("\nstandard deviation  > 0.5 m             2        1        1\n"))
    }

    @Test func quantilesCoverFilesWithAVerdict() throws {
        let measurements = try #require(try object()["measurements"] as? [[String: Any]])
        let spread = try #require(measurements.first { $0["measurement"] as? String == "depth_variance" })
        #expect(spread["count"] as? Int == 3)
        let median = try #require(spread["median"] as? Double)
        #expect(abs(median - 0.52) < 1e-6)
    }

    @Test func theSlowestAndTheLargestFilesAreNamed() throws {
        let object = try object()
        let slowest = try #require(object["slowest"] as? [[String: Any]])
        #expect(slowest.prefix(3).map { $0["input"] as? String } == ["near", "raw", "flat"])
        #expect(slowest[0]["seconds"] as? Double == 0.008)
        let largest = try #require(object["largest"] as? [[String: Any]])
        #expect(largest[0]["input"] as? String == "raw" && largest[0]["bytes"] as? Int == 4000)
    }

    @Test(arguments: [60, 75, 76, 120]) func textFitsItsWidth(width: Int) {
        for line in mixed.text(width: width).split(separator: "\n") { #expect(line.count <= width, "\(line)") }
    }

    @Test func anEmptyRunHasASummary() {
        #expect(summary([]).text(width: 80) == "0 files\n")
    }
}
