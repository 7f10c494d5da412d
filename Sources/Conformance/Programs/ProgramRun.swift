internal import Support

/// Runs a program to its end or until a timeout.
struct ProgramRun: Sendable {
    let words: [String]
    /// The timeout in seconds.
    let timeout: Double
    /// Its standard input; empty if nil.
    var input: [UInt8]?
    var task = ProgramTask.analysis

    /// An answer has a few kilobytes.
    static let outputLimit = 4 << 20

    func answer() async -> Answer { await Threads.run { ask() } }

    private func ask() -> Answer {
        let program: StartedProgram
        do throws(SystemError) { program = try StartedProgram(words, hasInput: input != nil) } catch {
            return .failure(.notStarted(error, words))
        }
        if let input { program.sendLast(input) }
        let stop = program.exchange(until: .now + .clamping(seconds: timeout)) { $0.output.count > Self.outputLimit }
        let end = program.end()
        switch stop {
        case .enough: return .failure(.tooMuchOutput(limit: Self.outputLimit))
        case .timedOut: return .failure(.timedOut(seconds: timeout))
        case .ended:
            return ProgramFailure(end, standardError: program.lastErrors).map { .failure($0) }
                ?? Self.read(program.output, task.strings)
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

    /// The failure that the end of a program indicates; nil for exit code 0. Shells and `env` exit with 126 or 127
    /// if they cannot start the program.
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
