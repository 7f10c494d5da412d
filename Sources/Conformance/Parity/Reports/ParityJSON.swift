internal import DepthAnalysis
internal import DepthFiles
package import Support

/// A parity report as one JSON object; `docs/PARITY.md` documents the fields.
package enum ParityJSON {
    static func object(_ summary: ParitySummary) -> String {
        var writer = JSONWriter(.indented)
        writer.object { writer in
            writer.member("holds", summary.holds)
            writer.member("files", summary.fileCount)
            writer.member("compared", summary.comparedCount)
            writer.member("unavailable", summary.unavailableCount)
            writer.objects("promises", ParityPromise.allCases) { promise, writer in
                writer.member("field", promise.field.rawValue)
                if let limit = promise.limit { writer.member("limit", limit) } else { writer.member("limit", 0) }
                writer.member("broken_by", summary.brokenCount(promise))
            }
            let drifts = SceneAnalysis.Field.drifting.compactMap { field in summary.drifts[field].map { (field, $0) } }
            writer.objects("fields", drifts) { measured, writer in
                let (field, drift) = measured
                writer.member("field", field.rawValue)
                writer.member("maps", drift.count)
                writer.member("largest", drift.largest)
                writer.member("where", drift.place)
                writer.member("mean", drift.mean)
                writer.member("percentile_99", drift.percentile99)
            }
            writer.objects("verdict_flips", summary.verdictFlips, write)
            writer.objects("layer_differences", summary.layerDifferences, write)
            writer.objects("screen_flips", summary.screenFlips, write)
            writer.objects("warning_flips", summary.warningFlips, write)
            writer.member("server_only", summary.serverOnly)
            writer.objects("unreadable", summary.unreadable) { file, writer in
                writer.member("input", file.input)
                writer.member("error", file.error)
            }
        }
        return writer.text
    }

    private static func write(_ finding: ParitySummary.MapFinding, to writer: inout JSONWriter) {
        writer.member("input", finding.input)
        finding.parity.write(to: &writer)
    }
}

extension ParityJSON {
    package static var schema: JSONSchema {
        let finding = JSONSchema.object(JSONSchema.members(["input": .string]) + MapParity.members)
        let drifting = JSONSchema.words(SceneAnalysis.Field.drifting.map(\.rawValue))
        return .object([
            "holds": .flag, "files": .count, "compared": .count, "unavailable": .count,
            "promises": .list(
                of: .object([
                    "field": .words(ParityPromise.allCases.map(\.field.rawValue)), "limit": .number,
                    "broken_by": .count,
                ])),
            "fields": .list(
                of: .object([
                    "field": drifting, "maps": .count, "largest": .number, "where": .string.orNull,
                    "mean": .number, "percentile_99": .number,
                ])),
            "verdict_flips": .list(of: finding), "layer_differences": .list(of: finding),
            "screen_flips": .list(of: finding), "warning_flips": .list(of: finding), "server_only": .strings,
            "unreadable": .list(of: .object(["input": .string, "error": .string])),
        ])
    }
}

extension MapParity {
    static var members: [JSONSchema.Member] {
        let profile = JSONSchema.object(writtenFields.map { JSONSchema.Member($0.rawValue, $0.schema) })
        let side = JSONSchema.object(["value": .number, "threshold": .number, "holds": .flag])
        let flip = JSONSchema.object([
            "check": .words(SceneAnalysis.Check.self), "comparison": SceneAnalysis.Check.Comparison.schema,
            "server": side, "client": side, "responsible": .flag, "cause": .words(FlipCause.self), "sentence": .string,
        ])
        return JSONSchema.members([
            "broken_promises": .list(of: .words(ParityPromise.allCases.map(\.field.rawValue))), "server": profile,
            "client": profile, "checks": .list(of: flip), "layer_difference": .string.orNull,
        ])
    }
}
