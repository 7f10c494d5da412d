public import DepthAnalysis

/// The result for one file, from which every report is made.
///
///     let result = FileAnalyzer(analyzer: DepthAnalyzer()).analyze("room.bin.gz")
///     print(result.error?.description ?? result.analysis.status.rawValue)
public struct FileAnalysis: Sendable, Hashable {
    /// The path as given; `-` for standard input.
    public let input: String
    /// The analysis. For a file that could not be read, its reason is ``VerdictReason/unreadable``.
    public let analysis: SceneAnalysis
    /// The server's answer to the same bytes.
    public let serverAnswer: ServerAnswer
    /// Notes about how the file was read, in the order in which they were found.
    public let notes: [ReadingNote]
    /// The reason why the file could not be read; nil if it was read.
    public let error: ReadingError?
    /// The names of options in messages.
    private let names: ReadingOptionNames
    /// The number of bytes of the file; nil if unknown.
    public let byteCount: Int?

    /// The error in one line, with the option names of the interface where the file was named.
    package var errorMessage: String? { error?.message(naming: names) }

    /// The notes, with the same option names.
    package var noteMessages: [String] { notes.map { $0.message(naming: names) } }

    /// Whether the server's answer differs from the verdict found here, as for formats that the server does not read.
    public var serverDiffers: Bool { serverAnswer.code != analysis.status.rawValue }

    package init(
        input: String, analysis: SceneAnalysis, serverAnswer: ServerAnswer, notes: [ReadingNote] = [],
        error: ReadingError? = nil, names: ReadingOptionNames = .properties, byteCount: Int? = nil
    ) {
        self.input = input
        self.analysis = analysis
        self.serverAnswer = serverAnswer
        self.notes = notes
        self.error = error
        self.names = names
        self.byteCount = byteCount
    }
}
