internal import DepthAnalysis
package import DepthFiles
package import Support

/// Formats results as text. Lines with file names or other long words can exceed the width.
package struct TextReport {
    package static let widths = 60...120

    private let words: ResultWording
    let style: Style
    private let width: Int

    package init(_ words: ResultWording, style: Style, width: Int) {
        (self.words, self.style) = (words, style)
        self.width = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
    }

    package func line(_ result: FileAnalysis) -> String {
        let reasons = result.error.map { [$0.text(style.names)] } ?? result.analysis.reasons.map(words.reason)
        let map = reasons.isEmpty ? nil : reasons.joined(separator: ", ")
        let server = result.serverAnswer.explanation
        let explanations =
            switch words.leading(of: result) {
            case .map: [map]
            case .server: [server, server == nil && !result.serverDiffers || result.error != nil ? map : nil]
            case nil: [server.map { "server: \($0)" }, map.map { "map: \($0)" }]
            }
        let explanation = explanations.compactMap { $0 }.joined(separator: "; ")
        let details =
            (explanation.isEmpty ? [] : ["(\(explanation))"])
            + result.notes.compactMap(\.brief).map { "note: " + $0 }
        return style.result("\(verdict(of: result))  \(result.input.printable)", details.map(\.sanitisedLine))
    }

    package func page(_ result: FileAnalysis) -> String {
        let analysis = result.analysis
        var lines = ["\(verdict(of: result))  \(style.bold(result.input.printable))"] + explanation(of: result)
        // Notes that may change the meaning of the result precede it.
        for note in result.notes where note.brief != nil {
            lines += labelled("note:", note.wording.text(style.names), style.warning, indent: 6)
        }
        if let error = result.error {
            lines += [""] + labelled("error:", error.text(style.names), style.bad)
        } else if analysis.status != .unavailable, words.only != .server || !result.serverDiffers {
            lines += [""] + CheckTable(analysis, style: style).lines
            lines += [""] + depths(of: analysis)
            if !analysis.histogramCounts.isEmpty { lines += [""] + histogram(of: analysis) }
        }
        if analysis.width > 0 { lines += ["", words.origin(of: analysis)] }
        if let scope = words.scope(of: analysis) { lines += scope.wrapped(width: width, indent: 2) }
        for note in result.notes where note.brief == nil {
            lines += labelled("note:", note.wording.text(style.names), style.warning)
        }
        if words.only == nil, words.leading(of: result) == .map, result.serverDiffers, result.error == nil {
            lines += serverLines(result, 2)
        }
        return lines.joined(separator: "\n")
    }

    private func verdict(of result: FileAnalysis) -> String { words.verdict(of: result, style: colored) }

    private func colored(_ word: String, _ answer: ResultWording.Tone) -> String {
        switch answer {
        case .good: style.good(word)
        case .bad: style.bad(word)
        case .warning: style.warning(word)
        }
    }

    private func explanation(of result: FileAnalysis) -> [String] {
        let isServers = result.serverAnswer != .unavailable(.nothingToRead)
        // The sentence about a file that is not gzip ends the page.
        let isLast = words.leading(of: result) == .map && result.serverDiffers && result.error == nil
        let showsServer = words.only == .server || words.only == nil && isServers && !isLast
        let showsMap = words.only != .server && result.error == nil
        let prefix = showsServer && result.serverDiffers ? "the map: " : ""
        let map = [prefix + words.opening(of: result.analysis)]
        return (showsServer ? serverLines(result, 6) : [])
            + (showsMap ? (map + result.analysis.reasons.map { "- " + words.reason($0) }).map { "      " + $0 } : [])
    }

    private func serverLines(_ result: FileAnalysis, _ indent: Int) -> [String] {
        "the server would answer: \(result.serverAnswer)".sanitisedLine
            .wrapped(width: width, indent: indent + 2, firstIndent: indent)
    }

    private func labelled(_ label: String, _ text: String, _ style: (String) -> String, indent: Int = 0) -> [String] {
        var lines = "\(label) \(text)".sanitisedLine.wrapped(width: width - indent, indent: 2)
        lines[0] = style(label) + lines[0].dropFirst(label.count)
        let margin = String(repeating: " ", count: indent)
        return lines.map { margin + $0 }
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
        let ends = NumberText.distinctTexts([analysis.minimumDepth, analysis.maximumDepth]).map { $0 + " m" }
        let gap = String(repeating: " ", count: max(drawing.width - ends[0].count - ends[1].count, 1))
        var lines = drawing.lines.map { ("  " + $0).withoutTrailingSpaces }
        lines.append("  " + style.dim(ends[0] + gap + ends[1]))
        if !analysis.peakDepths.isEmpty {
            let peaks = NumberText.distinctTexts(analysis.peakDepths).joined(separator: " ")
            lines += "▲ layers at \(peaks) m".wrapped(width: width - 2, indent: 2).map { "  " + $0 }
        }
        return lines
    }
}

/// A depth histogram as a small bar chart, with its layers marked below.
struct HistogramDrawing {
    private static let rows = 4
    private static let eighths: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    private let columns: [Int]
    private let peakColumns: Set<Int>

    /// Combines bins into columns, or gives each bin several columns, to fit the width.
    init(counts: [Int], peakBins: [Int], maximumColumns: Int) {
        let binsPerColumn = max((counts.count + maximumColumns - 1) / maximumColumns, 1)
        let columnsPerBin = max(maximumColumns / max(counts.count, 1), 1)
        columns = stride(from: 0, to: counts.count, by: binsPerColumn).flatMap { start in
            let sum = counts[start..<min(start + binsPerColumn, counts.count)].reduce(0, +)
            return repeatElement(sum, count: columnsPerBin)
        }
        peakColumns = Set(peakBins.map { $0 / binsPerColumn * columnsPerBin })
    }

    var width: Int { columns.count }

    /// The chart from top to bottom, followed by the row of peak marks.
    var lines: [String] {
        let tallest = max(columns.max() ?? 0, 1)
        let levels = columns.map { count in
            count == 0 ? 0 : max(1, (count * Self.rows * 8 + tallest / 2) / tallest)
        }
        let bars = (0..<Self.rows).reversed().map { row in
            String(levels.map { Self.eighths[min(max($0 - row * 8, 0), 8)] })
        }
        return bars + [String(columns.indices.map { peakColumns.contains($0) ? "▲" : " " })]
    }
}
