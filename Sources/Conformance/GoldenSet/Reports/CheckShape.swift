internal import DepthAnalysis
package import Support

extension CheckReport {
    package static let shape = Shape<CheckReport> {
        Member("set", .text) { $0.set }
        Member("subject", .text) { $0.subject }
        Member("passed", .flag) { $0.isGood }
        Member("golden_count", .count) { $0.entries.count }
        Member("passed_count", .count) { $0.passedCount }
        Member("failed_count", .count) { report in report.entries.count { !$0.failures.isEmpty } }
        Member("known_failures", .texts) { $0.knownFailures ?? [] }
        Member("skipped_count", .count) { $0.skipped.count }
        Member("seconds", .number) { $0.seconds }
        Member("causes", .list(of: group)) { $0.groups }
        Member("failures", .list(of: failure)) { report in
            report.failed.flatMap { entry in entry.failures.map { (entry, $0) } }
        }
        Member("knife_edges", .list(of: knifeEdge)) { report in
            report.entries.flatMap { entry in entry.knifeEdges.map { (entry.id, $0) } }
        }
        Member("may_differ_count", .count) { $0.otherwiseAcceptedCount }
        Member("may_differ", .list(of: acceptedField)) { report in
            report.entries.flatMap { entry in entry.otherwiseAccepted.map { (entry.id, $0.field, $0.why) } }
        }
        Member("compared", .map(of: .count, names: Field.compared.map(\.path))) { report in
            report.comparedCounts.map { ($0.field, $0.count) }
        }
        Member("not_reported", .map(of: .count, names: Field.compared.map(\.path))) { report in
            report.notReportedCounts.map { ($0.field, $0.count) }
        }
        Member("notes", .texts) { $0.notes + $0.skippedLines }
    }

    private static let knifeEdge = Shape<(id: String, edge: KnifeEdge)> {
        Member("id", .text) { $0.id }
        Member("decision", .text) { $0.edge.check.text }
        Member("stored", .number) { $0.edge.stored }
        Member("tolerance", .text) { $0.edge.tolerance.text }
    }
    private static let acceptedField = Shape<(id: String, field: Field, why: String)> {
        Member("id", .text) { $0.id }
        Member("field", .field) { $0.field.path }
        Member("why", .text) { $0.why }
    }

    private static let failure = Shape<(entry: Entry, failure: Failure)>(anyOf: [
        answerless.when { if case .differences = $0.failure { nil } else { $0 } },
        differing.when { found in
            guard case .differences(let differences, let divergence) = found.failure else { return nil }
            return (found, differences, divergence)
        },
    ])
    private static let answerless = Shape<(entry: Entry, failure: Failure)> {
        Member("id", .text) { $0.entry.id }
        Member("kind", .text) { $0.failure.code }
        Member("message", .message) { $0.failure.headline }
        Member("path", .text) { $0.entry.path }
        Member("guards", .text, or: .null) { $0.entry.guards }
    }
    private typealias Differing = (
        found: (entry: Entry, failure: Failure), differences: [Difference], divergence: Divergence
    )
    private static let differing = Shape<Differing> {
        answerless.members { $0.found }
        Member("first_diverged_stage", .stage) { $0.divergence.stage.name }
        Member("look_at", .text, or: .null) { $0.divergence.place }
        Member("differences", .list(of: Difference.shape)) { $0.differences }
    }
}

extension Shape<String> {
    fileprivate static var field: Shape { .words(Field.compared.map(\.path)) }
    fileprivate static var stage: Shape { .words(AnalysisStage.allCases.map(\.name)) }
}

extension Difference {
    fileprivate static let shape = Shape<Difference> {
        Member("field", .text) { $0.name }
        Member("stage", .stage) { $0.field.stage.name }
        Member("expected", .text) { $0.expected }
        Member("answered", .text) { $0.actual }
        distances.members { $0 }
        Member("crosses", .text, or: .absent) { $0.crossed?.text }
        Member("more_elements", .count, or: .absent) { $0.more > 0 ? $0.more : nil }
    }

    fileprivate static let distances = Shape<Difference> {
        Member("difference", .number, or: .absent) { $0.delta }
        Member("unit", .text, or: .absent) { $0.delta == nil ? nil : $0.unit }
        Member("ulp", .count, or: .absent) { difference in
            difference.isClose ? difference.ulp.map { Int(clamping: $0) } : nil
        }
        Member("close", .flag, or: .absent) { difference in
            difference.ulp == nil || difference.isClose ? nil : false
        }
    }
}

extension CheckReport {
    private static let group = Shape<FailureGroup>(anyOf: [
        unknownCause.when { $0.cause == nil ? $0 : nil },
        knownCause.when { group in group.cause.map { (group, $0) } },
    ])
    private static let title = Shape<FailureGroup> {
        Member("title", .message) { $0.title }
        Member("kind", .text) { $0.code }
    }
    private static let unknownCause = Shape<FailureGroup> {
        title.members { $0 }
        effects.members { $0 }
    }
    private static let knownCause = Shape<(group: FailureGroup, cause: Cause)> {
        title.members { $0.group }
        deviation.members { $0.cause.fingerprint }.map(\.listedLast)
        Member("same", .count) { $0.cause.sites.count }.listedLast
        Member("other", .count) { $0.cause.otherCount }.listedLast
        Member("equally_good", .list(of: deviation)) { $0.cause.equals }.listedLast
        effects.members { $0.group }
    }
    private static let deviation = Shape<Fingerprint> {
        Member("cause", .text) { $0.cause }
        Member("rule", .text) { $0.rule }
        Member("detail", .text) { $0.detail }
    }
    private static let effects = Shape<FailureGroup> {
        Member("other_verdict_count", .count) { $0.verdictCount }
        Member("fields", .list(of: tally)) { $0.tallies }
        Member("goldens", .texts) { $0.members.map(\.entry.id) }
        Member("samples", .list(of: sample)) { group in
            group.members.compactMap { member in member.sample.map { (member.entry, $0) } }
        }
    }
    private static let tally = Shape<FailureGroup.Tally> {
        Member("field", .field) { $0.field.path }
        Member("stage", .stage) { $0.field.stage.name }
        Member("golden_count", .count) { $0.goldenCount }
        Difference.distances.members { $0.largest }
    }
    private static let sample = Shape<(entry: Entry, sample: SampleChange)> {
        Member("id", .text) { $0.entry.id }
        Member("kind", .text) { $0.sample.kind.rawValue }
        Member("sample", .count) { $0.sample.index }
        Member("row", .count, or: .absent) { found in found.entry.mapWidth.map { found.sample.index / $0 } }.listedLast
        Member("column", .count, or: .absent) { found in
            found.entry.mapWidth.map { found.sample.index % $0 }
        }.listedLast
        Member("depth", .text) { $0.sample.depth }
        Member("stored", .integer) { $0.sample.stored }
        Member("answered", .integer) { $0.sample.answered }
    }
}

extension FailureGroup {
    fileprivate var code: String {
        switch reason {
        case .cause: "known-cause"
        case .kind: "other-kinds"
        case .renaming: "other-words"
        case .unknown: "unknown-cause"
        case .failure(let failure): failure.code
        }
    }

    fileprivate func summary(_ names: OptionNaming) -> CheckSummary.Group {
        let tallies = tallies
        func rows(_ apart: (Tally) -> String) -> [[String]] {
            tallies.map { [$0.field.path, $0.field.stage.name, "\($0.goldenCount)", apart($0)] }
        }
        return CheckSummary.Group(
            title: title.text(names), remarks: remarks,
            table: CheckSummary.Table(
                titles: ["field", "stage", "goldens", "apart at most"], numberColumn: 2, rows: rows(\.allDistances),
                narrowRows: rows(\.distance)),
            fields: tallies.map { "\($0.field.path) (\($0.goldenCount))" }.joined(separator: ", "),
            members: members.map { CheckSummary.Group.Member(place: $0.entry.place, lines: lines(of: $0, names)) })
    }
}

extension CheckReport.Entry {
    fileprivate var mapWidth: Int? {
        guard let used = input?.used, used.width * used.height == input?.sampleCount else { return nil }
        return used.width
    }

    fileprivate var place: CheckSummary.Place {
        CheckSummary.Place(id: id, path: path, guards: guards, isOfSet: guards == nil)
    }

    fileprivate func summary(_ names: OptionNaming) -> CheckSummary.Entry {
        let folder = guards == nil ? "set" : id.split(separator: "/").first ?? "set"
        return CheckSummary.Entry(
            place: place, className: "golden.\(folder)", seconds: seconds,
            findings: failures.map {
                CheckSummary.Finding(
                    code: $0.code, headline: $0.headline.text(names), details: $0.details,
                    isUnreadable: $0.isUnreadable)
            })
    }
}

extension Manifest {
    package static var fingerprintSchema: JSONSchema { FingerprintFile.schema }
}

extension CheckReport: Checked {
    package func json(_ names: OptionNaming) -> String { Self.shape.text(of: self, .names, names) + "\n" }

    package func summary(_ names: OptionNaming) -> CheckSummary {
        CheckSummary(
            check: check, unit: unit, set: set, subject: subject, isGood: isGood,
            headline: headline.text(names), seconds: seconds,
            entries: (setFailures + entries.filter { !$0.isKnownFailure }).map { $0.summary(names) },
            groups: groups.map { $0.summary(names) },
            skipped: skipped.map { CheckReport.Entry(id: $0.id, guards: "", path: $0.path).summary(names) },
            skipReason: skipReason, known: entries.filter(\.isKnownFailure).map { $0.summary(names) },
            accepted: otherwiseAcceptedLines, acceptedCount: otherwiseAcceptedCount, compared: comparedLines,
            remarks: remarks)
    }
}
