package import Captures
internal import Support

/// The answers of a simulated server to the requests of a session, in order.
///
///     let session = JudgedSession(try SessionFolder.read("session/"))
///     print(session.firstFailure?.name ?? "all accepted and trusted")
package struct JudgedSession: Sendable {
    package let path: String
    package let configuration: SessionConfiguration
    package let entries: [Entry]
    /// The names of files that do not belong to the session.
    package let skipped: [String]
    /// The state of the server after the last request.
    package let finalState: SessionState

    /// A file of the session.
    package struct Entry: Sendable {
        package let name: String
        /// The server's clock; nil if it is not known and not needed.
        package let time: CaptureTimestamp?
        /// Whether the session states the time, instead of the contents of its files.
        package let isTimeStated: Bool
        package let kind: Kind
        /// The effects of earlier requests that make this one fail.
        package let causes: [Cause]
        package let notes: [SessionNote]
    }

    package enum Kind: Sendable {
        case request(JudgedInput)
        /// A request for a challenge.
        case challengeRequest
        /// A request to an endpoint that is not simulated, with the result for its signature if it needs one.
        case other(method: String, target: String, JudgedInput?)
        /// An answer that issues a challenge.
        case challenge(expiresAt: CaptureTimestamp)
        /// An answer that names the identifier of a device.
        case device(identifier: String)
        /// An answer on which no later request depends.
        case answer
        case unreadable(CaptureInputError)
    }

    package struct Cause: Sendable {
        package let cause: SessionCause
        /// The name of the earlier request.
        package let name: String
    }

    package init(_ folder: SessionFolder, by judge: CaptureJudge = CaptureJudge()) {
        var run = SessionRun(folder, judge)
        for file in folder.files { run.add(file) }
        path = folder.path
        configuration = folder.settings.configuration
        skipped = folder.skipped
        entries = run.entries
        finalState = run.server.state
    }
}

extension JudgedSession.Entry {
    /// The result of a request; nil for other files.
    package var result: JudgedInput? {
        switch kind {
        case .request(let result), .other(_, _, let result?): result
        default: nil
        }
    }

    fileprivate var isSimulated: Bool { if case .request = kind { true } else { false } }

    package var error: CaptureInputError? { if case .unreadable(let error) = kind { error } else { nil } }

    /// Whether the server accepts and trusts the request; nil for files of which it decides nothing.
    package var isTrusted: Bool? { result.map { !FailingJudgement.notHigh.holds(for: $0) } }

    /// Whether the request is refused or not fully trusted, or the recorded answer contradicts the simulation.
    package var wentWrong: Bool { isTrusted == false || notes.contains(where: \.isContradiction) }
}

extension JudgedSession {
    /// The first request that is refused or not fully trusted, or the first answer that contradicts the simulation.
    package var firstFailure: Entry? { entries.first(where: \.wentWrong) }

    package var failureCount: Int { entries.count(where: \.wentWrong) }
    package var requestCount: Int { entries.count { $0.isTrusted != nil } }
    /// Whether at least one registration or capture is answered.
    package var isSimulated: Bool { entries.contains(where: \.isSimulated) }
    /// Whether requests are answered, and all are accepted and trusted.
    package var isTrusted: Bool { isSimulated && firstFailure == nil && unreadable.isEmpty }
    package var unreadable: [(name: String, error: CaptureInputError)] {
        entries.compactMap { entry in entry.error.map { (entry.name, $0) } }
    }
}

/// The simulated server, its clock, and the answers so far.
private struct SessionRun {
    private(set) var server: SessionServer
    private(set) var entries: [JudgedSession.Entry] = []
    private let folder: SessionFolder
    private var clock: CaptureTimestamp?
    /// The names of the requests by their number.
    private var names: [String] = []
    /// The result of the preceding request, to which a recorded answer belongs.
    private var lastResult: JudgedInput?
    /// Notes about the file at hand.
    private var notes: [SessionNote] = []

    init(_ folder: SessionFolder, _ judge: CaptureJudge) {
        self.folder = folder
        let settings = folder.settings
        server = SessionServer(configuration: settings.configuration, state: settings.state, judge: judge)
        clock = settings.now
    }

    mutating func add(_ file: SessionFile) {
        notes = []
        advance(to: file)
        if case .response(let response) = file.contents {
            append(file, receive(response))
            return
        }
        lastResult = nil
        switch file.contents {
        case .request(let request):
            guard let clock else {
                append(file, .unreadable(.clockMissing(path: "\(folder.path)/\(file.name)")))
                return
            }
            let (result, causes) = answer(to: request, in: file, at: clock)
            append(file, .request(result), causes)
        case .other(let method, let target, let request?):
            // Without any clock there is no readable timestamp either, and the time does not matter.
            let (result, causes) = answer(to: request, in: file, at: clock ?? CaptureTimestamp(utcSeconds: 0))
            append(file, .other(method: method, target: target, result), causes)
        case .challengeRequest: append(file, .challengeRequest)
        case .other(let method, let target, nil): append(file, .other(method: method, target: target, nil))
        case .unreadable(let error): append(file, .unreadable(error))
        case .response: break
        }
    }

    private mutating func answer(
        to request: SessionRequest, in file: SessionFile, at now: CaptureTimestamp
    ) -> (JudgedInput, [SessionCause]) {
        names.append(file.name)
        let answer = server.answer(to: request, at: now)
        let result = JudgedInput(path: file.name, kind: answer.judged)
        lastResult = result
        return (result, answer.causes)
    }

    /// Sets the clock. A file with no time of its own is received at the time that its contents suggest, but not
    /// before the preceding file; if the session states its clock, at the time of the preceding file. A header can be
    /// wrong, so it advances the clock by at most the time for which a request is valid.
    private mutating func advance(to file: SessionFile) {
        if let time = folder.settings.times[file.name] {
            if let clock, clock.isAfter(time) { notes.append(.timeRunsBack) }
            clock = time
        } else if folder.settings.now == nil, let time = file.contents.suggestedTime {
            guard let clock else {
                self.clock = time
                return
            }
            guard time.isAfter(clock) else { return }
            let last = clock.adding(seconds: Self.longestStep)
            self.clock = file.contents.isTimeOfHeader && time.isAfter(last) ? last : time
        }
    }

    /// Seconds by which the header of a request can advance the clock.
    private static let longestStep: Int64 = 300

    private func isTimeStated(_ file: SessionFile) -> Bool {
        folder.settings.now != nil || folder.settings.times[file.name] != nil
    }

    private mutating func receive(_ response: SessionResponse) -> JudgedSession.Kind {
        if let lastResult { notes += SessionNote.contradictions(of: response, to: lastResult) }
        if let challenge = response.challenge {
            let end = response.expiresAt ?? clock.map { $0.adding(seconds: SessionState.challengeLifetime) }
            // Without any time the challenge cannot expire before its registration, which has none either.
            let last = end ?? CaptureTimestamp(utcSeconds: .max / 2)
            server.state.issue(challenge, expiresAt: last)
            return .challenge(expiresAt: last)
        }
        if let identifier = response.deviceIdentifier {
            switch server.state.identify(identifier) {
            case .identified: break
            case .noDevice: notes.append(.noDevice)
            case .taken: notes.append(.identifierTaken)
            }
            return .device(identifier: identifier)
        }
        return .answer
    }

    private mutating func append(
        _ file: SessionFile, _ kind: JudgedSession.Kind, _ causes: [SessionCause] = []
    ) {
        entries.append(
            JudgedSession.Entry(
                name: file.name, time: clock, isTimeStated: isTimeStated(file), kind: kind,
                causes: causes.map { JudgedSession.Cause(cause: $0, name: names[$0.request]) }, notes: notes))
    }
}

extension SessionAnswer {
    fileprivate var judged: JudgedInput.Kind {
        switch kind {
        case .registration(let request, _): .registration(JudgedRegistration(request, isCase: true))
        case .chain(let chain, let judgement): .chain(JudgedChain(chain, judgement))
        case .capture(let request, let judgement): .capture(JudgedCapture(request, judgement))
        case .signed(let request, let judgement): .signedRequest(JudgedRequest(request, judgement))
        }
    }
}
