internal import DepthAnalysis
package import Support

/// A parity report, written incrementally: concatenate ``opening``, each ``entry(_:)`` and ``closing``.
package struct ParityReport {
    package enum Format: String, Sendable, CaseIterable {
        case text, json, csv
    }

    package private(set) var summary = ParitySummary()

    private let format: Format
    private let isBrief: Bool
    private let style: Style

    /// - Parameter isBrief: whether text has one line per file instead of tables at the end.
    package init(format: Format, isBrief: Bool = false, style: Style = .plain) {
        (self.format, self.isBrief, self.style) = (format, isBrief, style)
    }

    package var opening: String { format == .csv ? ParityCSV.header + "\n" : "" }

    package mutating func entry(_ file: FileParity) -> String {
        summary.add(file)
        switch format {
        case .csv: return ParityCSV.row(file, style.names) + "\n"
        case .text where isBrief: return ParityText(style: style).line(file) + "\n"
        case .text, .json: return ""
        }
    }

    package var closing: String {
        switch format {
        case .text: isBrief ? "" : ParityText(style: style).page(summary) + "\n"
        case .json: ParitySummary.shape.text(of: summary, .names, style.names) + "\n"
        case .csv: ""
        }
    }
}

enum ParityCSV {
    static var header: String {
        CSV.row(
            ["input", "outcome", "holds", "server_status", "client_status"]
                + SceneAnalysis.Field.drifting.map { "\($0.rawValue)_difference" } + ["causes", "sentences", "error"])
    }

    static func row(_ file: FileParity, _ names: OptionNaming) -> String {
        switch file.outcome {
        case .unreadable(let error):
            let empty = Array(repeating: "", count: 3 + SceneAnalysis.Field.drifting.count + 2)
            return CSV.row([file.input, "unreadable"] + empty + [error.text(names)])
        case .read(let parity):
            let isCompared = parity.coverage == .compared
            let differences = SceneAnalysis.Field.drifting.map { field in
                isCompared ? field.difference(parity.server, parity.client)?.description ?? "" : ""
            }
            return CSV.row(
                [
                    file.input, parity.coverage.rawValue, isCompared ? parity.brokenPromises.isEmpty.description : "",
                    parity.server.status.rawValue, parity.client.status.rawValue,
                ] + differences + [
                    parity.checkFlips.map(\.cause.rawValue).joined(separator: " "),
                    parity.checkFlips.map(\.sentence).joined(separator: " "), "",
                ])
        }
    }
}
