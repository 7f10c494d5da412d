package import DepthAnalysis
import Support

/// Turns the bytes of a depth file into a map: recognises (``ContainerDetection``), unpacks, decodes.
struct Decoder: Sendable {
    var options: ReadingOptions
    /// Reserves memory for the file being read; nil if the caller already holds its bytes.
    var reservation: ByteReservation?
    var formats = StoredFormat.all

    enum Contents: Sendable {
        case stored(StoredFormat, [UInt8])
        case bare(Unpacked)
        case unusable(DepthFileError, ServerReading)
    }

    func contents(of bytes: [UInt8]) -> Contents {
        let limit = options.maximumByteCount
        if bytes.isEmpty { return .unusable(.empty, .unavailable(.notGzip(found: .empty))) }
        if bytes.count > limit {
            return .unusable(.tooLarge(container: .none, limit: limit), .unknown(byteLimit: limit))
        }
        let isGzip = ContainerDetection.looksLikeGzip(bytes)
        // Formats without a signature need their names: if the header is damaged, only the name distinguishes the file
        // from samples without a header.
        let implied = isGzip ? nil : options.impliedFormat?.definition.stored
        if let format = StoredFormat.recognised(in: bytes, options.lengthRule, among: formats) ?? implied {
            return .stored(format, bytes)
        }
        if let refused = options.refusedFormat, !isGzip {
            return .unusable(
                .otherFormat(refused, container: .none), .unavailable(.notGzip(found: .foreign(refused))))
        }
        do throws(UnpackingFailure) {
            return .bare(
                try ContainerDetection.unpack(bytes, options.lengthRule, limit: limit, reservation: reservation))
        } catch {
            if case .unknown = error.serverReading { return .unusable(error.error, error.serverReading) }
            return .unusable(options.contradiction ?? error.error, error.serverReading)
        }
    }

    /// Decodes one map as it is stored.
    func reading(of contents: Contents) -> FileReading {
        switch contents {
        case .unusable(let error, let server): return FileReading(serverReading: server, result: .failure(error))
        case .stored(let format, let bytes):
            return FileReading(
                serverReading: .unavailable(.notGzip(found: .stored(format.format))),
                result: Result { () throws(DepthFileError) in try map(in: bytes, as: format, packedIn: .none) })
        case .bare(let unpacked):
            // The samples, plus one copy with invalid values replaced and one for the server's map if they differ.
            let isPlain = options.bytesPerRow == nil && options.invalidValues.isEmpty
            reservation?.reserve(unpacked.bytes.count * (isPlain ? 1 : 3))
            let result = Result { () throws(DepthFileError) in try map(in: unpacked) }
            return FileReading(serverReading: serverReading(of: unpacked, beside: try? result.get()), result: result)
        }
    }

    // MARK: bare samples

    private func map(in unpacked: Unpacked) throws(DepthFileError) -> DecodedDepthFile {
        if let contradiction = options.contradiction { throw contradiction }
        let (bytes, container, rule) = (unpacked.bytes, unpacked.container, options.lengthRule)
        var notes = try notesOfPacking(unpacked)
        // Bytes that are not packed have already been checked.
        if container != .none, !rule.givenFit(byteCount: bytes.count) {
            if let format = StoredFormat.recognised(in: bytes, rule, among: formats) {
                do throws(DepthFileError) {
                    let file = try map(in: bytes, as: format, packedIn: container)
                    return file.with(notes: notes + file.notes)
                } catch {
                    guard error.isResemblance, isServerMap(unpacked) else { throw error }
                    notes.append(.resemblesOtherFormat(format.format.name))
                }
            } else if let format = ForeignFormat(bytes) {
                guard isServerMap(unpacked) else { throw .otherFormat(format, container: container) }
                notes.append(.resemblesOtherFormat(format.name))
            }
        }
        if container != .gzip, !options.dimensionsAreCertain, let header = ShortHeader(bytes, rule) {
            return try map(behind: header, unpacked, notes)
        }
        let raw = RawSamples(unpacked, options)
        if options.dimensionsAreCertain, let known = options.dimensions, raw.dimensions == nil {
            throw .knownDimensionsDoNotFit(known, byteCount: bytes.count)
        }
        if let dimensions = raw.dimensions {
            guard let number = options.mapNumber ?? (raw.mapCount == 1 ? 0 : nil)
            else { throw .severalMaps(count: raw.mapCount, dimensions) }
            guard number < raw.mapCount else { throw .noSuchMap(number: number, count: raw.mapCount) }
            let byteCount = dimensions.width * dimensions.height * raw.type.byteCount
            return samples(bytes[(number * byteCount)...].prefix(byteCount), raw.type, container, notes) {
                Self.map(dimensions, $0)
            }
        }
        if let number = options.mapNumber, number != 0 { throw .noSuchMap(number: number, count: 1) }
        return try inferredMap(raw, unpacked, notes)
    }

    private func map(
        behind header: ShortHeader, _ unpacked: Unpacked, _ notes: [ReadingNote]
    ) throws(DepthFileError) -> DecodedDepthFile {
        if let number = options.mapNumber, number > 0 { throw .noSuchMap(number: number, count: 1) }
        let bytes = unpacked.bytes[header.byteCount...]
        let (type, dimensions) = header.meaning(of: Array(bytes), options)
        let notes = notes + [.headerRead(byteCount: header.byteCount, dimensions)]
        return samples(bytes, type, unpacked.container, notes) { Self.map(dimensions, $0) }
    }

    /// The map with dimensions inferred as the server infers them, or with the given ones if rows are padded.
    private func inferredMap(
        _ raw: RawSamples, _ unpacked: Unpacked, _ notes: [ReadingNote]
    ) throws(DepthFileError) -> DecodedDepthFile {
        let (bytes, container, rule) = (unpacked.bytes, unpacked.container, options.lengthRule)
        guard !bytes.isEmpty, bytes.count.isMultiple(of: raw.type.byteCount),
            options.bytesPerRow == nil || rule.accepts(byteCount: bytes.count)
        else { throw rule.error(container, byteCount: bytes.count) }
        if let bytesPerRow = options.bytesPerRow, let given = options.dimensions {
            let map = paddedMap(bytes, given, bytesPerRow: bytesPerRow)
            return DecodedDepthFile(map: map, container: container, format: .float32, notes: notes)
        }
        let count = bytes.count / raw.type.byteCount
        if let given = options.dimensions {
            if raw.type != .float32 { throw .dimensionsDoNotFit(given: given, sampleCount: count, paddedRow: nil) }
            if container != .gzip || options.isStrict { throw rule.error(given, container, sampleCount: count) }
        }
        let file = samples(bytes[...], raw.type, container, notes) { DepthMap(inferringDimensionsOf: $0) }
        var found = file.notes
        if let given = options.dimensions {
            found.append(.givenDimensionsDoNotFit(given: given, sampleCount: count, used: file.map.dimensions))
            if raw.mapCount > 1 { found.append(.severalMapsLikely(count: raw.mapCount, given)) }
        }
        return file.with(notes: found + file.map.notesOfInference(isGiven: options.dimensions != nil))
    }

    private func samples(
        _ bytes: ArraySlice<UInt8>, _ type: SampleType, _ container: DepthContainer, _ notes: [ReadingNote],
        map: ([Float]) -> DepthMap
    ) -> DecodedDepthFile {
        let count = bytes.count / type.byteCount
        if type != .float32 { reservation?.reserve(4 * count) }
        let (samples, units) = metres(type.element.numbers(in: bytes, count: count))
        let file = map(samples)
        var notes = notes
        if options.sampleType == nil {
            if type == .float16 { notes.append(.readAsFloat16(file.dimensions)) }
            if type == .uint16 { notes.append(.readAsUInt16(file.dimensions)) }
        }
        if let units, options.unitsPerMetre == nil { notes.append(.unitsAssumed(type.format, unitsPerMetre: units)) }
        return DecodedDepthFile(
            map: file, container: container, format: type.format, notes: notes, unitsPerMetre: units)
    }

    /// Whether the server accepts unpacked gzip bytes as a map, even if they resemble another format.
    private func isServerMap(_ unpacked: Unpacked) -> Bool {
        unpacked.container == .gzip && unpacked.refusal == nil && unpacked.bytes.count % 4 == 0 && !options.isStrict
            && options.lengthRule.accepts(byteCount: unpacked.bytes.count)
    }

    /// The notes about packing. Some are errors in strict reading.
    private func notesOfPacking(_ unpacked: Unpacked) throws(DepthFileError) -> [ReadingNote] {
        var notes: [ReadingNote] = []
        if let failure = unpacked.dropped { notes.append(.readAsUncompressed(failure: failure)) }
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
            try? DepthMap(width: dimensions.width, height: dimensions.height, bytesPerRow: bytesPerRow, bytes: bytes)
        }
        guard let map else { preconditionFailure("rows that were found to fit do not") }
        return options.invalidValues.isEmpty ? map : Self.map(dimensions, withoutInvalid(map.samples))
    }

    static func map(_ dimensions: MapDimensions, _ samples: [Float]) -> DepthMap {
        guard let map = try? DepthMap(width: dimensions.width, height: dimensions.height, samples: samples)
        else { preconditionFailure("\(dimensions.text) samples are not \(samples.count)") }
        return map
    }

    // MARK: formats with a header

    private func map(
        in bytes: [UInt8], as stored: StoredFormat, packedIn container: DepthContainer
    ) throws(DepthFileError) -> DecodedDepthFile {
        let format = stored.format
        if !stored.isCompressed { reservation?.reserve(2 * bytes.count) }
        let found = try stored.decode(
            bytes,
            StoredRequest(
                limit: options.maximumByteCount, mapNumber: options.mapNumber, channel: options.channel,
                reservation: reservation))
        if let number = options.mapNumber, number > 0, !stored.holdsSeveralMaps {
            throw .noSuchMap(number: number, count: 1)
        }
        if let given = options.dimensions, given.width <= 0 || given.height <= 0 { throw .dimensionsNotPositive(given) }
        var notes = found.notes
        /// Adds a note or, in strict reading, throws the error.
        func require(_ note: ReadingNote, _ error: DepthFileError) throws(DepthFileError) {
            if options.isStrict { throw error }
            notes.append(note)
        }
        if found.byteCount < bytes.count {
            let trailing = TrailingBytes(after: format.noun, bytes[found.byteCount...])
            try require(.bytesAfterEndIgnored(trailing), .bytesAfterEnd(trailing))
        }
        if let given = options.dimensions, given != found.dimensions {
            try require(
                .storedDimensionsUsed(format, given: given, used: found.dimensions),
                .storedDimensionsDiffer(format, given: given, found: found.dimensions))
        }
        if let bytesPerRow = options.bytesPerRow {
            try require(
                .rowLengthIgnored(format, bytesPerRow: bytesPerRow),
                .storedHasNoRowLength(format, bytesPerRow: bytesPerRow))
        }
        if options.refusesMatrices, options.dimensions == nil, container == .none, let kind = ArrayKind(of: bytes),
            !kind.isMap, !kind.canBeSmallMap(found, options)
        {
            throw ArrayKind.error(kind.words)
        }
        let (samples, units) = metres(found.numbers, noData: found.noData)
        if let units, options.unitsPerMetre == nil { notes.append(.unitsAssumed(format, unitsPerMetre: units)) }
        return DecodedDepthFile(
            map: Self.map(found.dimensions, samples), container: container, format: format, notes: notes,
            storage: found.storage, unitsPerMetre: units)
    }

    // MARK: numbers

    /// The samples in metres, with NaN for "no reading"; the units are nil if the numbers are metres.
    private func metres(_ numbers: StoredNumbers, noData: Float? = nil) -> (samples: [Float], units: Float?) {
        switch numbers {
        case .metres(let numbers): return (withoutInvalid(numbers, besides: noData), nil)
        case .steps(let steps):
            let units = options.unitsPerMetre ?? ReadingOptions.assumedUnitsPerMetre
            let rotation = UInt16(options.stepRotation)
            let invalid = options.invalidValues + (noData.map { [$0] } ?? [])
            reservation?.reserve(4 * steps.count)
            let samples = steps.map { step -> Float in
                let bits = rotation == 0 ? step : step >> rotation | step << (16 - rotation)
                let number = options.stepsAreHalves ? Float(halfBits: bits) : Float(bits)
                return invalid.contains(number) ? .nan : number / units
            }
            return (samples, options.stepsAreHalves ? nil : units)
        }
    }

    private func withoutInvalid(_ numbers: [Float], besides noData: Float? = nil) -> [Float] {
        let invalid = options.invalidValues + (noData.map { [$0] } ?? [])
        guard !invalid.isEmpty else { return numbers }
        reservation?.reserve(4 * numbers.count)
        return numbers.map { invalid.contains($0) ? .nan : $0 }
    }

    // MARK: the server

    /// The result of the server reading the bytes; `file` is the map decoded here, if any.
    private func serverReading(of unpacked: Unpacked, beside file: DecodedDepthFile?) -> ServerReading {
        if unpacked.container != .gzip { return .unavailable(.notGzip(found: .init(bare: unpacked.container))) }
        if let refusal = unpacked.refusal { return .unavailable(refusal) }
        if unpacked.bytes.isEmpty { return .unavailable(.noSamples) }
        if unpacked.bytes.count % 4 != 0 { return .unavailable(.notWholeSamples(byteCount: unpacked.bytes.count)) }
        // Without a row length or invalid values, which the server does not know, the samples are the same as the
        // server's. But the server reads all inflated bytes, as float32.
        if let file, file.format == .float32, options.bytesPerRow == nil, options.invalidValues.isEmpty,
            options.mapNumber == nil
        {
            return .sameMap
        }
        let samples = float32Samples(of: unpacked.bytes)
        let map =
            options.dimensions.flatMap { try? DepthMap(width: $0.width, height: $0.height, samples: samples) }
            ?? DepthMap(inferringDimensionsOf: samples)
        return file?.map == map ? .sameMap : .otherMap(map)
    }
}

extension DepthMap { package var dimensions: MapDimensions { MapDimensions(width: width, height: height) } }
