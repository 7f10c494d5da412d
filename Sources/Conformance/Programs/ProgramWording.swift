internal import DepthAnalysis
internal import DepthFiles
internal import Support

extension ProgramFailure {
    var headline: Message {
        switch self {
        case .notStarted(let finding):
            "the program could not be started: \(finding.hasSuffix(".") ? String(finding.dropLast()) : finding)"
        case .timedOut(let seconds, let isFirst):
            "no \(isFirst ? "first " : "")answer within \(NumberText.significant(seconds, digits: 6)) s; the program "
                + "was killed; \(option: isFirst ? .startTimeout : .timeout) gives it more time"
        case .crashed(let signal, _): "the program crashed: signal \(signal)\(Self.name(ofSignal: signal))"
        case .wrongExit(let code, _): "the program ended with exit code \(code); expected 0"
        case .notJSON(let finding, _): "the program printed no usable JSON object: \(finding)"
        case .tooMuchOutput(let limit): "the program printed more than \(limit) bytes; expected one JSON object"
        case .withoutSamples(let error):
            "the input for the program could not be written: \(error.path): \(error.message)"
        case .refused(let reason): "the program reported that it has no answer: \(reason)"
        case .endedEarly: "the program ended before it answered; expected it to run until its standard input ends"
        case .closedOutput:
            "the program closed its standard output before it answered and was killed; expected one line per request"
        case .withoutStatus: "the answer has no status; expected the fields of docs/JSON.md"
        case .withoutAnswer:
            "the line is not an answer; expected an object with "
                + "\(ProgramTask.serverMembers.joined(separator: " or ")), as in docs/CI.md"
        case .otherAnswer(let found): "the program answered \(found); expected the answers in the order of the requests"
        case .moreThanOneLine: "the program printed more than one line; expected one line per request"
        case .stillRunning: "the program kept running after its standard input ended and was killed; expected it to end"
        case .notAsked: "not run: three processes in a row gave no usable answer; expected one line per request"
        case .notInFile: "no answer in the file; the subcommand requests lists the requests"
        }
    }

    var groupTitle: Message {
        switch self {
        case .notJSON: "the program printed no usable JSON object"
        case .withoutSamples: "inputs for the program that could not be written"
        case .refused: "the program reported that it has no answer"
        case .otherAnswer: "the program answered something else"
        default: headline
        }
    }

    var details: [String] {
        switch self {
        case .crashed(_, let text), .wrongExit(_, let text): text.isEmpty ? [] : ["stderr: \(text)"]
        case .notJSON(_, let output):
            output.isEmpty ? [] : ["stdout: \(output.split(whereSeparator: \.isNewline).first ?? "")"]
        case .timedOut: ["a program that gets several requests must flush each line at once"]
        default: []
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

extension RequestID {
    var text: String { profile.map { "\(name) as \($0.rawValue)" } ?? name }
}

extension AnswerFileFailure {
    var headline: String {
        switch self {
        case .notAnAnswer(let line, let error): "line \(line) is not an answer: \(error.finding)"
        case .secondAnswer(let id, let line, let first):
            "line \(line) answers \(id.text) again after line \(first); keep one of them"
        case .unknownAnswer(let id, let line):
            "line \(line) answers \(id.text), which is not in the set; the subcommand requests lists the requests"
        case .furtherLines(let count, _):
            "found \(count) further unusable lines; expected one answer per request; correct those listed above first"
        }
    }

    var groupTitle: String {
        switch self {
        case .notAnAnswer: "lines that are not answers"
        case .secondAnswer: "duplicate answers"
        case .unknownAnswer: "answers to unknown requests"
        case .furtherLines: "further unusable lines"
        }
    }
}

extension AnswerLineError {
    var finding: String {
        switch self {
        case .notJSON(let finding): "found \(finding), expected a JSON object"
        case .notAnObject(let kind): "found \(kind), expected a JSON object"
        case .withoutName: "found no name, expected the name of a request of the set"
        case .unknownProfile(let found): "found the profile \(found), expected \"server\" or \"client\""
        }
    }
}
