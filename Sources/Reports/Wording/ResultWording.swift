package import DepthAnalysis
package import DepthFiles
internal import Support

/// The words for a verdict and its reasons, the same in text and above a picture.
package struct ResultWording {
    private let parameters: AnalysisParameters

    /// - Parameter parameters: those the results were made with.
    package init(parameters: AnalysisParameters) { self.parameters = parameters }

    /// What a verdict is to whoever reads it.
    enum Tone { case good, bad, warning }

    /// The verdict in a word; where the server's answer is another, both, the server's first: it is what the uploader
    /// got.
    ///
    /// - Parameter set: sets a word off by what it is to the reader.
    func verdict(of result: FileAnalysis, set: (String, Tone) -> String) -> String {
        func word(_ answer: String) -> String {
            let tone: Tone =
                switch answer {
                case SceneAnalysis.Status.pass.rawValue: .good
                case SceneAnalysis.Status.fail.rawValue: .bad
                default: .warning
                }
            return set(answer.uppercased(), tone)
        }
        return switch (result.serverDiffers, result.analysis.status) {
        case (true, let status): "server \(word(result.serverAnswer.code)), map \(word(status.rawValue))"
        // As wide as the others, so that a list has columns.
        case (false, .unavailable): set("N/A ", .warning)
        case (false, let status): word(status.rawValue)
        }
    }

    /// What stands above a picture of the map: the verdict, then why, what the server would answer, and whose analysis
    /// it is, a paragraph each.
    package func caption(_ result: FileAnalysis) -> (verdict: String, paragraphs: [String]) {
        let analysis = result.analysis
        let reasons = analysis.reasons.map(reason).joined(separator: ", ")
        let found = opening(of: analysis) + (reasons.isEmpty ? "" : " " + reasons)
        let server = "the server would answer: \(result.serverAnswer)".harmlessLine
        return (
            verdict(of: result) { word, _ in word }.withoutTrailingSpaces,
            [found, server, origin(of: analysis)] + result.notes.map { "note: \($0.description)".harmlessLine }
        )
    }

    func origin(of analysis: SceneAnalysis) -> String {
        let arithmetic = analysis.profile == .server ? "f64" : "f32"
        return "\(analysis.width)x\(analysis.height) samples, profile \(analysis.profile.rawValue) (\(arithmetic)), "
            + "algorithm \(SceneAnalysis.algorithmVersion)"
    }

    func opening(of analysis: SceneAnalysis) -> String {
        switch analysis.status {
        case .pass: "likely a real three-dimensional scene"
        case .fail: "likely not a real three-dimensional scene:"
        case .unavailable: "no verdict:"
        }
    }

    func reason(_ reason: VerdictReason) -> String {
        guard reason == .noValidSample else { return reason.description }
        return "no sample is finite and from \(parameters.validRange.lower) m to \(parameters.validRange.upper) m"
    }
}
