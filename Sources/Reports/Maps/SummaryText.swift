internal import DepthAnalysis
internal import DepthFiles
package import Support

extension BatchSummary {
    /// The summary as text with a final newline: first the files, then the server's answers.
    package func text(
        width: Int, only: AnswerChoice? = nil, isBrief: Bool = false, showsTimes: Bool = true,
        _ names: OptionNaming = .properties
    ) -> String {
        let width = min(max(width, TextReport.widths.lowerBound), TextReport.widths.upperBound)
        func list(_ title: String, _ rows: [(name: String, count: Int)]) -> [String] {
            self.list(title, rows, width: width)
        }
        let heading = heading(only, names).flatMap { $0.wrapped(width: width, indent: 2) }
        if isBrief { return heading.joined(separator: "\n") + "\n" }
        var sections = [heading]
        if only == nil { sections.append(list("different", differenceRows)) }
        sections += [list("reasons", reasonRows), list("errors", Self.counts(errorCodes))]
        if only != .map { sections.append(list("no verdict from the server", Self.counts(serverCodes))) }
        sections.append(list("notes", Self.counts(noteCodes)))
        if fileCount > unreadableCount { sections += [quantiles(width: width), thresholds] }
        if showsTimes { sections.append(files("slowest", slowest.entries.map { ($0.name, Self.text(of: $0.value)) })) }
        sections.append(files("largest", largest.entries.map { ($0.name, "\($0.value) bytes") }))
        return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }

    private func heading(_ only: AnswerChoice?, _ names: OptionNaming) -> [String] {
        let map = SceneAnalysis.Status.allCases.map { status in
            (status.rawValue, statuses[status] - (status == .unavailable ? unreadableCount : 0))
        }
        let files = NumberText.count(fileCount, "file")
        let server = Self.joined(ServerAnswer.codes.map { ($0, serverAnswers[$0]) })
        let found = Self.joined(map + [("unreadable", unreadableCount)])
        var lines = [fileCount > 0 && only != .server ? "\(files): \(found)" : files]
        if fileCount > 0, only != .map { lines.append("the server would answer: \(server)") }
        let containers = Self.joined(Self.counts(otherContainers))
        if only == nil, !containers.isEmpty {
            let line: Message =
                "the server reads only gzip; other files: \(containers) (\(option: .only) server shows its answers)"
            lines.append(line.text(names))
        }
        if skippedCount > 0 {
            lines.append("skipped in folders and archives: \(skippedCount)")
        }
        return lines
    }

    private var differenceRows: [(name: String, count: Int)] {
        verdicts.ranked { $0.server + $0.map.rawValue }.filter { $0.key.server != $0.key.map.rawValue }
            .map { ("server \($0.key.server), map \($0.key.map.rawValue)", $0.count) }
    }

    /// The combinations of reasons. Unreadable files are listed by their errors instead.
    private var reasonRows: [(name: String, count: Int)] {
        reasonSets.ranked(by: Self.words).filter { $0.key != [.unreadable] }.map { (Self.words($0.key), $0.count) }
    }

    private func list(_ title: String, _ rows: [(name: String, count: Int)], width: Int) -> [String] {
        guard !rows.isEmpty else { return [] }
        return [title]
            + rows.flatMap { name, count in
                let lines = name.wrapped(width: width, indent: 10, firstIndent: 10)
                return [count.description.aligned(to: 8) + "  " + lines[0].dropFirst(10)] + lines.dropFirst()
            }
    }

    private func files(_ title: String, _ rows: [(name: String, value: String)]) -> [String] {
        guard let longest = rows.map(\.value.count).max() else { return [] }
        return [title] + rows.map { $0.value.aligned(to: longest + 2) + "  " + $0.name.printable }
    }

    /// A line per measurement, or two if the width is too small.
    private func quantiles(width: Int) -> [String] {
        let (nameWidth, column) = (20, 8)
        let isOneLine = width >= nameWidth + column * Quantiles.shares.count
        func row(_ name: String, _ cells: [String]) -> [String] {
            let numbers = cells.map { $0.aligned(to: column) }.joined()
            return isOneLine ? [name.padded(to: nameWidth) + numbers] : [name, "  " + numbers]
        }
        return row("measurement", Quantiles.shares.map(\.name))
            + measurements.filter { $0.count > 0 }.flatMap { measured in
                row(measured.measurement.label, measured.quantiles.values.map(Self.text))
            }
    }

    private var thresholds: [String] {
        func row(_ name: String, _ condition: String, _ cells: [String]) -> String {
            name.padded(to: 20) + condition.padded(to: 12) + cells.map { $0.aligned(to: 9) }.joined()
        }
        return [row("check", "threshold", ["holds", "not", "near"])]
            + checks.map { tally in
                let counts = [tally.holdCount, tally.failCount, tally.nearCount].map(\.description)
                return row(tally.check.name, tally.check.condition(tally.threshold), counts)
            } + ["near: within 5 % of the threshold on either side"]
    }

    private static func counts(_ tally: Tally<String>) -> [(name: String, count: Int)] {
        tally.ranked { $0 }.map { ($0.key, $0.count) }
    }

    /// A combination of reasons, such as "layers alone" and "standard_deviation + layers".
    private static func words(_ reasons: [VerdictReason]) -> String {
        let words = reasons.map(\.rawValue).joined(separator: " + ")
        return reasons.count == 1 ? words + " alone" : words
    }

    private static func joined(_ counts: [(name: String, count: Int)]) -> String {
        counts.filter { $0.count > 0 }.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
    }

    private static func text(of duration: Duration) -> String {
        NumberText.fixed(duration / .milliseconds(1), digits: 1) + " ms"
    }

    /// A number with three digits; from 1000 on, all digits of its integer part.
    private static func text(_ number: Double) -> String {
        abs(number) >= 1000 ? NumberText.fixed(number, digits: 0) : NumberText.significant(number, digits: 3)
    }
}
