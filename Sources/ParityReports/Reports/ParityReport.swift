package import PlainText

/// A parity report, written while files come in: ``opening``, each ``entry(_:)`` and the ``closing`` follow one another
/// without anything between them.
package struct ParityReport {
    package enum Format: String, Sendable, CaseIterable {
        case text, json, csv
    }

    package private(set) var summary = ParitySummary()

    private let format: Format
    private let isBrief: Bool
    private let style: Style

    /// - Parameter isBrief: whether text is one line a file instead of tables at the end.
    package init(format: Format, isBrief: Bool = false, style: Style = .plain) {
        self.format = format
        self.isBrief = isBrief
        self.style = style
    }

    package var opening: String { format == .csv ? ParityCSV.header + "\n" : "" }

    package mutating func entry(_ file: FileParity) -> String {
        summary.add(file)
        switch format {
        case .csv: return ParityCSV.row(file) + "\n"
        case .text where isBrief: return ParityText(style: style).line(file) + "\n"
        case .text, .json: return ""
        }
    }

    package var closing: String {
        switch format {
        case .text: isBrief ? "" : ParityText(style: style).page(summary) + "\n"
        case .json: ParityJSON.object(summary) + "\n"
        case .csv: ""
        }
    }
}
