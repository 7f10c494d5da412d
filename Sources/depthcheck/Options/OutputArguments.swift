import ArgumentParser
import DepthFiles
import PlainText
import Platform

/// When text is coloured.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
    case auto, always, never
}

/// Where a command writes to, and how.
struct OutputArguments: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            """
            Write to this file, whole or not at all, packed if it is named .gz; - is standard output, the default.
            """, valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(name: [.short, .long], help: "No progress bar; as text, only a line for each file or cause.")
    var quiet = false

    @Option(help: "Colours: when the output is a terminal and NO_COLOR is not set, always, or never.")
    var color = ColorChoice.auto

    /// Where the results go.
    var destination: Destination {
        Destination(named: output, isQuiet: quiet, color: color)
    }
}

/// Where results go, and for whom they are set off.
struct Destination {
    /// Standard output if nil.
    let file: String?
    /// Whether a person asked not to be told more than the results.
    let isQuiet: Bool
    let color: ColorChoice
    /// The option the file was named with.
    let option: String

    /// The file of that name, or standard output for `-` and for none.
    init(
        named name: String? = nil, isQuiet: Bool = false, color: ColorChoice = .auto, option: String = "--output"
    ) {
        file = name == "-" ? nil : name
        self.isQuiet = isQuiet
        self.color = color
        self.option = option
    }

    /// Whether a person reads along.
    var isTerminal: Bool { file == nil && Terminal.isTerminal(.output) }

    /// The columns text is laid out for: what the environment asks for, else what the terminal has, else 80; within
    /// what reads well.
    var width: Int {
        min(max(Terminal.wantedColumns ?? (file == nil ? Terminal.columns(of: .output) : nil) ?? 80, 60), 120)
    }

    /// Whether what is written is packed.
    private var isPacked: Bool { file?.lowercased().hasSuffix(".gz") ?? false }

    /// Whether a bar may show how far the work is: not beside results on the same terminal.
    var isProgressWanted: Bool { !isQuiet && !isTerminal }

    /// How text is set off.
    var style: Style {
        switch color {
        case .always: Style(isColored: true)
        case .never: .plain
        case .auto: Style(isColored: isTerminal && !Terminal.wantsNoColor)
        }
    }

    /// Makes it wrong usage to write over what is read, by whatever name.
    func requireOther(than inputs: [DepthFileInput]) throws {
        guard let file, let place = FileAccess.place(of: file) else { return }
        for case .success(let input) in inputs where FileAccess.place(of: input) == place {
            throw ValidationError("\(option) would replace \(input), which is to be read; name another file")
        }
    }

    /// Opens what is written to.
    ///
    /// - Parameter inputs: the files that are read, none of which may be written over.
    /// - Throws: `ValidationError` if the file is one of the inputs; `ExitCode.outputFailed`, after saying why.
    func open(besides inputs: [DepthFileInput] = []) throws -> Output {
        try requireOther(than: inputs)
        FileAccess.ignoreBrokenPipeSignal()
        return Output(
            try file.map { path in try Output.reporting { try OutputFile(path) } },
            packing: isPacked ? GzipStream() : nil)
    }
}

/// Nobody reads standard output any more, as after `| head`: there is nothing left to do, and nothing wrong with it.
struct ReaderIsGone: Error {}

/// What a command writes to: a file that appears when it is complete, or standard output.
struct Output {
    private let file: OutputFile?
    private let packing: GzipStream?

    fileprivate init(_ file: OutputFile?, packing: GzipStream?) {
        self.file = file
        self.packing = packing
    }

    /// Writes text; what is not printable in it is written out.
    ///
    /// - Throws: ``ReaderIsGone``; `ExitCode.outputFailed`, after saying why, for all else.
    func write(_ text: String) throws { try write(Array(Printable.harmless(text).utf8)) }

    /// Writes bytes, such as text in UTF-8.
    ///
    /// - Throws: as ``write(_:)-(String)``.
    func write(_ bytes: [UInt8]) throws {
        try put(packing?.pack(bytes) ?? bytes)
    }

    private func put(_ bytes: [UInt8]) throws {
        guard !bytes.isEmpty else { return }
        try Self.reporting {
            if let file { try file.write(bytes) } else { try Terminal.write(bytes, to: .output) }
        }
    }

    /// Puts the file in its place.
    func commit() throws {
        if let packing { try put(packing.finish()) }
        try Self.reporting { try file?.commit() }
    }

    /// Writes all there is to say and ends the file. That nobody reads it is no error, so that what was found decides
    /// the exit code.
    func finish(_ text: String) throws {
        do {
            try write(text)
            try commit()
        } catch is ReaderIsGone {}
    }

    /// Turns a failure to write into an exit code, after saying why.
    static func reporting<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as FileAccessError {
            if error.reason == .brokenPipe { throw ReaderIsGone() }
            Terminal.remark("error: \(error.path.printable): \(error.message)")
            throw ExitCode.outputFailed
        }
    }
}
