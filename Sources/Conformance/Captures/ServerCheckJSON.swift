package import Support

/// A check of a capture server as JSON: the summary, the causes with their cases, and every failure in full.
struct ServerCheckJSON {
    let text: String

    init(_ report: ServerCheckReport) {
        var writer = JSONWriter(.indented, .texts)
        writer.object { writer in
            writer.member("set", report.set.path.jsonName)
            writer.member("subject", report.subject.jsonName)
            writer.member("passed", report.isGood)
            writer.member("case_count", report.entries.count)
            writer.member("passed_count", report.passedCount)
            writer.member("failed_count", report.entries.count - report.passedCount)
            writer.member("seconds", report.seconds)
            writer.objects("causes", report.groups) { Self.write($0, in: report.set, to: &$1) }
            let failures = (report.setFailures + report.entries).flatMap { entry in entry.failures.map { (entry, $0) } }
            writer.objects("failures", failures) { Self.write($0.1, of: $0.0, to: &$1) }
            writer.objects("may_differ", report.accepted) { entry, writer in
                writer.member("id", entry.id.jsonName)
                writer.member("rules", entry.testCase?.rules ?? [])
                Self.write(entry.comparison?.differences ?? [], as: "differences", to: &writer)
            }
            writer.counts("not_compared", report.omittedCounts.map { ($0.mode, $0.count) })
            writer.member("differing_further_count", report.furtherCount)
            writer.member("notes", report.notes + report.acceptedMistakes)
        }
        text = writer.text + "\n"
    }

    private static func write(
        _ group: ServerCheckReport.Group, in set: ConformanceSet, to writer: inout JSONWriter
    ) {
        writer.member("title", group.title(in: set))
        writer.member("kind", group.code)
        switch group.reason {
        case .mistake(let fit):
            writer.member("mistake", fit.mistake.name)
            writer.member("rules", fit.mistake.rules)
            writer.member("same", fit.same)
            writer.member("missing", fit.missing)
            writer.member("equally_good", fit.equals.map(\.name))
        case .rule(let id): writer.member("rules", [id])
        case .departures(_, let rules): writer.member("rules", rules)
        case .member, .failure: break
        }
        writer.objects("members", group.tallies) { tally, writer in
            writer.member("member", tally.member)
            writer.member("case_count", tally.count)
            writer.member("expected") { $0.value(tally.example.expected ?? .null) }
            writer.member("answered") { $0.value(tally.example.found ?? .null) }
        }
        writer.member("cases", group.members.map(\.entry.id.jsonName))
    }

    private static func write(
        _ failure: CaseFailure, of entry: ServerCheckReport.Entry, to writer: inout JSONWriter
    ) {
        writer.member("id", entry.id.jsonName)
        writer.member("kind", failure.code)
        writer.member("message", failure.headline)
        writer.member("path", entry.path.jsonName)
        guard let testCase = entry.testCase else { return }
        writer.member("rules", testCase.rules)
        writer.member("class", testCase.category?.rawValue)
        guard case .differences(let differences, let further) = failure else { return }
        write(differences, as: "differences", to: &writer)
        write(further, as: "further", to: &writer)
    }

    private static func write(_ differences: [AnswerDifference], as key: String, to writer: inout JSONWriter) {
        writer.objects(key, differences) { difference, writer in
            writer.member("member", difference.field)
            writer.member("expected") { $0.value(difference.expected ?? .null) }
            writer.member("answered") { $0.value(difference.found ?? .null) }
        }
    }
}

extension ServerCheckReport.Group {
    /// A code for programs: whether the cause is known, or the kind of failure.
    fileprivate var code: String {
        switch reason {
        case .mistake: "known-mistake"
        case .rule: "rule"
        case .departures: "departures"
        case .member: "unknown-cause"
        case .failure(let failure): failure.code
        }
    }
}

extension ServerCheckReport {
    package static var schema: JSONSchema {
        let values: KeyValuePairs<String, JSONSchema> = ["member": .string, "expected": .any, "answered": .any]
        let difference = JSONSchema.object(values)
        let tally = JSONSchema.object(JSONSchema.members(["case_count": .count]) + JSONSchema.members(values))
        let cause = JSONSchema.object(
            ["title": .string, "kind": .string, "members": .list(of: tally), "cases": .strings],
            optional: [
                "mistake": .string, "rules": .strings, "same": .count, "missing": .count, "equally_good": .strings,
            ])
        let failure = JSONSchema.object(
            ["id": .string, "kind": .string, "message": .string, "path": .string],
            optional: [
                "rules": .strings, "class": JSONSchema.words(ConformanceCase.Class.self).orNull,
                "differences": .list(of: difference), "further": .list(of: difference),
            ])
        let accepted = JSONSchema.object([
            "id": .string, "rules": .strings, "differences": .list(of: difference),
        ])
        return .object([
            "set": .string, "subject": .string, "passed": .flag, "case_count": .count, "passed_count": .count,
            "failed_count": .count, "seconds": .number, "causes": .list(of: cause), "failures": .list(of: failure),
            "may_differ": .list(of: accepted), "not_compared": .map(of: .count, names: RequiredMembers.modes),
            "differing_further_count": .count, "notes": .strings,
        ])
    }
}
