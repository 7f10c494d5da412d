internal import DepthAnalysis
package import Support

/// A check as JSON: the summary, the causes with their goldens, and every failure in full.
struct CheckJSON {
    let text: String

    init(_ report: CheckReport) {
        var writer = JSONWriter(.indented)
        writer.object { writer in
            writer.member("set", report.set)
            writer.member("subject", report.subject)
            writer.member("passed", report.isGood)
            writer.member("golden_count", report.entries.count)
            writer.member("passed_count", report.passedCount)
            writer.member("failed_count", report.entries.count - report.passedCount)
            writer.member("skipped_count", report.skipped.count)
            writer.member("seconds", report.seconds)
            writer.objects("causes", report.groups) { Self.write($0, to: &$1) }
            let failures = report.failed.flatMap { entry in entry.failures.map { (entry, $0) } }
            writer.objects("failures", failures) { Self.write($0.1, of: $0.0, to: &$1) }
            let edges = report.entries.flatMap { entry in entry.knifeEdges.map { (entry.id, $0) } }
            writer.objects("knife_edges", edges) { found, writer in
                let (id, edge) = found
                writer.member("id", id)
                writer.member("decision", edge.check.text)
                writer.member("stored", edge.stored)
                writer.member("tolerance", edge.tolerance.text)
            }
            let accepted = report.entries.flatMap { entry in entry.otherwiseAccepted.map { (entry.id, $0) } }
            writer.objects("may_differ", accepted) { found, writer in
                writer.member("id", found.0)
                writer.member("field", found.1.field.path)
                writer.member("why", found.1.why)
            }
            writer.member("not_reported") { writer in
                writer.object { for (field, count) in report.notReportedCounts { $0.member(field, count) } }
            }
            writer.member("notes", report.notes + report.skippedLines)
        }
        text = writer.text + "\n"
    }

    private static func write(_ group: FailureGroup, to writer: inout JSONWriter) {
        writer.member("title", group.title)
        writer.member("kind", group.code)
        if let cause = group.cause, cause.isKnown {
            write(cause.fingerprint, cause.fit, to: &writer)
            writer.objects("equally_good", cause.equals) { fingerprint, writer in
                write(fingerprint, cause.fit, to: &writer)
            }
            if let runnerUp = cause.runnerUp {
                writer.member("runner_up") { writer in
                    writer.object { write(runnerUp.fingerprint, runnerUp.fit, to: &$0) }
                }
            }
        }
        writer.member("other_verdict_count", group.verdictCount)
        writer.objects("fields", group.tallies) { tally, writer in
            writer.member("field", tally.field.path)
            writer.member("stage", tally.field.stage.name)
            writer.member("golden_count", tally.goldenCount)
            write(distances: tally.largest, to: &writer)
        }
        writer.member("goldens", group.members.map(\.entry.id))
        let samples = group.members.compactMap { member in member.sample.map { (member.entry, $0) } }
        writer.objects("samples", samples) { found, writer in write(found.1, of: found.0, to: &writer) }
    }

    private static func write(_ fingerprint: Fingerprint, _ fit: CauseFit, to writer: inout JSONWriter) {
        writer.member("cause", fingerprint.cause)
        writer.member("rule", fingerprint.rule)
        writer.member("detail", fingerprint.detail)
        writer.member("exact", fit.isExact)
        writer.member("same", fit.same)
        writer.member("other", fit.other)
        writer.member("missing", fit.missing)
        writer.member("unexpected", fit.unexpected)
    }

    private static func write(_ sample: SampleChange, of entry: CheckReport.Entry, to writer: inout JSONWriter) {
        writer.member("id", entry.id)
        writer.member("kind", sample.kind.rawValue)
        writer.member("sample", sample.index)
        if let used = entry.input?.used, used.width * used.height == entry.input?.sampleCount {
            writer.member("row", sample.index / used.width)
            writer.member("column", sample.index % used.width)
        }
        writer.member("depth", sample.depth)
        writer.member("stored", sample.stored)
        writer.member("answered", sample.answered)
    }

    private static func write(_ failure: Failure, of entry: CheckReport.Entry, to writer: inout JSONWriter) {
        writer.member("id", entry.id)
        writer.member("kind", failure.code)
        writer.member("message", failure.headline)
        writer.member("path", entry.path)
        writer.member("guards", entry.guards)
        guard case .differences(let differences, let divergence) = failure else { return }
        writer.member("first_diverged_stage", divergence.stage.name)
        writer.member("look_at", divergence.place)
        writer.objects("differences", differences) { write($0, to: &$1) }
    }

    private static func write(_ difference: Difference, to writer: inout JSONWriter) {
        writer.member("field", difference.name)
        writer.member("stage", difference.field.stage.name)
        writer.member("expected", difference.expected)
        writer.member("answered", difference.actual)
        write(distances: difference, to: &writer)
        if let crossed = difference.crossed { writer.member("crosses", crossed.text) }
        if difference.more > 0 { writer.member("more_elements", difference.more) }
    }

    private static func write(distances difference: Difference, to writer: inout JSONWriter) {
        if let delta = difference.delta {
            writer.member("difference", delta)
            writer.member("unit", difference.unit)
        }
        guard let ulp = difference.ulp else { return }
        if ulp <= Difference.largestDistance { writer.member("ulp", Int(ulp)) } else { writer.member("close", false) }
    }
}

extension FailureGroup {
    /// A code for programs: whether the cause is known, or the kind of failure.
    fileprivate var code: String {
        switch reason {
        case .cause(let cause): cause.isKnown ? "known-cause" : "unknown-cause"
        case .unknown: "unknown-cause"
        case .failure(let failure): failure.code
        }
    }
}

extension CheckJSON {
    static var schema: JSONSchema {
        let fields = JSONSchema.words(Field.compared.map(\.path))
        let stages = JSONSchema.words(AnalysisStage.allCases.map(\.name))
        let distances: KeyValuePairs<String, JSONSchema> = [
            "difference": .number, "unit": .string, "ulp": .count, "close": .flag,
        ]
        let fit: KeyValuePairs<String, JSONSchema> = [
            "cause": .string, "rule": .string, "detail": .string, "exact": .flag, "same": .count, "other": .count,
            "missing": .count, "unexpected": .count,
        ]
        let tally = JSONSchema.object(["field": fields, "stage": stages, "golden_count": .count], optional: distances)
        let sample = JSONSchema.object(
            [
                "id": .string, "kind": .string, "sample": .count, "depth": .string, "stored": .integer,
                "answered": .integer,
            ], optional: ["row": .count, "column": .count])
        let unknownCause: KeyValuePairs<String, JSONSchema> = [
            "title": .string, "kind": .string, "other_verdict_count": .count, "fields": .list(of: tally),
            "goldens": .strings, "samples": .list(of: sample),
        ]
        let knownCause =
            JSONSchema.members(unknownCause) + JSONSchema.members(fit)
            + JSONSchema.members(["equally_good": .list(of: .object(fit))])
            + JSONSchema.members(["runner_up": .object(fit)], .optional)
        let difference = JSONSchema.object(
            JSONSchema.members(["field": .string, "stage": stages, "expected": .string, "answered": .string])
                + JSONSchema.members(distances, .optional)
                + JSONSchema.members(["crosses": .string, "more_elements": .count], .optional))
        let failure: KeyValuePairs<String, JSONSchema> = [
            "id": .string, "kind": .string, "message": .string, "path": .string, "guards": .string.orNull,
        ]
        let differing = JSONSchema.members([
            "first_diverged_stage": stages, "look_at": .string.orNull, "differences": .list(of: difference),
        ])
        return .object([
            "set": .string, "subject": .string, "passed": .flag, "golden_count": .count, "passed_count": .count,
            "failed_count": .count, "skipped_count": .count, "seconds": .number,
            "causes": .list(of: .anyOf([.object(unknownCause), .object(knownCause)])),
            "failures": .list(of: .anyOf([.object(failure), .object(JSONSchema.members(failure) + differing)])),
            "knife_edges": .list(
                of: .object(["id": .string, "decision": .string, "stored": .number, "tolerance": .string])),
            "may_differ": .list(of: .object(["id": .string, "field": fields, "why": .string])),
            "not_reported": .map(of: .count, names: Field.compared.map(\.path)), "notes": .strings,
        ])
    }
}

extension CheckReport {
    package static var schema: JSONSchema { CheckJSON.schema }
}

extension Manifest {
    package static var fingerprintSchema: JSONSchema { FingerprintFile.schema }
}
