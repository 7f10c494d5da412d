package import Support

/// A file to be worked on, or one that could not even be found.
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
    /// The bytes that the file and its map take.
    let reservation: ByteReservation?
    private let result: Result<DecodedDepthFile, ReadingError>

    init(path: String, bytes: [UInt8], _ reading: FileReading, _ reservation: ByteReservation?) {
        self.init(
            path: path, bytes: bytes, serverReading: reading.serverReading,
            result: reading.result.mapError { .undecodable(path: path, $0) }, reservation)
    }

    /// A file without a map, and perhaps without bytes.
    init(path: String, bytes: [UInt8]? = nil, serverReading: ServerReading? = nil, _ error: ReadingError) {
        self.init(path: path, bytes: bytes, serverReading: serverReading, result: .failure(error), nil)
    }

    private init(
        path: String, bytes: [UInt8]?, serverReading: ServerReading?,
        result: Result<DecodedDepthFile, ReadingError>, _ reservation: ByteReservation?
    ) {
        self.reservation = reservation
        self.path = path
        self.bytes = bytes
        self.serverReading = serverReading
        self.result = result
    }

    /// The same file under another name, also in its error.
    func named(_ path: String) -> OpenedDepthFile {
        let result = result.mapError { error -> ReadingError in
            if case .undecodable(_, let error) = error { .undecodable(path: path, error) } else { error }
        }
        return OpenedDepthFile(
            path: path, bytes: bytes, serverReading: serverReading, result: result, reservation)
    }

    /// The same file with another map, or other notes.
    func with(_ decoded: DecodedDepthFile) -> OpenedDepthFile {
        OpenedDepthFile(
            path: path, bytes: bytes, serverReading: serverReading, result: .success(decoded), reservation)
    }

    /// The map and how it was found.
    ///
    /// - Throws: why there is none.
    package func decoded() throws(ReadingError) -> DecodedDepthFile { try result.get() }
}

extension DepthFileReader {
    /// Reads bytes that came from the file at `path`, beside which a confidence may stand.
    package func open(_ bytes: [UInt8], path: String, confidence: ConfidenceMap? = nil) -> OpenedDepthFile {
        let reader = reserving()
        return OpenedDepthFile(
            path: path, bytes: bytes, reader.read(bytes, confidence: confidence), reader.reservation)
    }

    /// The same reader with a reservation of its own for one file, unless it has one.
    func reserving() -> DepthFileReader {
        guard reservation == nil else { return self }
        var reader = self
        reader.reservation = .ofProcess()
        return reader
    }
}
