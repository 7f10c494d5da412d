import DepthAnalysis
import DepthFiles
import Foundation
import Support
import TestSupport
import Testing

@testable import Conformance

private let hasPython = (try? CommandRunner.run(URL(filePath: "/usr/bin/env"), ["python3", "-c", ""]).exitCode) == 0

/// The second opinion, `tools/dev/golden/reference.py`, with planted mistakes. The fingerprints were written
/// independently and must identify them.
@Suite(.enabled(if: hasPython, "needs python3")) struct PlantedMistakeTests {
    /// Runs Python code before the `main` of the reference, which is `r`.
    private static func check(_ mistakes: String) async throws -> CheckReport {
        let folder = try TemporaryFolder()
        let reference = CommandRunner.package.appending(path: "tools/dev/golden").path
        let port = try folder.file(
            "port.py",
            """
            import math, sys
            sys.dont_write_bytecode = True
            sys.path.insert(0, "\(reference)")
            import reference as r
            \(mistakes)
            sys.exit(r.main(["--serve"]))
            """.utf8)
        var options = GoldenCheck.Options()
        options.profiles = [.server]
        let command = try SessionCommand("/usr/bin/env python3 '\(port.path)'")
        return await GoldenCheck(
            try GoldenSet(TemporarySet.committed), answerer: .session(command, timeout: 3600), options: options
        ).run()
    }

    private static let pairwise = """
        def add(values):
            if len(values) < 2: return values[0] if values else 0.0
            return add(values[: len(values) // 2]) + add(values[len(values) // 2 :])
        def mean_and_standard_deviation(values):
            mean = add(values) / len(values)
            return mean, math.sqrt(add([(value - mean) * (value - mean) for value in values]) / len(values))
        r.mean_and_standard_deviation = mean_and_standard_deviation

        """
    private static let clampedNeighbours = """
        def half_difference(before, after):
            return (after - before) / 2.0 if r.is_valid(before) and r.is_valid(after) else 0.0
        r.half_difference = half_difference

        """

    @Test func aCorrectSessionAnswersEveryRequest() async throws {
        let report = try await Self.check("")
        #expect(report.isGood, "\(report.groups.map(\.title))")
        #expect(report.entries.count == 269)
    }

    @Test func twoPlantedMistakesAreBothNamed() async throws {
        let report = try await Self.check(Self.pairwise + Self.clampedNeighbours)
        #expect(
            report.groups.map(\.title) == [
                "looks like another order of summation (§4): in halves, down to single values",
                "looks like neighbours held to the valid range (§6)",
            ])
        #expect(report.headline.description.hasSuffix("of 269 goldens, 2 causes"))
        let causes = report.groups.compactMap(\.cause)
        #expect(causes.allSatisfy { $0.otherCount == 0 && $0.missingCount == 0 && !$0.sites.isEmpty })
        let lines = CheckFormat.text.text(report).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first?.hasPrefix("FAIL  ") == true && lines.count < 100, "\(lines.count) lines")
    }

    /// Checks each named pixel by an independent computation: exactly one of the answers takes it for an edge.
    @Test func namedPixelsAreEdgesInExactlyOneAnswer() async throws {
        let report = try await Self.check(Self.clampedNeighbours)
        let set = try GoldenSet(TemporarySet.committed)
        let range = AnalysisParameters.standard.validRange
        let members = try #require(report.groups.first).members
        #expect(members.count == 5 && members.allSatisfy { $0.sample?.kind == .edge })
        for member in members {
            let (sample, input) = (try #require(member.sample), try #require(member.entry.input))
            let map = try #require(InputMaterial(input.file, of: set, given: input.given).map)
            func isEdge(_ isUsable: (Float) -> Bool) -> Bool {
                func half(_ step: Int) -> Double {
                    let (before, after) = (map.samples[sample.index - step], map.samples[sample.index + step])
                    return isUsable(before) && isUsable(after) ? (Double(after) - Double(before)) / 2 : 0
                }
                let (x, y) = (half(1), half(map.width))
                return (x * x + y * y).squareRoot() > 0.1
            }
            #expect(isEdge(range.isUsableAsNeighbour) == (sample.stored == 1), "\(member.entry.id)")
            #expect(isEdge(range.contains) == (sample.answered == 1), "\(member.entry.id)")
            #expect(sample.stored != sample.answered && "\(map.samples[sample.index])" == sample.depth)
            let text = sample.text(in: input)
            #expect(text.hasPrefix("pixel (row \(sample.index / map.width), column \(sample.index % map.width)) = "))
        }
    }

    /// A known kind with other numbers: no fingerprint gives them, so the report names the stage.
    @Test(arguments: [
        ("r.GRADIENT_THRESHOLD = 0.17", "gradient"),
        ("r.EDGE_GAIN = 12.0", "gradient"),
        ("r.SCREEN_BAND = 0.07", "median/band"),
        ("r.HISTOGRAM_BINS = 40", "histogram"),
        (
            """
            def mean_and_standard_deviation(values):
                def add(values):
                    lanes = [0.0] * 32
                    for i, value in enumerate(values): lanes[i % 32] += value
                    return sum_in_order(lanes)
                def sum_in_order(values):
                    total = 0.0
                    for value in values: total += value
                    return total
                mean = add(values) / len(values)
                return mean, math.sqrt(add([(value - mean) * (value - mean) for value in values]) / len(values))
            r.mean_and_standard_deviation = mean_and_standard_deviation
            """, "statistics"
        ),
    ])
    func otherAmountsAreNamedByTheirStage(_ mistake: (code: String, stage: String)) async throws {
        let report = try await Self.check(mistake.code)
        #expect(report.groups.first?.title == "no known cause, first diverged: \(mistake.stage)")
        #expect(report.groups.allSatisfy { $0.cause == nil }, "\(report.groups.map(\.title))")
    }
}
