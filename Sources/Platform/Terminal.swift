/// The two streams a command writes to, and what they are connected to.
package enum Terminal {
    package enum Stream: Int32 {
        case output = 1
        case error = 2

        package var name: String { self == .output ? "standard output" : "standard error" }
    }

    package static func isTerminal(_ stream: Stream) -> Bool {
        Machine.isTerminal(stream.rawValue)
    }

    /// The columns of the terminal standard error is connected to; 80 where it does not say.
    package static var width: Int {
        Machine.terminalWidth(of: Stream.error.rawValue) ?? 80
    }

    /// Whether the environment speaks against colours.
    ///
    /// Source: no-color.org; `dumb` is what terminals without escape sequences call themselves.
    package static var wantsNoColor: Bool {
        Machine.environment("NO_COLOR")?.isEmpty == false || Machine.environment("TERM") == "dumb"
    }

    package static func write(_ text: String, to stream: Stream) throws(FileAccessError) {
        try write(Array(text.utf8), to: stream)
    }

    package static func write(_ bytes: [UInt8], to stream: Stream) throws(FileAccessError) {
        try FileAccess.write(bytes, toDescriptor: stream.rawValue, name: stream.name)
    }

    /// Writes a line for a person. That nobody may be there to read it is no error.
    package static func remark(_ text: String) {
        try? write("depthcheck: \(text)\n", to: .error)
    }
}
