import DepthAnalysis
import Support
import TestSupport
import Testing

@testable import Conformance

/// Inputs for which the real server has more than one answer.
@Suite struct MayDifferTests {
    private static let golden = "server/exp-last-bit"
    private static let plain = Answerer.analyzer { DepthAnalyzer(profile: $0, exponential: .plain) }

    @Test func aListedAlternativeAnswerPassesAndIsCounted() async throws {
        let set = try TemporarySet([Self.golden])
        let stored = try await set.check()
        #expect(stored.isGood && stored.otherwiseAcceptedLines == [])
        let other = try await set.check(answerer: Self.plain)
        #expect(other.isGood && other.exitCode == 0)
        #expect(other.headline == "PASS  1 golden, 1 of them differs where the server itself may")
        #expect(other.otherwiseAcceptedLines.count == 1)
        #expect(other.remarks[0].hasPrefix("1 answer differs where the server itself may differ: server/exp-last-bit "))
        for format in CheckFormat.allCases {
            #expect(format.text(other).contains("fused multiply-add") || format == .text, "\(format)")
        }
        #expect(
            CheckFormat.annotations(other, .properties).hasPrefix(
                "::notice title=golden check%3A may differ::1 answer differs"))
        #expect(CheckFormat.json.text(other).contains("\"field\": \"edge_coherence\""))
        // Every format has the count.
        #expect(CheckFormat.json.text(other).contains("\"may_differ_count\": 1"))
        #expect(CheckFormat.junit.text(other).contains("<property name=\"may_differ\" value=\"1\"/>"))
        for format in CheckFormat.allCases where format != .json {
            #expect(format.text(other).contains("1 of them differs where the server itself may"), "\(format)")
        }
    }

    @Test func anUnlistedAnswerFails() async throws {
        let set = try TemporarySet([Self.golden])
        try set.replace("0.4511883639059735]", by: "0.4511883639059734]", in: "golden/server/exp-last-bit.json")
        #expect(try await set.check(answerer: Self.plain).codes == ["differences"])
    }

    @Test(arguments: [
        ("\"edge_coherence\": {\n", "\"edge_sum\": {\n"),
        ("\"accepted\": [0.4511883639059735]", "\"accepted\": [null]"),
    ])
    func anInvalidListIsRefused(_ change: (text: String, other: String)) async throws {
        let set = try TemporarySet([Self.golden])
        try set.replace(change.text, by: change.other, in: "golden/server/exp-last-bit.json")
        #expect(try await set.check().codes.contains("unreadable-golden"))
    }
}
