internal import DepthAnalysis
package import Support

/// The result of a search in any format of a parity report.
package struct SearchReport {
    private let search: FlipFinder
    private let found: [FoundFlip]

    package init(_ search: FlipFinder, found: [FoundFlip]) {
        self.search = search
        self.found = found
    }

    package func text(_ format: ParityReport.Format, isBrief: Bool = false, style: Style = .plain) -> String {
        switch format {
        case .text: page(isBrief: isBrief, style: style)
        case .json: Self.shape.text(of: self) + "\n"
        case .csv: csv
        }
    }

    /// The JSON description beside a fixture: how the map was found, and the result of each profile. No final
    /// newline.
    package func description(of flip: FoundFlip) -> String { Self.descriptionShape.text(of: (flip, search)) }

    package static let shape = Shape<SearchReport> {
        Member("seed", .count) { Int(clamping: $0.search.seed) }
        Member("budget", .count) { $0.search.budget }
        Member("flips", .list(of: descriptionShape)) { report in report.found.map { ($0, report.search) } }
    }

    package static let descriptionShape = Shape<(flip: FoundFlip, search: FlipFinder)> {
        Member("name", .text) { $0.flip.name }
        Member("width", .count) { $0.flip.map.width }
        Member("height", .count) { $0.flip.map.height }
        Member("cause", .word) { $0.flip.cause }
        Member("sentence", .text) { $0.flip.sentence }
        Member("seed", .count) { Int(clamping: $0.search.seed) }
        Member("candidate", .count) { $0.flip.candidate }
        Member("samples_before_shrinking", .count) { $0.flip.originalCount }
        MapParity.shape.members { $0.flip.parity }
    }

    private func page(isBrief: Bool, style: Style) -> String {
        var lines: [String] = []
        for flip in found {
            let size = "\(flip.map.width)x\(flip.map.height)"
            lines.append("\(style.bold(flip.name))  \(size), was \(flip.originalCount) samples")
            if !isBrief { lines += flip.sentence.wrapped(indent: 4, firstIndent: 4) + [""] }
        }
        let verdicts = found.count { $0.parity.verdictFlips }
        let flipping = verdicts == 1 ? "cause flips" : "causes flip"
        lines.append("\(verdicts) \(flipping) verdicts, \(found.count - verdicts) only screen detection")
        lines.append("seed \(search.seed), \(search.budget) candidates")
        return lines.joined(separator: "\n") + "\n"
    }

    private var csv: String {
        let header = ["name", "cause", "width", "height", "server_status", "client_status", "sentence"]
        let rows = found.map { flip in
            [
                flip.name, flip.cause.rawValue, "\(flip.map.width)", "\(flip.map.height)",
                flip.parity.server.status.rawValue, flip.parity.client.status.rawValue, flip.sentence,
            ]
        }
        return ([header] + rows).map { CSV.row($0) + "\n" }.joined()
    }
}
