internal import DepthAnalysis
internal import DepthFiles
package import Support

extension BatchSummary {
    /// The summary as one JSON object with a final newline; `docs/JSON.md` documents its members.
    package var json: String { Self.shape(.none).text(of: self) + "\n" }

    /// - Parameter codes: for the schema.
    package static func shape(_ codes: ReadingCodes) -> Shape<BatchSummary> {
        Shape {
            Member("files", .count) { $0.fileCount }
            Member("unreadable", .count) { $0.unreadableCount }
            Member("left_out", .count) { $0.skippedCount }
            Member("status", statuses) { $0.statuses }
            Member("server_answer", answers) { $0.serverAnswers }
            Member("verdicts", .list(of: verdict)) { $0.verdicts.ranked { $0.server + $0.map.rawValue } }
            Member("reasons", .list(of: reason)) { summary in
                summary.reasons.ranked { $0.rawValue }.map { ($0.key, $0.count, summary.reasonSets[[$0.key]]) }
            }
            Member("reason_sets", .list(of: reasonSet)) {
                $0.reasonSets.ranked { $0.map(\.rawValue).joined(separator: " ") }
            }
            Member("error_code", tally(codes.errors)) { $0.errorCodes }
            Member("server_code", tally(codes.refusals)) { $0.serverCodes }
            Member("note_code", tally(codes.notes)) { $0.noteCodes }
            Member("measurements", .list(of: measurement)) { $0.measurements }
            Member("checks", .list(of: check)) { $0.checks }
            Member("slowest", .list(of: slowFile)) { $0.slowest.entries }
            Member("largest", .list(of: largeFile)) { $0.largest.entries }
        }
    }

    private static let statuses = Shape<Tally<SceneAnalysis.Status>> {
        for status in SceneAnalysis.Status.allCases { Member(status.rawValue, .count) { $0[status] } }
    }
    private static let answers = Shape<Tally<String>> {
        for code in ServerAnswer.codes { Member(code, .count) { $0[code] } }
    }
    private static func tally(_ codes: [String]) -> Shape<Tally<String>> {
        Shape<[(key: String, value: Int)]>.map(of: .count, names: codes).of { tally in
            tally.ranked { $0 }.map { ($0.key, $0.count) }
        }
    }

    private static let verdict = Shape<(key: Verdicts, count: Int)> {
        Member("server_answer", .words(ServerAnswer.codeSchema)) { $0.key.server }
        Member("status", .word) { $0.key.map }
        Member("count", .count) { $0.count }
    }
    private static let reason = Shape<(reason: VerdictReason, count: Int, alone: Int)> {
        Member("reason", .word) { $0.reason }
        Member("count", .count) { $0.count }
        Member("alone", .count) { $0.alone }
    }
    private static let reasonSet = Shape<(key: [VerdictReason], count: Int)> {
        Member("reasons", .list(of: .word)) { $0.key }
        Member("count", .count) { $0.count }
    }
    private static let measurement = Shape<(measurement: SummaryMeasurement, count: Int, quantiles: Quantiles)> {
        Member("measurement", .text) { $0.measurement.name }
        Member("unit", .text) { $0.measurement.unit.rawValue }
        Member("count", .count) { $0.count }
        for (index, share) in Quantiles.shares.enumerated() {
            Member(share.key, .number, or: .absent) { $0.quantiles.values.isEmpty ? nil : $0.quantiles.values[index] }
        }
    }
    private static let check = Shape<CheckTally> {
        Member("check", .word) { $0.check }
        Member("comparison", .words(SceneAnalysis.Check.Comparison.schema)) { $0.check.comparison.rawValue }
        Member("threshold", .number) { $0.threshold }
        Member("holds", .count) { $0.holdCount }
        Member("does_not_hold", .count) { $0.failCount }
        Member("within_5_percent", .count) { $0.nearCount }
    }
    private static let slowFile = Shape<(name: String, value: Duration)> {
        Member("input", .text) { $0.name }
        Member("seconds", .number) { $0.value / .seconds(1) }
    }
    private static let largeFile = Shape<(name: String, value: Int)> {
        Member("input", .text) { $0.name }
        Member("bytes", .count) { $0.value }
    }
}
