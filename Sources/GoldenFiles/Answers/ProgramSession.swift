internal import PlainText
internal import Platform
internal import Synchronization

/// One process that answers one request after another, a line each.
///
/// The next request is written when the last one is answered, so that neither side waits for room in a pipe the other
/// does not empty; what the program says on standard error is read all the while. A process that gives no usable answer
/// in time is ended, and another one gets the requests that follow.
struct ProgramSession: Sendable {
    let words: [String]
    /// Seconds for each request.
    let timeout: Double

    /// So many processes that answer nothing, one after the other, are enough.
    private static let mostFruitless = 3

    /// The answers to all requests, in their order.
    func answers(to requests: [AnswerRequest]) async -> [TimedAnswer] {
        FileAccess.ignoreBrokenPipeSignal()
        var answers: [TimedAnswer] = []
        var fruitless = 0
        while answers.count < requests.count {
            let found = await answersOfOneProcess(to: Array(requests[answers.count...]))
            answers += found
            let hasAnswered = found.contains { (try? $0.answer.get()) != nil }
            fruitless = hasAnswered ? 0 : fruitless + 1
            let isHopeless = found.contains { $0.answer.isNotStarted } || fruitless == Self.mostFruitless
            if isHopeless {
                let left = requests.count - answers.count
                answers += Array(repeating: TimedAnswer(answer: .failure(.notAsked)), count: left)
            }
        }
        return answers
    }

    /// The answers of one process up to the first that is none, at least one.
    private func answersOfOneProcess(to requests: [AnswerRequest]) async -> [TimedAnswer] {
        let state = SessionState()
        let end = await ServedProcess(words: words).serve { process in
            for request in requests {
                let start = ContinuousClock.now
                let line = await process.answer(to: request.line, timeout: timeout, state)
                guard let line else { return }
                let answer = Self.answer(line, to: request, hasMore: process.hasMoreOutput)
                state.add(TimedAnswer(answer: answer, seconds: (ContinuousClock.now - start) / .seconds(1)))
                if case .failure(let failure) = answer, !failure.isRefusal { return process.kill() }
            }
            await process.finish(within: timeout)
        }
        var answers = state.answers
        if answers.count < requests.count, answers.last?.answer.isProtocolFailure != true {
            answers.append(TimedAnswer(answer: .failure(state.failure ?? end.failure), seconds: 0))
        }
        return answers
    }

    private static func answer(_ line: [UInt8], to request: AnswerRequest, hasMore: Bool) -> Answer {
        let value: JSONValue
        do throws(JSONError) { value = try JSONReader.read(line) } catch {
            return .failure(.notJSON(finding: error.description, output: line.start))
        }
        if let name = value[AnswerRequest.Key.name.rawValue]?.string, name != request.id.name {
            return .failure(.otherAnswer(found: name))
        }
        if hasMore { return .failure(.moreThanOneLine) }
        return value.answerOfLine
    }
}

/// What is known of a process while it serves: written by whoever asks and by whoever watches the clock.
final class SessionState: Sendable {
    private let content = Mutex<(answers: [TimedAnswer], failure: ProgramFailure?)>(([], nil))

    var answers: [TimedAnswer] { content.withLock { $0.answers } }
    /// Why the process was ended before it answered.
    var failure: ProgramFailure? { content.withLock { $0.failure } }

    func add(_ answer: TimedAnswer) { content.withLock { $0.answers.append(answer) } }
    func fail(_ failure: ProgramFailure) { content.withLock { $0.failure = failure } }
}

extension [UInt8] {
    /// The first characters, for a report.
    var start: String { String(String(decoding: prefix(200), as: UTF8.self).prefix(80)) }
}

extension ProgramFailure {
    /// Whether the program answered that it has no answer: it goes on with the next request.
    var isRefusal: Bool { if case .refused = self { true } else { false } }
}

extension Answer {
    var isNotStarted: Bool { if case .failure(.notStarted) = self { true } else { false } }

    /// Whether a line was printed that is no answer: the process was ended for it.
    fileprivate var isProtocolFailure: Bool {
        if case .failure(let failure) = self { !failure.isRefusal } else { false }
    }
}
