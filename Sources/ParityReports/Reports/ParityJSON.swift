internal import DepthAnalysis
internal import DepthReports
package import PlainText

/// A parity report as one JSON object; `docs/PARITY.md` names the fields.
package enum ParityJSON {
    static func object(_ summary: ParitySummary) -> String {
        var writer = JSONWriter(.indented)
        writer.object { writer in
            writer.member("holds", summary.holds)
            writer.member("files", summary.fileCount)
            writer.member("compared", summary.comparedCount)
            writer.member("unavailable", summary.unavailableCount)
            writer.objects("promises", ParityPromise.allCases) { promise, writer in
                writer.member("field", promise.field.rawValue)
                if let limit = promise.limit { writer.member("limit", limit) } else { writer.member("limit", 0) }
                writer.member("broken_by", summary.brokenCount(promise))
            }
            let drifts = SceneAnalysis.Field.drifting.compactMap { field in summary.drifts[field].map { (field, $0) } }
            writer.objects("fields", drifts) { measured, writer in
                let (field, drift) = measured
                writer.member("field", field.rawValue)
                writer.member("maps", drift.count)
                writer.member("largest", drift.largest)
                writer.member("where", drift.place)
                writer.member("mean", drift.mean)
                writer.member("percentile_99", drift.percentile99)
            }
            writer.objects("verdict_flips", summary.verdictFlips, write)
            writer.objects("layer_differences", summary.layerDifferences, write)
            writer.objects("screen_flips", summary.screenFlips, write)
            writer.objects("warning_flips", summary.warningFlips, write)
            writer.member("server_only", summary.serverOnly)
            writer.objects("unreadable", summary.unreadable) { file, writer in
                writer.member("input", file.input)
                writer.member("error", file.error)
            }
        }
        return writer.text
    }

    private static func write(_ finding: ParitySummary.Finding, to writer: inout JSONWriter) {
        writer.member("input", finding.input)
        write(finding.parity, to: &writer)
    }

    /// What the profiles disagree on, as members of an object.
    package static func write(_ parity: MapParity, to writer: inout JSONWriter) {
        writer.member("broken_promises", parity.brokenPromises.map(\.field.rawValue))
        for (name, analysis) in [("server", parity.server), ("client", parity.client)] {
            writer.member(name) { $0.object { writeNumbers(of: analysis, to: &$0) } }
        }
        writer.objects("checks", parity.checkFlips) { flip, writer in
            writer.member("check", flip.check.rawValue)
            writer.member("comparison", flip.check.comparison.rawValue)
            for (name, outcome) in [("server", flip.server), ("client", flip.client)] {
                writer.member(name) { writer in
                    writer.object { writer in
                        writer.member("value", outcome.value)
                        writer.member("threshold", outcome.threshold)
                        writer.member("holds", outcome.holds)
                    }
                }
            }
            writer.member("responsible", parity.responsible.contains(flip))
            writer.member("cause", flip.cause.rawValue)
            writer.member("sentence", flip.sentence)
        }
        writer.member("layer_difference", parity.layerDifference?.wording)
    }

    /// Writes the numbers that were promised to agree, and the flags, in the vocabulary of `docs/JSON.md`. The client's
    /// are written as the f64 numbers they are when widened, so that they can be compared with the server's.
    private static func writeNumbers(of analysis: SceneAnalysis, to writer: inout JSONWriter) {
        let fields: [SceneAnalysis.Field] = [
            .status, .standardDeviation, .layerCount, .edgeCoherence, .isScreenLike, .quadrantPasses,
        ]
        for field in fields { writer.member(field.rawValue) { $0.value(field.value(in: analysis), in: .server) } }
    }
}
