internal import DepthAnalysis
internal import DepthFiles
package import Support

extension BatchSummary {
    /// The summary as one JSON object with a final newline; `docs/JSON.md` documents its members.
    package var json: String {
        var writer = JSONWriter(.indented)
        writer.object { writer in
            writer.member("files", fileCount)
            writer.member("unreadable", unreadableCount)
            writer.member("left_out", skippedCount)
            writer.counts("status", SceneAnalysis.Status.allCases.map { ($0.rawValue, statuses[$0]) })
            writer.counts("server_answer", ServerAnswer.codes.map { ($0, serverAnswers[$0]) })
            writer.objects("verdicts", verdicts.ranked { $0.server + $0.map.rawValue }) { verdicts, writer in
                writer.member("server_answer", verdicts.key.server)
                writer.member("status", verdicts.key.map.rawValue)
                writer.member("count", verdicts.count)
            }
            writeReasons(to: &writer)
            for (name, tally) in [("error_code", errorCodes), ("server_code", serverCodes), ("note_code", noteCodes)] {
                writer.counts(name, tally.ranked { $0 }.map { ($0.key, $0.count) })
            }
            writeMeasurements(to: &writer)
            writeChecks(to: &writer)
            writer.objects("slowest", slowest.entries) { entry, writer in
                writer.member("input", entry.name)
                writer.member("seconds", entry.value / .seconds(1))
            }
            writer.objects("largest", largest.entries) { entry, writer in
                writer.member("input", entry.name)
                writer.member("bytes", entry.value)
            }
        }
        return writer.text + "\n"
    }

    private func writeReasons(to writer: inout JSONWriter) {
        writer.objects("reasons", reasons.ranked { $0.rawValue }) { reason, writer in
            writer.member("reason", reason.key.rawValue)
            writer.member("count", reason.count)
            writer.member("alone", reasonSets[[reason.key]])
        }
        let sets = reasonSets.ranked { $0.map(\.rawValue).joined(separator: " ") }
        writer.objects("reason_sets", sets) { set, writer in
            writer.member("reasons", set.key.map(\.rawValue))
            writer.member("count", set.count)
        }
    }

    private func writeMeasurements(to writer: inout JSONWriter) {
        writer.objects("measurements", measurements) { measured, writer in
            writer.member("measurement", measured.measurement.name)
            writer.member("unit", measured.measurement.unit.rawValue)
            writer.member("count", measured.count)
            for (share, value) in zip(Quantiles.shares, measured.quantiles.values) { writer.member(share.key, value) }
        }
    }

    private func writeChecks(to writer: inout JSONWriter) {
        writer.objects("checks", checks) { tally, writer in
            writer.member("check", tally.check.rawValue)
            writer.member("comparison", tally.check.comparison.rawValue)
            writer.member("threshold", tally.threshold)
            writer.member("holds", tally.holdCount)
            writer.member("does_not_hold", tally.failCount)
            writer.member("within_5_percent", tally.nearCount)
        }
    }
}

extension BatchSummary {
    package static func schema(_ codes: ReadingCodes) -> JSONSchema {
        let quantiles = Quantiles.shares.map { JSONSchema.Member($0.key, .number, .optional) }
        func counts(_ names: [String]) -> JSONSchema { .object(names.map { JSONSchema.Member($0, .count) }) }
        return .object([
            "files": .count, "unreadable": .count, "left_out": .count,
            "status": counts(SceneAnalysis.Status.allCases.map(\.rawValue)),
            "server_answer": counts(ServerAnswer.codes),
            "verdicts": .list(
                of: .object([
                    "server_answer": ServerAnswer.codeSchema, "status": .words(SceneAnalysis.Status.self),
                    "count": .count,
                ])),
            "reasons": .list(of: .object(["reason": .words(VerdictReason.self), "count": .count, "alone": .count])),
            "reason_sets": .list(of: .object(["reasons": .list(of: .words(VerdictReason.self)), "count": .count])),
            "error_code": .map(of: .count, names: codes.errors),
            "server_code": .map(of: .count, names: codes.refusals),
            "note_code": .map(of: .count, names: codes.notes),
            "measurements": .list(
                of: .object(
                    JSONSchema.members(["measurement": .string, "unit": .string, "count": .count]) + quantiles)),
            "checks": .list(
                of: .object([
                    "check": .words(SceneAnalysis.Check.self), "comparison": SceneAnalysis.Check.Comparison.schema,
                    "threshold": .number, "holds": .count, "does_not_hold": .count, "within_5_percent": .count,
                ])),
            "slowest": .list(of: .object(["input": .string, "seconds": .number])),
            "largest": .list(of: .object(["input": .string, "bytes": .count])),
        ])
    }
}
