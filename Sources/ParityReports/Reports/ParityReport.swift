package import PlainText

/// A parity report, written while files come in: ``opening``, each ``entry(_:)`` and the ``closing`` follow one another
/// without anything between them.
package struct ParityReport {
    /// How the report is written.
    package enum Format: String, Sendable, CaseIterable {
        /// For a person.
        case text
        /// One object for the whole corpus.
        case json
        /// One row a file.
        case csv
    }

    /// Everything so far.
    package private(set) var summary = ParitySummary()

    private let format: Format
    private let isBrief: Bool
    private let style: Style

    /// - Parameters:
    ///   - format: how the report is written.
    ///   - isBrief: whether text is one line a file instead of tables at the end.
    ///   - style: for text.
    package init(format: Format, isBrief: Bool = false, style: Style = .plain) {
        self.format = format
        self.isBrief = isBrief
        self.style = style
    }

    /// What comes before the first file.
    package var opening: String {
        format == .csv ? ParityCSV.header + "\n" : ""
    }

    /// The next file.
    package mutating func entry(_ file: FileParity) -> String {
        summary.add(file)
        switch format {
        case .csv: return ParityCSV.row(file) + "\n"
        case .text where isBrief: return ParityText(style: style).line(file) + "\n"
        case .text, .json: return ""
        }
    }

    /// What comes after the last file.
    package var closing: String {
        switch format {
        case .text: isBrief ? "" : ParityText(style: style).page(summary) + "\n"
        case .json: ParityJSON.object(summary) + "\n"
        case .csv: ""
        }
    }
}
