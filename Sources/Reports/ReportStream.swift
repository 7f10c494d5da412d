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
    private var stream: ResultStream<FileAnalysis>?
    private var isFirst = true
    package var isEmpty: Bool { isFirst }

    package init(format: Format, isList: Bool, isBrief: Bool = false, text: TextReport) {
        names = text.style.names
        stream = ResultFormat(rawValue: format.rawValue).map { format in
            ResultStream(format, isList: isList, isTight: isBrief, text.style.names, shape: JSONReport.shape) {
                isBrief ? text.line($0) : text.page($0)
            }
        }
    }

    package var opening: String { stream?.opening ?? CSVReport.header + "\n" }

    package mutating func entry(_ result: FileAnalysis) -> [UInt8] {
        isFirst = false
        return stream?.entry(result) ?? Array((CSVReport.row(result, names) + "\n").utf8)
    }

    package var closing: String { stream?.closing ?? "" }
}

/// Results as JSON, in the vocabulary of `docs/JSON.md`.
package enum JSONReport {
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

/// Results as CSV (RFC 4180, except that lines end in a single newline): a header, then one row per file.
///
/// Each check has columns for its threshold, its margin and whether it holds; its value is in the column of the field
/// it compares, or in the column of the depth range. The columns are empty if the check was not made.
package enum CSVReport {
    private static let fields = SceneAnalysis.Field.allCases.filter { !$0.isInStages && $0.kind != .checks }
    private static let checks = SceneAnalysis.Check.allCases

    package static let columns =
        [ResultField.inputKey] + fields.map(\.rawValue) + [SceneAnalysis.depthRangeKey] + checks.flatMap(columns)
        + ResultField.allCases.map(\.rawValue)

    package static var header: String { CSV.row(columns) }

    /// One result, without a newline. Elements of lists are joined by spaces, and notes by `; `.
    package static func row(_ result: FileAnalysis, _ names: OptionNaming) -> String {
        let analysis = result.analysis
        let profile = analysis.profile
        var cells = [result.input]
        cells += fields.map { $0.value(in: analysis).cell(in: profile) }
        cells.append(profile.shortestDecimal(analysis.depthRange))
        for check in checks {
            guard let outcome = analysis.outcome(of: check) else {
                cells += ["", "", ""]
                continue
            }
            cells += [profile.shortestDecimal(outcome.threshold), profile.shortestDecimal(outcome.margin)]
            cells.append(outcome.holds.description)
        }
        cells += ResultField.allCases.map { $0.cell(in: result, names) }
        return CSV.row(cells)
    }

    /// The columns of a check: `layers_threshold`, `layers_margin`, `layers_holds`.
    private static func columns(of check: SceneAnalysis.Check) -> [String] {
        [CheckOutcome.Key.threshold, .margin, .holds].map { "\(check.rawValue)_\($0.rawValue)" }
    }
}

extension ResultField {
    /// The field's value as the text of one cell. Notes contain spaces, so they are joined by semicolons.
    func cell(in result: FileAnalysis, _ names: OptionNaming) -> String {
        switch value(in: result, names) {
        case nil: ""
        case .texts(let notes) where self == .notes: notes.joined(separator: "; ")
        case let value?: value.cell(in: result.analysis.profile)
        }
    }
}
