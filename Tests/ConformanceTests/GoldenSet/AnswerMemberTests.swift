import DepthAnalysis
import Support
import TestSupport
import Testing

@testable import Conformance

/// Answers with members that are left out, misspelled, or of another kind of JSON.
@Suite struct AnswerMemberTests {
    private static let names = [
        "flip-deviation-rounding", "flip-screen-mean", "inferred-133", "size-3x5", "spelling-power-02",
    ]

    /// Checks the stored answers with a change to each.
    private func check(_ change: (inout [JSONValue.Member]) -> Void) async throws -> CheckReport {
        let temporary = try TemporarySet(Self.names.map { "server/\($0)" })
        let set = try GoldenSet(temporary.path)
        var answers: [RequestID: TimedAnswer] = [:]
        for golden in set.cases {
            var members = golden.expected.members ?? []
            change(&members)
            answers[golden.requestID] = TimedAnswer(answer: .success(.object(members)))
        }
        return try await temporary.check(answerer: .known(answers)) { $0.profiles = [.server] }
    }

    private func changed(_ change: (JSONValue.Member) -> JSONValue.Member?) async throws -> CheckReport {
        try await check { $0 = $0.compactMap(change) }
    }

    private func titles(_ change: (String, JSONValue) -> JSONValue) async throws -> [String] {
        let report = try await changed { JSONValue.Member(key: $0.key, value: change($0.key, $0.value)) }
        return report.groups.map(\.title.description)
    }

    @Test func aFieldOfOneAnswerMustBeInAll() async throws {
        let report = try await changed { $0.key == "edge_coherence" && $0.value.real != 0 ? nil : $0 }
        let count = report.entries.count { $0.notReported == [.edgeCoherence] }
        #expect(count > 0 && count < Self.names.count)
        #expect(report.codes == Array(repeating: "left-out", count: count))
        let title =
            "given for \(Count.goldens(Self.names.count - count)) and left out for \(count): edge_coherence; expected "
            + "wherever it is stored"
        #expect(report.groups.map(\.title.description) == [title])
        #expect(report.comparedCounts.first { $0.field == "edge_coherence" }?.count == Self.names.count - count)
        // A field that no answer has is only reported.
        let never = try await changed { $0.key == "edge_coherence" ? nil : $0 }
        #expect(never.isGood && never.notReportedCounts.map(\.field) == ["edge_coherence"])
    }

    @Test func everyFormatHasTheComparedFieldsAndTheAcceptedAnswers() async throws {
        let report = try await changed { $0.key == "edge_coherence" ? nil : $0 }
        for format in CheckFormat.allCases {
            let text = format.text(report)
            #expect(text.contains(format == .json ? "\"compared\": {" : "compared for 5 goldens: "), "\(format)")
        }
        #expect(CheckFormat.json.text(report).contains("\"may_differ_count\": 0"))
        #expect(CheckFormat.junit.text(report).contains("<property name=\"may_differ\" value=\"0\"/>"))
    }

    @Test func aKnownFieldUnderAnotherSpellingIsNamed() async throws {
        for (other, change) in [
            ("edgeCoherence", "edge_coherence"), ("MIN-DEPTH", "min_depth"), ("Reasons", "reasons"),
        ] {
            let report = try await changed { $0.key == change ? .init(key: other, value: $0.value) : $0 }
            #expect(Set(report.codes) == ["other-names"], "\(other)")
            let headline = report.failed.first?.failures.first?.headline.description
            #expect(headline == "members with other names: found \(other), expected \(change)")
        }
        // Beside the right member too.
        let both = try await check { $0.append(.init(key: "depthVariance", value: .number("1"))) }
        #expect(Set(both.codes) == ["other-names"])
        let none = try await changed { $0.key == "status" ? $0 : nil }
        #expect(none.codes == Self.names.map { _ in "no-known-member" } && none.groups.count == 1)
    }

    @Test func membersOfQuadrantsHaveTheirNames() async throws {
        func headline(_ change: @escaping (JSONValue.Member) -> JSONValue.Member?) async throws -> String? {
            func changed(_ value: JSONValue) -> JSONValue {
                switch value {
                case .object(let members):
                    .object(members.map { .init(key: $0.key, value: changed($0.value)) }.compactMap(change))
                case .array(let elements): .array(elements.map(changed))
                default: value
                }
            }
            let temporary = try TemporarySet(["stages/room-01"])
            var answers: [RequestID: TimedAnswer] = [:]
            for golden in try GoldenSet(temporary.path).cases {
                answers[golden.requestID] = TimedAnswer(answer: .success(changed(golden.expected)))
            }
            let report = try await temporary.check(answerer: .known(answers)) { $0.profiles = [.server] }
            return report.entries.flatMap(\.failures).map(\.headline.description).joined(separator: "; ")
        }
        #expect(
            try await headline { member in
                member.key == "standard_deviation" ? .init(key: "standardDeviation", value: member.value) : member
            }
                == "members with other names: found standardDeviation, expected standard_deviation")
        #expect(
            try await headline { $0.key == "standard_deviation" ? nil : $0 }
                == "left out: stages.quadrants[].standard_deviation; expected wherever it is stored")
    }

    @Test func anAnswerForTheOtherProfileIsOneCause() async throws {
        let report = try await check { members in
            guard members.contains(where: { $0.key == "width" && $0.value.whole == 3 }) else { return }
            members = members.map { $0.key == "depth_layers" ? .init(key: $0.key, value: .number("99")) : $0 }
            members.append(.init(key: "profile", value: .string("client")))
        }
        #expect(report.groups.map(\.title.description) == ["profile: \"server\" is given as \"client\""])
    }

    @Test func otherKindsOfJSONAreOneCause() async throws {
        func text(_ value: JSONValue) -> JSONValue {
            switch value {
            case .number(let number): .string(number)
            case .array(let elements): .array(elements.map(text))
            default: value
            }
        }
        #expect(try await titles { text($1) } == ["numbers are given as text"])
        #expect(
            try await titles { $1.flag.map { .number($0 ? "1" : "0") } ?? $1 } == ["booleans are given as numbers"])
        #expect(
            try await titles { $1.flag.map { .string($0 ? "True" : "False") } ?? $1 } == ["booleans are given as text"])
        #expect(try await titles { $0 == "min_depth" ? .null : $1 } == ["numbers are given as null"])
        #expect(try await titles { $0 == "reasons" ? .string("") : $1 } == ["lists are given as text"])
        // Text of another number differs in value.
        let other = try await titles { $0 == "depth_layers" ? .string("\(($1.whole ?? 0) + 1)") : $1 }
        #expect(other == ["no known cause, first diverged: smoothing/peaks"])
    }

    @Test func wordsWithOneOtherNameAreOneCause() async throws {
        #expect(
            try await titles { $0 == "status" && $1.string == "pass" ? .string("ok") : $1 }
                == ["status: \"pass\" is given as \"ok\""])
        let same = try await titles { $0 == "is_likely_real_scene" ? .flag(true) : $1 }
        #expect(same == ["is_likely_real_scene: false is given as true"])
        // Once another word, once not.
        let mixed = try await check { members in
            guard members.contains(where: { $0.key == "width" && $0.value.whole == 3 }) else { return }
            members = members.map { $0.key == "status" ? .init(key: "status", value: .string("ok")) : $0 }
        }
        #expect(
            mixed.groups.allSatisfy { $0.title.description.hasPrefix("no known cause") }, "\(mixed.groups.map(\.title))"
        )
    }
}
