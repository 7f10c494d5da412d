import Synchronization

#if canImport(Glibc)
    import CSystem
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the machine and the process say of themselves, and what only the C library can put into text.
package enum Machine {
    package static func environment(_ name: String) -> String? {
        getenv(name).map { String(fileCharacters: $0) }
    }

    /// The arguments of the process, its own name first; empty where the system does not tell.
    package static var arguments: [String] {
        // SAFETY: the process's arguments are C strings that stay as long as it runs.
        (0..<Int(CommandLine.argc)).compactMap { index in
            CommandLine.unsafeArgv[index].map { String(fileCharacters: $0) }
        }
    }

    /// How many more files can be opened, counted up to `wanted`.
    package static func freeDescriptorCount(wanted: Int) -> Int { SystemCalls.freeDescriptorCount(wanted: wanted) }

    /// How many files the process may have open; nil where that is not known.
    package static var descriptorLimit: Int? { SystemCalls.descriptorLimit }

    /// Processors that can be used at once, at least 1.
    package static var processorCount: Int {
        max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    package static var processNumber: Int32 { getpid() }
    package static var isSuperuser: Bool { geteuid() == 0 }

    /// The day, by the clock in UTC, as `2026-11-21`.
    package static func today() -> String {
        String(timestamp(seconds: time(nil), nanoseconds: 0).prefix { $0 != "T" })
    }

    /// A time since 1970 in UTC as ISO 8601 writes it, to the nanosecond: `2026-11-21T09:30:00.123456789Z`; for years
    /// that no calendar has, which a file may carry all the same, `@` and the seconds.
    package static func timestamp(seconds: Int, nanoseconds: Int) -> String {
        var seconds = time_t(seconds)
        var parts = tm()
        guard gmtime_r(&seconds, &parts) != nil else { return "@\(seconds)" }
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        func two(_ number: Int32) -> String { padded(Int(number), 2) }
        let day = "\(padded(Int(parts.tm_year) + 1900, 4))-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
        let time = "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)).\(padded(nanoseconds, 9))"
        return "\(day)T\(time)Z"
    }

    package static func timestamp(_ time: FileStatus.Time) -> String {
        timestamp(seconds: time.seconds, nanoseconds: time.nanoseconds)
    }

    /// A number as `printf` writes it with a format that takes an int, at most 60, and a double, such as `%.*f`.
    package static func text(_ format: String, digits: Int, _ number: Double) -> String {
        withVaList([Int32(digits), number]) { arguments in
            // The largest Double has 309 digits before its point.
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 400) { buffer in
                // SAFETY: vsnprintf writes at most `count` characters, the closing 0 among them, and the format takes
                // an int and a double, which is what it is given.
                let length = vsnprintf(buffer.baseAddress, buffer.count, format, arguments)
                precondition(length >= 0 && length < buffer.count, "a number's text fits the buffer")
                return String(cString: buffer.baseAddress!)
            }
        }
    }
}

/// The streams a command is started with, and what they are connected to.
package enum Terminal {
    package enum Stream: Int32 {
        case input = 0
        case output = 1
        case error = 2

        package var name: String {
            switch self {
            case .input: "standard input"
            case .output: "standard output"
            case .error: "standard error"
            }
        }
    }

    package static func isTerminal(_ stream: Stream) -> Bool {
        isatty(stream.rawValue) == 1
    }

    /// The columns of the terminal a stream is connected to; nil where it is none or does not say.
    package static func columns(of stream: Stream) -> Int? {
        var size = winsize()
        guard ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// The columns the environment asks for, as shells and their users do.
    package static var wantedColumns: Int? {
        Machine.environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Whether the environment speaks against colours.
    ///
    /// Source: no-color.org; `dumb` is what terminals without escape sequences call themselves.
    package static var wantsNoColor: Bool {
        Machine.environment("NO_COLOR")?.isEmpty == false || Machine.environment("TERM") == "dumb"
    }

    /// Whether the environment speaks of colours of 24 bits.
    package static var hasDirectColours: Bool {
        ["truecolor", "24bit"].contains(Machine.environment("COLORTERM"))
            || Machine.environment("TERM")?.hasSuffix("-direct") == true
    }

    /// Whether the environment speaks of xterm's 256 colours.
    package static var hasIndexedColours: Bool {
        Machine.environment("TERM")?.hasSuffix("-256color") == true
    }

    /// Writes text for a person: what is not printable in it is written out, but for line feeds.
    package static func write(_ text: String, to stream: Stream) throws(FileAccessError) {
        try write(Array(Printable.harmless(text).utf8), to: stream)
    }

    /// What happens to the bytes that are written to standard error.
    private enum ErrorHandling {
        case written
        case held([UInt8])
        case dropped
    }

    private static let errorHandling = Mutex(ErrorHandling.written)

    /// Keeps what is written to standard error in memory until ``releaseErrors()`` or ``dropErrors()``.
    ///
    /// Standard error may be redirected to a file that is about to be read, to which nothing may be appended.
    package static func holdErrors() {
        errorHandling.withLock { if case .written = $0 { $0 = .held([]) } }
    }

    /// Whether bytes are held that were written to standard error.
    package static var hasHeldErrors: Bool {
        errorHandling.withLock { if case .held(let bytes) = $0 { !bytes.isEmpty } else { false } }
    }

    /// Writes what was held to standard error, and all that follows. Does nothing after ``dropErrors()``.
    package static func releaseErrors() {
        let held = errorHandling.withLock { handling -> [UInt8] in
            guard case .held(let bytes) = handling else { return [] }
            handling = .written
            return bytes
        }
        if !held.isEmpty { try? write(held, to: .error) }
    }

    /// Writes nothing more to standard error. What was held, and all that follows, goes to standard output if that is a
    /// terminal, and nowhere otherwise.
    package static func dropErrors() {
        let held = errorHandling.withLock { handling -> [UInt8] in
            defer { handling = .dropped }
            return if case .held(let bytes) = handling { bytes } else { [] }
        }
        if !held.isEmpty { try? write(held, to: .error) }
    }

    /// The stream to which bytes for standard error are written now; nil if they are held or dropped.
    private static func streamOfErrors(_ bytes: [UInt8]) -> Stream? {
        errorHandling.withLock { handling in
            switch handling {
            case .written: return .error
            case .held(let held):
                handling = .held(held + bytes)
                return nil
            case .dropped: return isTerminal(.output) ? .output : nil
            }
        }
    }

    /// Writes bytes as they are: reports for programs, which are harmless by how they are written.
    package static func write(_ bytes: [UInt8], to stream: Stream) throws(FileAccessError) {
        guard let stream = stream == .error ? streamOfErrors(bytes) : stream else { return }
        try FileAccess.write(bytes, toDescriptor: stream.rawValue, name: stream.name)
    }

    /// Writes a line for a person, in place of a passing one. That nobody may be there to read it is no error.
    package static func remark(_ text: String) {
        erasePassing()
        try? write("depthcheck: \(Printable.harmlessLine(text))\n", to: .error)
    }

    /// Whether a line stands on standard error that whatever is written next would be appended to.
    private static let hasPassing = Atomic(false)

    /// Shows a line on the terminal behind standard error until another or ``erasePassing()`` takes its place.
    package static func showPassing(_ line: String) {
        hasPassing.store(true, ordering: .relaxed)
        Interruption.erasesPassingLine(true)
        try? write(Array("\r\(Printable.harmlessLine(line))\u{1B}[K".utf8), to: .error)
    }

    /// Erases the passing line, if there is one.
    package static func erasePassing() {
        guard hasPassing.exchange(false, ordering: .relaxed) else { return }
        try? write(Array("\r\u{1B}[K".utf8), to: .error)
        Interruption.erasesPassingLine(false)
    }
}

// What a command that reads and writes many files tells the system at its start.
extension FileAccess {
    /// Makes it an error instead of the end of the process to write to a pipe that nobody reads, and to write more than
    /// `ulimit -f` allows.
    package static func ignoreWritingSignals() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Keeps memory that is freed for the next file, instead of handing it back to the system.
    ///
    /// The GNU C library maps buffers of this size anew for each file, and the system then delivers every page of them,
    /// cleared: a quarter of the processor time of a batch. Kept, they cost nothing; the process holds what the largest
    /// files under way needed. Nothing happens with other C libraries.
    package static func keepFreedMemory() {
        #if canImport(Glibc)
            // Where addresses are limited none are kept, nor set aside for each thread.
            guard Memory.addressLimit == nil else {
                mallopt(M_ARENA_MAX, 1)
                return
            }
            // The largest buffer not to be mapped on its own (glibc allows up to 32 MiB), and how much stays when all
            // is freed.
            mallopt(M_MMAP_THRESHOLD, 32 << 20)
            mallopt(M_TRIM_THRESHOLD, 256 << 20)
        #endif
    }
}
