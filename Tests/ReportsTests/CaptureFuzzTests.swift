import Captures
import Conformance
import DepthFiles
import Foundation
import Support
import TestSupport
import Testing

@testable import Reports

@Suite("capture fuzz")
struct CaptureFuzzTests {
    private static let verifier = CaptureVerifier(reader: CaptureInputReader(), serverState: ServerState())

    private func fuzz(_ change: (inout CaptureFuzz.Options) -> Void = { _ in }) -> CaptureFuzz {
        var options = CaptureFuzz.Options()
        options.count = 150
        change(&options)
        return CaptureFuzz(verifier: Self.verifier, options: options)
    }

    /// A server that is right except for requests with a text, to which both positions have these members.
    private static func server(
        failing text: String, with members: [JSONValue.Member] = [.init(key: "new_counter", value: .number("99"))]
    ) -> CaseAnswerer {
        .library { testCase in
            guard testCase.line.contains(text) else { return .success(testCase.expected) }
            let wrong = JSONValue.object(members)
            return .success(.object([.init(key: "permissive", value: wrong), .init(key: "strict", value: wrong)]))
        }
    }

    /// A refusal of a malformed request.
    private static let refusal: [JSONValue.Member] = [
        .init(key: "http_status", value: .number("400")), .init(key: "error_code", value: .string("VALIDATION_ERROR")),
        .init(key: "passes", value: .flag(false)), .init(key: "request_verified", value: .flag(false)),
    ]

    @Test(arguments: InputDraft.Kind.allCases) func aValidInputIsTrusted(_ kind: InputDraft.Kind) throws {
        let input = try #require(
            (0..<100).lazy.map { GeneratedInput(seed: 1, number: $0, among: []) }.first { $0.kind == kind })
        let testCase = try #require(FuzzCase(input, by: Self.verifier, isExact: false))
        #expect(testCase.file["class"]?.string == "accepted", "\(testCase.testCase.expected)")
    }

    @Test func ownAnswersDoNotDiffer() async {
        let found = await fuzz { $0.seed = 5 }.run(against: nil, subject: "depthcheck")
        #expect(found.report.isGood && found.cases.count > 100)
        let classes = Set(found.cases.compactMap { $0.file["class"]?.string })
        #expect(classes == ["accepted", "refused", "may_differ"])
    }

    @Test func aDifferenceIsReducedToItsCause() async {
        let found = await fuzz {
            $0.count = 400
            $0.filters = ["state-*", "headers-*", "time-*"]
        }.run(against: Self.server(failing: #""device_known":false"#), subject: "faulty")
        #expect(!found.report.isGood)
        #expect(found.cases.map { $0.testCase.cause } == ["state-unknown: an unknown device"])
        #expect(found.cases.first?.testCase.rules == ["REQ-013"])
        let causes = found.report.entries.filter(\.isDifferent).map { $0.testCase?.cause }
        #expect(causes.count > 10 && Set(causes) == ["state-unknown: an unknown device"])
        #expect(found.report.json(.properties).contains(#""title": "state-unknown: an unknown device (REQ-013)""#))
    }

    @Test func serversMayDifferWhereNoPhoneGoes() async {
        func failures(of server: CaseAnswerer, isExact: Bool) async -> Int {
            let found = await fuzz {
                ($0.filters, $0.isExact) = (["id-other-form"], isExact)
                $0.rulesFolder = CommandRunner.package.path + "/fixtures/captures"
            }.run(against: server, subject: "server")
            return found.report.entries.count(where: \.isDifferent)
        }
        let refusing = Self.server(failing: "urn:uuid:", with: Self.refusal)
        #expect(await failures(of: refusing, isExact: false) == 0)
        #expect(await failures(of: refusing, isExact: true) > 0)
        // Only the answers that rules.json lists are allowed.
        #expect(await failures(of: Self.server(failing: "urn:uuid:"), isExact: false) > 0)
    }

    @Test func unmodelledInputsAreLeftOut() async {
        let found = await fuzz { ($0.count, $0.filters) = (60, ["CAP-022"]) }.run(against: nil, subject: "depthcheck")
        #expect(found.cases.allSatisfy { $0.testCase.rules.isEmpty })
        #expect(found.report.notes.contains { $0.contains("left out: depthcheck does not model the answer") })
    }
}
