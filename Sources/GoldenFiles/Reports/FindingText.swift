internal import DepthAnalysis
internal import PlainText

// What a check found, in words for the reports.

extension Divergence {
    var lines: [String] {
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
    /// How far both values are apart: in the field's unit, and in representable numbers.
    private var distances: [String] {
        var distances: [String] = []
        if let delta { distances.append(NumberText.signed(delta, digits: 6) + (unit.isEmpty ? "" : " \(unit)")) }
        if let ulp { distances.append("\(ulp) ULP") }
        return distances
    }

    /// The field, both values, and how far they are apart.
    var lines: [String] {
        var lines = [name, "  expected \(expected)", "  answered \(actual)"]
        let apart = distances + (more > 0 ? ["\(more) more \(more == 1 ? "differs" : "differ")"] : [])
        if !apart.isEmpty { lines.append("  apart    \(apart.joined(separator: ", "))") }
        if let within { lines.append("  within   \(within.text), but it decides otherwise") }
        if let crossed { lines.append("  crosses  \(crossed.text)") }
        return lines
    }

    /// The same on one line.
    var line: String {
        let parts = ["\(name): expected \(expected), answered \(actual)"] + distances
        return (parts + (crossed.map { ["crosses \($0.text)"] } ?? [])).joined(separator: ", ")
    }
}

extension CheckReport {
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
            + entries.flatMap { entry in
                entry.knifeEdges.map { edge in
                    "knife edge: \(entry.id): \(edge.check.text): stored \(edge.stored), tolerance \(edge.tolerance.text)"
                }
            }
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
