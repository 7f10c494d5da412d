internal import DepthAnalysis
internal import PlainText

// All wording of what can be wrong with a golden.

extension Failure {
    /// What is wrong in one line: what was found, what was expected, what to do.
    var headline: String {
        switch self {
        case .differences(let differences, let divergence):
            let count = differences.count == 1 ? "1 field differs" : "\(differences.count) fields differ"
            return "\(count), first diverged: \(divergence.stage.name)"
        case .noAnswer(let failure): return failure.headline
        case .notReported(let fields): return "not reported: \(fields.joined(separator: ", "))"
        case .goldenWithoutInput(let path):
            return "golden without input: found no \(path); restore it, or remove the golden"
        case .unreadableInput(let path, let finding): return "\(path): \(finding)"
        case .changedInput(let path, let expected, let found):
            return
                "changed input: \(path) has SHA-256 \(found), expected \(expected); restore it, or record a new golden"
        case .changedDimensions(let expected, let found):
            return "changed dimensions: found \(found); expected \(expected)"
        case .otherAlgorithm(let stored, let expected):
            return "answered by algorithm version \(stored); expected \(expected)"
        case .notIndependent(let implementation):
            return "not independent: answered by \(implementation); expected somebody else's answer (--independent)"
        case .unreadableGolden(let finding): return "unreadable golden: \(finding)"
        case .inputWithoutGolden(let profile):
            return "input without golden of profile \(profile): record one, or say why there is none in manifest.json"
        case .uselessException(let profile, let finding):
            return "manifest.json excuses its missing \(profile) golden, but \(finding); remove the exception"
        case .emptySet: return "empty set: found no golden; nothing was checked"
        case .nothingMatches(let filter): return "nothing matches \(filter): nothing was checked"
        }
    }

    /// More about it, a line each.
    var details: [String] {
        switch self {
        case .differences(let differences, let divergence):
            return divergence.lines + differences.flatMap(\.lines)
        case .noAnswer(let failure): return failure.details
        default: return []
        }
    }
}

extension ProgramFailure {
    fileprivate var headline: String {
        switch self {
        case .notStarted(let finding): "the program could not be started: \(finding)"
        case .timedOut(let seconds):
            "no answer within \(NumberText.significant(seconds, digits: 6)) s; the program was killed"
        case .crashed(let signal, _): "the program crashed: signal \(signal)\(Self.name(ofSignal: signal))"
        case .wrongExit(let code, _): "the program ended with exit code \(code); expected 0"
        case .notJSON(let finding, _): "the program printed no JSON object: \(finding)"
        case .tooMuchOutput(let limit): "the program printed more than \(limit) bytes; expected one JSON object"
        }
    }

    fileprivate var details: [String] {
        switch self {
        case .crashed(_, let text), .wrongExit(_, let text): text.isEmpty ? [] : ["it said: \(text)"]
        case .notJSON(_, let output):
            output.isEmpty ? [] : ["it printed: \(output.split(whereSeparator: \.isNewline).first ?? "")"]
        case .notStarted, .timedOut, .tooMuchOutput: []
        }
    }

    private static func name(ofSignal signal: Int32) -> String {
        switch signal {
        case 4: " (illegal instruction)"
        case 6: " (aborted)"
        case 8: " (arithmetic)"
        case 9: " (killed)"
        case 11: " (invalid memory access)"
        case 15: " (terminated)"
        default: ""
        }
    }
}

extension Divergence {
    fileprivate var lines: [String] {
        var lines: [String] = []
        if !notExcluded.isEmpty {
            let names = notExcluded.map(\.name).joined(separator: ", ")
            lines.append("perhaps before, of which too little is told: \(names)")
        }
        switch evidence {
        case .fields, .stored: break
        case .sibling(let id): if first != nil { lines.append("as \(id) tells, of the same input:") }
        case .recomputed: if first != nil { lines.append("as depthcheck tells, which agrees with the golden:") }
        }
        if let first { lines += first.lines }
        if let place { lines.append("look at \(place)") }
        return lines
    }
}

extension Difference {
    /// The field, both values, and how far they are apart.
    var lines: [String] {
        var lines = [name, "  expected \(expected)", "  answered \(actual)"]
        var apart: [String] = []
        if let delta { apart.append(NumberText.signed(delta, digits: 6) + (unit.isEmpty ? "" : " \(unit)")) }
        if let ulp { apart.append("\(ulp) ULP") }
        if more > 0 { apart.append("\(more) more \(more == 1 ? "differs" : "differ")") }
        if !apart.isEmpty { lines.append("  apart    \(apart.joined(separator: ", "))") }
        if let within { lines.append("  within   \(within.text), but it decides otherwise") }
        if let crossed { lines.append("  crosses  \(crossed.text)") }
        return lines
    }

    /// The same on one line.
    var line: String {
        var parts = ["\(name): expected \(expected), answered \(actual)"]
        if let delta { parts.append(NumberText.signed(delta, digits: 6) + (unit.isEmpty ? "" : " \(unit)")) }
        if let ulp { parts.append("\(ulp) ULP") }
        if let crossed { parts.append("crosses \(crossed.text)") }
        return parts.joined(separator: ", ")
    }
}

extension KnifeEdge {
    /// The stored value, the threshold and the tolerance.
    var text: String { "\(check.text): stored \(stored), tolerance \(tolerance.text)" }
}

extension CheckReport {
    /// How many passed and failed, and how long it took.
    var summary: String {
        let failedCount = entries.count { !$0.failures.isEmpty }
        var parts = ["\(entries.count) goldens: \(passedCount) passed, \(failedCount) failed"]
        if !setFailures.isEmpty { parts.append("\(setFailures.count) failures of the set") }
        return parts.joined(separator: ", ")
    }

    /// The notes, knife edges and unreported fields, one line each.
    var remarks: [String] {
        notes
            + notReportedLines
            + entries.flatMap { entry in entry.knifeEdges.map { "knife edge: \(entry.id): \($0.text)" } }
    }

    /// The unreported fields, those that equally many goldens miss on one line.
    private var notReportedLines: [String] {
        let counts = notReportedCounts
        return Set(counts.map(\.count)).sorted(by: >).map { count in
            let fields = counts.filter { $0.count == count }.map(\.field).joined(separator: ", ")
            return "not reported for \(count) goldens: \(fields)"
        }
    }
}
