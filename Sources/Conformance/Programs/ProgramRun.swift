internal import Support

/// Runs a program to its end or until a timeout.
package struct ProgramRun: Sendable {
    let words: [String]
    let timeout: Double
    var input: [UInt8]?
    var task = ProgramTask.analysis

    package init(words: [String], timeout: Double, input: [UInt8]? = nil, task: ProgramTask = .analysis) {
        (self.words, self.timeout, self.input, self.task) = (words, timeout, input, task)
    }

    /// An answer has a few kilobytes.
    static let outputLimit = 4 << 20

    func answer() async -> Answer { await Threads.run { ask() } }

    private func ask() -> Answer { output().flatMap { Self.read($0, task.strings) } }

    /// Runs the program to its end, which blocks the thread, and returns its standard output.
    package func output() -> Result<[UInt8], ProgramFailure> {
        let program: StartedProgram
        do throws(SystemError) { program = try StartedProgram(words, hasInput: input != nil) } catch {
            return .failure(.notStarted(error, words))
        }
        if let input { input.isEmpty ? program.closeInput() : program.sendLast(input) }
        let stop = program.exchange(until: .now + .clamping(seconds: timeout)) { $0.output.count > Self.outputLimit }
        let end = program.end()
        switch stop {
        case .enough: return .failure(.tooMuchOutput(limit: Self.outputLimit))
        case .timedOut: return .failure(.timedOut(seconds: timeout))
        case .ended:
            return ProgramFailure(end, standardError: program.lastErrors).map { .failure($0) }
                ?? .success(program.output)
        }
    }

    static func read(_ output: [UInt8], _ strings: JSONStrings = .names) -> Answer {
        func failure(_ finding: String) -> Answer { .failure(.notJSON(finding: finding, output: output.start)) }
        if output.allSatisfy({ $0 <= 0x20 }) { return failure("nothing was printed") }
        do throws(JSONError) {
            let value = try JSONReader.read(output, strings)
            return value.members == nil ? failure("\(value.kindName) was printed") : .success(value)
        } catch {
            return failure(error.description)
        }
    }
}

extension ProgramFailure {
    static func notStarted(_ error: SystemError, _ words: [String]) -> ProgramFailure {
        .notStarted("\(words[0]): \(error.text)")
    }

    /// The failure that the end of a program indicates; nil for exit code 0.
    init?(_ end: StartedProgram.End, standardError: [UInt8]) {
        let lines = String(decoding: standardError, as: UTF8.self).split(whereSeparator: \.isNewline)
        let said = lines.last.map { String($0.prefix(200)) } ?? ""
        switch end {
        case .exited(code: 0): return nil
        case .exited(let code) where [126, 127].contains(code):
            self = .notStarted(said.isEmpty ? "exit code \(code)" : said)
        case .exited(let code): self = .wrongExit(code: code, standardError: said)
        case .killed(let signal): self = .crashed(signal: signal, standardError: said)
        case .stuck: self = .stillRunning
        }
    }
}
