import Support
import TestSupport
import Testing

@testable import Conformance

@Suite struct ConformanceSetTests {
    @Test func aRequestHasTheBytesOfItsFilesAndNoRemarks() throws {
        let files = try TemporaryCaseSet()
        let set = try ConformanceSet(files.path)
        let full = try #require(set.cases.first { $0.name == "full-good" })
        let request = try JSONReader.read(full.line)
        #expect(request.members?.map(\.key) == ["name", "kind", "endpoint", "now", "config", "body"])
        #expect(request["name"]?.string == "full-good" && request["kind"]?.string == "full")
        #expect(request["body"] == .object([.init(key: "base64", value: .string("AQID"))]))
        #expect(!full.line.contains("\n"))
        #expect(full.rules == ["CAP-001"] && full.category == .accepted && full.notes == "A note.")
    }

    @Test func theEndpointAndTheHeadersDetermineTheKind() throws {
        let files = try TemporaryCaseSet()
        let set = try ConformanceSet(files.path)
        let kinds = Dictionary(uniqueKeysWithValues: set.cases.map { ($0.name, $0.kind) })
        #expect(
            kinds == [
                "full-good": .full, "hash-only-bad": .hashOnly, "register-good": .registration,
                "request-replayed": .request, "chain-good": .chain,
            ])
    }

    @Test func aFileInTheFolderOfTheCaseComesBeforeOneAbove() throws {
        let files = try TemporaryCaseSet()
        try files.folder.file("captures/cases/shared/body.bin", [4])
        let set = try ConformanceSet(files.path)
        #expect(try #require(set.cases.first { $0.name == "full-good" }).line.contains("\"BA==\""))
        #expect(try #require(set.cases.first { $0.name == "register-good" }).line.contains("\"AQID\""))
    }

    @Test func patternsSelectByNameFolderAndRule() throws {
        let files = try TemporaryCaseSet()
        let set = try ConformanceSet(files.path)
        func names(_ patterns: String...) -> [String] { set.cases(matching: patterns).map(\.name) }
        #expect(names().count == 5)
        #expect(names("full-*") == ["full-good"])
        #expect(names("requests/*") == ["chain-good", "request-replayed"])
        #expect(names("REQ-001") == ["chain-good", "request-replayed"])
        #expect(names("CAP-*", "register-good") == ["full-good", "register-good"])
        #expect(names("nothing") == [])
    }

    @Test func everyFaultOfTheSetIsAFailureOfItsOwn() async throws {
        let faults: [(code: String, exitCode: Int32, fault: (TemporaryCaseSet) throws -> Void)] = [
            ("case-without-answer", 1, { try $0.replace("\"register-good\"", by: "\"x\"", in: Self.registrations) }),
            ("answer-without-case", 1, { try $0.remove("captures/cases/full-good.json") }),
            ("unreadable-case", 2, { try $0.folder.file("captures/cases/full-good.json", "{".utf8) }),
            ("unreadable-case", 2, { try $0.replace("apple_team_id", by: "team", in: Self.full) }),
            ("unreadable-case", 2, { try $0.replace("shared/body.bin", by: "absent.bin", in: Self.full) }),
            ("unreadable-case", 2, { try $0.replace("shared/body.bin", by: "../rules.json", in: Self.full) }),
            ("unreadable-case", 2, { try $0.replace("\"captures\"", by: "\"photos\"", in: Self.full) }),
            ("unreadable-case", 2, { try $0.replace("\"accepted\"", by: "\"good\"", in: Self.full) }),
            ("unreadable-case", 2, { try $0.replace("[\"CAP-001\"]", by: "\"CAP-001\"", in: Self.full) }),
            ("unreadable-case", 2, { try $0.folder.file("captures/mistakes.json", "[".utf8) }),
            ("unreadable-case", 2, { try $0.write(mistakes: "{\"name\": \"x\", \"answers\": {}}") }),
            (
                "same-name", 1,
                { try $0.folder.file("captures/registrations/full-good.json", $0.folder.text(of: Self.full).utf8) }
            ),
        ]
        for (code, exitCode, fault) in faults {
            let files = try TemporaryCaseSet()
            try fault(files)
            let report = try await files.check()
            #expect(report.codes.contains(code), "\(code): \(report.codes)")
            #expect(report.exitCode == exitCode && !report.isGood, "\(code)")
        }
    }

    private static let full = "captures/cases/full-good.json"
    private static let registrations = "captures/registrations.json"

    @Test func aSetWithoutCasesFails() async throws {
        let folder = try TemporaryFolder()
        let set = try ConformanceSet(folder.path)
        let report = await ServerCheck(set, answerer: .library { _ in .failure(.notInFile) }).run()
        #expect(report.codes == ["empty-set"] && report.exitCode == 1)
        #expect(throws: FileAccessError.self) { try ConformanceSet(folder.path + "/absent") }
    }

    @Test func aFilterWithoutMatchesFails() async throws {
        let report = try await TemporaryCaseSet().check { $0.filters = ["nothing"] }
        #expect(report.codes == ["nothing-matches"] && report.exitCode == 1)
        #expect(report.headline == "FAIL  nothing matches nothing: nothing was checked")
    }
}
