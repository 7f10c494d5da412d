package import Support

extension ServerCheckReport {
    package static let shape = Shape<ServerCheckReport> {
        Member("set", .text) { $0.set.path.jsonName }
        Member("subject", .text) { $0.subject.jsonName }
        Member("passed", .flag) { $0.isGood }
        Member("case_count", .count) { $0.entries.count }
        Member("passed_count", .count) { $0.passedCount }
        Member("failed_count", .count) { $0.failedCount }
        Member("known_failures", .texts) { ($0.knownFailures ?? []).map(\.jsonName) }
        Member("seconds", .number) { $0.seconds }
        Member("causes", .list(of: group)) { report in report.groups.map { ($0, report.set) } }
        Member("failures", .list(of: failure)) { report in
            (report.setFailures + report.entries).flatMap { entry in entry.failures.map { (entry, $0) } }
        }
        Member("may_differ", .list(of: accepted)) { $0.accepted }
        Member("compared_optional", .map(of: .count)) { report in
            report.comparedCounts.map { ($0.member, $0.count) }
        }
        Member("differing_further_count", .count) { $0.furtherCount }
        Member("notes", .texts) { $0.notes + $0.acceptedMistakes }
    }

    private static let accepted = Shape<Entry> {
        Member("id", .text) { $0.id.jsonName }
        Member("rules", .texts) { $0.testCase?.rules ?? [] }
        Member("differences", .list(of: AnswerDifference.shape)) { $0.comparison?.differences ?? [] }
    }

    private static let failure = Shape<(entry: Entry, failure: CaseFailure)> {
        Member("id", .text) { $0.entry.id.jsonName }
        Member("kind", .text) { $0.failure.code }
        Member("message", .message) { $0.failure.headline }
        Member("path", .text) { $0.entry.path.jsonName }
        Member("rules", .texts, or: .absent) { $0.entry.testCase?.rules }
        Member("class", Shape<ConformanceCase.Class>.word.orNull, or: .absent) { $0.entry.testCase.map(\.category) }
        Member("differences", .list(of: AnswerDifference.shape), or: .absent) {
            if $0.entry.testCase != nil, case .differences(let found, _) = $0.failure { found } else { nil }
        }
        Member("further", .list(of: AnswerDifference.shape), or: .absent) {
            if $0.entry.testCase != nil, case .differences(_, let further) = $0.failure { further } else { nil }
        }
    }

    private static let group = Shape<(of: Group, set: ConformanceSet)> {
        Member("title", .message) { $0.of.title(in: $0.set) }
        Member("kind", .text) { $0.of.code }
        Member("mistake", .text, or: .absent) { $0.of.fit?.mistake.name }.listedLast
        Member("rules", .texts, or: .absent) { $0.of.rules }.listedLast
        Member("same", .count, or: .absent) { $0.of.fit?.sites.count }.listedLast
        Member("equally_good", .texts, or: .absent) { $0.of.fit?.equals.map(\.name) }.listedLast
        Member("members", .list(of: tally)) { $0.of.tallies }
        Member("cases", .texts) { $0.of.members.map(\.entry.id.jsonName) }
    }
    private static let tally = Shape<(member: String, count: Int, example: AnswerDifference)> {
        Member("member", .text) { $0.member }.listedLast
        Member("case_count", .count) { $0.count }
        AnswerDifference.values.members { $0.example }.map(\.listedLast)
    }
}

extension AnswerDifference {
    private static let value = Shape<JSONValue?>(.any) { $1.value($0 ?? .null) }

    fileprivate static let shape = Shape<AnswerDifference> {
        Member("member", .text) { $0.field }
        values.members { $0 }
    }
    fileprivate static let values = Shape<AnswerDifference> {
        Member("expected", value) { $0.expected }
        Member("answered", value) { $0.found }
    }
}

extension ServerCheckReport.Group {
    fileprivate var fit: FittingMistake? { if case .mistake(let fit) = reason { fit } else { nil } }
    fileprivate var rules: [String]? {
        switch reason {
        case .mistake(let fit): fit.mistake.rules
        case .rule(let id): [id]
        case .departures(_, let rules): rules
        case .uniform, .afterState, .member, .failure: nil
        }
    }

    fileprivate var code: String {
        switch reason {
        case .mistake: "known-mistake"
        case .uniform(.type): "wrong-type"
        case .uniform(.omission): "left-out"
        case .uniform(.value): "uniform"
        case .afterState: "after-state"
        case .rule: "rule"
        case .departures: "departures"
        case .member: "unknown-cause"
        case .failure(let failure): failure.code
        }
    }

    fileprivate func summary(in set: ConformanceSet, _ names: OptionNaming) -> CheckSummary.Group {
        let (title, tallies) = (title(in: set), tallies)
        let rows = tallies.map { [$0.member, "\($0.count)", $0.example.values] }
        return CheckSummary.Group(
            title: title.text(names), remarks: remarks,
            table: CheckSummary.Table(
                titles: ["member", "cases", "most often"], numberColumn: 1, rows: rows, narrowRows: rows,
                shownCount: 10),
            fields: tallies.map { "\($0.member) (\($0.count))" }.joined(separator: ", "),
            members: members.map { member in
                let failure = member.failure
                let lines = failure.isHeadlineShown(below: title) ? [failure.headline.text(names)] : []
                return .init(place: member.entry.place(in: set), lines: lines + failure.details)
            })
    }
}

extension ServerCheckReport: Checked {
    package func json(_ names: OptionNaming) -> String { Self.shape.text(of: self, .texts, names) + "\n" }

    package func summary(_ names: OptionNaming) -> CheckSummary {
        CheckSummary(
            check: check, unit: "case", set: set.path, subject: subject, isGood: isGood,
            headline: headline.text(names), seconds: seconds,
            entries: (setFailures + entries.filter { !$0.isKnownFailure }).map { $0.summary(in: set, names) },
            groups: groups.map { $0.summary(in: set, names) },
            known: entries.filter(\.isKnownFailure).map { $0.summary(in: set, names) }, accepted: acceptedLines,
            acceptedCount: accepted.count, remarks: remarks.map { $0.text(names) })
    }
}

extension ServerCheckReport.Entry {
    fileprivate func place(in set: ConformanceSet) -> CheckSummary.Place {
        CheckSummary.Place(
            id: id, path: path, guards: testCase?.rules.first.map(set.text(ofRule:)) ?? testCase?.notes,
            isOfSet: testCase == nil)
    }

    fileprivate func summary(in set: ConformanceSet, _ names: OptionNaming) -> CheckSummary.Entry {
        CheckSummary.Entry(
            place: place(in: set), className: "capture.\(testCase?.folder ?? "set")", seconds: seconds,
            findings: failures.map {
                CheckSummary.Finding(
                    code: $0.code, headline: $0.headline.text(names), details: $0.details,
                    isUnreadable: $0.isUnreadable)
            })
    }
}

extension CaseFailure {
    /// Whether the headline adds anything to the title of its group and the details.
    fileprivate func isHeadlineShown(below title: Message) -> Bool {
        if case .differences = self { false } else { headline != title }
    }
}
