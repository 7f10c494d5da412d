package import DepthAnalysis
import Support

/// Decodes the bytes of a depth file into a depth map, and determines what the capture server would read from them.
///
///     let file = try DepthFileReader().read(bytes).result.get()
///     print(file.map.width, file.map.height, file.container, file.notes)
///
/// To get only the map, use `DepthMap(contentsOf:)`, which also opens the file. `ContainerDetection` documents how
/// files are recognised. Source: specification §10.
public struct DepthFileReader: Sendable {
    /// Facts about the files that the caller knows.
    public internal(set) var options: ReadingOptions
    /// The names of options in messages about the files.
    let names: ReadingOptionNames
    /// Reserves memory for the file being read; nil if the caller already holds its bytes.
    var reservation: ByteReservation?

    /// Makes a reader with the given options.
    public init(options: ReadingOptions = ReadingOptions()) {
        self.init(options: options, naming: .properties)
    }

    /// Makes a reader whose messages use these names for the options.
    package init(options: ReadingOptions = ReadingOptions(), naming names: ReadingOptionNames) {
        self.options = options
        self.names = names
    }

    /// Returns the reader with other options; nil for the same reader.
    package func knowing(_ options: ReadingOptions?) -> DepthFileReader {
        options.map { DepthFileReader(options: $0, naming: names) } ?? self
    }

    package func message(of error: ReadingError) -> String { error.message(naming: names) }

    package func message(of note: ReadingNote) -> String { note.message(naming: names) }

    /// Reads one file from its bytes. Accepts any bytes; errors are part of the result.
    public func read(_ bytes: [UInt8]) -> FileReading { read(bytes, confidence: nil) }

    /// Reads one file without masking or turning the map.
    func decode(_ bytes: [UInt8]) -> FileReading {
        if bytes.isEmpty {
            return failure(.empty, .unavailable(.notGzip(found: .empty)))
        }
        if bytes.count > options.maximumByteCount {
            let error = DepthFileError.tooLarge(container: .none, limit: options.maximumByteCount)
            return failure(error, .unknown(byteLimit: options.maximumByteCount))
        }
        let rule = lengthRule
        if let format = StoredFormat.recognised(in: bytes, rule) ?? impliedFormat(of: bytes) {
            let server = ServerReading.unavailable(.notGzip(found: .stored(format.format)))
            do throws(DepthFileError) {
                return FileReading(serverReading: server, try decode(bytes, as: format, in: .none))
            } catch {
                return failure(error, server)
            }
        }
        if let refused = options.refusedFormat, !ContainerDetection.looksLikeGzip(bytes) {
            return failure(
                .otherFormat(refused, container: .none), .unavailable(.notGzip(found: .foreign(refused))))
        }
        do throws(UnpackingFailure) {
            return samples(
                of: try ContainerDetection.unpack(
                    bytes, rule, limit: options.maximumByteCount, reservation: reservation))
        } catch {
            if case .unknown = error.serverReading { return failure(error.error, error.serverReading) }
            return failure(optionsError ?? error.error, error.serverReading)
        }
    }

    /// The format implied by the file name. Formats without a signature need it: if the header is damaged, only the
    /// name distinguishes the file from bare samples.
    private func impliedFormat(of bytes: [UInt8]) -> StoredFormat? {
        ContainerDetection.looksLikeGzip(bytes) ? nil : options.impliedFormat?.definition.stored
    }

    /// Decodes unpacked bytes without a header.
    func samples(of unpacked: Unpacked) -> FileReading {
        // The samples, plus one copy with invalid values replaced and one for the server's map if they differ.
        let isPlain = options.bytesPerRow == nil && options.invalidValues.isEmpty
        reservation?.reserve(unpacked.bytes.count * (isPlain ? 1 : 3))
        do throws(DepthFileError) {
            let file = try readFloats(unpacked)
            return FileReading(serverReading: serverReading(of: unpacked, beside: file), file)
        } catch {
            return failure(error, serverReading(of: unpacked, beside: nil))
        }
    }

    private func failure(_ error: DepthFileError, _ server: ServerReading) -> FileReading {
        FileReading(serverReading: server, error)
    }

    /// The error in the options themselves, independent of the file.
    private var optionsError: DepthFileError? {
        if let given = options.dimensions, given.width <= 0 || given.height <= 0 {
            return .dimensionsNotPositive(given)
        }
        if options.dimensions == nil, let bytesPerRow = options.bytesPerRow {
            return .bytesPerRowWithoutDimensions(bytesPerRow: bytesPerRow)
        }
        return nil
    }

    /// The length required by the options; no requirement if the options are invalid.
    var lengthRule: LengthRule {
        optionsError == nil
            ? LengthRule(
                dimensions: options.dimensions, bytesPerRow: options.bytesPerRow, sampleType: options.sampleType)
            : LengthRule(sampleType: options.sampleType)
    }

    private func readFloats(_ unpacked: Unpacked) throws(DepthFileError) -> DecodedDepthFile {
        if let optionsError { throw optionsError }
        var notes = try notesOfPacking(unpacked)
        // Bytes that are not packed have already been checked.
        if unpacked.container != .none, !lengthRule.givenFit(byteCount: unpacked.bytes.count) {
            if let format = StoredFormat.recognised(in: unpacked.bytes, lengthRule, from: unpacked.container) {
                do throws(DepthFileError) {
                    let file = try decode(unpacked.bytes, as: format, in: unpacked.container)
                    return file.with(notes: notes + file.notes)
                } catch {
                    guard error.isResemblance, isServerMap(unpacked) else { throw error }
                    notes.append(.resemblesOtherFormat(format.format.name))
                }
            } else if let format = ForeignFormat(unpacked.bytes) {
                guard isServerMap(unpacked) else { throw .otherFormat(format, container: unpacked.container) }
                notes.append(.resemblesOtherFormat(format.name))
            }
        }
        if unpacked.container != .gzip, !options.dimensionsAreCertain,
            let header = ShortHeader(unpacked.bytes, lengthRule)
        {
            return try map(of: unpacked.bytes, behind: header, unpacked.container, notes)
        }
        let raw = RawSamples(unpacked, options)
        if options.dimensionsAreCertain, let known = options.dimensions, raw.dimensions == nil {
            throw .knownDimensionsDoNotFit(known, byteCount: unpacked.bytes.count)
        }
        if let dimensions = raw.dimensions {
            return try map(of: dimensions, raw, unpacked, notes)
        }
        if let number = options.mapNumber, number != 0 { throw .noSuchMap(number: number, count: 1) }
        if raw.type != .float32 { return try inferredMap(raw.type, unpacked, notes) }
        guard lengthRule.accepts(byteCount: unpacked.bytes.count), unpacked.bytes.count % 4 == 0 else {
            throw lengthRule.error(unpacked.container, byteCount: unpacked.bytes.count)
        }
        let map: DepthMap
        if let bytesPerRow = options.bytesPerRow, let given = options.dimensions {
            map = paddedMap(unpacked.bytes, given, bytesPerRow: bytesPerRow)
        } else {
            let samples = float32Samples(of: unpacked.bytes)
            map = DepthMap(inferringDimensionsOf: options.withoutInvalid(samples))
            if let given = options.dimensions {
                guard unpacked.container == .gzip, !options.isStrict else {
                    throw lengthRule.error(given, unpacked.container, sampleCount: samples.count)
                }
                notes.append(
                    .givenDimensionsDoNotFit(given: given, sampleCount: samples.count, used: map.dimensions))
                if raw.mapCount > 1 { notes.append(.severalMapsLikely(count: raw.mapCount, given)) }
            }
            notes += map.notesOfInference(isGiven: options.dimensions != nil)
        }
        return DecodedDepthFile(map: map, container: unpacked.container, format: .float32, notes: notes)
    }

    /// Whether the server accepts unpacked gzip bytes as a map, even if they resemble another format.
    private func isServerMap(_ unpacked: Unpacked) -> Bool {
        unpacked.container == .gzip && unpacked.refusal == nil && unpacked.bytes.count % 4 == 0 && !options.isStrict
            && lengthRule.accepts(byteCount: unpacked.bytes.count)
    }

    /// The notes about packing. Some are errors in strict reading.
    private func notesOfPacking(_ unpacked: Unpacked) throws(DepthFileError) -> [ReadingNote] {
        var notes: [ReadingNote] = []
        if let failure = unpacked.dropped {
            notes.append(.readAsUncompressed(failure: failure))
        }
        if let fault = unpacked.gzipFault {
            if options.isStrict { throw fault }
            notes.append(.inflatedAsServerDoes(fault: fault))
        }
        if let trailing = unpacked.trailing {
            if options.isStrict { throw .bytesAfterEnd(trailing) }
            notes.append(.bytesAfterEndIgnored(trailing))
        }
        return notes
    }

    private func paddedMap(_ bytes: [UInt8], _ dimensions: MapDimensions, bytesPerRow: Int) -> DepthMap {
        let map = bytes.withUnsafeBytes { bytes in
            try? DepthMap(
                width: dimensions.width, height: dimensions.height, bytesPerRow: bytesPerRow, bytes: bytes)
        }
        guard let map else { preconditionFailure("rows that were found to fit do not") }
        guard !options.invalidValues.isEmpty else { return map }
        return Self.map(dimensions, options.withoutInvalid(map.samples))
    }

    /// Makes a map from samples whose number matches the dimensions.
    static func map(_ dimensions: MapDimensions, _ samples: [Float]) -> DepthMap {
        guard let map = try? DepthMap(width: dimensions.width, height: dimensions.height, samples: samples) else {
            preconditionFailure("\(dimensions.text) samples are not \(samples.count)")
        }
        return map
    }

    private func resolvedMap(_ samples: [Float]) -> DepthMap {
        if let given = options.dimensions,
            let map = try? DepthMap(width: given.width, height: given.height, samples: samples)
        {
            return map
        }
        return DepthMap(inferringDimensionsOf: samples)
    }

    /// The result of the server reading the bytes; `file` is the map decoded here, if any.
    private func serverReading(of unpacked: Unpacked, beside file: DecodedDepthFile?) -> ServerReading {
        switch unpacked.container {
        case .zlib: return .unavailable(.notGzip(found: .zlib))
        case .deflate: return .unavailable(.notGzip(found: .deflate))
        case .lzfse: return .unavailable(.notGzip(found: .lzfse))
        case .none: return .unavailable(.notGzip(found: .uncompressed))
        case .gzip: break
        }
        if let refusal = unpacked.refusal { return .unavailable(refusal) }
        if unpacked.bytes.isEmpty { return .unavailable(.noSamples) }
        if unpacked.bytes.count % 4 != 0 {
            return .unavailable(.notWholeSamples(byteCount: unpacked.bytes.count))
        }
        // Without a row length or invalid values, which the server does not know, the samples are the same as the
        // server's. But the server reads all packed bytes as float32.
        if let file, file.format == .float32, options.bytesPerRow == nil, options.invalidValues.isEmpty,
            options.mapNumber == nil
        {
            return .sameMap
        }
        let map = resolvedMap(float32Samples(of: unpacked.bytes))
        if let file, file.map == map { return .sameMap }
        return .otherMap(map)
    }
}

extension ReadingOptions {
    /// Replaces the values for "no reading" by NaN.
    func withoutInvalid(_ numbers: [Float]) -> [Float] {
        invalidValues.isEmpty ? numbers : numbers.map { invalidValues.contains($0) ? .nan : $0 }
    }
}

extension DepthMap {
    package var dimensions: MapDimensions { MapDimensions(width: width, height: height) }
}
