package import DepthAnalysis
package import DepthFiles
internal import DepthReports

/// What came of one file: both analyses, or why it could not be read.
package struct FileParity: Sendable {
    /// The file as it was named; `-` for standard input.
    package let input: String
    /// Both analyses, or what was found, what was expected and what to do.
    package let outcome: Outcome

    /// See ``FileParity/outcome``.
    package enum Outcome: Sendable {
        /// The map was read.
        case read(MapParity)
        /// It was not.
        case unreadable(String)
    }

    /// Takes what was found.
    package init(input: String, outcome: Outcome) {
        self.input = input
        self.outcome = outcome
    }
}

/// Analyses maps and files with both profiles.
package struct ParityAnalyzer: Sendable {
    /// The constants of both.
    package var parameters: AnalysisParameters { server.parameters }

    private let server: DepthAnalyzer
    private let client: DepthAnalyzer
    private let reader: DepthFileReader

    /// Both profiles with the server's constants.
    package init() {
        server = DepthAnalyzer(profile: .server)
        client = DepthAnalyzer(profile: .client)
        reader = DepthFileReader()
    }

    /// Both profiles with constants of one's own.
    package init(parameters: AnalysisParameters, reader: DepthFileReader) throws(ParameterError) {
        server = try DepthAnalyzer(profile: .server, parameters: parameters)
        client = try DepthAnalyzer(profile: .client, parameters: parameters)
        self.reader = reader
    }

    /// Analyses a map.
    package func analyze(_ map: DepthMap) -> MapParity {
        MapParity(server: server.analyze(map), client: client.analyze(map))
    }

    /// Analyses a file. Never fails: what cannot be found or read is a result with its error.
    package func analyze(_ input: DepthFileInput) -> FileParity {
        let file = reader.open(input)
        return switch file.result {
        case .success(let decoded): FileParity(input: file.path, outcome: .read(analyze(decoded.map)))
        case .failure(let error): FileParity(input: file.path, outcome: .unreadable(error.message(naming: .command)))
        }
    }
}
