package import DepthAnalysis
package import DepthFiles
package import PlainText

/// Results as text for a person, at most 60 columns wide but for file names and other long words.
package struct TextReport {
    private let parameters: AnalysisParameters
    private let style: Style

    /// - Parameter parameters: those the results were made with.
    package init(parameters: AnalysisParameters, style: Style) {
        self.parameters = parameters
        self.style = style
    }

    /// The verdict on one line: for long lists.
    package func line(_ result: FileAnalysis) -> String {
        let reasons = result.error.map { [$0.message(naming: .command)] } ?? result.analysis.reasons.map(wording)
        let explanation = reasons.isEmpty ? "" : "  (\(reasons.joined(separator: ", ")))"
        return "\(badge(result.analysis.status))  \(result.input.printable)\(explanation.printable)"
    }

    /// The whole result: verdict, checks, depths, histogram, notes. No final newline.
    package func page(_ result: FileAnalysis) -> String {
        let analysis = result.analysis
        var lines = ["\(badge(analysis.status))  \(style.bold(result.input.printable))"] + verdict(of: analysis)
        if let error = result.error {
            lines += [""] + labelled("error:", error.message(naming: .command), style.bad)
        } else if analysis.status != .unavailable {
            lines += [""] + CheckTable(analysis, style: style).lines
            lines += [""] + depths(of: analysis)
            if !analysis.histogramCounts.isEmpty { lines += [""] + histogram(of: analysis) }
        }
        lines += [""]
        if analysis.width > 0 {
            let arithmetic = analysis.profile == .server ? "f64" : "f32"
            lines.append(
                "\(analysis.width)x\(analysis.height) samples, profile \(analysis.profile.rawValue) (\(arithmetic)), "
                    + "algorithm \(SceneAnalysis.algorithmVersion)")
        }
        lines += "the server would answer: \(result.serverAnswer)".printable.wrapped(indent: 2)
        for note in result.notes { lines += labelled("note:", note.description, style.warning) }
        return lines.joined(separator: "\n")
    }

    private func badge(_ status: SceneAnalysis.Status) -> String {
        switch status {
        case .pass: style.good("PASS")
        case .fail: style.bad("FAIL")
        case .unavailable: style.warning("N/A ")
        }
    }

    private func verdict(of analysis: SceneAnalysis) -> [String] {
        let opening =
            switch analysis.status {
            case .pass: "likely a real three-dimensional scene"
            case .fail: "likely not a real three-dimensional scene:"
            case .unavailable: "no verdict:"
            }
        return ([opening] + analysis.reasons.map { "- " + wording($0) }).map { "      " + $0 }
    }

    /// A paragraph that begins with a label.
    private func labelled(_ label: String, _ text: String, _ set: (String) -> String) -> [String] {
        var lines = "\(label) \(text)".printable.wrapped(indent: 2)
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
        let drawing = HistogramDrawing(counts: analysis.histogramCounts, peakBins: analysis.peakBins)
        let near = NumberText.fixed(analysis.minimumDepth, digits: 2) + " m"
        let far = NumberText.fixed(analysis.maximumDepth, digits: 2) + " m"
        let gap = String(repeating: " ", count: max(drawing.width - near.count - far.count, 1))
        var lines = drawing.lines.map { ("  " + $0).withoutTrailingSpaces }
        lines.append("  " + style.dim(near + gap + far))
        if !analysis.peakDepths.isEmpty {
            let peaks = analysis.peakDepths.map { NumberText.fixed($0, digits: 2) }.joined(separator: " ")
            lines += "▲ layers at \(peaks) m".wrapped(width: 58, indent: 2).map { "  " + $0 }
        }
        return lines
    }
}
