import DepthFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The two streams a command writes to, and what they are connected to.
enum Terminal {
    enum Stream: Int32 {
        case output = 1
        case error = 2

        var name: String { self == .output ? "standard output" : "standard error" }
    }

    static func isTerminal(_ stream: Stream) -> Bool {
        isatty(stream.rawValue) == 1
    }

    /// The columns of the terminal standard error is connected to; 80 where it does not say.
    static var width: Int {
        var size = winsize()
        guard ioctl(Stream.error.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Whether the environment speaks against colours.
    ///
    /// Source: no-color.org; `dumb` is what terminals without escape sequences call themselves.
    static var wantsNoColor: Bool {
        environment("NO_COLOR")?.isEmpty == false || environment("TERM") == "dumb"
    }

    static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    static var processorCount: Int {
        max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    static func write(_ text: String, to stream: Stream) throws(FileAccessError) {
        try write(Array(text.utf8), to: stream)
    }

    static func write(_ bytes: [UInt8], to stream: Stream) throws(FileAccessError) {
        try DepthFileAccess.write(bytes, toDescriptor: stream.rawValue, name: stream.name)
    }

    /// Writes a line for a person. That nobody may be there to read it is no error.
    static func remark(_ text: String) {
        try? write("depthcheck: \(text)\n", to: .error)
    }
}
