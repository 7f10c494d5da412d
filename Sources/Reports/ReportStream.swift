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

    private let names: OptionNaming
    /// Nil for CSV.
    private var stream: ResultStream<(result: FileAnalysis, picture: [String])>?
    private var isFirst = true
    package var isEmpty: Bool { isFirst }

    /// - Parameters:
    ///   - isList: whether JSON is an array even for a single result.
    ///   - isBrief: whether text has one line per result.
    package init(format: Format, isList: Bool, isBrief: Bool = false, text: TextReport) {
        names = text.style.names
        stream = ResultFormat(rawValue: format.rawValue).map { format in
            ResultStream(
                format, isList: isList, isTight: isBrief, text.style.names, shape: JSONReport.shape.of { $0.result }
            ) {
                isBrief ? text.line($0.result) : text.page($0.result, picture: $0.picture)
            }
        }
    }

    package var opening: String { stream?.opening ?? CSVReport.header + "\n" }

    /// The next result, in UTF-8.
    ///
    /// - Parameter picture: lines that show the map; used only by full text.
    package mutating func entry(_ result: FileAnalysis, picture: [String] = []) -> [UInt8] {
        isFirst = false
        return stream?.entry((result, picture)) ?? Array((CSVReport.row(result, names) + "\n").utf8)
    }

    package var closing: String { stream?.closing ?? "" }
}

/// Results as JSON, in the vocabulary of `docs/JSON.md`.
package enum JSONReport {
    /// One result as one JSON object.
    package static let shape = Shape<FileAnalysis>(.any, isPlain: false) { result, writer in
        writer.object { writer in
            writer.member(ResultField.inputKey, result.input)
            writer.fields(of: result.analysis)
            for field in ResultField.allCases {
                guard let value = field.value(in: result, writer.names) else { continue }
                writer.key(field.rawValue)
                writer.value(value, in: result.analysis.profile)
            }
        }
    }
}
