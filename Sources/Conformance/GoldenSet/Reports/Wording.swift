internal import DepthAnalysis
internal import DepthFiles
package import Support

extension Failure {
    var headline: Message {
        switch self {
        case .differences(let differences, let divergence):
            let count = differences.count == 1 ? "1 field differs" : "\(differences.count) fields differ"
            return "\(count), first diverged: \(divergence.stage.name)"
        case .noAnswer(let failure): return failure.headline
        case .notReported(let fields): return "not reported: \(fields.paths)"
        case .leftOut(let fields, let given, let leftOut):
            return
                "given for \(Count.goldens(given)) and left out for \(leftOut): \(fields.paths); expected wherever it "
                + "is stored"
        case .withoutMembers(let names):
            return "left out: \(names.joined(separator: ", ")); expected wherever it is stored"
        case .otherNames(let names):
            let found = names.map { "\($0.found), expected \($0.expected)" }
            return "members with other names: found \(found.joined(separator: "; found "))"
        case .noKnownMember:
            return "no member that the golden stores, except the status; expected the fields of docs/JSON.md"
        case .keepsState: return "keeps state between requests: the same input gets another answer the second time"
        case .goldenWithoutInput(let path):
            return "golden without input: found no \(path); restore it, or remove the golden"
        case .unreadableInput(let error): return "\(error.path): \(error.wording)"
        case .changedInput(let path, let expected, let found):
            return
                "changed input: \(path) has SHA-256 \(found), expected \(expected); restore it, or record a new golden"
        case .changedDimensions(let expected, let found):
            return "changed dimensions: found \(found.shape); expected \(expected.shape)"
        case .otherAlgorithm(let stored, let expected):
            return "answered by algorithm version \(stored); expected \(expected)"
        case .notIndependent(let implementation):
            return
                "not independent: answered by \(implementation); expected an independent answer "
                + "(\(option: .independent))"
        case .unreadableGolden(let error): return "unreadable golden: \(error.finding)"
        case .inputWithoutGolden(let input, let folder):
            return
                "input without golden: found none for \(input) in the folder \(folder); restore or record it, or state "
                + "the reason in manifest.json"
        case .unlistedFolder(let folder):
            return
                "unlisted folder: found goldens in \(folder), where manifest.json expects none; list the folder "
                + "there, or remove it"
        case .staleExcuse(let hasInput):
            let finding = hasInput ? "it has a golden" : "there is no input with this name"
            return "manifest.json excuses its missing golden, but \(finding); remove the exception"
        case .emptySet: return "empty set: found no golden; nothing was checked"
        case .nothingMatches(let filter): return "nothing matches \(filter): nothing was checked"
        case .answerFile(let failure): return "\(failure.headline)"
        case .unneeded(let listed): return listed.headline
        }
    }

    var groupTitle: Message {
        switch self {
        case .noAnswer(let failure): failure.groupTitle
        case .notReported: "unreported fields"
        case .otherNames: "members with other names than in docs/JSON.md"
        case .goldenWithoutInput: "goldens without input"
        case .unreadableInput: "unreadable inputs"
        case .changedInput: "changed inputs"
        case .changedDimensions: "inputs whose dimensions changed"
        case .unreadableGolden: "unreadable goldens"
        case .inputWithoutGolden: "inputs without a golden"
        case .unlistedFolder: "unlisted folders"
        case .staleExcuse: "unneeded exceptions"
        case .answerFile(let failure): "\(failure.groupTitle)"
        case .unneeded: UnneededKnownFailure.groupTitle
        case .differences, .leftOut, .withoutMembers, .noKnownMember, .keepsState, .otherAlgorithm, .notIndependent,
            .emptySet, .nothingMatches:
            headline
        }
    }

    var details: [String] {
        switch self {
        case .differences(let differences, let divergence):
            let heading = divergence.first == nil ? [] : ["in this golden:"]
            return divergence.lines + heading + differences.flatMap(\.lines)
        case .noAnswer(let failure): return failure.details
        case .keepsState(let lines): return lines
        default: return []
        }
    }
}

extension [Field] {
    fileprivate var paths: String { map(\.path).joined(separator: ", ") }
}

extension GoldenInput {
    fileprivate var shape: String { "\(used.width) x \(used.height), \(sampleCount) samples" }
}

extension GoldenSetError {
    package var finding: String { error.finding }
}

extension GoldenFormatError {
    var finding: String {
        switch self {
        case .inaccessible(let error): error.text(.none)
        case .notJSON(let error): "not JSON, \(error.description)"
        case .missing(let member): "\(member) is missing"
        case .unknown(let member): "\(member) is unknown"
        case .wrongKind(let member, let found, let expected):
            "\(member.isEmpty ? "the file" : member) is \(found.kindName), expected \(expected)"
        case .wrongValue(let member, let found, let expected):
            "\(member) is \(found.shortText), expected \(expected.text)"
        case .withoutFields(let member): "\(member) is not an object with fields"
        case .notAField(let member): "\(member) is not a field of a result; docs/JSON.md lists all fields"
        case .notAMark(let member):
            "\(member) is not a list of inputs and marks, such as \"3 +12, 40 -7\"; "
                + "regenerate it with tools/dev/deviations/fingerprints"
        case .halfOfGivenDimensions: "input has only one of given_width and given_height, expected both or neither"
        case .toleranceOfExactField(let member): "\(member): only real numbers can have a tolerance"
        case .notALimit(let member, let found): "\(member) is not a limit: \(found)"
        case .toleranceWithoutLimit(let member): "\(member) has none of ulp, absolute and relative"
        case .answerWithoutStatus: "the answer has no status"
        }
    }
}

extension GoldenFormatError.Value {
    fileprivate var text: String {
        switch self {
        case .version(let version): "\(version)"
        case .fileName(let name): "the file's: \"\(name)\""
        case .inputFile(let name): "an input with the golden's name: \"\(name)\""
        case .profile: "\"server\" or \"client\""
        case .folderProfile(let profile): "that of its folder: \"\(profile.rawValue)\""
        case .rule: "the rule this golden guards"
        case .folder: "a folder of the set"
        }
    }
}

extension RecordingError: PresentedError {
    package var wording: Message {
        switch self {
        case .refusedInCI:
            "CI is set: record goldens interactively, where a person reviews them; unset CI if this is such a session"
        case .nothingMatches(let names): "nothing matches \(names.joined(separator: ", "))"
        case .file(let error): "\(error.path): \(error.message)"
        case .outsideSet(let path):
            "\(path): a link points outside the set; expected a file in it; remove the link, or name another "
                + "\(option: .folder)"
        }
    }
}

extension Divergence {
    var lines: [String] {
        var lines: [String] = []
        if !notExcluded.isEmpty {
            let names = notExcluded.map(\.name).joined(separator: ", ")
            lines.append("possibly earlier, too few details reported: \(names)")
        }
        switch evidence {
        case .fields, .stored: break
        case .sibling(let id): if first != nil { lines.append("from \(id), for the same input:") }
        case .recomputed: if first != nil { lines.append("from depthcheck, which agrees with the golden:") }
        }
        if let first { lines += first.lines }
        if let place { lines.append("look at \(place)") }
        return lines
    }
}

extension Difference {
    var distances: [String] {
        var distances: [String] = []
        if let delta { distances.append(NumberText.signed(delta, digits: 6) + (unit.isEmpty ? "" : " \(unit)")) }
        if let ulp { distances.append(isClose ? "\(ulp) ULP" : "not close") }
        return distances
    }

    var lines: [String] {
        var lines = [name, "  expected \(expected)", "  answered \(actual)"]
        let apart = distances + (more > 0 ? ["\(more) more \(more == 1 ? "differs" : "differ")"] : [])
        if !apart.isEmpty { lines.append("  apart    \(apart.joined(separator: ", "))") }
        if let within { lines.append("  within   \(within.text), but the decision differs") }
        if let crossed { lines.append("  crosses  \(crossed.text)") }
        return lines
    }

    var line: String {
        let parts = ["\(name): expected \(expected), answered \(actual)"] + distances
        return (parts + (crossed.map { ["crosses \($0.text)"] } ?? [])).joined(separator: ", ")
    }
}

extension CheckReport {
    /// The notes, knife edges and unreported fields, one line each.
    var remarks: [String] {
        notes + skippedLines
            + otherwiseAcceptedLines
            + comparedLines
            + lines("not reported", notReportedCounts)
            + entries.flatMap { entry in
                entry.knifeEdges.map { edge in
                    "knife edge: \(entry.id): \(edge.check.text): stored \(edge.stored), "
                        + "tolerance \(edge.tolerance.text)"
                }
            }
    }

    var skippedLines: [String] {
        skipped.isEmpty ? [] : ["\(Count.goldens(skipped.count)) of whole files skipped: \(skipReason)"]
    }

    var otherwiseAcceptedCount: Int { entries.count { !$0.otherwiseAccepted.isEmpty } }

    /// The accepted differences, one line per reason.
    var otherwiseAcceptedLines: [String] {
        let found = entries.flatMap { entry in
            entry.otherwiseAccepted.map { (id: entry.id, field: $0.field, why: $0.why) }
        }
        return Set(found.map(\.why)).sorted().map { why in
            let places = found.filter { $0.why == why }.map { "\($0.id) (\($0.field.path))" }
            let start = "\(Count.of(places.count, "answer")) \(places.count == 1 ? "differs" : "differ")"
            return "\(start) where the server itself may differ: \(places.joined(separator: ", ")): \(why)"
        }
    }

    var comparedLines: [String] { lines("compared", comparedCounts) }

    private func lines(_ state: String, _ counts: [(field: String, count: Int)]) -> [String] {
        Set(counts.map(\.count)).sorted(by: >).map { count in
            let fields = counts.filter { $0.count == count }.map(\.field).joined(separator: ", ")
            return "\(state) for \(Count.of(count, unit)): \(fields)"
        }
    }
}
