import DepthAnalysis
import Foundation
import TestSupport
import Testing

@testable import ThresholdTuning

/// docs/TUNING.md lists the columns of every table that tuning writes, from the code.
/// `DEPTHCHECK_WRITE_DOCS=1 swift test --filter ColumnDocumentTests` writes the lists.
@Suite struct ColumnDocumentTests {
    @Test func theDocumentListsEveryColumnWithItsDescription() throws {
        let file = CommandRunner.package.appending(path: "docs/TUNING.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        var expected = text
        for (mark, rows) in [
            ("axes", axes), ("curve columns", columns(OperatingPointTable.curveColumns)),
            ("point columns", columns(OperatingPointTable.pointColumns(["SPECIES"]))),
            ("sweep columns", columns(SweepTable.columns([.gradientThreshold]))),
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

    private var axes: [String] {
        ["| `curve` | its axes |", "|---|---|"]
            + OperatingPointTable.Curve.allCases.map { "| `\($0.rawValue)` | \($0.axes) |" }
    }

    private func columns<Row>(_ columns: [TableColumn<Row>]) -> [String] {
        ["| column | meaning | unit | range |", "|---|---|---|---|"]
            + columns.map {
                "| `\($0.name)` | \($0.meaning) | \($0.unit == .none ? "" : $0.unit.rawValue) | \($0.range) |"
            }
    }
}
