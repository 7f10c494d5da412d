public import DepthAnalysis

/// What came of one file: the record every report is made from.
///
///     let result = FileAnalyzer(analyzer: DepthAnalyzer()).analyze("room.bin.gz")
///     print(result.error?.description ?? result.analysis.status.rawValue)
public struct FileAnalysis: Sendable, Hashable {
    /// The file as it was named; `-` for standard input.
    public let input: String
    /// The analysis; for a file that could not be read one with the reason ``VerdictReason/unreadable``.
    public let analysis: SceneAnalysis
    /// What the server would answer to the same bytes.
    public let serverAnswer: ServerAnswer
    /// What a reader should know of how the file was read, in the order it was found.
    public let notes: [ReadingNote]
    /// Why the file could not be read. Nil when it was.
    public let error: ReadingError?
    /// The names of options in ``errorMessage``.
    private let names: ReadingOptionNames
    /// Bytes of the file. Nil where nobody could count them.
    public let byteCount: Int?

    /// The error in one line, with options called as where the file was named.
    package var errorMessage: String? { error?.message(naming: names) }

    /// Whether the server's answer is another than the verdict found here, as for what it does not read.
    public var serverDiffers: Bool { serverAnswer.code != analysis.status.rawValue }

    /// Takes what was found.
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
