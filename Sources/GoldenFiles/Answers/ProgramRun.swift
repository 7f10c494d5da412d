internal import PlainText
internal import Platform
internal import Subprocess
internal import SystemPackage

// The one file that starts processes.

/// An answer takes a few kilobytes.
private let outputLimit = 4 << 20

/// A program and its arguments, as they are started here.
private struct Invocation {
    let executable: Executable
    let arguments: Arguments

    init(_ words: [String]) {
        // Both take C strings where a name need not be UTF-8.
        let words = words.map { (text: $0, bytes: $0.fileBytes + [0]) }
        let path = FilePath(platformString: words[0].bytes.map { CChar(bitPattern: $0) })
        executable = words[0].text.utf8.contains(UInt8(ascii: "/")) ? .path(path) : .name(words[0].text)
        arguments = Arguments(words.dropFirst().map(\.bytes))
    }

    /// A session of its own lets the program be killed together with all it has started.
    static var options: PlatformOptions {
        var options = PlatformOptions()
        options.createSession = true
        options.teardownSequence = [
            .gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .milliseconds(200))
        ]
        return options
    }
}

/// Runs a program to its end, or to the end of our patience.
struct ProgramRun {
    let words: [String]
    let timeout: Double

    /// The JSON object the program prints.
    func answer() async -> Answer {
        let (words, timeout) = (words, timeout)
        return await withTaskGroup(of: Answer.self) { group in
            group.addTask { await Self.answer(of: words) ?? .failure(.timedOut(seconds: timeout)) }
            group.addTask {
                try? await Task.sleep(for: .clamping(seconds: timeout))
                return .failure(.timedOut(seconds: timeout))
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? .failure(.timedOut(seconds: timeout))
        }
    }

    /// What a program that has all the time answers; nil if it was ended.
    private static func answer(of words: [String]) async -> Answer? {
        let (invocation, group) = (Invocation(words), await ProcessGroup())
        do {
            let result = try await run(
                invocation.executable, arguments: invocation.arguments, platformOptions: Invocation.options,
                input: .none, output: .sequence, error: .sequence
            ) { execution in
                group.isLed(by: execution.processIdentifier.value)
                async let errors = lastBytes(of: execution.standardError)
                let printed = await firstBytes(of: execution.standardOutput, orElse: group.end)
                let said = await errors
                await group.endAfterLeader()
                return (printed: printed, said: said)
            }
            guard let printed = result.closureResult.printed else {
                return .failure(.tooMuchOutput(limit: outputLimit))
            }
            let failure = ProgramFailure(result.terminationStatus, standardError: result.closureResult.said)
            return failure.map { .failure($0) } ?? read(printed)
        } catch let error as SubprocessError {
            return .failure(.notStarted("\(error)"))
        } catch {
            return nil
        }
    }

    /// What a program prints; nil, and the program ended, if it is more than an answer can have.
    private static func firstBytes(
        of output: SubprocessOutputSequence, orElse end: @Sendable () -> Void
    ) async -> [UInt8]? {
        var bytes: [UInt8] = []
        do {
            for try await buffer in output {
                bytes += buffer.withUnsafeBytes(Array.init)
                if bytes.count > outputLimit {
                    end()
                    return nil
                }
            }
        } catch {}
        return bytes
    }

    /// The answer in what a program has printed.
    static func read(_ output: [UInt8]) -> Answer {
        func failure(_ finding: String) -> Answer { .failure(.notJSON(finding: finding, output: output.start)) }
        if output.allSatisfy({ $0 <= 0x20 }) { return failure("nothing was printed") }
        do throws(JSONError) {
            let value = try JSONReader.read(output)
            return value.members == nil ? failure("\(value.kindName) was printed") : .success(value)
        } catch {
            return failure(error.description)
        }
    }
}

extension ProgramFailure {
    /// What the end of a program says; nil for exit code 0. Shells and `env` end with 126 or 127 where they cannot
    /// start what they are to start.
    fileprivate init?(_ status: TerminationStatus, standardError: [UInt8]) {
        let lines = String(decoding: standardError, as: UTF8.self).split(whereSeparator: \.isNewline)
        let said = lines.last.map { String($0.prefix(200)) } ?? ""
        switch status {
        case .exited(0): return nil
        case .exited(126), .exited(127): self = .notStarted(said.isEmpty ? "\(status)" : said)
        case .exited(let code): self = .wrongExit(code: code, standardError: said)
        case .signaled(let signal): self = .crashed(signal: signal, standardError: said)
        }
    }
}

/// The end of what a program says on standard error, read to its end so that it never waits for a reader.
private func lastBytes(of errors: SubprocessOutputSequence) async -> [UInt8] {
    var last: [UInt8] = []
    do {
        for try await buffer in errors {
            last += buffer.withUnsafeBytes(Array.init)
            last = Array(last.suffix(4096))
        }
    } catch {}
    return last
}

/// A program that stays, and is talked to.
struct ServedProcess {
    let words: [String]

    /// Seconds a program has that has closed its streams, to end by itself.
    private static let secondsToEnd = 5.0

    /// Starts the program, talks to it and waits for its end; what was wrong with that, nil for exit code 0.
    func serve(_ state: SessionState, _ talk: (inout Conversation) async -> Void) async -> ProgramFailure? {
        let (invocation, group) = (Invocation(words), await ProcessGroup())
        do {
            let result = try await run(
                invocation.executable, arguments: invocation.arguments, platformOptions: Invocation.options,
                input: .inputWriter, output: .sequence, error: .sequence
            ) { execution in
                group.isLed(by: execution.processIdentifier.value)
                async let errors = lastBytes(of: execution.standardError)
                var conversation = Conversation(execution)
                await talk(&conversation)
                await conversation.close()
                // What has closed its streams is about to end, with an exit code that says why.
                let clock = conversation.killed(after: Self.secondsToEnd, state.outstay)
                let said = await errors
                await group.endAfterLeader()
                return (said: said, clock: clock)
            }
            result.closureResult.clock.cancel()
            let failure = ProgramFailure(result.terminationStatus, standardError: result.closureResult.said)
            if case .crashed(signal: 9, _) = failure, state.hasOutstayed { return .stillRunning }
            return failure
        } catch {
            return .notStarted("\(error)")
        }
    }

    /// Lines to and from a running program.
    struct Conversation {
        private typealias Served = Execution<CustomWriteInput, SequenceOutput, SequenceOutput>

        private let execution: Served
        private var output: SubprocessOutputSequence.Iterator
        private var unread: [UInt8] = []

        init(_ execution: Execution<CustomWriteInput, SequenceOutput, SequenceOutput>) {
            self.execution = execution
            output = execution.standardOutput.makeAsyncIterator()
        }

        /// Whether the program printed more than was read.
        var hasMoreOutput: Bool { !unread.isEmpty }

        /// Writes a line and reads the one that answers it; nil if none came.
        mutating func answer(to line: String, timeout: Double, _ state: SessionState) async -> [UInt8]? {
            let clock = killed(after: timeout) { state.fail(.timedOut(seconds: timeout)) }
            defer { clock.cancel() }
            // A program that has gone does not read: that it has gone shows when it is read from.
            _ = try? await execution.standardInputWriter.write(Array((line + "\n").utf8))
            while true {
                if let end = unread.firstIndex(of: 0x0A) {
                    defer { unread.removeSubrange(...end) }
                    return Array(unread[..<end])
                }
                guard unread.count <= outputLimit else {
                    state.fail(.tooMuchOutput(limit: outputLimit))
                    kill()
                    return nil
                }
                guard let buffer = try? await output.next() else { return nil }
                unread += buffer.withUnsafeBytes(Array.init)
            }
        }

        func kill() { Self.kill(execution) }

        /// Ends the program after some seconds, unless that is cancelled before.
        func killed(after seconds: Double, _ remark: @escaping @Sendable () -> Void = {}) -> Task<Void, any Error> {
            let execution = execution
            return Task {
                try await Task.sleep(for: .clamping(seconds: seconds))
                remark()
                Self.kill(execution)
            }
        }

        /// Ends the program's input and gives it time to end itself; whether it printed anything more.
        mutating func finish(within seconds: Double, _ state: SessionState) async -> Bool {
            let clock = killed(after: seconds, state.outstay)
            defer { clock.cancel() }
            await close()
            var hasMore = hasMoreOutput
            while let buffer = try? await output.next() {
                hasMore = hasMore || !buffer.withUnsafeBytes { $0.allSatisfy { $0 <= 0x20 } }
            }
            return hasMore
        }

        func close() async { try? await execution.standardInputWriter.finish() }

        private static func kill(_ execution: Served) {
            try? execution.send(signal: .kill, toProcessGroup: true)
        }
    }
}
