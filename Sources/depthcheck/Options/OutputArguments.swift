import ArgumentParser
import DepthFiles
import DepthReports

/// When text is coloured.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
    case auto, always, never
}

/// Where a command writes to, and how.
struct OutputArguments: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Write to this file, whole or not at all. [default: standard output]", valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(name: [.short, .long], help: "No progress bar; as text, one line a file.")
    var quiet = false

    @Option(help: "Colours: when the output is a terminal and NO_COLOR is not set, always, or never.")
    var color = ColorChoice.auto

    /// Where the results go.
    var destination: Destination {
        Destination(file: output, isQuiet: quiet, color: color)
    }
}

/// Where results go, and for whom they are set off.
struct Destination {
    /// Standard output if nil.
    var file: String?
    /// Whether a person asked not to be told more than the results.
    var isQuiet = false
    var color = ColorChoice.auto

    /// Whether a person reads along.
    var isTerminal: Bool { file == nil && Terminal.isTerminal(.output) }

    /// How text is set off.
    var style: Style {
        switch color {
        case .always: Style(isColored: true)
        case .never: .plain
        case .auto: Style(isColored: isTerminal && !Terminal.wantsNoColor)
        }
    }

    /// Opens what is written to.
    ///
    /// - Throws: `ExitCode.outputFailed`, after saying why.
    func open() throws -> Output {
        DepthFileAccess.ignoreBrokenPipeSignal()
        return Output(try file.map { path in try Output.reporting { try OutputFile(path) } })
    }
}

/// What a command writes to: a file that appears when it is complete, or standard output.
struct Output {
    private let file: OutputFile?

    fileprivate init(_ file: OutputFile?) {
        self.file = file
    }

    /// Writes text.
    ///
    /// - Throws: `ExitCode.success` when nobody reads standard output any more, as after `| head`; `ExitCode.outputFailed`, after
    ///   saying why, for all else.
    func write(_ text: String) throws {
        guard !text.isEmpty else { return }
        try Self.reporting {
            if let file { try file.write(Array(text.utf8)) } else { try Terminal.write(text, to: .output) }
        }
    }

    /// Puts the file in its place.
    func commit() throws {
        try Self.reporting { try file?.commit() }
    }

    fileprivate static func reporting<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as FileAccessError {
            if error.reason == .brokenPipe { throw ExitCode.success }
            Terminal.remark("error: \(error.path): \(error.message)")
            throw ExitCode.outputFailed
        }
    }
}
