public import DepthAnalysis

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

    init(serverReading: ServerReading, _ file: DecodedDepthFile) {
        self.serverReading = serverReading
        result = .success(file)
    }

    init(serverReading: ServerReading, _ error: DepthFileError) {
        self.serverReading = serverReading
        result = .failure(error)
    }

    /// The server's reading, independent of the map decoded here.
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
        self.map = map
        self.container = container
        self.format = format
        self.notes = notes
        self.storage = storage
        self.unitsPerMetre = unitsPerMetre
    }

    package func with(map: DepthMap? = nil, notes: [ReadingNote]) -> DecodedDepthFile {
        DecodedDepthFile(
            map: map ?? self.map, container: container, format: format, notes: notes, storage: storage,
            unitsPerMetre: unitsPerMetre)
    }
}

/// A note about how a file was read that can change the meaning of the result.
///
///     for note in try DepthFileReader().read(bytes).result.get().notes { print("note: \(note)") }
///
/// ``description`` is a sentence, ``code`` identifies the kind for programs.
public enum ReadingNote: Sendable, Hashable {
    /// Bytes after the end of the stream or picture were ignored, as the server ignores those after the first gzip
    /// member.
    case bytesAfterEndIgnored(TrailingBytes)
    /// The given dimensions do not match the number of samples. Inferred dimensions were used, as on the server.
    case givenDimensionsDoNotFit(given: MapDimensions, sampleCount: Int, used: MapDimensions)
    /// The samples of a gzip file fill several maps of the given dimensions. They were read as one map, as on the
    /// server.
    case severalMapsLikely(count: Int, MapDimensions)
    /// The samples suggest these dimensions and this type.
    case sizeLikely(MapDimensions, SampleType)
    /// The first `byteCount` bytes are the dimensions of the samples that follow.
    case headerRead(byteCount: Int, MapDimensions)
    /// A text table was read as metres.
    case tableRead(MapDimensions)
    /// The inferred dimensions do not multiply to the number of samples, so edges and quadrants are not measured.
    case notAGrid(inferred: MapDimensions, sampleCount: Int)
    /// The file does not state its units; this number of units in a metre was assumed.
    case unitsAssumed(DepthFileFormat, unitsPerMetre: Float)
    /// The file's own dimensions were used instead of the given ones.
    case storedDimensionsUsed(DepthFileFormat, given: MapDimensions, used: MapDimensions)
    /// A row length was given for a format that has none.
    case rowLengthIgnored(DepthFileFormat, bytesPerRow: Int)
    /// A warning of the library that decodes the format.
    case decoderWarning(DepthFileFormat, String)
    /// `count` of the float64 numbers were rounded to float32, the type of samples, and `infinite` of those became
    /// infinite.
    case roundedToFloat32(count: Int, infinite: Int, total: Int)
    /// The file has a scale factor without a defined meaning, which was ignored.
    case scaleIgnored(DepthFileFormat, scale: Float)
    /// The file contains `count` more pictures; the first one was read.
    case furtherPicturesIgnored(DepthFileFormat, count: Int)
    /// Two-byte samples were read as float16, as implied by the given dimensions, the file or its name.
    case readAsFloat16(MapDimensions)
    /// The given dimensions leave two bytes per sample, which were read as integers.
    case readAsUInt16(MapDimensions)
    /// A gzip file of float32 samples resembles another format, given by its name with an article. The server reads it
    /// as a map.
    case resemblesOtherFormat(String)
    /// Width and height were inferred; Record3D stores such maps upright.
    case portraitLikely(inferred: MapDimensions, upright: MapDimensions)
    /// The file begins like a packed file but was read as uncompressed; `failure` is the error of inflating it.
    case readAsUncompressed(failure: DepthFileError)
    /// Most finite non-zero numbers lie outside the valid range, as in a file of another kind; `causes` lists the
    /// likely ones, most likely first.
    case fewPlausibleSamples(plausible: Int, total: Int, causes: [LikelyCause])
    /// The numbers probably have another meaning than the distances that they are read as.
    case meaning(NumberMeaning)
    /// Neighbouring rows do not match, but do if width and height are swapped.
    case dimensionsSwapped(used: MapDimensions, better: MapDimensions)
    /// Samples below the minimum confidence became NaN. The server keeps them.
    case confidenceMasked(count: Int, total: Int, below: Confidence)
    /// A minimum confidence was requested, but there is no confidence beside the map.
    case noConfidence
    /// The confidence beside the map could not be read; the result does not depend on it.
    case confidenceUnreadable(ReadingError)
    /// The map is not a grid, so it could be neither turned nor masked.
    case notTurned
    /// The folder belongs to an app that stores this number of units in a metre.
    case unitsOfLayout(CaptureLayout, unitsPerMetre: Float)
    /// The channels B, G and R are identical and were read as one.
    case equalChannels
    /// The path belongs to a published data set, which stores this number of units in a metre.
    case unitsOfDataSet(DataSet, unitsPerMetre: Float)
    /// The gzip member was read because the server inflates it. Other programs refuse it; `fault` is their reason.
    case inflatedAsServerDoes(fault: DepthFileError)
}
