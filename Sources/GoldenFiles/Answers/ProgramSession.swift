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

    /// The answers to all requests, in their order, and how the last process ended otherwise than it should.
    func answers(to requests: [AnswerRequest]) async -> (answers: [TimedAnswer], ending: ProgramFailure?) {
        FileAccess.ignoreWritingSignals()
        var answers: [TimedAnswer] = []
        var ending: ProgramFailure?
        var fruitless = 0
        while answers.count < requests.count {
            let (found, failure) = await answersOfOneProcess(to: Array(requests[answers.count...]))
            answers += found
            ending = failure
            let hasAnswered = found.contains { (try? $0.answer.get()) != nil }
            fruitless = hasAnswered ? 0 : fruitless + 1
            let isHopeless = found.contains { $0.answer.isNotStarted } || fruitless == Self.mostFruitless
            if isHopeless {
                let left = requests.count - answers.count
                answers += Array(repeating: TimedAnswer(answer: .failure(.notAsked)), count: left)
            }
        }
        return (answers, ending)
    }

    /// The answers of one process up to the first that is none, at least one; and what was wrong with its end where it
    /// has answered all.
    private func answersOfOneProcess(
        to requests: [AnswerRequest]
    ) async -> (answers: [TimedAnswer], ending: ProgramFailure?) {
        let state = SessionState()
        let failure = await ServedProcess(words: words).serve(state) { process in
            for request in requests {
                let start = ContinuousClock.now
                let line = await process.answer(to: request.line, timeout: timeout, state)
                guard let line else { return }
                let answer = Self.answer(line, to: request.id, hasMore: process.hasMoreOutput)
                state.add(TimedAnswer(answer: answer, seconds: (ContinuousClock.now - start) / .seconds(1)))
                guard case .failure(let failure) = answer, !failure.isRefusal else { continue }
                if failure == .moreThanOneLine { state.doubtUnnamed() }
                return process.kill()
            }
            if await process.finish(within: timeout, state) { state.doubtUnnamed() }
            state.finish()
        }
        var answers = state.answers
        if answers.count < requests.count, answers.last?.answer.isProtocolFailure != true {
            answers.append(TimedAnswer(answer: .failure(state.failure ?? failure ?? .endedEarly), seconds: 0))
        }
        return (answers, state.isFinished ? failure : nil)
    }

    /// The answer in a line that a program has printed.
    static func answer(_ line: [UInt8], to request: AnswerRequest.ID, hasMore: Bool) -> Answer {
        let value: JSONValue
        do throws(JSONError) { value = try JSONReader.read(line) } catch {
            return .failure(.notJSON(finding: error.description, output: line.start))
        }
        if let name = value[AnswerRequest.Key.name.rawValue]?.string, !name.isExactly(request.name) {
            return .failure(.otherAnswer(found: name))
        }
        if hasMore { return .failure(.moreThanOneLine) }
        return value.answerOfLine
    }
}

/// What is known of a process while it serves: written by whoever asks and by whoever watches the clock.
final class SessionState: Sendable {
    private struct Content {
        var answers: [TimedAnswer] = []
        var failure: ProgramFailure?
        var isFinished = false
        var hasOutstayed = false
    }

    private let content = Mutex(Content())

    var answers: [TimedAnswer] { content.withLock { $0.answers } }
    /// Why the process was ended before it answered.
    var failure: ProgramFailure? { content.withLock { $0.failure } }
    /// Whether all was answered and the process had its time to end by itself.
    var isFinished: Bool { content.withLock { $0.isFinished } }
    /// Whether the process was ended because it went on after its input had ended.
    var hasOutstayed: Bool { content.withLock { $0.hasOutstayed } }

    func add(_ answer: TimedAnswer) { content.withLock { $0.answers.append(answer) } }
    func fail(_ failure: ProgramFailure) { content.withLock { $0.failure = failure } }
    func finish() { content.withLock { $0.isFinished = true } }
    func outstay() { content.withLock { $0.hasOutstayed = true } }

    /// After more lines than requests nobody knows which line answers which request, except where an answer says so.
    func doubtUnnamed() {
        content.withLock { content in
            for index in content.answers.indices where content.answers[index].answer.isUnnamed {
                content.answers[index] = TimedAnswer(
                    answer: .failure(.moreThanOneLine), seconds: content.answers[index].seconds)
            }
        }
    }
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

    /// Whether it is an analysis that does not say of what.
    fileprivate var isUnnamed: Bool {
        if case .success(let value) = self { value[AnswerRequest.Key.name.rawValue]?.string == nil } else { false }
    }

    /// Whether a line was printed that is no answer: the process was ended for it.
    fileprivate var isProtocolFailure: Bool {
        if case .failure(let failure) = self { !failure.isRefusal } else { false }
    }
}
