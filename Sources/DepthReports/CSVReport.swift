package import DepthAnalysis
package import DepthFiles
internal import PlainText

/// Results as CSV (RFC 4180, but lines end with a newline alone): a header, then one row a file.
package enum CSVReport {
    /// The fields that have a column: those of the result itself, without the objects in it.
    private static let fields = SceneAnalysis.Field.allCases.filter { !$0.isInStages && $0.kind != .checks }

    package static var header: String {
        CSV.row(["input"] + fields.map(\.rawValue) + ["server_would_answer", "notes", "error"])
    }

    /// One result, without a newline. Lists are joined by spaces, notes by `; `.
    package static func row(_ result: FileAnalysis) -> String {
        let analysis = result.analysis
        return CSV.row(
            [result.input] + fields.map { $0.value(in: analysis).cell(in: analysis.profile) }
                + [
                    result.serverAnswer.description, result.notes.map(\.description).joined(separator: "; "),
                    result.error?.message(naming: .command) ?? "",
                ])
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

extension AnalysisProfile {
    /// The shortest decimal that reads back to the same bits in the profile's arithmetic: f64 for the server, f32 for
    /// the client.
    package func shortestDecimal(_ number: Double) -> String {
        switch self {
        case .server: number.description
        case .client: Float(number).description
        }
    }
}

extension ReadingOptionNames {
    package static let command = ReadingOptionNames(
        dimensions: "--width and --height", width: "--width", height: "--height", bytesPerRow: "--row-bytes",
        isStrict: "--strict", maximumByteCount: "--max-bytes")
}
