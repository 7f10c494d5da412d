package import DepthFiles
internal import Reports

/// What came of one file: both analyses, or why it could not be read.
package struct FileParity: Sendable {
    /// The file as it was named; `-` for standard input.
    package let input: String
    package let outcome: Outcome

    package enum Outcome: Sendable {
        case read(MapParity)
        /// What was found, what was expected and what to do.
        case unreadable(String)
    }

    package init(input: String, outcome: Outcome) {
        self.input = input
        self.outcome = outcome
    }
}

extension ParityAnalyzer {
    /// Analyses a file. Never fails: what cannot be found or read is a result with its error.
    package func analyze(_ input: DepthInput) -> FileParity {
        let file = reader.open(input)
        do throws(ReadingError) {
            let map = try file.decoded().map
            let parity = file.reserving([server, client], for: map) { analyze(map) }
            return FileParity(input: file.path, outcome: .read(parity))
        } catch {
            return FileParity(input: file.path, outcome: .unreadable(error.message(naming: .command)))
        }
    }
}
