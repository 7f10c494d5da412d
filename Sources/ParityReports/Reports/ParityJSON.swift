internal import DepthAnalysis
internal import DepthReports
package import PlainText

/// A parity report as one JSON object; `docs/PARITY.md` names the fields.
package enum ParityJSON {
    /// The object without a final newline.
    static func object(_ summary: ParitySummary) -> String {
        var writer = JSONWriter(.indented)
        writer.object { writer in
            writer.member("holds") { $0.value(summary.holds) }
            writer.member("files") { $0.value(summary.fileCount) }
            writer.member("compared") { $0.value(summary.comparedCount) }
            writer.member("unavailable") { $0.value(summary.unavailableCount) }
            writer.member("promises") { writer in
                writer.array(isInline: false) { writer in
                    for promise in ParityPromise.allCases { write(promise, summary, to: &writer) }
                }
            }
            writer.member("fields") { writer in
                writer.array(isInline: false) { writer in
                    for field in SceneAnalysis.Field.drifting {
                        if let drift = summary.drifts[field] { write(field, drift, to: &writer) }
                    }
                }
            }
            writer.list("verdict_flips", summary.verdictFlips, write)
            writer.list("layer_differences", summary.layerDifferences, write)
            writer.list("screen_flips", summary.screenFlips, write)
            writer.list("warning_flips", summary.warningFlips, write)
            writer.member("server_only") { writer in
                writer.array { writer in
                    for input in summary.serverOnly { writer.value(input) }
                }
            }
            writer.list("unreadable", summary.unreadable) { file, writer in
                writer.object { writer in
                    writer.member("input") { $0.value(file.input) }
                    writer.member("error") { $0.value(file.error) }
                }
            }
        }
        return writer.text
    }

    private static func write(_ promise: ParityPromise, _ summary: ParitySummary, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("field") { $0.value(promise.field.rawValue) }
            writer.member("limit") { writer in
                switch promise {
                case .standardDeviation, .edgeCoherence: writer.value(ParityPromise.limit)
                case .layers, .verdict: writer.value(0)
                }
            }
            writer.member("broken_by") { $0.value(summary.brokenCount(promise)) }
        }
    }

    private static func write(_ field: SceneAnalysis.Field, _ drift: Drift, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("field") { $0.value(field.rawValue) }
            writer.member("maps") { $0.value(drift.count) }
            writer.member("largest") { $0.value(drift.largest) }
            writer.member("where") { writer in
                if let place = drift.place { writer.value(place) } else { writer.null() }
            }
            writer.member("mean") { $0.value(drift.mean) }
            writer.member("percentile_99") { $0.value(drift.percentile99) }
        }
    }

    private static func write(_ finding: ParitySummary.Finding, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("input") { $0.value(finding.input) }
            write(finding.parity, to: &writer)
        }
    }

    /// What the profiles disagree on, as members of an object.
    package static func write(_ parity: MapParity, to writer: inout JSONWriter) {
        writer.member("broken_promises") { writer in
            writer.array { writer in
                for promise in parity.brokenPromises { writer.value(promise.field.rawValue) }
            }
        }
        for (name, analysis) in [("server", parity.server), ("client", parity.client)] {
            writer.member(name) { $0.numbers(of: analysis) }
        }
        writer.list("checks", parity.checkFlips) { flip, writer in
            writer.object { writer in
                writer.member("check") { $0.value(flip.check.rawValue) }
                writer.member("comparison") { $0.value(flip.check.comparison.rawValue) }
                for (name, outcome) in [("server", flip.server), ("client", flip.client)] {
                    writer.member(name) { writer in
                        writer.object { writer in
                            writer.member("value") { $0.value(outcome.value) }
                            writer.member("threshold") { $0.value(outcome.threshold) }
                            writer.member("holds") { $0.value(outcome.holds) }
                        }
                    }
                }
                writer.member("responsible") { $0.value(parity.responsible.contains(flip)) }
                writer.member("cause") { $0.value(flip.cause.rawValue) }
                writer.member("sentence") { $0.value(flip.sentence) }
            }
        }
        writer.member("layer_difference") { writer in
            if let place = parity.layerDifference { writer.value(place.wording) } else { writer.null() }
        }
    }
}

extension JSONWriter {
    /// Writes the numbers that were promised to agree, and the flags, in the vocabulary of `docs/JSON.md`. The client's
    /// are written as the f64 numbers they are when widened, so that they can be compared with the server's.
    fileprivate mutating func numbers(of analysis: SceneAnalysis) {
        object { writer in
            for field in [
                SceneAnalysis.Field.status, .standardDeviation, .layerCount, .edgeCoherence, .isScreenLike,
                .quadrantPasses,
            ] {
                writer.member(field.rawValue) { $0.value(field.value(in: analysis), in: .server) }
            }
        }
    }
}
