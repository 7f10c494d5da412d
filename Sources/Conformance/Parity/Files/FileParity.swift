package import DepthFiles

/// The result of one file: both analyses, or a reading error.
package struct FileParity: Sendable {
    /// The name of the file as given; `-` for stdin.
    package let input: String
    package let outcome: Outcome

    package enum Outcome: Sendable {
        case read(MapParity)
        /// One line: what was found, what was expected, what to do.
        case unreadable(String)
    }

    package init(input: String, outcome: Outcome) {
        self.input = input
        self.outcome = outcome
    }
}

extension ParityAnalyzer {
    /// Analyses a file. Never fails: a file that cannot be read gives a result with its error.
    package func analyze(_ input: DepthInput) -> FileParity {
        let file = reader.open(input)
        do throws(ReadingError) {
            let map = try file.decoded().map
            let parity = file.reserving([server, client], for: map) { analyze(map) }
            return FileParity(input: file.path, outcome: .read(parity))
        } catch {
            return FileParity(input: file.path, outcome: .unreadable(reader.message(of: error)))
        }
    }
}
