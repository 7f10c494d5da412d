/// A check as workflow commands of GitHub Actions: an annotation for each of the worst failures.
///
/// GitHub shows ten annotations of a step and drops the rest without a word, so at most ten are written and the last line
/// counts those left out.
struct GitHubAnnotations {
    static let maximumCount = 10

    let text: String

    init(_ report: CheckReport) {
        let failures = report.failed.flatMap { entry in entry.failures.map { (entry, $0) } }
        // A count of the rest is an annotation too.
        let shownCount = failures.count > Self.maximumCount ? Self.maximumCount - 1 : failures.count
        var lines = failures.prefix(shownCount).map { entry, failure in
            let body = ([failure.headline] + failure.details).joined(separator: "\n")
            return "::error file=\(Self.property(entry.path)),title=\(Self.property("golden \(entry.id)"))::"
                + Self.data(body)
        }
        if failures.count > shownCount {
            lines.append(
                "::error title=golden check::"
                    + Self.data("\(failures.count - shownCount) more failures are not shown here; \(report.summary)"))
        }
        lines.append("\(report.isGood ? "PASS" : "FAIL")  \(report.summary)")
        text = lines.joined(separator: "\n") + "\n"
    }

    private static func data(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    private static func property(_ text: String) -> String {
        data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
