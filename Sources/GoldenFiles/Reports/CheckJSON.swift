internal import DepthAnalysis
internal import PlainText

/// A check as one JSON object.
struct CheckJSON {
    let text: String

    init(_ report: CheckReport) {
        var writer = JSONWriter(.indented)
        writer.object { writer in
            writer.member("set", report.set)
            writer.member("subject", report.subject)
            writer.key("passed")
            writer.value(report.isGood)
            writer.member("golden_count", report.entries.count)
            writer.member("passed_count", report.passedCount)
            writer.key("seconds")
            writer.value(report.seconds)
            writer.key("failures")
            writer.array(isInline: false) { writer in
                for entry in report.failed {
                    for failure in entry.failures { Self.write(failure, of: entry, to: &writer) }
                }
            }
            writer.key("knife_edges")
            writer.array(isInline: false) { writer in
                for entry in report.entries {
                    for edge in entry.knifeEdges { Self.write(edge, of: entry, to: &writer) }
                }
            }
            writer.key("not_reported")
            writer.object { writer in
                for (field, count) in report.notReportedCounts { writer.member(field, count) }
            }
            writer.key("notes")
            writer.array { writer in
                for note in report.notes { writer.value(note) }
            }
        }
        text = writer.text + "\n"
    }

    private static func write(_ failure: Failure, of entry: CheckReport.Entry, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", entry.id)
            writer.member("kind", failure.code)
            writer.member("message", failure.headline)
            writer.member("path", entry.path)
            writer.member("guards", entry.guards)
            guard case .differences(let differences, let divergence) = failure else { return }
            writer.member("first_diverged_stage", divergence.stage.name)
            writer.member("look_at", divergence.place)
            writer.key("differences")
            writer.array(isInline: false) { writer in
                for difference in differences { write(difference, to: &writer) }
            }
        }
    }

    private static func write(_ difference: Difference, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("field", difference.name)
            writer.member("stage", difference.field.stage.name)
            writer.member("expected", difference.expected)
            writer.member("answered", difference.actual)
            if let delta = difference.delta {
                writer.key("difference")
                writer.value(delta)
                writer.member("unit", difference.unit)
            }
            if let ulp = difference.ulp { writer.member("ulp", Int(clamping: ulp)) }
            if let crossed = difference.crossed { writer.member("crosses", crossed.text) }
            if difference.more > 0 { writer.member("more_elements", difference.more) }
        }
    }

    private static func write(_ edge: KnifeEdge, of entry: CheckReport.Entry, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", entry.id)
            writer.member("decision", edge.check.text)
            writer.key("stored")
            writer.value(edge.stored)
            writer.member("tolerance", edge.tolerance.text)
        }
    }
}
