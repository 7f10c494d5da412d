internal import DepthAnalysis
package import DepthFiles
internal import PlainText

/// Results as CSV (RFC 4180, but lines end with a newline alone): a header, then one row a file.
package enum CSVReport {
    /// The columns, in order: the JSON names without `stages`.
    static let columns: [String] =
        ["input"] + SceneAnalysis.Key.allCases.filter { $0 != .stages }.map(\.rawValue)
        + ["server_would_answer", "notes", "error"]

    /// The names of the columns, without a newline.
    package static var header: String { CSV.row(columns) }

    /// One result, without a newline. Lists are joined by spaces, notes by `; `.
    package static func row(_ result: FileAnalysis) -> String {
        let fields = SceneAnalysis.Key.allCases.compactMap { field($0, of: result.analysis) }
        return CSV.row(
            [result.input] + fields + [
                result.serverAnswer.description, result.notes.map(\.description).joined(separator: "; "),
                result.error?.message(naming: .command) ?? "",
            ])
    }

    /// The text of one field; nil for the stages, which have no column.
    private static func field(_ key: SceneAnalysis.Key, of analysis: SceneAnalysis) -> String? {
        func number(_ value: Double) -> String { analysis.profile.shortestDecimal(value) }
        return switch key {
        case .status: analysis.status.rawValue
        case .standardDeviation: number(analysis.standardDeviation)
        case .layerCount: analysis.layerCount.description
        case .edgeCoherence: number(analysis.edgeCoherence)
        case .minimumDepth: number(analysis.minimumDepth)
        case .maximumDepth: number(analysis.maximumDepth)
        case .isLikelyRealScene: analysis.isLikelyRealScene.description
        case .algorithmVersion: SceneAnalysis.algorithmVersion
        case .profile: analysis.profile.rawValue
        case .width: analysis.width.description
        case .height: analysis.height.description
        case .coverage: number(analysis.coverage)
        case .validCount: analysis.validCount.description
        case .totalCount: analysis.totalCount.description
        case .meanDepth: number(analysis.meanDepth)
        case .medianDepth: number(analysis.medianDepth)
        case .peakDepths: analysis.peakDepths.map(number).joined(separator: " ")
        case .isScreenLike: analysis.isScreenLike.description
        case .uniformityRatio: number(analysis.uniformityRatio)
        case .quadrantPasses: analysis.quadrantPasses.description
        case .minimumQuadrantStandardDeviation: number(analysis.minimumQuadrantStandardDeviation)
        case .reasons: analysis.reasons.map(\.rawValue).joined(separator: " ")
        case .stages: nil
        }
    }
}
