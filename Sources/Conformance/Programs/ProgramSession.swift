internal import Support

/// A process that answers one request after another, one line each.
struct ProgramSession: Sendable {
    let words: [String]
    /// The timeout in seconds for each answer, and for the end of the process after its last answer.
    let timeout: Double
    /// The timeout for the first answer of a process, which includes its start; nil for `timeout`.
    var startTimeout: Double?
    var task = ProgramTask.analysis

    /// The number of consecutive processes without an answer after which no other is started.
    private static let maximumFruitlessCount = 3
    /// The time in seconds, at most ``timeout``, in which a program that has closed its stdout can exit with a code
    /// that gives the reason.
    private static let secondsToEnd = 5.0
    private static let lineEnd = UInt8(ascii: "\n")

    /// The answers to all requests in order, and the failure at the end of the last process.
    func answers(to requests: [ProgramRequest]) async -> (answers: [TimedAnswer], ending: ProgramFailure?) {
        FileAccess.ignoreWritingSignals()
        return await Threads.run { ask(requests) }
    }

    private func ask(_ requests: [ProgramRequest]) -> (answers: [TimedAnswer], ending: ProgramFailure?) {
        var answers: [TimedAnswer] = []
        var ending: ProgramFailure?
        var fruitless = 0
        while answers.count < requests.count {
            let (found, failure) = answersOfOneProcess(to: Array(requests[answers.count...]))
            answers += found
            ending = failure
            let hasAnswered = found.contains { (try? $0.answer.get()) != nil }
            fruitless = hasAnswered ? 0 : fruitless + 1
            let isHopeless = found.contains { $0.answer.isNotStarted } || fruitless == Self.maximumFruitlessCount
            if isHopeless {
                let left = requests.count - answers.count
                answers += Array(repeating: TimedAnswer(answer: .failure(.notAsked)), count: left)
            }
        }
        return (answers, ending)
    }

    /// The answers of one process up to its first failure, at least one answer. If it has answered all requests, also
    /// the failure at its end.
    private func answersOfOneProcess(
        to requests: [ProgramRequest]
    ) -> (answers: [TimedAnswer], ending: ProgramFailure?) {
        let program: StartedProgram
        do throws(SystemError) { program = try StartedProgram(words, hasInput: true) } catch {
            return ([TimedAnswer(answer: .failure(.notStarted(error, words)))], nil)
        }
        var answers: [TimedAnswer] = []
        for request in requests {
            let start = ContinuousClock.now
            let answer = answer(to: request, isFirst: answers.isEmpty, program)
            answers.append(TimedAnswer(answer: answer, seconds: (ContinuousClock.now - start) / .seconds(1)))
            guard case .failure(let failure) = answer, !failure.isRefusal else { continue }
            program.end()
            return (failure == .moreThanOneLine ? Self.doubtingUnnamed(answers) : answers, nil)
        }
        let (hasMore, ending) = finish(program)
        return hasMore ? (Self.doubtingUnnamed(answers), ending ?? .moreThanOneLine) : (answers, ending)
    }

    private func answer(to request: ProgramRequest, isFirst: Bool, _ program: StartedProgram) -> Answer {
        let limit = isFirst ? startTimeout ?? timeout : timeout
        program.send(Array(request.line.utf8) + [Self.lineEnd])
        // Search each byte only once, even if the program prints a few at a time.
        var searched = 0
        let stop = program.exchange(until: .now + .clamping(seconds: limit)) { program in
            let hasLine = program.output[searched...].contains(Self.lineEnd)
            searched = program.output.count
            return hasLine || program.hasClosedOutput || program.output.count > ProgramRun.outputLimit
        }
        if let end = program.output.firstIndex(of: Self.lineEnd) {
            let line = Array(program.output[..<end])
            program.output.removeSubrange(...end)
            return Self.answer(line, to: request.id, of: task, hasMore: !program.output.isEmpty)
        }
        if stop == .timedOut { return .failure(.timedOut(seconds: limit, isFirst: isFirst && startTimeout != nil)) }
        if program.output.count > ProgramRun.outputLimit {
            return .failure(.tooMuchOutput(limit: ProgramRun.outputLimit))
        }
        return .failure(endOfClosed(program, orElse: .closedOutput) ?? .endedEarly)
    }

    /// Closes the program's input and waits for it to end.
    private func finish(_ program: StartedProgram) -> (hasMore: Bool, ending: ProgramFailure?) {
        program.closeInput()
        var hasMore = !program.output.isEmpty
        let stop = program.exchange(until: .now + .clamping(seconds: timeout)) { program in
            hasMore = hasMore || !program.output.isEmpty
            program.output = []
            return program.hasClosedOutput
        }
        if stop != .timedOut { return (hasMore, endOfClosed(program, orElse: .stillRunning)) }
        program.end()
        return (hasMore, .stillRunning)
    }

    /// Waits for the end of a program that has closed its stdout.
    private func endOfClosed(_ program: StartedProgram, orElse running: ProgramFailure) -> ProgramFailure? {
        program.closeInput()
        let stop = program.exchange(until: .now + .clamping(seconds: min(Self.secondsToEnd, timeout)))
        let end = program.end()
        return stop == .timedOut ? running : ProgramFailure(end, standardError: program.lastErrors)
    }

    static func answer(
        _ line: [UInt8], to request: RequestID, of task: ProgramTask = .analysis, hasMore: Bool
    ) -> Answer {
        let value: JSONValue
        do throws(JSONError) { value = try JSONReader.read(line, task.strings) } catch {
            return .failure(.notJSON(finding: error.description, output: line.start))
        }
        if let name = task.name(in: value), !name.isExactly(request.name) {
            return .failure(.otherAnswer(found: name))
        }
        if hasMore { return .failure(.moreThanOneLine) }
        return task.answer(in: value)
    }

    /// Rejects answers without a name: after more lines than requests, it is unknown which request they answer.
    private static func doubtingUnnamed(_ answers: [TimedAnswer]) -> [TimedAnswer] {
        answers.map { answer in
            guard answer.answer.isUnnamed else { return answer }
            return TimedAnswer(answer: .failure(.moreThanOneLine), seconds: answer.seconds)
        }
    }
}

extension [UInt8] {
    var start: String { String(String(decoding: prefix(200), as: UTF8.self).prefix(80)) }
}

extension Answer {
    fileprivate var isUnnamed: Bool {
        if case .success(let value) = self { value[AnswerKey.name.rawValue]?.string == nil } else { false }
    }
}
