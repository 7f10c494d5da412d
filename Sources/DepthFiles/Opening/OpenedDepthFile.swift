package import Support

/// A file to process, or an error in place of one.
package enum DepthFileInput: Sendable {
    case path(String)
    case failure(FileAccessError)

    package var name: String {
        switch self {
        case .path(let path): path
        case .failure(let error): error.path
        }
    }
}

/// The outcome of opening and reading one file.
package struct OpenedDepthFile: Sendable {
    /// The path as given; `-` for standard input.
    package let path: String
    /// Nil if the file could not be read.
    package let bytes: [UInt8]?
    /// The result of the server reading the same bytes; nil if the file could not be read.
    package let serverReading: ServerReading?
    /// The memory reserved for the file and its map.
    let reservation: ByteReservation?
    private let result: Result<DecodedDepthFile, ReadingError>

    init(path: String, bytes: [UInt8], _ reading: FileReading, _ reservation: ByteReservation?) {
        self.init(
            path: path, bytes: bytes, serverReading: reading.serverReading,
            result: reading.result.mapError { .undecodable(path: path, $0) }, reservation)
    }

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

    /// Renames the file, also in its error.
    func named(_ path: String) -> OpenedDepthFile {
        let result = result.mapError { error -> ReadingError in
            if case .undecodable(_, let error) = error { .undecodable(path: path, error) } else { error }
        }
        return OpenedDepthFile(
            path: path, bytes: bytes, serverReading: serverReading, result: result, reservation)
    }

    func with(_ decoded: DecodedDepthFile) -> OpenedDepthFile {
        OpenedDepthFile(
            path: path, bytes: bytes, serverReading: serverReading, result: .success(decoded), reservation)
    }

    /// - Throws: the error if the file has no map.
    package func decoded() throws(ReadingError) -> DecodedDepthFile { try result.get() }
}

extension DepthFileReader {
    /// Reads the bytes of the file at `path`, with the confidence beside it, if any.
    package func open(_ bytes: [UInt8], path: String, confidence: ConfidenceMap? = nil) -> OpenedDepthFile {
        let reader = reserving()
        return OpenedDepthFile(
            path: path, bytes: bytes, reader.read(bytes, confidence: confidence), reader.reservation)
    }

    /// Returns the reader with a reservation for one file, unless it has one.
    func reserving() -> DepthFileReader {
        guard reservation == nil else { return self }
        var reader = self
        reader.reservation = .forProcess()
        return reader
    }
}
