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
        case .json: json
        case .csv: csv
        }
    }

    /// The JSON description beside a fixture: how the map was found, and the result of each profile. No final
    /// newline.
    package func description(of flip: FoundFlip) -> String {
        var writer = JSONWriter(.indented)
        write(flip, to: &writer)
        return writer.text
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

    private var json: String {
        var writer = JSONWriter(.indented)
        writer.object { writer in
            writer.member("seed") { $0.value(Int(clamping: search.seed)) }
            writer.member("budget") { $0.value(search.budget) }
            writer.list("flips", found, write)
        }
        return writer.text + "\n"
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

    private func write(_ flip: FoundFlip, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name") { $0.value(flip.name) }
            writer.member("width") { $0.value(flip.map.width) }
            writer.member("height") { $0.value(flip.map.height) }
            writer.member("cause") { $0.value(flip.cause.rawValue) }
            writer.member("sentence") { $0.value(flip.sentence) }
            writer.member("seed") { $0.value(Int(clamping: search.seed)) }
            writer.member("candidate") { $0.value(flip.candidate) }
            writer.member("samples_before_shrinking") { $0.value(flip.originalCount) }
            flip.parity.write(to: &writer)
        }
    }
}

extension SearchReport {
    package static var schema: JSONSchema {
        .object(["seed": .count, "budget": .count, "flips": .list(of: descriptionSchema)])
    }

    package static var descriptionSchema: JSONSchema {
        .object(
            JSONSchema.members([
                "name": .string, "width": .count, "height": .count, "cause": .words(FlipCause.self),
                "sentence": .string, "seed": .count, "candidate": .count, "samples_before_shrinking": .count,
            ]) + MapParity.members)
    }
}
