import DepthAnalysis
import Foundation
import TestSupport
import Testing

@testable import ThresholdTuning

/// docs/TUNING.md lists the columns of every table that tuning writes, from the code.
/// `DEPTHCHECK_WRITE_DOCS=1 swift test --filter ColumnDocumentTests` writes the lists.
@Suite struct ColumnDocumentTests {
    @Test func theDocumentListsEveryColumnWithItsDescription() throws {
        let difference = try DocumentTables.firstDifference(
            in: "docs/TUNING.md",
            from: [
                ("axes", axes), ("curve columns", columns(OperatingPointTable.curveColumns)),
                ("point columns", columns(OperatingPointTable.pointColumns(["SPECIES"]))),
                ("sweep columns", columns(SweepTable.columns([.gradientThreshold]))),
                ("rates columns", columns(EvaluationTables.rateColumns())),
                ("curves columns", columns(EvaluationTables.curveColumns)),
                ("summary columns", columns(EvaluationTables.summaryColumns())),
                ("epc columns", columns(EvaluationTables.performanceColumns)),
                ("matrix columns", columns(EvaluationTables.matrixColumns)),
            ])
        #expect(difference == nil)
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
