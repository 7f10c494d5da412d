internal import DepthAnalysis
internal import PlainText

/// One row a file: both answers, the difference of each field, and what flips.
enum ParityCSV {
    /// The names of the columns, without a newline. The fields' columns hold absolute differences.
    static var header: String {
        CSV.row(
            ["input", "outcome", "holds", "server_status", "client_status"]
                + SceneAnalysis.Field.drifting.map { "\($0.rawValue)_difference" } + ["causes", "sentences", "error"])
    }

    static func row(_ file: FileParity) -> String {
        switch file.outcome {
        case .unreadable(let error):
            let empty = Array(repeating: "", count: 3 + SceneAnalysis.Field.drifting.count + 2)
            return CSV.row([file.input, "unreadable"] + empty + [error])
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
