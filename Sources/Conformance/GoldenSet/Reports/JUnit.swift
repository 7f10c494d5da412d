internal import Support

/// A check as JUnit XML, in the subset that GitLab and Jenkins both read: one suite, with a case for each golden.
///
/// Source: `Tests/GoldenFilesTests/junit.xsd`, against which the tests validate the output.
struct JUnit {
    let text: String

    init(_ report: CheckReport) {
        let entries = report.setFailures + report.entries
        let isErrored = { (entry: CheckReport.Entry) in entry.failures.contains(where: \.isUnreadable) }
        let errorCount = entries.count(where: isErrored)
        let failureCount = entries.count { !$0.failures.isEmpty && !isErrored($0) }
        let totals =
            "tests=\"\(entries.count + report.skipped.count)\" failures=\"\(failureCount)\" errors=\"\(errorCount)\" "
            + "time=\"\(NumberText.fixed(report.seconds, digits: 6))\""
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<testsuites name=\"depthcheck golden check\" \(totals)>",
            "  <testsuite name=\"\(Self.escaped(report.set))\" \(totals) skipped=\"\(report.skipped.count)\">",
        ]
        lines += report.skipped.flatMap { golden in
            [
                "    <testcase classname=\"golden.\(Self.escaped(golden.id.folderName))\" "
                    + "name=\"\(Self.escaped(golden.id))\" "
                    + "file=\"\(Self.escaped(FileAccess.pathFromWorkingFolder(golden.path)))\" time=\"0.000000\">",
                "      <skipped>\(Self.escaped(report.skipReason))</skipped>", "    </testcase>",
            ]
        }
        for entry in entries {
            let folder = entry.guards == nil ? "set" : entry.id.folderName
            let file = FileAccess.pathFromWorkingFolder(entry.path)
            let opening =
                "    <testcase classname=\"golden.\(Self.escaped(folder))\" name=\"\(Self.escaped(entry.id))\" "
                + "file=\"\(Self.escaped(file))\" time=\"\(NumberText.fixed(entry.seconds, digits: 6))\""
            guard let first = entry.failures.first else {
                lines.append(opening + "/>")
                continue
            }
            // A test case has at most one failure, so it lists all of them.
            let element = isErrored(entry) ? "error" : "failure"
            let groups = report.groups(of: entry)
            let body = Self.body(of: entry, groups)
            let message = groups.isEmpty ? first.headline : groups.map(\.title).joined(separator: "; ")
            lines += [
                opening + ">",
                "      <\(element) message=\"\(Self.escaped(message))\" type=\"\(first.code)\">"
                    + "\(Self.escaped(body))</\(element)>",
                "    </testcase>",
            ]
        }
        let said = [report.headline] + report.groups.flatMap(Self.summary) + report.remarks
        lines.append("    <system-out>\(Self.escaped(said.joined(separator: "\n")))</system-out>")
        lines += ["  </testsuite>", "</testsuites>"]
        text = lines.joined(separator: "\n") + "\n"
    }

    private static func summary(_ group: FailureGroup) -> [String] {
        ["", group.title] + group.remarks + CheckText.table(group)
    }

    /// The failures of a golden, by cause where there is one.
    private static func body(of entry: CheckReport.Entry, _ groups: [FailureGroup]) -> String {
        let members = groups.flatMap { group in
            group.members.filter { $0.entry.id == entry.id && $0.entry.path == entry.path }.map { (group, $0) }
        }
        let lines = members.flatMap { group, member in [group.title] + group.lines(of: member) }
        return (lines.isEmpty ? entry.failures.flatMap { [$0.headline] + $0.details } : lines)
            .joined(separator: "\n")
    }

    /// Escapes text for XML 1.0. Characters that XML cannot represent, such as most control characters, are
    /// replaced by U+FFFD.
    static func escaped(_ text: String) -> String {
        text.replacingScalars { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "\r": "&#13;"
            case "\t", "\n": nil
            case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
            default: nil
            }
        }
    }
}

extension String {
    fileprivate var folderName: String { split(separator: "/").first.map(String.init) ?? "set" }
}
