public import DepthAnalysis

/// What came of one file: the record every report is made from.
public struct FileAnalysis: Sendable, Hashable {
    /// The file as it was named; `-` for standard input.
    public var input: String
    /// The analysis; for a file that could not be read one with the reason ``VerdictReason/unreadable``.
    public var analysis: SceneAnalysis
    /// What the server answers to the same bytes, in a few words: `pass`, `fail` or `unavailable: …`.
    public var serverAnswer: String
    /// What a reader should know of how the file was read, one sentence each.
    public var notes: [String]
    /// Why the file could not be read: what was found, what was expected, what to do. Nil when it was read.
    public var error: String?

    /// Takes what was found.
    public init(
        input: String, analysis: SceneAnalysis, serverAnswer: String, notes: [String] = [], error: String? = nil
    ) {
        self.input = input
        self.analysis = analysis
        self.serverAnswer = serverAnswer
        self.notes = notes
        self.error = error
    }
}
