package import DepthFiles
internal import Support

/// A report of any number of results, written incrementally.
///
/// The report is the concatenation of ``opening``, each ``entry(_:)`` and ``closing``.
package struct ReportStream {
    package enum Format: String, Sendable, CaseIterable {
        case text, json, ndjson, csv
    }

    private let format: Format
    private let isList: Bool
    private let isBrief: Bool
    private let text: TextReport
    private let hasRule: Bool
    private var isFirst = true
    package var isEmpty: Bool { isFirst }
    private static let newLine = Array("\n".utf8)

    /// - Parameters:
    ///   - isList: whether JSON is an array even for a single result.
    ///   - isBrief: whether text has one line per result.
    ///   - hasRule: whether every result has the answer of a rule.
    package init(format: Format, isList: Bool, isBrief: Bool = false, text: TextReport, hasRule: Bool = false) {
        self.format = format
        self.isList = isList
        self.isBrief = isBrief
        self.text = text
        self.hasRule = hasRule
    }

    package var opening: String {
        switch format {
        case .json: isList ? "[" : ""
        case .csv: CSVReport.header(withRule: hasRule) + "\n"
        case .text, .ndjson: ""
        }
    }

    /// The next result, in UTF-8.
    ///
    /// - Parameters:
    ///   - picture: lines that show the map; used only by full text.
    ///   - rule: the answer of the user's rule, for every result or for none.
    package mutating func entry(_ result: FileAnalysis, picture: [String] = [], rule: RuleAnswer? = nil) -> [UInt8] {
        defer { isFirst = false }
        func writeRule(to writer: inout JSONWriter) { rule?.writeMember(to: &writer) }
        switch format {
        case .text:
            let page =
                isBrief
                ? text.line(result, rule: rule)
                : (isFirst ? "" : "\n") + text.page(result, picture: picture, rule: rule)
            return Array(page.utf8) + Self.newLine
        case .json:
            guard isList else { return JSONReport.object(result, layout: .indented, besides: writeRule) }
            return Array((isFirst ? "\n  " : ",\n  ").utf8)
                + JSONReport.object(result, layout: .indented, outerDepth: 1, besides: writeRule)
        case .ndjson: return JSONReport.object(result, layout: .compact, besides: writeRule) + Self.newLine
        case .csv: return Array(CSVReport.row(result, rule: rule).utf8) + Self.newLine
        }
    }

    package var closing: String {
        switch format {
        case .json: isList ? (isFirst ? "]\n" : "\n]\n") : "\n"
        case .text, .ndjson, .csv: ""
        }
    }
}
