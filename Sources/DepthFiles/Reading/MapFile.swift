public import DepthAnalysis
import Support

/// The result of reading one file: the map or an error, and what the capture server would read from the same bytes.
///
///     switch DepthFileReader().read(bytes).result {
///     case .success(let file): print(DepthAnalyzer().analyze(file.map).status)
///     case .failure(let error): print(error)
///     }
public struct FileReading: Sendable {
    /// The map that the server would read from the same bytes and given dimensions, or its reason for refusing.
    public let serverReading: ServerReading
    /// The map, or the error.
    public let result: Result<DecodedDepthFile, DepthFileError>

    /// The server's reading for callers without the decoded map: `.sameMap` becomes `.otherMap` with that map.
    var serverReadingWithoutMap: ServerReading {
        guard case .success(let file) = result, case .sameMap = serverReading else { return serverReading }
        return .otherMap(file.map)
    }
}

/// A depth map and how it was stored in its file.
///
///     let file = try DepthFileReader().read(bytes).result.get()
///     print(file.map.width, file.container, file.notes)
public struct DecodedDepthFile: Sendable {
    /// The depth map.
    public let map: DepthMap
    /// The compression of the file.
    public let container: DepthContainer
    /// The format in which the samples were stored.
    public let format: DepthFileFormat
    /// Notes about how the file was read, in the order in which they were found.
    public let notes: [ReadingNote]
    /// The number type and byte order of a file that states them, such as "float16, big-endian"; empty for other
    /// files.
    public let storage: String
    /// The number of stored integer units in a metre; nil if metres are stored.
    public let unitsPerMetre: Float?

    init(
        map: DepthMap, container: DepthContainer, format: DepthFileFormat, notes: [ReadingNote], storage: String = "",
        unitsPerMetre: Float? = nil
    ) {
        (self.map, self.container, self.format, self.notes, self.storage) = (map, container, format, notes, storage)
        self.unitsPerMetre = unitsPerMetre
    }

    package func with(map: DepthMap? = nil, notes: [ReadingNote]) -> DecodedDepthFile {
        DecodedDepthFile(
            map: map ?? self.map, container: container, format: format, notes: notes, storage: storage,
            unitsPerMetre: unitsPerMetre)
    }
}

package struct MapFile: Sendable {
    package let path: String
    /// The bytes of the whole input; nil if it could not be read.
    package let bytes: [UInt8]?
    /// The result of the server reading the same bytes; nil if the input could not be read.
    package let serverReading: ServerReading?
    private let result: Result<DecodedDepthFile, ReadingError>
    let reservation: ByteReservation?

    init(
        path: String, bytes: [UInt8]? = nil, serverReading: ServerReading? = nil,
        _ result: Result<DecodedDepthFile, ReadingError>, _ reservation: ByteReservation? = nil
    ) {
        (self.path, self.bytes, self.serverReading) = (path, bytes, serverReading)
        (self.result, self.reservation) = (result, reservation)
    }

    init(_ source: Source, _ contents: Decoder.Contents, _ decoder: Decoder, named path: String? = nil) {
        let reading = decoder.reading(of: contents).arranged(decoder.options, source.confidence, decoder.reservation)
        let path = path ?? source.path
        self.init(
            path: path, bytes: source.bytes, serverReading: reading.serverReading,
            reading.result.map { $0.with(notes: source.notes(on: $0)) }.mapError { source.error($0, path) },
            decoder.reservation)
    }

    package func decoded() throws(ReadingError) -> DecodedDepthFile { try result.get() }

    /// Reserves bytes of the budget and calls `body`. The reservation for the file itself is kept meanwhile.
    package func reserving<Value>(_ byteCount: Int, _ body: () -> Value) -> Value {
        withExtendedLifetime(reservation) {
            reservation?.reserve(byteCount)
            defer { reservation?.release(byteCount) }
            return body()
        }
    }

    package func reserving<Value>(_ analyzers: [DepthAnalyzer], for map: DepthMap, _ body: () -> Value) -> Value {
        reserving(analyzers.map { $0.workingByteCount(for: map) }.max() ?? 0, body)
    }
}

extension DecodedDepthFile: CustomStringConvertible {
    /// The map and its format, and the notes, one line each.
    public var description: String {
        let packed = container == .none ? "" : " in \(container.rawValue)"
        return (["\(map), stored as \(format.name)\(packed)"] + notes.lines).joined(separator: "\n")
    }
}
