import DepthPictures
import Support

/// Where results go, and for whom they are set off.
struct Destination {
    /// Standard output if nil.
    let file: String?
    /// Whether a person asked not to be told more than the results.
    let isQuiet: Bool
    let color: ColorChoice
    /// The option the file was named with.
    let option: String
    /// Whether only this user may read the file.
    var isPrivate = false
    /// Whether a pipe or a device in its place is an error, because the user did not give the name.
    var mustBeFile = false

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

    /// Whether the reader of these results also reads standard error: on a terminal, where both are pipes, and where
    /// both are one file. What such results say is not repeated on standard error.
    var isReadWithErrors: Bool {
        guard file == nil else { return false }
        if Terminal.isTerminal(.output) { return true }
        let (results, errors) = (FilePlace(of: Terminal.Stream.output), FilePlace(of: Terminal.Stream.error))
        if case .pipe? = results, case .pipe? = errors { return true }
        return results != nil && results == errors
    }

    /// The columns text is laid out for: what the environment asks for, else what the terminal has, else 80; within
    /// what reads well.
    var width: Int {
        min(max(Terminal.wantedColumns ?? (file == nil ? Terminal.columns(of: .output) : nil) ?? 80, 60), 120)
    }

    /// Whether what is written is packed.
    var isPacked: Bool { file?.lowercased().hasSuffix(".gz") ?? false }

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

    /// The colours of a picture: what the environment says the terminal has, where text may be coloured at all.
    /// Whoever asks for colours without saying which gets those that most terminals have.
    var colours: TerminalColours {
        guard style.isColored else { return .none }
        if Terminal.hasDirectColours { return .direct }
        return Terminal.hasIndexedColours || color == .always ? .indexed : .none
    }

    /// Opens what is written to, as ``FilesInUse/open(_:)`` does.
    ///
    /// - Parameter reads: all that is read.
    func open(besides reads: [NamedPath]) throws -> Output { try FilesInUse(reads: reads).open([self])[0] }
}
