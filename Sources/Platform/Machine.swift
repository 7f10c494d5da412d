#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the machine and the process say of themselves, and what only the C library can put into text.
package enum Machine {
    /// The value of an environment variable.
    package static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// Processors that can be used at once, at least 1.
    package static var processorCount: Int {
        max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    package static var processNumber: Int32 { getpid() }
    package static var isSuperuser: Bool { geteuid() == 0 }

    package static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    package static func isTerminal(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1
    }

    /// The columns of a terminal; nil where it does not say, or is none.
    package static func terminalWidth(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// A path in the system's folder for temporary files that no other process gets.
    ///
    /// - Parameter ending: what tells it from the others of this process.
    package static func temporaryPath(ending: String) -> String {
        "\(environment("TMPDIR") ?? "/tmp")/depthcheck-\(processNumber)-\(ending)"
    }

    /// The day, by the clock in UTC, as `2026-11-21`.
    package static func today() -> String {
        var now = time(nil)
        var parts = tm()
        gmtime_r(&now, &parts)
        func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + "\(number)" }
        return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    }

    /// A number as `printf` writes it.
    ///
    /// - Parameters:
    ///   - format: takes an int and a double, such as `%.*f`.
    ///   - digits: the int, at most 60.
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
