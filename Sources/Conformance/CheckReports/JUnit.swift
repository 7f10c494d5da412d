internal import Support

/// A check as JUnit XML, in the subset that GitLab and Jenkins both read: one suite, with a test case for each entry.
struct JUnit {
    let text: String

    init(_ report: CheckSummary) {
        let entries = report.entries
        let skipped = report.skipped.map { ($0, report.skipReason) } + report.known.map { ($0, "known failure") }
        let errorCount = entries.count(where: \.isUnreadable)
        let failureCount = entries.count { !$0.findings.isEmpty && !$0.isUnreadable }
        let totals =
            "tests=\"\(entries.count + skipped.count)\" failures=\"\(failureCount)\" errors=\"\(errorCount)\" "
            + "time=\"\(NumberText.fixed(report.seconds, digits: 6))\""
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<testsuites name=\"depthcheck \(report.check)\" \(totals)>",
            "  <testsuite name=\"\(report.set.printable.xmlEscaped)\" \(totals) skipped=\"\(skipped.count)\">",
        ]
        let properties = [("may_differ", "\(report.acceptedCount)")] + report.compared.map { ("compared", $0) }
        lines += ["    <properties>"]
        lines += properties.map { "      <property name=\"\($0)\" value=\"\($1.printable.xmlEscaped)\"/>" }
        lines += ["    </properties>"]
        lines += skipped.flatMap { entry, reason in
            [Self.opening(entry) + ">", "      <skipped>\(reason.printable.xmlEscaped)</skipped>", "    </testcase>"]
        }
        for entry in entries {
            guard let first = entry.findings.first else {
                lines.append(Self.opening(entry) + "/>")
                continue
            }
            // A test case has at most one failure, so it lists all of them.
            let element = entry.isUnreadable ? "error" : "failure"
            let groups = report.groups(of: entry)
            let body = Self.body(of: entry, groups)
            let message = groups.isEmpty ? first.headline : groups.map(\.title).joined(separator: "; ")
            lines += [
                Self.opening(entry) + ">",
                "      <\(element) message=\"\(message.printable.xmlEscaped)\" type=\"\(first.code)\">"
                    + "\(body.xmlEscaped)</\(element)>",
                "    </testcase>",
            ]
        }
        let said =
            [report.headline]
            + report.groups.flatMap { ["", $0.title.printable] + $0.remarks.map(\.printable) + report.table($0) }
            + report.remarks.map(\.printable)
        lines.append("    <system-out>\(said.joined(separator: "\n").xmlEscaped)</system-out>")
        lines += ["  </testsuite>", "</testsuites>"]
        text = lines.joined(separator: "\n") + "\n"
    }

    private static func opening(_ entry: CheckSummary.Entry) -> String {
        let file = FileAccess.pathFromWorkingFolder(entry.place.path)
        return "    <testcase classname=\"\(entry.className.printable.xmlEscaped)\" "
            + "name=\"\(entry.place.id.printable.xmlEscaped)\" "
            + "file=\"\(file.printable.xmlEscaped)\" time=\"\(NumberText.fixed(entry.seconds, digits: 6))\""
    }

    private static func body(of entry: CheckSummary.Entry, _ groups: [CheckSummary.Group]) -> String {
        let lines = groups.flatMap { group in
            group.members.filter { $0.place == entry.place }.flatMap { [group.title] + $0.lines }
        }
        return (lines.isEmpty ? entry.findings.flatMap { [$0.headline] + $0.details } : lines)
            .map(\.printable).joined(separator: "\n")
    }
}
