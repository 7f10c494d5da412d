package import Platform

/// A file to be worked on, or one that could not even be found.
package typealias DepthFileInput = Result<String, FileAccessError>

/// A file on its way from a path to a map.
package struct OpenedDepthFile: Sendable {
    /// The file as it was named; `-` for standard input.
    package let path: String
    /// Its bytes; nil where they could not be read.
    package let bytes: [UInt8]?
    /// What the server would get out of the same bytes; nil where they could not be read.
    package let serverReading: ServerReading?
    /// The map, or why there is none.
    package let result: Result<DecodedDepthFile, ReadingError>
}

extension DepthFileReader {
    /// Reads bytes that came from the file at `path`, beside which a confidence may stand.
    package func open(_ bytes: [UInt8], path: String, confidence: ConfidenceMap? = nil) -> OpenedDepthFile {
        let reading = read(bytes, confidence: confidence)
        return OpenedDepthFile(
            path: path, bytes: bytes, serverReading: reading.serverReading,
            result: reading.result.mapError { .undecodable(path: path, $0) })
    }
}
