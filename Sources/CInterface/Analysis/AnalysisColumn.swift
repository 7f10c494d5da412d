package import DepthAnalysis

/// A column of a table of analyses, with one number per row.
///
/// Each single-valued field, the reasons and the depth range have one column each; every check has three. The names are
/// those of the CSV columns.
package enum AnalysisColumn: Sendable, Hashable {
    case field(SceneAnalysis.Field)
    case depthRange
    case threshold(SceneAnalysis.Check)
    case margin(SceneAnalysis.Check)
    case holds(SceneAnalysis.Check)

    /// All columns, in the order of a row.
    package static let all: [AnalysisColumn] = {
        var columns: [AnalysisColumn] = []
        // The version of the algorithm is constant.
        for field in SceneAnalysis.Field.allCases where field != .algorithmVersion {
            if field.kind.isSingle || field == .reasons { columns.append(.field(field)) }
        }
        columns.append(.depthRange)
        for check in SceneAnalysis.Check.allCases { columns += [.threshold(check), .margin(check), .holds(check)] }
        return columns
    }()

    package var name: String {
        switch self {
        case .field(let field): field.rawValue
        case .depthRange: "depth_range"
        case .threshold(let check): check.rawValue + "_threshold"
        case .margin(let check): check.rawValue + "_margin"
        case .holds(let check): check.rawValue + "_holds"
        }
    }

    /// The number for an analysis: a flag as 0 or 1, a word as its index, reasons as a bit set; NaN for a check that
    /// did not apply.
    package func value(in analysis: SceneAnalysis) -> Double {
        switch self {
        case .field(.status): Self.place(of: analysis.status)
        case .field(.profile): Self.place(of: analysis.profile)
        case .field(.reasons): analysis.reasons.reduce(0) { $0 + Double(1 << Int(Self.place(of: $1))) }
        case .field(let field): Self.number(field.value(in: analysis))
        case .depthRange: analysis.depthRange
        case .threshold(let check): analysis.outcome(of: check)?.threshold ?? .nan
        case .margin(let check): analysis.outcome(of: check)?.margin ?? .nan
        case .holds(let check): analysis.outcome(of: check).map { $0.holds ? 1 : 0 } ?? .nan
        }
    }

    private static func number(_ value: AnalysisFieldValue) -> Double {
        if case .flag(let flag) = value { return flag ? 1 : 0 }
        guard let number = value.number else { preconditionFailure("a field of one value is a number") }
        return number
    }

    private static func place<Word: CaseIterable & Equatable>(of word: Word) -> Double {
        for (place, other) in Word.allCases.enumerated() where other == word { return Double(place) }
        preconditionFailure("a word is among all of its kind")
    }
}
