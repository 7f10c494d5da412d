import CSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A program in its own session, with its standard streams. No call waits past its deadline: the streams are
/// non-blocking, and the end is polled. Use it from a single thread (``Threads/run(_:)``). A signal that ends this
/// process also ends the program and its child processes (``Interruption``).
package final class StartedProgram {
    package enum Stop: Hashable, Sendable {
        case enough
        case ended
        case timedOut
    }

    package enum End: Hashable, Sendable {
        case exited(code: Int32)
        case killed(signal: Int32)
        /// SIGKILL did not end the program within some seconds: the system holds it.
        case stuck
    }

    /// The bytes read from standard output; the caller removes those it has used.
    package var output: [UInt8] = []
    /// The last bytes of standard error.
    package private(set) var lastErrors: [UInt8] = []
    package private(set) var hasClosedOutput = false

    private let process: Int32
    private let registration: Interruption.Registration?
    /// Each descriptor is -1 once it is closed.
    private var inputStream: Int32
    private var outputStream: Int32
    private var errorStream: Int32
    private var unsent: [UInt8] = []
    private var closesInputWhenSent = false
    private var endFound: End?

    private static let keptErrorByteCount = 4096
    private static let pieceByteCount = 1 << 16
    /// The most output to read at the end: other processes may write forever. By default, a pipe holds no more.
    private static let restByteCount = 1 << 20
    /// The longest interval between checks of the program, in milliseconds.
    private static let longestPause: Int32 = 50
    private static let patience = Duration.milliseconds(200)
    private static let maximumAttempts = 100
    private static let killTime = Duration.seconds(5)

    /// The first word is looked up in `PATH` unless it contains a slash. Without `hasInput`, standard input is empty.
    package init(_ words: [String], hasInput: Bool = false) throws(SystemError) {
        let registration = Interruption.endingProgram()
        // Names may contain bytes that are not UTF-8.
        let characters = words.map { word in
            UnsafeMutableBufferPointer<CChar>.copy(word.fileBytes.map { CChar(bitPattern: $0) } + [0])
        }
        defer { for word in characters { word.deallocate() } }
        var pointers = characters.map(\.baseAddress) + [nil]
        var streams: [Int32] = [-1, -1, -1]
        var process: Int32 = 0
        // SAFETY: the words are C strings, NULL follows the last one, and there is room for three streams.
        var status = cprogram_start(&pointers, hasInput ? 1 : 0, &streams, &process)
        // ETXTBSY: a file that was just written stays open in a process forked by another thread until that process
        // executes its own program.
        var attempts = 1
        while status == ETXTBSY, attempts < Self.maximumAttempts {
            SystemCalls.sleep(nanoseconds: 10_000_000)
            status = cprogram_start(&pointers, hasInput ? 1 : 0, &streams, &process)
            attempts += 1
        }
        guard status == 0 else {
            registration?.withdraw()
            throw SystemError(number: status)
        }
        registration?.isStarted(asGroup: process)
        (self.process, self.registration) = (process, registration)
        (inputStream, outputStream, errorStream) = (streams[0], streams[1], streams[2])
    }

    deinit { _ = end() }
    package func send(_ bytes: [UInt8]) { unsent += bytes }

    /// Queues the last bytes: standard input is closed when they are written.
    package func sendLast(_ bytes: [UInt8]) {
        send(bytes)
        closesInputWhenSent = true
    }

    package func closeInput() {
        unsent = []
        Self.close(&inputStream)
    }

    /// Exchanges data with the program until a condition holds, the program ends or the deadline passes.
    package func exchange(
        until deadline: ContinuousClock.Instant, _ isEnough: (StartedProgram) -> Bool = { _ in false }
    ) -> Stop {
        var pause: Int32 = 1
        while true {
            if isEnough(self) { return .enough }
            if SystemCalls.hasEnded(process) {
                // Ignore further output of processes that it left running.
                SystemCalls.killGroup(process)
                readRest()
                return isEnough(self) ? .enough : .ended
            }
            let left = deadline - .now
            if left <= .zero { return .timedOut }
            let milliseconds = Int32(clamping: Int(clamping: (left / .milliseconds(1)).rounded(.up)))
            pause = transfer(waiting: min(pause, milliseconds)) ? 1 : min(2 * pause, Self.longestPause)
        }
    }

    /// Ends the program with all processes that it started. Do not call ``exchange(until:_:)`` afterwards.
    @discardableResult package func end() -> End {
        if let endFound { return endFound }
        if !SystemCalls.hasEnded(process) {
            SystemCalls.signalGroup(process, SIGTERM)
            waitForEnd(Self.patience)
        }
        SystemCalls.killGroup(process)
        waitForEnd(Self.killTime)
        // Withdraw before the process is reaped: afterwards another process could have its number.
        registration?.withdraw()
        let status = SystemCalls.endOfChild(process)
        Self.close(&inputStream)
        Self.close(&outputStream)
        Self.close(&errorStream)
        let end = status.map(End.init(waitStatus:)) ?? .stuck
        endFound = end
        return end
    }

    private func waitForEnd(_ patience: Duration) {
        let deadline = ContinuousClock.now + patience
        var milliseconds = 1
        while !SystemCalls.hasEnded(process), ContinuousClock.now < deadline {
            SystemCalls.sleep(nanoseconds: milliseconds * 1_000_000)
            milliseconds = min(2 * milliseconds, Int(Self.longestPause))
        }
    }

    /// Waits for a stream to become ready, and transfers one piece on each ready one.
    private func transfer(waiting milliseconds: Int32) -> Bool {
        // The system ignores negative descriptors.
        var streams = [
            pollfd(fd: unsent.isEmpty ? -1 : inputStream, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: outputStream, events: Int16(POLLIN), revents: 0),
            pollfd(fd: errorStream, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&streams, nfds_t(streams.count), milliseconds) > 0 else { return false }
        if streams[0].revents != 0 { write() }
        if streams[1].revents != 0 { readOutput() }
        if streams[2].revents != 0 { readErrors() }
        return true
    }

    private func write() {
        let written = unsent.withUnsafeBytes { SystemCalls.writeOnce($0, to: inputStream) }
        switch written {
        case .moved(let count):
            unsent.removeFirst(count)
            if unsent.isEmpty, closesInputWhenSent { closeInput() }
        case .notNow: break
        // Reading shows whether the program has ended.
        case .over: closeInput()
        }
    }

    @discardableResult private func readOutput() -> Int {
        let piece = Self.read(&outputStream)
        output += piece
        if outputStream < 0 { hasClosedOutput = true }
        return piece.count
    }

    @discardableResult private func readErrors() -> Int {
        let piece = Self.read(&errorStream)
        lastErrors = (lastErrors + piece).suffix(Self.keptErrorByteCount)
        return piece.count
    }

    private func readRest() {
        for read in [readOutput, readErrors] {
            var count = 0
            while count < Self.restByteCount, case let more = read(), more > 0 { count += more }
        }
        hasClosedOutput = true
    }

    /// Reads the available bytes of a stream, and closes it at its end.
    private static func read(_ stream: inout Int32) -> [UInt8] {
        guard stream >= 0 else { return [] }
        var isOver = false
        let bytes = [UInt8](unsafeUninitializedCapacity: pieceByteCount) { buffer, initializedCount in
            switch SystemCalls.readOnce(stream, into: UnsafeMutableRawBufferPointer(buffer)) {
            case .moved(let count): initializedCount = count
            case .notNow: break
            case .over: isOver = true
            }
        }
        if isOver { close(&stream) }
        return bytes
    }

    private static func close(_ stream: inout Int32) {
        if stream >= 0 { try? SystemCalls.close(stream) }
        stream = -1
    }
}

extension StartedProgram.End {
    /// Decodes the status of `waitpid`: the signal in the low seven bits, otherwise the exit code in the next byte.
    fileprivate init(waitStatus: Int32) {
        let signal = waitStatus & 0x7F
        self = signal == 0 ? .exited(code: waitStatus >> 8 & 0xFF) : .killed(signal: signal)
    }
}

extension UnsafeMutableBufferPointer {
    fileprivate static func copy(_ elements: [Element]) -> Self {
        let buffer = allocate(capacity: elements.count)
        _ = buffer.initialize(fromContentsOf: elements)
        return buffer
    }
}
