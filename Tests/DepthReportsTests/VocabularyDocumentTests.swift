import DepthAnalysis
import DepthTestSupport
import Foundation
import Testing

/// docs/JSON.md lists what the code describes. `DEPTHCHECK_WRITE_DOCS=1 swift test --filter VocabularyDocument` writes
/// the tables anew.
@Suite struct VocabularyDocumentTests {
    @Test func theDocumentListsTheFieldsAsTheyAreDescribed() throws {
        let file = CommandRunner.package.appending(path: "docs/JSON.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        var expected = text
        for (mark, rows) in [
            ("fields", fields(SceneAnalysis.Field.allCases.filter { !$0.isInStages })),
            ("stages", fields(SceneAnalysis.Field.allCases.filter(\.isInStages))), ("checks", checks),
        ] {
            let opening = try #require(expected.range(of: "<!-- \(mark): "), "no mark for \(mark)")
            let start = try #require(expected.range(of: "\n", range: opening.upperBound..<expected.endIndex))
            let end = try #require(expected.range(of: "<!-- end -->", range: start.upperBound..<expected.endIndex))
            expected.replaceSubrange(
                start.upperBound..<end.lowerBound, with: "\n" + rows.joined(separator: "\n") + "\n\n")
        }
        if ProcessInfo.processInfo.environment["DEPTHCHECK_WRITE_DOCS"] == "1" {
            try Data(expected.utf8).write(to: file)
        }
        #expect(text == expected)
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

    private func type(_ kind: FieldValue.Kind) -> String {
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
