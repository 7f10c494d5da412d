internal import DepthAnalysis
package import DepthFiles
package import PlainText

/// Results as JSON, in the vocabulary of `docs/JSON.md`.
package enum JSONReport {
    /// One result as one JSON object in UTF-8, without a final newline.
    ///
    /// - Parameters:
    ///   - result: what is written.
    ///   - layout: on one line, or one key a line.
    ///   - outerDepth: 1 for an element of an array that is indented too.
    package static func object(_ result: FileAnalysis, layout: JSONWriter.Layout, outerDepth: Int = 0) -> [UInt8] {
        var writer = JSONWriter(layout, outerDepth: outerDepth)
        write(result, to: &writer)
        return writer.bytes
    }

    static func write(_ result: FileAnalysis, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("input")
            writer.value(result.input)
            for key in SceneAnalysis.Key.allCases {
                writer.key(key)
                write(key, of: result.analysis, to: &writer)
            }
            writer.key("server_would_answer")
            writer.value(result.serverAnswer.description)
            writer.key("notes")
            writer.array { writer in
                for note in result.notes { writer.value(note.description) }
            }
            if let error = result.error {
                writer.key("error")
                writer.value(error.message(naming: .command))
            }
        }
    }

    private static func write(_ key: SceneAnalysis.Key, of analysis: SceneAnalysis, to writer: inout JSONWriter) {
        func number(_ value: Double) { writer.value(value, in: analysis.profile) }
        switch key {
        case .status: writer.value(analysis.status.rawValue)
        case .standardDeviation: number(analysis.standardDeviation)
        case .layerCount: writer.value(analysis.layerCount)
        case .edgeCoherence: number(analysis.edgeCoherence)
        case .minimumDepth: number(analysis.minimumDepth)
        case .maximumDepth: number(analysis.maximumDepth)
        case .isLikelyRealScene: writer.value(analysis.isLikelyRealScene)
        case .algorithmVersion: writer.value(SceneAnalysis.algorithmVersion)
        case .profile: writer.value(analysis.profile.rawValue)
        case .width: writer.value(analysis.width)
        case .height: writer.value(analysis.height)
        case .coverage: number(analysis.coverage)
        case .validCount: writer.value(analysis.validCount)
        case .totalCount: writer.value(analysis.totalCount)
        case .meanDepth: number(analysis.meanDepth)
        case .medianDepth: number(analysis.medianDepth)
        case .peakDepths:
            writer.array { writer in
                for depth in analysis.peakDepths { writer.value(depth, in: analysis.profile) }
            }
        case .isScreenLike: writer.value(analysis.isScreenLike)
        case .uniformityRatio: number(analysis.uniformityRatio)
        case .quadrantPasses: writer.value(analysis.quadrantPasses)
        case .minimumQuadrantStandardDeviation: number(analysis.minimumQuadrantStandardDeviation)
        case .reasons:
            writer.array { writer in
                for reason in analysis.reasons { writer.value(reason.rawValue) }
            }
        case .stages: writeStages(of: analysis, to: &writer)
        }
    }

    private static func writeStages(of analysis: SceneAnalysis, to writer: inout JSONWriter) {
        writer.object { writer in
            for key in SceneAnalysis.StageKey.allCases {
                writer.key(key)
                switch key {
                case .histogramCounts: write(analysis.histogramCounts, to: &writer)
                case .peakBins: write(analysis.peakBins, to: &writer)
                case .interiorCount: writer.value(analysis.interiorCount)
                case .edgeCount: writer.value(analysis.edgeCount)
                case .quadrants:
                    writer.array(isInline: false) { writer in
                        for quadrant in analysis.quadrants { write(quadrant, profile: analysis.profile, to: &writer) }
                    }
                }
            }
        }
    }

    private static func write(_ numbers: [Int], to writer: inout JSONWriter) {
        writer.array { writer in
            for number in numbers { writer.value(number) }
        }
    }

    private static func write(_ quadrant: Quadrant, profile: AnalysisProfile, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.key(SceneAnalysis.QuadrantKey.validCount)
            writer.value(quadrant.validCount)
            writer.key(SceneAnalysis.QuadrantKey.standardDeviation)
            if let deviation = quadrant.standardDeviation {
                writer.value(deviation, in: profile)
            } else {
                writer.null()
            }
        }
    }
}

extension JSONWriter {
    /// Writes a number as the shortest decimal that reads back to the same bits in the profile's arithmetic.
    fileprivate mutating func value(_ number: Double, in profile: AnalysisProfile) {
        switch profile {
        case .server: value(number)
        case .client: value(Float(number))
        }
    }
}
