import DepthAnalysis
import DepthFiles
import Foundation
import Reports
import Support
import TestSupport
import Testing

@testable import depthcheck

/// docs/JSON.md lists the vocabulary from the code.
/// `DEPTHCHECK_WRITE_DOCS=1 swift test --filter VocabularyDocument` writes the tables.
@Suite(.serialized) struct VocabularyDocumentTests {
    @Test func theDocumentListsEveryFieldWithItsDescription() throws {
        let difference = try DocumentTables.firstDifference(
            in: "docs/JSON.md",
            from: [
                ("fields", fields(SceneAnalysis.Field.allCases.filter { !$0.isInStages })),
                ("stages", fields(SceneAnalysis.Field.allCases.filter(\.isInStages))), ("checks", checks),
                ("around", around), ("codes", codes),
            ])
        #expect(difference == nil)
    }

    @Test func theDocumentNamesEverySummaryMember() throws {
        let text = try String(contentsOf: CommandRunner.package.appending(path: "docs/JSON.md"), encoding: .utf8)
        var summary = BatchSummary(parameters: .standard, profile: .server)
        summary.add(
            FileAnalysis(
                input: "map", analysis: DepthAnalyzer().analyze(.constant(1, width: 9, height: 9)),
                serverAnswer: .fail, byteCount: 9))
        for line in summary.json.split(separator: "\n") {
            guard let key = line.firstMatch(of: #/"([a-z_0-9]+)":/#)?.1, VerdictReason(rawValue: String(key)) == nil
            else { continue }
            #expect(text.contains("`\(key)`"), "\(key)")
        }
    }

    private var around: [String] {
        let rows = ResultField.allCases.map { field in
            let type = [.notes, .noteCodes].contains(field) ? "array of strings" : "string"
            return "| `\(field.rawValue)` | \(type) | \(field.meaning) |"
        }
        return [
            "| field | type | meaning |", "|---|---|---|",
            "| `\(ResultField.inputKey)` | string | comes first: the file as it was named; `-` for standard input |",
        ] + rows
    }

    /// Each code once, with its fields and an example: for an error, what was found.
    private var codes: [String] {
        var entries: [(code: String, field: String, sentence: String)] = everyReadingError.map { error in
            (error.code, "error_code", String(error.message.prefix(while: { $0 != ";" })))
        }
        entries += everyServerAnswer.compactMap { answer in
            answer.reasonCode.map { ($0, "server_code", answer.explanation ?? "") }
        }
        entries += everyNote.map { ($0.code, "note_codes", $0.wording.text(.command)) }
        let rows = Dictionary(grouping: entries, by: \.code).sorted { $0.key < $1.key }.map { code, entries in
            let fields = entries.map(\.field).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            return "| `\(code)` | \(fields.map { "`\($0)`" }.joined(separator: ", ")) | \(entries[0].sentence) |"
        }
        return ["| code | in | for example |", "|---|---|---|"] + rows
    }

    private func fields(_ fields: [SceneAnalysis.Field]) -> [String] {
        ["| field | type | unit | stage | meaning |", "|---|---|---|---|---|"]
            + fields.map { field in
                "| `\(field.rawValue)` | \(type(field.kind)) | \(field.unit.rawValue) | \(field.stage.name) "
                    + "| \(field.meaning) |"
            }
    }

    private var checks: [String] {
        [
            "| check | value | holds if | threshold (parameter) | unit | if it does not hold |",
            "|---|---|---|---|---|---|",
        ]
            + SceneAnalysis.Check.allCases.map { check in
                let threshold = AnalysisParameters.standard[check.parameter].text
                return "| `\(check.rawValue)` | `\(check.subject)` | `\(check.comparison.rawValue)` "
                    + "| \(threshold) (`\(check.parameter.rawValue)`) | \(check.unit.rawValue) "
                    + "| \(consequence(check)) |"
            }
    }

    private func consequence(_ check: SceneAnalysis.Check) -> String {
        switch check.role {
        case .required: "reason `\(check.reason?.rawValue ?? "")`"
        case .screenSign: "no screen; if all four hold, reason `\(check.reason?.rawValue ?? "")`"
        case .warning: "a warning"
        }
    }

    private func type(_ kind: AnalysisFieldValue.Kind) -> String {
        switch kind {
        case .text: "string"
        case .texts: "array of strings"
        case .flag: "boolean"
        case .whole: "integer"
        case .wholes: "array of integers"
        case .real: "number"
        case .reals: "array of numbers"
        case .quadrants, .checks: "array of objects"
        }
    }
}
