import CSupport
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

package enum Machine {
    /// The commit that the command was built from, if the build passed it.
    package static var sourceCommit: String? { cbuild_commit().map { String(cString: $0) } }

    package static func environment(_ name: String) -> String? { getenv(name).map { String(fileCharacters: $0) } }

    /// The arguments of the process, including its name; empty if the system does not provide them.
    package static var arguments: [String] {
        // SAFETY: the arguments are C strings that live as long as the process.
        (0..<Int(CommandLine.argc)).compactMap { index in
            CommandLine.unsafeArgv[index].map { String(fileCharacters: $0) }
        }
    }

    package static func freeDescriptorCount(wanted: Int) -> Int { SystemCalls.freeDescriptorCount(wanted: wanted) }
    package static var descriptorLimit: Int? { SystemCalls.descriptorLimit }
    package static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
    package static var isSuperuser: Bool { geteuid() == 0 }

    package static func today() -> String {
        String(timestamp(seconds: time(nil), nanoseconds: 0).prefix { $0 != "T" })
    }

    /// ISO 8601 in UTC; a time outside the calendar, which a file may have, is `@` and the seconds.
    package static func timestamp(seconds: Int, nanoseconds: Int) -> String {
        var seconds = time_t(seconds)
        var parts = tm()
        guard gmtime_r(&seconds, &parts) != nil else { return "@\(seconds)" }
        func padded(_ number: some BinaryInteger, _ width: Int = 2) -> String {
            number.description.zeroPadded(to: width)
        }
        let day = "\(padded(Int(parts.tm_year) + 1900, 4))-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
        let time = "\(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec))"
        return "\(day)T\(time).\(padded(nanoseconds, 9))Z"
    }

    package static func timestamp(_ time: FileStatus.Time) -> String {
        timestamp(seconds: time.seconds, nanoseconds: time.nanoseconds)
    }

    /// Formats a number with a `printf` format that takes an int (at most 60) and a double, such as `%.*f`.
    package static func text(_ format: String, digits: Int, _ number: Double) -> String {
        withVaList([Int32(digits), number]) { arguments in
            // The largest Double has 309 digits before the point.
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 400) { buffer in
                // SAFETY: vsnprintf writes at most `count` characters, including the final 0, and the arguments match
                // the format.
                let length = vsnprintf(buffer.baseAddress, buffer.count, format, arguments)
                precondition(length >= 0 && length < buffer.count, "a number's text fits the buffer")
                return String(cString: buffer.baseAddress!)
            }
        }
    }
}

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

    package static func isTerminal(_ stream: Stream) -> Bool { isatty(stream.rawValue) == 1 }

    package static func columns(of stream: Stream) -> Int? {
        var size = winsize()
        guard ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    package static var wantedColumns: Int? {
        Machine.environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Follows no-color.org. `TERM` is `dumb` for terminals without escape sequences.
    package static var wantsNoColor: Bool {
        Machine.environment("NO_COLOR")?.isEmpty == false || Machine.environment("TERM") == "dumb"
    }

    /// Writes text for people. Unprintable characters except line feeds are escaped.
    package static func write(_ text: String, to stream: Stream) throws(FileAccessError) {
        try write(Array(Printable.sanitised(text).utf8), to: stream)
    }

    /// Writes bytes verbatim, for output whose format already excludes harmful characters.
    package static func write(_ bytes: [UInt8], to stream: Stream) throws(FileAccessError) {
        try FileAccess.write(bytes, toDescriptor: stream.rawValue, name: stream.name)
    }

    /// Writes a line for people and erases the passing line. Errors are ignored.
    package static func report(_ text: String) {
        erasePassing()
        try? write("depthcheck: \(Printable.sanitisedLine(text))\n", to: .error)
    }

    private static let hasPassing = Atomic(false)

    /// Shows a line on standard error until another one or ``erasePassing()`` replaces it.
    package static func showPassing(_ line: String) {
        hasPassing.store(true, ordering: .relaxed)
        Interruption.erasesPassingLine(true)
        try? write(Array("\r\(Printable.sanitisedLine(line))\u{1B}[K".utf8), to: .error)
    }

    package static func erasePassing() {
        guard hasPassing.exchange(false, ordering: .relaxed) else { return }
        try? write(Array("\r\u{1B}[K".utf8), to: .error)
        Interruption.erasesPassingLine(false)
    }
}

// Settings of the process for commands that process many files.
extension FileAccess {
    /// Makes writing to a closed pipe, or beyond `ulimit -f`, an error instead of ending the process.
    package static func ignoreWritingSignals() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Keeps freed buffers for the next file. By default, the GNU C library maps new ones for each file, and zeroing
    /// their pages takes a quarter of the processor time of a batch.
    package static func keepFreedMemory() {
        #if canImport(Glibc)
            // With limited address space, keep nothing and use a single arena.
            guard Memory.addressLimit == nil else {
                mallopt(M_ARENA_MAX, 1)
                return
            }
            // The largest buffer not mapped separately (glibc allows up to 32 MiB), and the memory kept when
            // everything is freed.
            mallopt(M_MMAP_THRESHOLD, 32 << 20)
            mallopt(M_TRIM_THRESHOLD, 256 << 20)
        #endif
    }
}
