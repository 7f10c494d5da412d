internal import PlainText

/// A check as JUnit XML, in the subset that GitLab and Jenkins both read: one suite, a case for each golden.
///
/// Source: `Tests/GoldenFilesTests/junit.xsd`, which the tests hold this against.
struct JUnit {
    let text: String

    init(_ report: CheckReport) {
        let entries = report.setFailures + report.entries
        let isErrored = { (entry: CheckReport.Entry) in entry.failures.contains(where: \.isUnreadable) }
        let errorCount = entries.count(where: isErrored)
        let failureCount = entries.count { !$0.failures.isEmpty && !isErrored($0) }
        let totals =
            "tests=\"\(entries.count)\" failures=\"\(failureCount)\" errors=\"\(errorCount)\" "
            + "time=\"\(NumberText.fixed(report.seconds, digits: 6))\""
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<testsuites name=\"depthcheck golden check\" \(totals)>",
            "  <testsuite name=\"\(Self.escaped(report.set))\" \(totals) skipped=\"0\">",
        ]
        for entry in entries {
            let folder = entry.guards == nil ? "set" : entry.id.split(separator: "/").first.map(String.init) ?? "set"
            let opening =
                "    <testcase classname=\"golden.\(Self.escaped(folder))\" name=\"\(Self.escaped(entry.id))\" "
                + "file=\"\(Self.escaped(entry.path))\" time=\"\(NumberText.fixed(entry.seconds, digits: 6))\""
            guard let first = entry.failures.first else {
                lines.append(opening + "/>")
                continue
            }
            // A test case has one failure at most: all that is wrong stands in it.
            let element = isErrored(entry) ? "error" : "failure"
            let body = entry.failures.flatMap { [$0.headline] + $0.details }.joined(separator: "\n")
            lines += [
                opening + ">",
                "      <\(element) message=\"\(Self.escaped(first.headline))\" type=\"\(first.code)\">"
                    + "\(Self.escaped(body))</\(element)>",
                "    </testcase>",
            ]
        }
        if !report.remarks.isEmpty {
            lines.append("    <system-out>\(Self.escaped(report.remarks.joined(separator: "\n")))</system-out>")
        }
        lines += ["  </testsuite>", "</testsuites>"]
        text = lines.joined(separator: "\n") + "\n"
    }

    /// Text for XML 1.0: what it cannot hold at all, most control characters, becomes the replacement character.
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
