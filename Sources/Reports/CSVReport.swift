package import DepthAnalysis
package import DepthFiles
internal import Support

/// Results as CSV (RFC 4180, but lines end with a newline alone): a header, then one row a file.
///
/// Each check has a column for its threshold, its margin and whether it holds; its value is the field it compares, or
/// the depth range. They are empty where the check was not carried out.
package enum CSVReport {
    /// The fields that have a column: those of the result itself, without the objects in it.
    private static let fields = SceneAnalysis.Field.allCases.filter { !$0.isInStages && $0.kind != .checks }
    private static let checks = SceneAnalysis.Check.allCases

    package static let columns =
        [ResultField.inputKey] + fields.map(\.rawValue) + [SceneAnalysis.depthRangeKey] + checks.flatMap(columns)
        + ResultField.allCases.map(\.rawValue)

    package static var header: String { header(withRule: false) }

    /// The header; with the columns of a rule behind the others where there is one.
    static func header(withRule hasRule: Bool) -> String { CSV.row(columns + (hasRule ? RuleAnswer.columns : [])) }

    /// One result, without a newline. Lists are joined by spaces, notes by `; `.
    package static func row(_ result: FileAnalysis, rule: RuleAnswer? = nil) -> String {
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
        cells += ResultField.allCases.map { $0.cell(in: result) } + (rule?.cells ?? [])
        return CSV.row(cells)
    }

    /// The columns of a check: `layers_threshold`, `layers_margin`, `layers_holds`.
    private static func columns(of check: SceneAnalysis.Check) -> [String] {
        [CheckOutcome.Key.threshold, .margin, .holds].map { "\(check.rawValue)_\($0.rawValue)" }
    }
}

extension FieldValue {
    /// The value as the text of one cell; numbers are the shortest decimals that read back to the same bits in the
    /// profile's arithmetic. Objects have no such text.
    package func cell(in profile: AnalysisProfile) -> String {
        switch self {
        case .text(let word): word
        case .texts(let words): words.joined(separator: " ")
        case .flag(let flag): flag.description
        case .whole(let number): number.description
        case .wholes(let numbers): numbers.map(\.description).joined(separator: " ")
        case .real(let number): profile.shortestDecimal(number)
        case .reals(let numbers): numbers.map(profile.shortestDecimal).joined(separator: " ")
        case .quadrants, .checks: preconditionFailure("objects have no cell")
        }
    }
}

extension ResultField {
    /// The field's value in a result as the text of one cell: notes hold spaces, so something else joins them.
    func cell(in result: FileAnalysis) -> String {
        switch value(in: result) {
        case nil: ""
        case .texts(let notes) where self == .notes: notes.joined(separator: "; ")
        case let value?: value.cell(in: result.analysis.profile)
        }
    }
}
