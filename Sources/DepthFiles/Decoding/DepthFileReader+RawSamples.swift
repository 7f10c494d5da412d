import DepthAnalysis
import Support

extension DepthFileReader {
    /// The requested map of bytes without a header, which hold one or more maps of known dimensions.
    func map(
        of dimensions: MapDimensions, _ raw: RawSamples, _ unpacked: Unpacked, _ notes: [ReadingNote]
    ) throws(DepthFileError) -> DecodedDepthFile {
        guard let number = options.mapNumber ?? (raw.mapCount == 1 ? 0 : nil) else {
            throw .severalMaps(count: raw.mapCount, dimensions)
        }
        guard number < raw.mapCount else { throw .noSuchMap(number: number, count: raw.mapCount) }
        let count = dimensions.width * dimensions.height
        let start = number * count * raw.type.byteCount
        let bytes = unpacked.bytes[start..<start + count * raw.type.byteCount]
        return try decoded(bytes, raw.type, unpacked.container, notes, isImplied: options.sampleType == nil) {
            Self.map(dimensions, $0)
        }
    }

    /// A map of two-byte samples without given dimensions, which are inferred as the server infers them.
    func inferredMap(
        _ type: SampleType, _ unpacked: Unpacked, _ notes: [ReadingNote]
    ) throws(DepthFileError) -> DecodedDepthFile {
        let bytes = unpacked.bytes
        guard !bytes.isEmpty, bytes.count.isMultiple(of: type.byteCount) else {
            throw lengthRule.error(unpacked.container, byteCount: bytes.count)
        }
        if let given = options.dimensions {
            throw .dimensionsDoNotFit(given: given, sampleCount: bytes.count / type.byteCount, paddedRow: nil)
        }
        let file = try decoded(bytes[...], type, unpacked.container, notes, isImplied: options.sampleType == nil) {
            DepthMap(inferringDimensionsOf: $0)
        }
        return file.with(notes: file.notes + file.map.notesOfInference(isGiven: false))
    }

    /// The map behind a short header.
    func map(
        of bytes: [UInt8], behind header: ShortHeader, _ container: DepthContainer, _ notes: [ReadingNote]
    ) throws(DepthFileError) -> DecodedDepthFile {
        if let number = options.mapNumber, number > 0 { throw .noSuchMap(number: number, count: 1) }
        let notes = notes + [.headerRead(byteCount: header.byteCount, header.dimensions)]
        return try decoded(
            bytes[header.byteCount...], header.type, container, notes, isImplied: options.sampleType == nil
        ) { Self.map(header.dimensions, $0) }
    }

    private func decoded(
        _ bytes: ArraySlice<UInt8>, _ type: SampleType, _ container: DepthContainer, _ notes: [ReadingNote],
        isImplied: Bool, map: ([Float]) -> DepthMap
    ) throws(DepthFileError) -> DecodedDepthFile {
        let count = bytes.count / type.byteCount
        reservation?.reserve(4 * count)
        let numbers = type.element.numbers(in: bytes, count: count)
        var notes = notes
        switch numbers {
        case .metres(let metres):
            let map = map(withoutInvalid(metres))
            if type == .float16, isImplied { notes.append(.readAsFloat16(map.dimensions)) }
            let format: DepthFileFormat = type == .float16 ? .float16 : .float32
            return DecodedDepthFile(map: map, container: container, format: format, notes: notes)
        case .steps(let steps):
            let units = options.unitsPerMetre ?? ReadingOptions.assumedUnitsPerMetre
            let map = map(self.metres(of: steps, units, noData: nil))
            if isImplied { notes.append(.readAsUInt16(map.dimensions)) }
            if options.unitsPerMetre == nil { notes.append(.unitsAssumed(.uint16, unitsPerMetre: units)) }
            return DecodedDepthFile(
                map: map, container: container, format: .uint16, notes: notes, unitsPerMetre: units)
        }
    }
}

extension DepthFileError {
    /// Whether the error can mean that the bytes only resemble the format.
    var isResemblance: Bool {
        switch self {
        case .storedDamaged, .storedTruncated, .pngTooHigh: true
        case .tooLarge(.none, _): true
        default: false
        }
    }
}
