public import DepthAnalysis
import Support

/// Reads depth files, and determines what the capture server would read from them.
///
///     let file = try DepthFileReader().read(bytes).result.get()
///     print(file.map.width, file.map.height, file.container, file.notes)
///
/// To get only the map, use `DepthMap(contentsOf:)`, which also opens the file.
public struct DepthFileReader: Sendable {
    /// Facts about the files that the caller knows.
    public private(set) var options: ReadingOptions
    var formats = StoredFormat.all

    /// Makes a reader with the given options.
    public init(options: ReadingOptions = ReadingOptions()) { self.options = options }

    package func knowing(_ options: ReadingOptions?) -> DepthFileReader {
        var reader = self
        if let options { reader.options = options }
        return reader
    }

    /// Reads one file from its bytes. Accepts any bytes; errors are part of the result.
    public func read(_ bytes: [UInt8]) -> FileReading {
        let decoder = Decoder(options: options, formats: formats)
        return decoder.reading(of: decoder.contents(of: bytes)).arranged(options)
    }

    /// Reads the bytes of the file at `path` without regard to its name and what lies beside it.
    package func open(_ bytes: [UInt8], path: String) -> MapFile {
        read(Source(path: path, bytes: bytes, options: options), .forProcess()).only
    }

    package func open(_ input: DepthInput) -> MapFile { maps(in: input).only }

    /// Opens an input; `-` is standard input.
    package func open(_ input: DepthFileInput) -> MapFile { open(.file(input)) }

    package func open(contentsOf path: String) -> MapFile { maps(inFileAt: path).only }

    package func maps(in input: DepthInput) -> MapFiles {
        switch input {
        case .file(.path(let path)): maps(inFileAt: path, readsStandardInput: true)
        case .file(.failure(let error)): numberedMap(error.path, error) ?? failure(.inaccessible(error))
        case .member(let member): knowing(member.options).maps(in: member)
        case .unusable(let error): failure(error)
        }
    }

    package func maps(inFileAt path: String) -> MapFiles { maps(inFileAt: path, readsStandardInput: false) }

    private func maps(inFileAt path: String, readsStandardInput: Bool) -> MapFiles {
        let reservation = ByteReservation.forProcess()
        let limit = options.maximumByteCount
        do throws(FileAccessError) {
            let bytes =
                readsStandardInput
                ? try FileAccess.readNamed(path, maximumByteCount: limit, reservation: reservation)
                : try FileAccess.read(path, maximumByteCount: limit, reservation: reservation)
            return maps(of: bytes, path: path, reservation)
        } catch {
            return numberedMap(error.path, error) ?? failure(.inaccessible(error))
        }
    }

    private func maps(in member: DepthFileMember) -> MapFiles {
        let reservation = ByteReservation.forProcess()
        do throws(ReadingError) {
            reservation.reserve(member.byteCount)
            return read(try Source(member, member.bytes(), options), reservation, mapsName: member.mapsName)
        } catch {
            return failure(error)
        }
    }

    /// A nil `description` means the one beside the file. `name`, such as `FILE/3`, is that of the only map to read.
    func maps(
        of bytes: [UInt8], path: String, _ reservation: ByteReservation? = nil, description: MapDescription? = nil,
        onlyNamed name: String? = nil
    ) -> MapFiles {
        do throws(ReadingError) {
            let source = try Source(path: path, bytes, options) { () throws(ReadingError) in
                if let description { return description }
                return try MapDescription(besideFileAt: path)
            }
            return read(source, reservation, onlyNamed: name)
        } catch {
            let server = read(bytes).serverReadingWithoutMap
            return MapFiles(MapFile(path: name ?? path, bytes: bytes, serverReading: server, .failure(error)))
        }
    }

    private func read(
        _ source: Source, _ reservation: ByteReservation?, mapsName: String? = nil, onlyNamed name: String? = nil
    ) -> MapFiles {
        let decoder = Decoder(options: source.options, reservation: reservation, formats: formats)
        return MapFiles(source, decoder, mapsName: mapsName ?? source.path, onlyNamed: name)
    }

    private func failure(_ error: ReadingError) -> MapFiles { MapFiles(MapFile(path: error.path, .failure(error))) }

    /// Opens `FILE/17`, the 18th map of a file; nil for any other path.
    private func numberedMap(_ path: String, _ error: FileAccessError) -> MapFiles? {
        guard case .isNotFolder = error.reason, let (file, number) = Self.numberedMap(at: path) else { return nil }
        let reservation = ByteReservation.forProcess()
        var options = options
        options.mapNumber = number
        do throws(FileAccessError) {
            let bytes = try FileAccess.read(
                file, maximumByteCount: options.maximumByteCount, reservation: reservation)
            return knowing(options).maps(of: bytes, path: file, reservation, onlyNamed: path)
        } catch {
            return failure(.inaccessible(FileAccessError(path, error.reason)))
        }
    }

    package func confidence(beside input: DepthInput) throws(ReadingError) -> ConfidenceMap? {
        let limit = options.maximumByteCount
        return switch input {
        case .file(.path(let path)):
            try Source.confidence(besideFileAt: path, Record3DFrame(at: path, limit: limit), limit: limit)
        case .member(let member): try member.confidence?()
        case .file(.failure), .unusable: nil
        }
    }
}

extension DepthMap {
    /// Reads a depth file of any supported format, synchronously.
    ///
    ///     let map = try DepthMap(contentsOf: "room.bin.gz")
    ///
    /// The notes about how the file was read are dropped; ``DepthFileReader/read(_:)`` returns them.
    ///
    /// Symbolic links are followed. By default dimensions are inferred, as the capture server does.
    ///
    /// - Throws: ``ReadingError`` if the file cannot be read or is not a depth map.
    public init(contentsOf path: String, options: ReadingOptions = ReadingOptions()) throws(ReadingError) {
        self = try DepthFileReader(options: options).open(contentsOf: path).decoded().map
    }

    /// Reads a depth file off the caller's actor, so that a main thread is not blocked.
    ///
    ///     let map = try await DepthMap.load(contentsOf: "room.bin.gz")
    ///
    /// See ``init(contentsOf:options:)``. Named differently, because asynchronous code would prefer an overload.
    @concurrent
    public static func load(
        contentsOf path: String, options: ReadingOptions = ReadingOptions()
    ) async throws(ReadingError) -> DepthMap {
        try DepthMap(contentsOf: path, options: options)
    }
}
