import ArgumentParser

/// The exit codes, which are a contract with callers. Each command decides which one applies, for `analyze` in
/// ``AnalysisRun/exitCode(of:_:)``. Wrong usage is the parser's 64.
extension ExitCode {
    /// A `--fail-on` condition holds, or there is a mismatch.
    static let conditionHolds = ExitCode(1)
    /// Some input could not be read; the rest was.
    static let unreadableInput = ExitCode(2)
    /// There is too little data for an answer.
    static let tooLittleData = ExitCode(3)
    /// An answer depends on behaviour of the server that is not modelled.
    static let notModelled = ExitCode(4)
    /// The system lacks something the command needs: open files, threads or memory.
    static let systemIncomplete = ExitCode(71)
    /// The output could not be written.
    static let outputFailed = ExitCode(74)

    func leave() throws {
        if self != .success { throw self }
    }
}
