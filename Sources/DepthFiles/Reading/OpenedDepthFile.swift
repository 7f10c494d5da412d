package import Support

/// A file to be worked on, or one that could not even be found.
///
/// Not a `Result`: whether its error is one the runtime would look up, at the start of every command.
package enum DepthFileInput: Sendable {
    case path(String)
    case failure(FileAccessError)
}

/// A file on its way from a path to a map.
package struct OpenedDepthFile: Sendable {
    /// The file as it was named; `-` for standard input.
    package let path: String
    /// Its bytes; nil where they could not be read.
    package let bytes: [UInt8]?
    /// What the server would get out of the same bytes; nil where they could not be read.
    package let serverReading: ServerReading?
    private let outcome: Outcome

    /// A `Result` in all but its name, see ``DepthFileInput``.
    private enum Outcome {
        case decoded(DecodedDepthFile)
        case failure(ReadingError)
    }

    init(path: String, bytes: [UInt8], _ reading: FileReading) {
        self.path = path
        self.bytes = bytes
        serverReading = reading.serverReading
        do throws(DepthFileError) {
            outcome = .decoded(try reading.decoded())
        } catch {
            outcome = .failure(.undecodable(path: path, error))
        }
    }

    /// A file without a map, and perhaps without bytes.
    init(path: String, bytes: [UInt8]? = nil, serverReading: ServerReading? = nil, _ error: ReadingError) {
        self.init(path: path, bytes: bytes, serverReading: serverReading, outcome: .failure(error))
    }

    private init(path: String, bytes: [UInt8]?, serverReading: ServerReading?, outcome: Outcome) {
        self.path = path
        self.bytes = bytes
        self.serverReading = serverReading
        self.outcome = outcome
    }

    /// The same file under another name, also in its error.
    func named(_ path: String) -> OpenedDepthFile {
        switch outcome {
        case .decoded: OpenedDepthFile(path: path, bytes: bytes, serverReading: serverReading, outcome: outcome)
        case .failure(.undecodable(_, let error)):
            OpenedDepthFile(path: path, bytes: bytes, serverReading: serverReading, .undecodable(path: path, error))
        case .failure(let error):
            OpenedDepthFile(path: path, bytes: bytes, serverReading: serverReading, error)
        }
    }

    /// The same file with another map, or other notes.
    func with(_ decoded: DecodedDepthFile) -> OpenedDepthFile {
        OpenedDepthFile(path: path, bytes: bytes, serverReading: serverReading, outcome: .decoded(decoded))
    }

    /// The map and how it was found.
    ///
    /// - Throws: why there is none.
    package func decoded() throws(ReadingError) -> DecodedDepthFile {
        switch outcome {
        case .decoded(let file): return file
        case .failure(let error): throw error
        }
    }
}

extension DepthFileReader {
    /// Reads bytes that came from the file at `path`, beside which a confidence may stand.
    package func open(_ bytes: [UInt8], path: String, confidence: ConfidenceMap? = nil) -> OpenedDepthFile {
        OpenedDepthFile(path: path, bytes: bytes, read(bytes, confidence: confidence))
    }
}
