internal import DepthAnalysis
package import DepthFiles
package import Support

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
    private var isFirst = true
    package var isEmpty: Bool { isFirst }
    private static let newLine = Array("\n".utf8)

    /// - Parameters:
    ///   - isList: whether JSON is an array even for a single result.
    ///   - isBrief: whether text has one line per result.
    package init(format: Format, isList: Bool, isBrief: Bool = false, text: TextReport) {
        self.format = format
        self.isList = isList
        self.isBrief = isBrief
        self.text = text
    }

    package var opening: String {
        switch format {
        case .json: isList ? "[" : ""
        case .csv: CSVReport.header + "\n"
        case .text, .ndjson: ""
        }
    }

    /// The next result, in UTF-8.
    ///
    /// - Parameter picture: lines that show the map; used only by full text.
    package mutating func entry(_ result: FileAnalysis, picture: [String] = []) -> [UInt8] {
        defer { isFirst = false }
        switch format {
        case .text:
            let page =
                isBrief ? text.line(result) : (isFirst ? "" : "\n") + text.page(result, picture: picture)
            return Array(page.utf8) + Self.newLine
        case .json:
            guard isList else { return JSONReport.object(result, layout: .indented) }
            return Array((isFirst ? "\n  " : ",\n  ").utf8)
                + JSONReport.object(result, layout: .indented, outerDepth: 1)
        case .ndjson: return JSONReport.object(result, layout: .compact) + Self.newLine
        case .csv: return Array(CSVReport.row(result).utf8) + Self.newLine
        }
    }

    package var closing: String {
        switch format {
        case .json: isList ? (isFirst ? "]\n" : "\n]\n") : "\n"
        case .text, .ndjson, .csv: ""
        }
    }
}

/// Results as JSON, in the vocabulary of `docs/JSON.md`.
package enum JSONReport {
    /// One result as one JSON object, without a final newline; `outerDepth` is 1 within an indented array.
    package static func object(
        _ result: FileAnalysis, layout: JSONWriter.Layout, outerDepth: Int = 0
    ) -> [UInt8] {
        var writer = JSONWriter(layout, outerDepth: outerDepth)
        writer.object { writer in
            writer.member(ResultField.inputKey, result.input)
            writer.fields(of: result.analysis)
            for field in ResultField.allCases {
                guard let value = field.value(in: result) else { continue }
                writer.key(field.rawValue)
                writer.value(value, in: result.analysis.profile)
            }
        }
        return writer.bytes
    }
}
