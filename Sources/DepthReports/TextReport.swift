package import DepthAnalysis
package import DepthFiles
package import PlainText

/// Results as text for a person. File names and other long words may go beyond the width.
package struct TextReport {
    /// The columns a text can be fitted to.
    package static let widths = 60...120

    private let parameters: AnalysisParameters
    private let style: Style
    private let width: Int

    /// - Parameters:
    ///   - parameters: those the results were made with.
    ///   - width: the columns there are; fewer or more than ``widths`` are not made use of.
    package init(parameters: AnalysisParameters, style: Style, width: Int) {
        self.parameters = parameters
        self.style = style
        self.width = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
    }

    /// The verdict on one line: for long lists.
    package func line(_ result: FileAnalysis) -> String {
        let reasons = result.error.map { [$0.message(naming: .command)] } ?? result.analysis.reasons.map(wording)
        var explanation = reasons.joined(separator: ", ")
        if result.serverDiffers {
            let server = result.serverAnswer.explanation.map { ["server: " + $0] } ?? []
            explanation = (server + (reasons.isEmpty ? [] : ["map: " + explanation])).joined(separator: "; ")
        }
        let brackets = explanation.isEmpty ? "" : "  (\(explanation))"
        return "\(verdict(of: result))  \(result.input.printable)\(brackets.harmlessLine)"
    }

    /// The whole result: verdict, picture, checks, depths, histogram, notes. No final newline.
    ///
    /// - Parameter picture: lines that show the map, if it is to be shown.
    package func page(_ result: FileAnalysis, picture: [String] = []) -> String {
        let analysis = result.analysis
        var lines = ["\(verdict(of: result))  \(style.bold(result.input.printable))"] + explanation(of: result)
        if !picture.isEmpty { lines += [""] + picture.map { "  " + $0 } }
        if let error = result.error {
            lines += [""] + labelled("error:", error.message(naming: .command), style.bad)
        } else if analysis.status != .unavailable {
            lines += [""] + CheckTable(analysis, style: style).lines
            lines += [""] + depths(of: analysis)
            if !analysis.histogramCounts.isEmpty { lines += [""] + histogram(of: analysis) }
        }
        if analysis.width > 0 { lines += ["", origin(of: analysis)] }
        for note in result.notes { lines += labelled("note:", note.description, style.warning) }
        return lines.joined(separator: "\n")
    }

    /// What stands above a picture of the map: the verdict, then why, what the server would answer, and whose analysis
    /// it is, a paragraph each.
    package func caption(_ result: FileAnalysis) -> (verdict: String, paragraphs: [String]) {
        let analysis = result.analysis
        let reasons = analysis.reasons.map(wording).joined(separator: ", ")
        let found = opening(of: analysis) + (reasons.isEmpty ? "" : " " + reasons)
        let server = "the server would answer: \(result.serverAnswer)".harmlessLine
        return (
            TextReport(parameters: parameters, style: .plain, width: width).verdict(of: result).withoutTrailingSpaces,
            [found, server, origin(of: analysis)] + result.notes.map { "note: \($0.description)".harmlessLine }
        )
    }

    private func origin(of analysis: SceneAnalysis) -> String {
        let arithmetic = analysis.profile == .server ? "f64" : "f32"
        return "\(analysis.width)x\(analysis.height) samples, profile \(analysis.profile.rawValue) (\(arithmetic)), "
            + "algorithm \(SceneAnalysis.algorithmVersion)"
    }

    private func opening(of analysis: SceneAnalysis) -> String {
        switch analysis.status {
        case .pass: "likely a real three-dimensional scene"
        case .fail: "likely not a real three-dimensional scene:"
        case .unavailable: "no verdict:"
        }
    }

    /// The verdict in a word; where the server's answer is another, both, the server's first: it is what the uploader
    /// got.
    private func verdict(of result: FileAnalysis) -> String {
        switch (result.serverDiffers, result.analysis.status) {
        case (true, let status):
            "server \(colored(result.serverAnswer.code)), map \(colored(status.rawValue))"
        // As wide as the others, so that a list has columns.
        case (false, .unavailable): style.warning("N/A ")
        case (false, let status): colored(status.rawValue)
        }
    }

    private func colored(_ answer: String) -> String {
        let word = answer.uppercased()
        return switch answer {
        case SceneAnalysis.Status.pass.rawValue: style.good(word)
        case SceneAnalysis.Status.fail.rawValue: style.bad(word)
        default: style.warning(word)
        }
    }

    /// What the server would answer, and what was found of the map.
    private func explanation(of result: FileAnalysis) -> [String] {
        let server = "the server would answer: \(result.serverAnswer)".harmlessLine
        let map = [(result.serverDiffers ? "the map: " : "") + opening(of: result.analysis)]
        return server.wrapped(width: width, indent: 8, firstIndent: 6)
            + (map + result.analysis.reasons.map { "- " + wording($0) }).map { "      " + $0 }
    }

    /// A paragraph that begins with a label.
    private func labelled(_ label: String, _ text: String, _ set: (String) -> String) -> [String] {
        var lines = "\(label) \(text)".harmlessLine.wrapped(width: width, indent: 2)
        lines[0] = set(label) + lines[0].dropFirst(label.count)
        return lines
    }

    private func wording(_ reason: VerdictReason) -> String {
        switch reason {
        case .standardDeviation: "depths spread too little"
        case .layers: "too few layers"
        case .edgeCoherence: "too few depth edges"
        case .screenLike: "looks like a screen"
        case .noSamples: "there are no samples"
        case .noValidSample:
            "no sample is finite and from \(parameters.validRange.lower) m to \(parameters.validRange.upper) m"
        case .mapTooSmall: "a side is below 3 samples, the client's least"
        case .unreadable: "the file could not be read as a depth map"
        }
    }

    private func depths(of analysis: SceneAnalysis) -> [String] {
        func metres(_ depth: Double) -> String { NumberText.fixed(depth, digits: 3) }
        let share = NumberText.fixed(analysis.coverage * 100, digits: 1)
        return [
            "depths   \(metres(analysis.minimumDepth)) to \(metres(analysis.maximumDepth)) m, "
                + "mean \(metres(analysis.meanDepth)), median \(metres(analysis.medianDepth))",
            "samples  \(analysis.validCount) valid of \(analysis.totalCount) (\(share) %)",
            "edges    \(analysis.edgeCount) of \(analysis.interiorCount) interior pixels",
        ]
    }

    private func histogram(of analysis: SceneAnalysis) -> [String] {
        let drawing = HistogramDrawing(
            counts: analysis.histogramCounts, peakBins: analysis.peakBins, maximumColumns: width - 10)
        let ends = NumberText.toldApart([analysis.minimumDepth, analysis.maximumDepth]).map { $0 + " m" }
        let gap = String(repeating: " ", count: max(drawing.width - ends[0].count - ends[1].count, 1))
        var lines = drawing.lines.map { ("  " + $0).withoutTrailingSpaces }
        lines.append("  " + style.dim(ends[0] + gap + ends[1]))
        if !analysis.peakDepths.isEmpty {
            let peaks = NumberText.toldApart(analysis.peakDepths).joined(separator: " ")
            lines += "▲ layers at \(peaks) m".wrapped(width: width - 2, indent: 2).map { "  " + $0 }
        }
        return lines
    }
}
