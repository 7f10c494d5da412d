internal import DepthAnalysis
package import DepthFiles
package import Support

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
