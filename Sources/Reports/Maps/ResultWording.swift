package import DepthAnalysis
package import DepthFiles
package import DepthPictures
package import Support

package enum AnswerChoice: String, Sendable, CaseIterable {
    case map
    case server
}

/// The wording of verdicts and reasons, shared by text and picture captions.
package struct ResultWording {
    private let parameters: AnalysisParameters
    let only: AnswerChoice?
    private let refusesContainers: Bool

    package init(parameters: AnalysisParameters, only: AnswerChoice? = nil, refusesContainers: Bool = false) {
        (self.parameters, self.only, self.refusesContainers) = (parameters, only, refusesContainers)
    }

    /// The answer to show first; nil to show both.
    func leading(of result: FileAnalysis) -> AnswerChoice? {
        only ?? (result.serverDiffers && (refusesContainers || result.containerRefusal == nil) ? nil : .map)
    }

    enum Tone { case good, bad, warning }

    package func isFailure(_ result: FileAnalysis) -> Bool {
        let pass = SceneAnalysis.Status.pass.rawValue
        return switch leading(of: result) {
        case .map: result.analysis.status.rawValue != pass
        case .server: result.serverAnswer.code != pass
        case nil: true
        }
    }

    /// The verdict in one word.
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
        /// A verdict in one word of fixed width, so that lists align.
        func single(_ answer: String) -> String {
            answer == SceneAnalysis.Status.unavailable.rawValue ? style("N/A ", .warning) : word(answer)
        }
        let (server, map) = (result.serverAnswer.code, result.analysis.status.rawValue)
        return switch leading(of: result) {
        case .map: single(map)
        case .server: single(server)
        case nil: "server \(word(server)), map \(word(map))"
        }
    }

    /// The caption of a picture: the verdict; then the reasons, the server's answer and the origin of the analysis, one
    /// paragraph each.
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

    /// A remark if the size or the range of the map is not one for which the thresholds were chosen; nil otherwise, and
    /// for maps too small to come from a sensor.
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

extension FileAnalysis {
    /// The kind of a file that the server refuses because it reads only gzip; nil for other answers.
    var containerRefusal: ServerRefusal.OtherKind? {
        if case .unavailable(.refused(.notGzip(let found))) = serverAnswer { found } else { nil }
    }
}

extension Caption {
    package init(_ result: FileAnalysis, parameters: AnalysisParameters, _ names: OptionNaming) {
        let wording = ResultWording(parameters: parameters)
        let words = wording.caption(result, names)
        let tone: Caption.Tone =
            switch result.analysis.status {
            case .pass: wording.leading(of: result) == nil ? .warning : .good
            case .fail: .bad
            case .unavailable: .warning
            }
        self.init(verdict: words.verdict, tone: tone, name: result.input.printable, paragraphs: words.paragraphs)
    }
}
