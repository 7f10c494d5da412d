import DepthAnalysis
import DepthFiles
import Foundation
import Support
import TestSupport
import Testing

@testable import Conformance

private let hasNumPy =
    (try? CommandRunner.run(URL(filePath: "/usr/bin/env"), ["python3", "-c", "import numpy"]).exitCode) == 0

@Suite struct CauseTests {
    private static let committed = Result { try GoldenSet(TemporarySet.committed) }

    /// A debug build would take a minute for all of them.
    private static var step: Int {
        #if DEBUG
            12
        #else
            1
        #endif
    }

    @Test func everyFingerprintChangesAnInputOfTheSet() throws {
        let set = try Self.committed.get()
        let fingerprints = try set.fingerprints()
        #expect(fingerprints.count > 200)
        let asked = Set(set.cases.map { Fingerprint.Question(profile: $0.profile, input: $0.inputName) })
        for fingerprint in fingerprints {
            #expect(!fingerprint.marks.isEmpty, "\(fingerprint.title)")
            #expect(Set(fingerprint.marks.keys.map(\.question)).isSubset(of: asked), "\(fingerprint.title)")
            #expect(fingerprint.rule.hasPrefix("§"), "\(fingerprint.title)")
        }
        // Within a profile, the title identifies a cause and its details.
        let titles = fingerprints.map { "\($0.title) \(Set($0.marks.keys.map(\.question.profile.rawValue)).sorted())" }
        #expect(Set(titles).count == titles.count)
    }

    /// A part of them, because all take minutes. The tool first checks its unmodified analysis against every golden.
    @Test(.enabled(if: hasNumPy, "needs python3 with NumPy"))
    func storedFingerprintsMatchTheTool() throws {
        let tool = CommandRunner.package.appending(path: "tools/dev/deviations/fingerprints").path
        let outcome = try CommandRunner.run(
            URL(filePath: "/usr/bin/env"), ["python3", tool, "--check", "--only", "neighbour"])
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.hasSuffix(" fingerprints compared\n"))
    }

    @Test func marksAreParsedAndComparedWithDifferences() throws {
        for (text, change, element, count) in [
            ("+12", DifferenceMark.Change.number(12), nil, nil), ("-2.60e15", .number(-2.6e15), nil, nil),
            ("!", .other, nil, nil), ("[3]+1*4", .number(1), 3, 4), ("[0]#-15", .length(-15), 0, nil),
            ("[2]!*1", .other, 2, 1),
        ] as [(String, DifferenceMark.Change, Int?, Int?)] {
            let mark = try #require(DifferenceMark(text[...]))
            #expect(mark.change == change && mark.element == element && mark.count == count, "\(text)")
        }
        for text in ["", "[3", "[x]+1", "12*x", "#x", "twelve"] { #expect(DifferenceMark(text[...]) == nil, "\(text)") }
        func matches(_ left: String, _ right: String, slack: Double = 0) -> Bool? {
            guard let left = DifferenceMark(left[...]), let right = DifferenceMark(right[...]) else { return nil }
            return left.matches(right, slack: slack)
        }
        #expect(matches("+12", "+12") == true && matches("+12", "+13") == false && matches("+12", "-12") == false)
        #expect(matches("+12", "+13", slack: 1) == true && matches("+12", "!") == false)
        // Values above a million keep three digits only.
        #expect(matches("+2.60e15", "+2604999999999999") == true && matches("+2.60e15", "+2.70e15") == false)
        #expect(matches("[3]+1*4", "[3]+1*5") == false && matches("[3]+1*4", "[2]+1*4") == false)
    }

    /// Answers that differ exactly as one fingerprint predicts are explained by it, or by one that the set cannot
    /// distinguish from it.
    @Test func everyFingerprintIsFoundFromItsMarks() throws {
        let set = try Self.committed.get()
        let fingerprints = try set.fingerprints()
        for fingerprint in fingerprints.enumerated().filter({ $0.offset % Self.step == 0 }).map(\.element) {
            let causes = CauseFinder(
                fingerprints: fingerprints, observations: Self.observations(set, [fingerprint]), slack: { _ in 0 }
            ).causes()
            let cause = try #require(causes.first)
            let found = [cause.fingerprint] + cause.equals
            #expect(found.contains { $0.title == fingerprint.title }, "\(fingerprint.title): \(cause.title)")
            #expect(causes.count == 1 && cause.otherCount == 0 && cause.missingCount == 0, "\(fingerprint.title)")
        }
    }

    /// The observations that these deviations would cause if all fields were reported. If two change one field, the
    /// first counts.
    private static func observations(
        _ set: GoldenSet, _ fingerprints: [Fingerprint]
    ) -> [Fingerprint.Question: Observation] {
        var observations: [Fingerprint.Question: Observation] = [:]
        for golden in set.cases {
            let question = Fingerprint.Question(profile: golden.profile, input: golden.inputName)
            observations[question] = Observation(compared: Set(Field.compared), marks: [:])
        }
        for (site, mark) in fingerprints.reversed().flatMap(\.marks) {
            observations[site.question]?.marks[site.field] = mark
        }
        return observations
    }

    @Test func twoDeviationsInDifferentStepsAreBothFound() throws {
        let set = try Self.committed.get()
        let fingerprints = try set.fingerprints()
        func named(_ title: String) throws -> Fingerprint {
            try #require(fingerprints.first { $0.title == title })
        }
        for titles in [
            ["another order of summation (§4): backwards", "neighbours held to the valid range (§6)"],
            ["another median (§7): the lower one", "plateaus taken for peaks (§5): at their left end"],
            ["the sample's standard deviation, divided by n - 1 (§4)", "differences not halved (§6)"],
        ] {
            let planted = try titles.map(named)
            let causes = CauseFinder(
                fingerprints: fingerprints, observations: Self.observations(set, planted), slack: { _ in 0 }
            ).causes()
            for title in titles {
                let found = causes.prefix(2).contains { cause in
                    ([cause.fingerprint] + cause.equals).contains { $0.title == title }
                }
                #expect(found, "\(title): \(causes.map(\.title))")
            }
            #expect(causes.count == 2, "\(causes.map(\.title))")
        }
    }

    /// No known deviation changes only these 3 fields of 3 maps.
    @Test func unexplainedDifferencesHaveNoCause() throws {
        let set = try Self.committed.get()
        var observations = Self.observations(set, [])
        for name in ["room-01", "room-02", "wall-01"] {
            let question = Fingerprint.Question(profile: .server, input: name)
            for field in [Field.coverage, .medianDepth, .meanDepth] {
                observations[question]?.marks[field] = DifferenceMark("+7")
            }
        }
        let finder = CauseFinder(
            fingerprints: try set.fingerprints(), observations: observations, slack: { _ in 0 })
        #expect(finder.causes().map(\.title) == [])
    }

    @Test func missingOrDamagedFingerprintsFallBackToStages() async throws {
        let set = try TemporarySet(["server/room-01"])
        try set.replace("\"depth_layers\": 7", by: "\"depth_layers\": 8", in: "golden/server/room-01.json")
        #expect(try await set.check().groups.map(\.title) == ["no known cause, first diverged: smoothing/peaks"])
        func variant(_ effect: String) -> String {
            "{\"schema_version\": 1, \"inputs\": [], \"variants\": [{\"effects\": {\"server\": {\(effect)}}}]}"
        }
        for (text, finding) in [
            ("{", "not JSON"), ("{\"schema_version\": 7}", "schema_version is 7"),
            (variant("\"depth\": \"\""), "not a field"), (variant("\"status\": \"0 !\""), "not a list of"),
        ] {
            try set.folder.file("golden/fingerprints.json", Data(text.utf8))
            let report = try await set.check()
            #expect(report.groups.count == 1)
            #expect(report.notes.first?.contains(finding) == true, "\(report.notes)")
        }
    }

    @Test func distantNumbersHaveNoULPDistance() throws {
        var difference = Difference(.edgeCoherence, expected: "0.1", actual: "0.9")
        difference.delta = 0.8
        difference.ulp = 1 << 32
        #expect(difference.distances == ["+0.8", "4294967296 ULP"])
        difference.isClose = false
        #expect(difference.distances == ["+0.8", "not close"])
        for profile in AnalysisProfile.allCases {
            let comparison = AnswerComparison(
                expected: .object([.init(key: "edge_coherence", value: .number("0"))]),
                actual: .object([.init(key: "edge_coherence", value: .number("1"))]), profile: profile)
            #expect(comparison.differences.first?.isClose == false, "\(profile)")
        }
    }
}
