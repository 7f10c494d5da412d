package import DepthAnalysis
package import DepthFiles
package import DepthPictures
package import Support

/// The wording of verdicts and reasons, shared by text and picture captions.
package struct ResultWording {
    private let parameters: AnalysisParameters

    package init(parameters: AnalysisParameters) { self.parameters = parameters }

    /// The style in which a verdict is presented.
    enum Tone { case good, bad, warning }

    /// The verdict in one word. If the server's answer differs, both are given, the server's first because it decides
    /// about the upload.
    ///
    /// - Parameter style: formats a word by its tone.
    func verdict(of result: FileAnalysis, style: (String, Tone) -> String) -> String {
        func word(_ answer: String) -> String {
            let tone: Tone =
                switch answer {
                case SceneAnalysis.Status.pass.rawValue: .good
                case SceneAnalysis.Status.fail.rawValue: .bad
                default: .warning
                }
            return style(answer.uppercased(), tone)
        }
        return switch (result.serverDiffers, result.analysis.status) {
        case (true, let status): "server \(word(result.serverAnswer.code)), map \(word(status.rawValue))"
        // The word is padded to the width of the others, so that lists align.
        case (false, .unavailable): style("N/A ", .warning)
        case (false, let status): word(status.rawValue)
        }
    }

    /// The caption of a picture: the verdict; then the reasons, the server's answer and the origin of the analysis,
    /// one paragraph each.
    package func caption(_ result: FileAnalysis, _ names: OptionNaming) -> (verdict: String, paragraphs: [String]) {
        let analysis = result.analysis
        let reasons = analysis.reasons.map(reason).joined(separator: ", ")
        let found = opening(of: analysis) + (reasons.isEmpty ? "" : " " + reasons)
        let server = "the server would answer: \(result.serverAnswer)".sanitisedLine
        return (
            verdict(of: result) { word, _ in word }.withoutTrailingSpaces,
            [found, server, origin(of: analysis)] + result.notes.map { "note: \($0.wording.text(names))".sanitisedLine }
        )
    }

    func origin(of analysis: SceneAnalysis) -> String {
        let arithmetic = analysis.profile == .server ? "f64" : "f32"
        return "\(analysis.width)x\(analysis.height) samples, profile \(analysis.profile.rawValue) (\(arithmetic)), "
            + "algorithm \(SceneAnalysis.algorithmVersion)"
    }

    /// A remark on maps of another size or range than those for which the thresholds were chosen; nil for others, and
    /// for maps too small to be a sensor's.
    func scope(of analysis: SceneAnalysis) -> String? {
        let (width, height) = (analysis.width, analysis.height)
        guard analysis.status != .unavailable, analysis.totalCount >= 10_000 else { return nil }
        let lidar = MapDimensions.lidar
        let isOtherSize = min(width, height) != lidar.height || max(width, height) != lidar.width
        // Twice the range of phone LiDAR.
        let isFar = analysis.maximumDepth > 10
        guard isOtherSize || isFar else { return nil }
        let found = (isOtherSize ? ["\(width)x\(height)"] : []) + (isFar ? ["depths beyond 10 m"] : [])
        return "the thresholds suit phone LiDAR at \(lidar.width)x\(lidar.height); this map has "
            + found.joined(separator: " and ")
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

extension Caption {
    package init(_ result: FileAnalysis, parameters: AnalysisParameters, _ names: OptionNaming) {
        let words = ResultWording(parameters: parameters).caption(result, names)
        let tone: Caption.Tone =
            switch result.analysis.status {
            case .pass: result.serverDiffers ? .warning : .good
            case .fail: .bad
            case .unavailable: .warning
            }
        self.init(verdict: words.verdict, tone: tone, name: result.input.printable, paragraphs: words.paragraphs)
    }
}
