import Support

struct Destination {
    /// The output file; nil for stdout.
    let file: String?
    let isQuiet: Bool
    let color: ColorChoice
    let option: String
    var isPrivate = false
    /// Whether an existing pipe or device is an error, because the user did not choose the name.
    var mustBeFile = false

    init(
        named name: String? = nil, isQuiet: Bool = false, color: ColorChoice = .auto, option: String = "--output"
    ) {
        file = name == "-" ? nil : name
        (self.isQuiet, self.color, self.option) = (isQuiet, color, option)
    }

    var isTerminal: Bool { file == nil && Terminal.isTerminal(.output) }

    /// Whether results and messages go to the same file, pipe or terminal. Errors in such results are not repeated
    /// on stderr.
    var isReadWithErrors: Bool {
        guard file == nil, let results = try? FileStatus(of: Terminal.Stream.output.rawValue) else { return false }
        return results.identity == (try? FileStatus(of: Terminal.Stream.error.rawValue))?.identity
    }

    /// The line width for text: the one that the environment requests, or the terminal's, or 80; limited to 60...120.
    var width: Int {
        min(max(Terminal.wantedColumns ?? (file == nil ? Terminal.columns(of: .output) : nil) ?? 80, 60), 120)
    }

    var isPacked: Bool { file?.lowercased().hasSuffix(".gz") ?? false }

    /// Whether a progress bar may be shown: not beside results on the same terminal.
    var showsProgress: Bool { !isQuiet && !isTerminal }

    var style: Style {
        let isColored =
            switch color {
            case .always: true
            case .never: false
            case .auto: isTerminal && !Terminal.wantsNoColor
            }
        // Files and pipes, which programs read, have one line for each result unless the environment requests a width.
        let isWrapped = isTerminal || Terminal.wantedColumns != nil
        return Style(isColored: isColored, .command, lineWidth: isWrapped ? width : .max)
    }

    func open(besides reads: [NamedPath]) throws -> Output { try OutputConflictGuard(reads: reads).open([self])[0] }
}
