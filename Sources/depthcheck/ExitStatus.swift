import ArgumentParser

/// The exit codes, a contract with whoever calls the command. Wrong usage is the parser's 64.
extension ExitCode {
    /// A `--fail-on` condition holds, or something does not match.
    static let conditionHolds = ExitCode(1)
    /// Some input could not be read; the rest was.
    static let unreadableInput = ExitCode(2)
    /// There is too little data for an answer.
    static let tooLittleData = ExitCode(3)
    /// The system lacks what every command needs, or what this one does: files, threads, memory.
    static let systemIncomplete = ExitCode(71)
    /// The output could not be written.
    static let outputFailed = ExitCode(74)

    /// Ends the command with this code, unless it is success.
    func leave() throws {
        if self != .success { throw self }
    }
}
