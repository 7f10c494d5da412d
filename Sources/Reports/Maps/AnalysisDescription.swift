internal import DepthAnalysis
internal import DepthFiles
internal import DepthPictures
internal import GzipReader
internal import PlanarityMeasurements
package import Support

/// Describes the analysis for JavaScript and Python: the meaning and order of the numbers that CInterface returns, and
/// everything else that a page needs. The description is derived from the tables that the Swift code uses.
package enum AnalysisDescription {
    package static var json: String {
        var writer = JSONWriter(.indented)
        writer.object {
            write(to: &$0)
            writeCandidates(to: &$0)
        }
        return writer.text
    }

    /// Writes the description as members of a JSON object, without the candidates, which only some libraries have.
    package static func write(to writer: inout JSONWriter) {
        writer.member("profiles", AnalysisProfile.allCases.map { $0.rawValue })
        writer.member("engines", DepthAnalyzer.Engine.inEveryBuild.map { $0.rawValue })
        writer.objects("parameters", AnalysisParameters.Key.allCases, parameter)
        writer.member("stages", SceneAnalysis.Field.stagesKey)
        writer.objects("fields", SceneAnalysis.Field.allCases, field)
        writer.objects("checks", SceneAnalysis.Check.allCases, check)
        writer.objects("gzipRefusals", GzipRefusal.kinds, refusal)
        writer.objects("serverRefusals", withoutData) { refusal, writer in
            writer.member("code", refusal.code)
            writer.member("words", refusal.description)
        }
        writer.objects("colourMaps", ColourMap.allCases, colourMap)
    }

    private static func writeCandidates(to writer: inout JSONWriter) {
        writer.member("candidatesVersion", SceneCandidates.version)
        writer.objects("candidates", CandidateMeasurement.allCases, candidate)
        writer.member("candidateAbsences", CandidateAbsence.allCases.map { $0.words })
    }

    private static func candidate(_ candidate: CandidateMeasurement, _ writer: inout JSONWriter) {
        let definition = candidate.definition
        writer.member("candidate", candidate.rawValue)
        writer.member("unit", definition.unit)
        writer.member("realScenesHave", definition.direction.rawValue)
        writer.member("meaning", definition.meaning)
    }

    private static func parameter(_ key: AnalysisParameters.Key, _ writer: inout JSONWriter) {
        writer.member("key", key.rawValue)
        writer.key("value")
        writer.number(AnalysisParameters.standard[key].text)
        writer.member("expectation", key.expectation)
    }

    private static func field(_ field: SceneAnalysis.Field, _ writer: inout JSONWriter) {
        writer.member("name", field.rawValue)
        writer.member("isInStages", field.isInStages)
        writer.member("kind", field.kind.rawValue)
        writer.member("unit", field.unit.rawValue)
        switch field {
        case .status: writer.member("words", SceneAnalysis.Status.allCases.map { $0.rawValue })
        case .profile: writer.member("words", AnalysisProfile.allCases.map { $0.rawValue })
        case .reasons: writer.member("words", VerdictReason.allCases.map { $0.rawValue })
        case .algorithmVersion: writer.member("constant", SceneAnalysis.algorithmVersion)
        default: break
        }
    }

    private static func check(_ check: SceneAnalysis.Check, _ writer: inout JSONWriter) {
        writer.member("check", check.rawValue)
        writer.member("comparison", check.comparison.rawValue)
        writer.member("name", check.name)
        writer.member("parameter", check.parameter.rawValue)
        writer.member("role", check.role.rawValue)
        writer.member("unit", check.unit.rawValue)
    }

    /// A refusal of the server's gzip reader, with the code that the command reports for such a file.
    private static func refusal(_ refusal: GzipRefusal, _ writer: inout JSONWriter) {
        let code =
            switch refusal {
            case .textTooLong(let limit): ServerRefusal.headerTextTooLong(limit: limit).code
            case .truncated: DepthFileError.truncated(container: .gzip, byteCount: 0, inflated: 0).code
            case .wrongChecksum: DepthFileError.wrongChecksum(container: .gzip).code
            case .wrongLength: DepthFileError.wrongLength(inflated: 0).code
            case .tooLarge(let limit): DepthFileError.tooLarge(container: .gzip, limit: limit).code
            default: DepthFileError.corrupt(container: .gzip, detail: "", inflated: 0).code
            }
        writer.member("code", code)
        writer.member("words", refusal.words)
    }

    /// Refusals whose wording contains no number.
    private static let withoutData: [ServerRefusal] =
        [
            .notGzip(found: .empty), .notGzip(found: .zlib), .notGzip(found: .deflate),
            .notGzip(found: .lzfse), .notGzip(found: .uncompressed), .noSamples,
        ]
        + DepthFileFormat.allCases.filter { $0 != .float32 && $0 != .float16 }.map { .notGzip(found: .stored($0)) }

    private static func colourMap(_ map: ColourMap, _ writer: inout JSONWriter) {
        writer.member("name", map.rawValue)
        writer.member("colours", map.colours.map { $0.hexadecimal }.joined())
        writer.member("nearest", map.range?.nearest)
        writer.member("farthest", map.range?.farthest)
    }
}

extension UInt32 {
    fileprivate var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }
}
