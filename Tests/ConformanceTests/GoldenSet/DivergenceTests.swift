import DepthAnalysis
import Foundation
import Support
import TestSupport
import Testing

@testable import Conformance

@Suite("Golden check: the first stage that diverged, and the bin or pixel")
struct DivergenceTests {
    /// Changes numbers in a stages golden, so that depthcheck's correct answer looks like a wrong one.
    private func divergence(_ name: String, _ changes: [(String, String)]) async throws -> Divergence {
        let set = try TemporarySet(["stages/\(name)"])
        for (text, other) in changes { try set.replace(text, by: other, in: "golden/stages/\(name).json") }
        return try await set.check().difference().1
    }

    @Test(arguments: [
        ("\"total_count\": 49152", "\"total_count\": 49153", AnalysisStage.decoding),
        ("\"valid_count\": 48346", "\"valid_count\": 48347", .validity),
        ("\"mean_depth\": 3.8916446436833807", "\"mean_depth\": 3.891644643683382", .statistics),
        ("[5542, 0, 0, 906", "[5541, 1, 0, 906", .histogram),
        ("\"peak_bins\": [0, 12", "\"peak_bins\": [0, 11", .peaks),
        ("\"edge_count\": 3335", "\"edge_count\": 3336", .gradient),
        ("\"median_depth\": 4.1620001792907715", "\"median_depth\": 4.16200017929077", .screen),
        ("\"standard_deviation\": 1.7429057415005542", "\"standard_deviation\": 1.7429057415005544", .quadrants),
        ("\"reasons\": []", "\"reasons\": [\"layers\"]", .verdict),
    ])
    func eachStageIsFoundFromItsField(_ change: (String, String, AnalysisStage)) async throws {
        #expect(try await divergence("room-01", [(change.0, change.1)]).stage == change.2)
    }

    @Test func theEarliestStageOutranksTheWorstDifference() async throws {
        let found = try await divergence(
            "room-01", [("\"status\": \"pass\"", "\"status\": \"fail\""), ("[5542, 0, 0, 906", "[5541, 1, 0, 906")])
        #expect(found.stage == .histogram)
        #expect(found.evidence == .stored)
        #expect(found.place == "bin 0, from 1.304 to 1.40052 m", "\(found.place ?? "")")
    }

    @Test func stagesAreReadFromAnotherGoldenOfTheInput() async throws {
        let set = try TemporarySet(["server/room-01", "stages/room-01"])
        // The server's golden differs in its layer count; the stages' golden shows that a bin differs already.
        try set.replace("\"depth_layers\": 7", by: "\"depth_layers\": 8", in: "golden/server/room-01.json")
        try set.replace("[5542, 0, 0, 906", by: "[5541, 1, 0, 906", in: "golden/stages/room-01.json")
        let report = try await set.check()
        let failure = try #require(report.entries.first { $0.id == "server/room-01" }?.failures.first)
        guard case .differences(_, let divergence) = failure else { throw Unexpected(text: "\(failure)") }
        #expect(divergence.stage == .histogram)
        #expect(divergence.evidence == .sibling("stages/room-01"))
        #expect(divergence.first?.name == "stages.histogram_counts[0]")
    }

    @Test func unstoredEarlierStagesAreNotExcluded() async throws {
        let set = try TemporarySet(["server/room-01"])
        try set.replace("\"depth_layers\": 7", by: "\"depth_layers\": 8", in: "golden/server/room-01.json")
        let divergence = try await set.check().difference().1
        #expect(divergence.stage == .peaks)
        #expect(divergence.notExcluded == [.histogram])
        #expect(divergence.evidence == .fields)
    }

    /// Row 0, column 1 is the nearest sample, 0.1 m; row 1, column 2 the farthest, 1.2 m.
    @Test func pixelsAreNamedOnlyIfTheAnswersIdentifyThem() throws {
        let map = DepthMap.make(width: 3, height: 3) { column, row in
            [[1, 0.1, 1], [1, 1, 1.2], [1, 1, 1]][row][column]
        }
        func place(_ field: String, element: Int? = nil, expected: String = "", actual: String = "") -> String? {
            guard let field = Field.named(field) else { return nil }
            return PlaceFinder(map: map, profile: .server, expected: .null, actual: .null).place(
                of: Difference(field, element: element, expected: expected, actual: actual))
        }
        // Only one of the two answers counts the nearest sample.
        #expect(
            place("min_depth", expected: "0.10000000149011612", actual: "1")
                == "pixel (row 0, column 1) = 0.1 m, the stored nearest")
        #expect(
            place("min_depth", expected: "1", actual: "0.10000000149011612")
                == "pixel (row 0, column 1) = 0.1 m, the answered nearest")
        #expect(
            place("max_depth", expected: "1.2", actual: "1") == "pixel (row 1, column 2) = 1.2 m, the stored farthest")
        #expect(place("min_depth", expected: "0.3", actual: "0.2") == nil)
        // These numbers do not determine which pixels near a threshold differ.
        for field in ["valid_count", "edge_coherence", "stages.edge_count", "uniformity_ratio", "status"] {
            #expect(place(field, expected: "1", actual: "2") == nil, "\(field)")
        }
        #expect(place("stages.quadrants", element: 2) == "the bottom left quadrant")
        #expect(place("stages.histogram_counts", element: 3) == nil)
    }

    @Test func everyComparedFieldHasAStage() {
        #expect(Set(Field.compared) == Set(Field.allCases).subtracting([.checks]))
        #expect(Field.compared.map(\.stage) == Field.compared.map(\.stage).sorted())
        #expect(Set(Field.compared.map(\.stage)).count == AnalysisStage.allCases.count)
    }
}
