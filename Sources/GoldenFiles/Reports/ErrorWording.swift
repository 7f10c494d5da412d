internal import DepthAnalysis
internal import DepthFiles
internal import DepthReports
internal import PlainText

// All wording of what can be wrong with a set, its files, an answer, and their recording.

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
            return "changed dimensions: found \(found.shape); expected \(expected.shape)"
        case .otherAlgorithm(let stored, let expected):
            return "answered by algorithm version \(stored); expected \(expected)"
        case .notIndependent(let implementation):
            return "not independent: answered by \(implementation); expected somebody else's answer (--independent)"
        case .unreadableGolden(let error): return "unreadable golden: \(error.finding)"
        case .inputWithoutGolden(let input, let folder):
            return
                "input without golden: found none of \(input) in the folder \(folder); restore or record it, or say "
                + "why there is none in manifest.json"
        case .unlistedFolder(let folder):
            return
                "unlisted folder: found goldens in \(folder), where manifest.json expects none; list the folder "
                + "there, or remove it"
        case .uselessExcuse(let hasInput):
            let finding = hasInput ? "it has a golden" : "there is no input of this name"
            return "manifest.json excuses its missing golden, but \(finding); remove the exception"
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
    var headline: String {
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

extension GoldenInput {
    fileprivate var shape: String { "\(used.width) x \(used.height), \(sampleCount) samples" }
}

extension GoldenSetError {
    /// What was found, and what was expected.
    package var finding: String { error.finding }
}

extension GoldenFormatError {
    /// What was found, and what was expected.
    var finding: String {
        switch self {
        case .inaccessible(let error): error.message(naming: .command)
        case .notJSON(let error): "not JSON, \(error.description)"
        case .missing(let member): "\(member) is missing"
        case .unknown(let member): "\(member) is not known"
        case .wrongKind(let member, let found, let expected):
            "\(member.isEmpty ? "the file" : member) is \(found.kindName), expected \(expected.rawValue)"
        case .wrongValue(let member, let found, let expected):
            "\(member) is \(found.shortText), expected \(expected.text)"
        case .withoutFields(let member): "\(member) is not an object with fields"
        case .notAField(let member): "\(member) is no field of a result; docs/JSON.md has them all"
        case .halfOfGivenDimensions: "input has one of given_width and given_height, expected both or none"
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
        case .inputFile(let name): "an input of the golden's name: \"\(name)\""
        case .profile: "\"server\" or \"client\""
        case .folderProfile(let profile): "that of its folder: \"\(profile.rawValue)\""
        case .rule: "the rule this golden guards"
        case .folder: "a folder of the set"
        }
    }
}

extension RecordingError {
    /// The error in a sentence.
    package var message: String {
        switch self {
        case .refusedInCI:
            "CI is set: goldens are recorded and accepted at a desk, where somebody looks at them; "
                + "unset CI if this is one"
        case .nothingMatches(let names):
            "nothing matches \(names.joined(separator: ", "))"
        case .nothingPending: "nothing is pending"
        case .unacceptable(let id, let reason): "\(id) cannot be accepted: \(reason)"
        case .file(let path, let finding): "\(path): \(finding)"
        }
    }
}
