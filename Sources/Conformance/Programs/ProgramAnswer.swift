package import DepthAnalysis
package import Support

/// The kind of request to programs, which determines how their lines are read.
package enum ProgramTask: Sendable {
    case analysis
    /// The server's answer to a capture, registration or signed request.
    case serverAnswer
}

/// Identifies a request within a set: by its name, and an analysis also by its profile.
package struct RequestID: Sendable, Hashable {
    package let name: String
    package let profile: AnalysisProfile?

    package init(name: String, profile: AnalysisProfile? = nil) {
        (self.name, self.profile) = (name, profile)
    }

    package static func == (left: RequestID, right: RequestID) -> Bool {
        left.profile == right.profile && left.name.isExactly(right.name)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(profile)
        hasher.combine(ExactText(name))
    }
}

struct ProgramRequest: Sendable {
    let id: RequestID
    let line: String
}

/// An answer to one request, or the reason for having none.
package typealias Answer = Result<JSONValue, ProgramFailure>

package struct TimedAnswer: Sendable {
    let answer: Answer
    var seconds = 0.0
}

package enum ProgramFailure: Error, Sendable, Hashable {
    case notStarted(String)
    /// The time limit is the one for the first answer of a process if `isFirst`, otherwise the one for each answer.
    case timedOut(seconds: Double, isFirst: Bool = false)
    case crashed(signal: Int32, standardError: String)
    case wrongExit(code: Int32, standardError: String)
    case notJSON(finding: String, output: String)
    case tooMuchOutput(limit: Int)
    /// The input could not be written, so the program was not run. This ends a check.
    case withoutSamples(FileAccessError)
    case refused(Message)
    case endedEarly
    /// A session closed its stdout before it answered this request, and did not end.
    case closedOutput
    case withoutStatus
    case withoutAnswer
    case otherAnswer(found: String)
    case moreThanOneLine
    /// The program answered all requests, but did not end when its input ended.
    case stillRunning
    /// The session was abandoned before this request.
    case notAsked
    case notInFile

    var code: String {
        switch self {
        case .notStarted: "not-started"
        case .timedOut: "timeout"
        case .crashed: "crash"
        case .wrongExit: "wrong-exit"
        case .notJSON: "not-json"
        case .tooMuchOutput: "too-much-output"
        case .withoutSamples: "without-samples"
        case .refused: "refused"
        case .endedEarly: "ended-early"
        case .closedOutput: "closed-output"
        case .withoutStatus: "without-status"
        case .withoutAnswer: "without-answer"
        case .otherAnswer: "other-answer"
        case .moreThanOneLine: "more-than-one-line"
        case .stillRunning: "still-running"
        case .notAsked: "not-asked"
        case .notInFile: "not-in-file"
        }
    }

    /// Whether the program answered with an error; it still gets the next request.
    var isRefusal: Bool { if case .refused = self { true } else { false } }
}

enum AnswerKey: String {
    case name, profile, error
}

extension ProgramTask {
    /// Strings in a server's answer are texts, except the name of the request. Strings in an analysis are names.
    var strings: JSONStrings { self == .analysis ? .names : .texts }

    func name(in line: JSONValue) -> String? {
        let name = line[AnswerKey.name.rawValue]?.string
        return strings == .texts ? name.map { String(jsonName: $0) } : name
    }

    /// The members of which an answer has at least one.
    static let serverMembers = ["answer", "permissive", "strict"]

    /// The answer in a line: one with the members of this task, or an `error` that gives the reason for having none.
    func answer(in line: JSONValue) -> Answer {
        guard line.members != nil else {
            return .failure(.notJSON(finding: "\(line.kindName) was printed", output: ""))
        }
        let refusal = line[AnswerKey.error.rawValue]?.string.map { Answer.failure(.refused("\($0)")) }
        switch self {
        case .analysis: return line[Field.status.rawValue] != nil ? .success(line) : refusal ?? .failure(.withoutStatus)
        case .serverAnswer:
            let isAnswer = Self.serverMembers.contains { line[$0] != nil }
            return refusal ?? (isAnswer ? .success(line) : .failure(.withoutAnswer))
        }
    }

    func requestID(of line: JSONValue) throws(AnswerLineError) -> RequestID {
        guard line.members != nil else { throw .notAnObject(line.kindName) }
        guard let name = name(in: line) else { throw .withoutName }
        guard self == .analysis else { return RequestID(name: name) }
        guard let found = line[AnswerKey.profile.rawValue] else { return RequestID(name: name, profile: .server) }
        guard let known = found.string.flatMap(AnalysisProfile.init) else { throw .unknownProfile(found.shortText) }
        return RequestID(name: name, profile: known)
    }
}

extension Answer {
    var isNotStarted: Bool { if case .failure(.notStarted) = self { true } else { false } }
}
