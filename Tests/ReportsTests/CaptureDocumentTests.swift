import Captures
import Foundation
import Reports
import Support
import TestSupport
import Testing

/// docs/JSON.md and docs/CAPTURE.md list what the code describes.
@Suite struct CaptureDocumentTests {
    @Test func theDocumentListsJudgementAndInspectionMembers() throws {
        let difference = try DocumentTables.firstDifference(
            in: "docs/JSON.md",
            from: [("judgements", judgements), ("requests", requests), ("inspections", inspections)])
        #expect(difference == nil)
    }

    @Test func theDocumentListsBindingsAndChallenges() throws {
        let rows = AssertionBinding.allCases.map { binding in
            "| `\(binding.name)` | \(binding.definition) | \(binding.users) | \(binding.sources) |"
        }
        let table = ["| binding | definition | who | where it is written down |", "|---|---|---|---|"] + rows
        let challenges = ChallengeBinding.allCases.map { "| `\($0.rawValue)` | \($0.definition) |" }
        let difference = try DocumentTables.firstDifference(
            in: "docs/CAPTURE.md",
            from: [
                ("bindings", table),
                ("challenges", ["| definition | the nonce covers `authData` and |", "|---|---|"] + challenges),
            ])
        #expect(difference == nil)
    }

    private typealias Row = (member: String, type: String, meaning: String)

    private var judged: [Row] { JudgedInput.capture.rows + JudgedInput.unreadable(.none).rows.suffix(2) }

    private var judgements: [String] {
        Self.table(judged.map { ($0.member, $0.type.replacing(" or null", with: ""), $0.meaning) })
    }

    /// Without the rows of the judgements.
    private var requests: [String] {
        let (registration, request, chain) = (JudgedInput.registration, JudgedInput.signedRequest, JudgedInput.chain)
        let rows = Self.union([
            (registration.rows, registration.names), (request.rows, request.names), (chain.rows, chain.names),
        ])
        return Self.table(rows.filter { !$0.member.contains("[") }, except: judged)
    }

    /// Without the rows of the judgements.
    private var inspections: [String] {
        let attestation = CaptureInspection.Attestation.shape.rows.suffix(2)
        let rows = CaptureInspection.Contents.shape(.none).rows
        let index = rows.firstIndex { $0.member == "numbers" } ?? rows.endIndex
        return Self.table(
            rows[..<index] + attestation + rows[index...] + CaptureInspection.failure(.none).rows.suffix(2),
            except: judged)
    }

    private static func table(_ rows: [Row], except known: [Row] = []) -> [String] {
        let new = rows.filter { row in !known.contains { $0 == row } }
        return ["| member | type | meaning |", "|---|---|---|"]
            + new.map { "| `\($0.member)` | \($0.type.isEmpty ? "" : $0.type + " ")| \($0.meaning) |" }
    }

    /// The rows of several shapes. A member that only a later one has precedes the member that follows it there.
    private static func union(_ shapes: [(rows: [Row], names: [String])]) -> [Row] {
        shapes.dropFirst().reduce(shapes[0].rows) { known, shape in
            var all = known
            for row in shape.rows where !known.contains(where: { $0.member == row.member }) {
                let following = Set(shape.names.drop { $0 != row.member }.dropFirst())
                all.insert(row, at: all.firstIndex { following.contains($0.member) } ?? all.endIndex)
            }
            return all
        }
    }

    private func page() throws -> [Substring] {
        try String(contentsOf: CommandRunner.package.appending(path: "docs/CAPTURE.md"), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
    }

    @Test func everyCommandOfTheCapturePageRuns() throws {
        let folder = try TemporaryFolder()
        try folder.link("fixtures", to: CommandRunner.package.appending(path: "fixtures").path)
        var isCode = false
        var outputs: [String] = []
        for line in try page() {
            if line.hasPrefix("```") {
                isCode = line == "```sh"
            } else if isCode {
                let words = line.split(separator: " ").map(String.init)
                try #require(words.first == "depthcheck")
                let outcome = try CommandRunner.depthcheck(Array(words.dropFirst()), in: folder.url)
                #expect(outcome.exitCode == 0, "\(line)\n\(outcome.errors)")
                outputs.append(outcome.output)
            }
        }
        try #require(outputs.count == 26)
        #expect(outputs[2].hasPrefix("202, recorded as high  body.bin\n"))
        #expect(outputs[7].hasPrefix("202, recorded as high  payload.json\n"))
        #expect(outputs[10].hasPrefix("201, registered as secure_enclave  registration.json\n"))
        #expect(outputs[14].hasPrefix("202, recorded as high  software.http\n"))
        #expect(outputs[16].hasPrefix("202, recorded as suspicious  phone.http: the assertion fails: its counter is 1"))
        #expect(outputs[18].contains("signed     request-upper-hexadecimal/plain"))
        #expect(outputs[19].contains("the server: accept tee as a verified level"))
        let last = [outputs[21], outputs[23], outputs[25]]
        #expect(last.map { $0.contains("not jpeg-depth") } == [true, false, false])
        #expect(last.map { $0.contains("the server: verify the signature over the nonce") } == [true, true, false])
        #expect(last[2].hasPrefix("202, recorded as medium"))
    }

    /// Each row of the table of contradictions has a command and the start of its answer.
    @Test func documentedContradictionsGetTheirAnswers() throws {
        let rows = try page().filter { $0.contains("| `depthcheck ") }
        try #require(rows.count == 32)
        for row in rows {
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let words = cells[3].trimmingCharacters(in: ["`"]).split(separator: " ").map(String.init)
            let outcome = try CommandRunner.depthcheck(Array(words.dropFirst()))
            #expect(outcome.exitCode == 0 && outcome.output.hasPrefix("\(cells[4])  "), "\(row)\n\(outcome.output)")
        }
    }
}
