internal import Support

/// The source of the answers that are compared with a set of cases.
package enum CaseAnswerer: Sendable {
    case library(@Sendable (ConformanceCase) -> Answer)
    /// Another program, started for each case. It reads the request from its standard input.
    case program(SessionCommand, timeout: Double)
    /// Another program, started once.
    case session(SessionCommand, timeout: Double, startTimeout: Double? = nil)
    case file(AnswerFile)

    /// The answers to all cases in order, and the failure at the end of a session.
    func answers(to cases: [ConformanceCase], jobs: Int) async -> (answers: [TimedAnswer], ending: ProgramFailure?) {
        if let session {
            return await session.answers(to: cases.map { ProgramRequest(id: $0.id, line: $0.line) })
        }
        switch self {
        case .library(let answer): return (await Self.answers(to: cases, jobs: jobs) { answer($0) }, nil)
        case .program(let command, let timeout):
            return (await Self.answers(to: cases, jobs: jobs) { await Self.answer(of: command, timeout, to: $0) }, nil)
        case .session: preconditionFailure("a session is asked above")
        case .file(let file): return (cases.map { TimedAnswer(answer: file[$0.id] ?? .failure(.notInFile)) }, nil)
        }
    }

    var session: ProgramSession? {
        guard case .session(let command, let timeout, let startTimeout) = self else { return nil }
        return ProgramSession(words: command.words, timeout: timeout, startTimeout: startTimeout, task: .serverAnswer)
    }

    private static func answer(
        of command: SessionCommand, _ timeout: Double, to testCase: ConformanceCase
    ) async -> Answer {
        let run = ProgramRun(
            words: command.words, timeout: timeout, input: Array((testCase.line + "\n").utf8), task: .serverAnswer)
        return await run.answer().flatMap { value in
            if let name = ProgramTask.serverAnswer.name(in: value), !name.isExactly(testCase.name) {
                return .failure(.otherAnswer(found: name))
            }
            return ProgramTask.serverAnswer.answer(in: value)
        }
    }

    /// Asks several cases at once. If a program cannot be started, no further one is.
    private static func answers(
        to cases: [ConformanceCase], jobs: Int, _ answer: @escaping @Sendable (ConformanceCase) async -> Answer
    ) async -> [TimedAnswer] {
        var answers = Array(repeating: TimedAnswer(answer: .failure(.notAsked)), count: cases.count)
        await withTaskGroup(of: (Int, TimedAnswer).self) { group in
            var remaining = cases.enumerated().makeIterator()
            func start() {
                guard let (index, testCase) = remaining.next() else { return }
                group.addTask {
                    let start = ContinuousClock.now
                    let answer = await answer(testCase)
                    return (index, TimedAnswer(answer: answer, seconds: (ContinuousClock.now - start) / .seconds(1)))
                }
            }
            for _ in 0..<max(1, jobs) { start() }
            for await (index, answer) in group {
                answers[index] = answer
                if !answer.answer.isNotStarted { start() }
            }
        }
        return answers
    }
}
