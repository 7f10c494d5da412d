internal import DepthAnalysis
internal import DepthFiles
package import Support

extension ParitySummary {
    package static let shape = Shape<ParitySummary> {
        Member("holds", .flag) { $0.holds }
        Member("files", .count) { $0.fileCount }
        Member("compared", .count) { $0.comparedCount }
        Member("unavailable", .count) { $0.unavailableCount }
        Member("promises", .list(of: promise)) { summary in
            ParityPromise.allCases.map { ($0, summary.brokenCount($0)) }
        }
        Member("fields", .list(of: drift)) { summary in
            SceneAnalysis.Field.drifting.compactMap { field in summary.drifts[field].map { (field, $0) } }
        }
        Member("verdict_flips", .list(of: finding)) { $0.verdictFlips }
        Member("layer_differences", .list(of: finding)) { $0.layerDifferences }
        Member("screen_flips", .list(of: finding)) { $0.screenFlips }
        Member("warning_flips", .list(of: finding)) { $0.warningFlips }
        Member("server_only", .texts) { $0.serverOnly }
        Member("unreadable", .list(of: unreadable)) { $0.unreadable }
    }

    private static let promise = Shape<(of: ParityPromise, brokenBy: Int)> {
        Member("field", .words(ParityPromise.allCases.map(\.field.rawValue))) { $0.of.field.rawValue }
        Member("limit", limit) { $0.of.limit }
        Member("broken_by", .count) { $0.brokenBy }
    }
    /// 0 for values that must be equal.
    private static let limit = Shape<Double?>(.number) { if let limit = $0 { $1.value(limit) } else { $1.value(0) } }
    private static let drift = Shape<(field: SceneAnalysis.Field, of: Drift)> {
        Member("field", .words(SceneAnalysis.Field.drifting.map(\.rawValue))) { $0.field.rawValue }
        Member("maps", .count) { $0.of.count }
        Member("largest", .number) { $0.of.largest }
        Member("where", .text, or: .null) { $0.of.place }
        Member("mean", .number) { $0.of.mean }
        Member("percentile_99", .number) { $0.of.percentile99 }
    }
    private static let finding = Shape<MapFinding> {
        Member("input", .text) { $0.input }
        MapParity.shape.members { $0.parity }
    }
    private static let unreadable = Shape<(input: String, error: ReadingError)> {
        Member("input", .text) { $0.input }
        Member("error", .message) { $0.error.wording }
    }
}

extension MapParity {
    package static let shape = Shape<MapParity> {
        Member("broken_promises", .list(of: .words(ParityPromise.allCases.map(\.field.rawValue)))) {
            $0.brokenPromises.map(\.field.rawValue)
        }
        Member("server", profile) { $0.server }
        Member("client", profile) { $0.client }
        Member("checks", .list(of: flip)) { parity in
            parity.checkFlips.map { ($0, parity.responsible.contains($0)) }
        }
        Member("layer_difference", .text, or: .null) { $0.layerDifference?.wording }
    }

    /// The numbers that must agree, and the flags, in the vocabulary of `docs/JSON.md`.
    private static let profile = Shape<SceneAnalysis> {
        for field in [
            SceneAnalysis.Field.status, .standardDeviation, .layerCount, .edgeCoherence, .isScreenLike, .quadrantPasses,
        ] {
            Member(field.rawValue, Shape<AnalysisFieldValue>(field.schema) { $1.value($0, in: .server) }) {
                field.value(in: $0)
            }
        }
    }
    private static let flip = Shape<(of: CheckFlip, isResponsible: Bool)> {
        Member("check", .word) { $0.of.check }
        Member("comparison", .words(SceneAnalysis.Check.Comparison.schema)) { $0.of.check.comparison.rawValue }
        Member("server", side) { $0.of.server }
        Member("client", side) { $0.of.client }
        Member("responsible", .flag) { $0.isResponsible }
        Member("cause", .word) { $0.of.cause }
        Member("sentence", .text) { $0.of.sentence }
    }
    private static let side = Shape<CheckOutcome> {
        Member("value", .number) { $0.value }
        Member("threshold", .number) { $0.threshold }
        Member("holds", .flag) { $0.holds }
    }
}
