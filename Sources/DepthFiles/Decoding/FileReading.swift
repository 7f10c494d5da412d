public import DepthAnalysis

/// What came of reading one file: the map or the error, and what the capture server would make of the same bytes.
///
///     switch DepthFileReader().read(bytes).result {
///     case .success(let file): print(DepthAnalyzer().analyze(file.map).status)
///     case .failure(let error): print(error)
///     }
public struct FileReading: Sendable {
    /// What the server would get out of the same bytes and given dimensions.
    public let serverReading: ServerReading
    /// The map, or why there is none.
    public let result: Result<DecodedDepthFile, DepthFileError>

    init(serverReading: ServerReading, _ file: DecodedDepthFile) {
        self.serverReading = serverReading
        result = .success(file)
    }

    init(serverReading: ServerReading, _ error: DepthFileError) {
        self.serverReading = serverReading
        result = .failure(error)
    }

    /// What the server would get, without reference to the map that was decoded here.
    var serverReadingWithoutMap: ServerReading {
        guard case .success(let file) = result, case .sameMap = serverReading else { return serverReading }
        return .otherMap(file.map)
    }
}

/// A depth map and how it was found in a file.
///
///     let file = try DepthFileReader().read(bytes).result.get()
///     print(file.map.width, file.container, file.notes)
public struct DecodedDepthFile: Sendable {
    /// The map.
    public let map: DepthMap
    /// How the file was packed.
    public let container: DepthContainer
    /// How its samples were stored.
    public let format: DepthFileFormat
    /// What a reader of the result should know of how the file was read, in the order it was found.
    public let notes: [ReadingNote]
    /// How a file that says so itself stores its numbers, in a few words such as "float16, big-endian"; empty for
    /// others.
    public let storage: String
    /// How many units of the whole numbers that are stored make a metre; nil where metres are stored.
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

    /// The same file with another map, or other notes.
    package func with(map: DepthMap? = nil, notes: [ReadingNote]) -> DecodedDepthFile {
        DecodedDepthFile(
            map: map ?? self.map, container: container, format: format, notes: notes, storage: storage,
            unitsPerMetre: unitsPerMetre)
    }
}

/// Something a reader of the result should know of how a file was read.
///
///     for note in try DepthFileReader().read(bytes).result.get().notes { print("note: \(note)") }
///
/// ``description`` puts it into a sentence, ``code`` names its kind for programs.
public enum ReadingNote: Sendable, Hashable {
    /// Bytes after the end of the stream or picture were ignored, as the server ignores those after the gzip member.
    case bytesAfterEndIgnored(TrailingBytes)
    /// The given dimensions do not fit the number of samples; those inferred from it were used, as the server would.
    case givenDimensionsDoNotFit(given: MapDimensions, sampleCount: Int, used: MapDimensions)
    /// The samples of a gzip file fill several maps of the given dimensions. They are read as one, as the server does.
    case severalMapsLikely(count: Int, MapDimensions)
    /// The inferred dimensions do not multiply to the number of samples, so edges and quadrants are not measured.
    case notAGrid(inferred: MapDimensions, sampleCount: Int)
    /// The file does not say how many of its units a metre has; this many were assumed.
    case unitsAssumed(DepthFileFormat, unitsPerMetre: Float)
    /// The file's own dimensions were used instead of the given ones.
    case storedDimensionsUsed(DepthFileFormat, given: MapDimensions, used: MapDimensions)
    /// A row length was given for a format that has none.
    case rowLengthIgnored(DepthFileFormat, bytesPerRow: Int)
    /// The library that decodes the format had something to remark.
    case decoderWarning(DepthFileFormat, String)
    /// So many float64 numbers are not what they were, of which some are beyond float32 and became infinite: samples
    /// are float32, as the server's.
    case roundedToFloat32(count: Int, infinite: Int, total: Int)
    /// The file gives its numbers a scale, of which it does not say what it means.
    case scaleIgnored(DepthFileFormat, scale: Float)
    /// The file holds so many pictures besides the first, which was read.
    case furtherPicturesIgnored(DepthFileFormat, count: Int)
    /// Samples of two bytes each were read as float16, because the given dimensions, the file or its name imply them.
    case readAsFloat16(MapDimensions)
    /// The given dimensions leave two bytes for each sample, which were read as whole numbers.
    case readAsUInt16(MapDimensions)
    /// A gzip file of float32 that resembles something else, named with its article. The server reads it all the same.
    case resemblesOtherFormat(String)
    /// The sides were inferred, and Record3D stores such maps upright.
    case portraitLikely(inferred: MapDimensions, upright: MapDimensions)
    /// The file begins like a packed one, but was read as uncompressed; `failure` says why it could not be inflated.
    case readAsUncompressed(failure: DepthFileError)
    /// Most finite numbers other than 0 lie outside the valid range, as if the file were of some other kind; `causes`
    /// are what it may be, most likely first.
    case fewPlausibleSamples(plausible: Int, total: Int, causes: [LikelyCause])
    /// The rows do not continue each other, and do if width and height are exchanged.
    case sidesExchanged(used: MapDimensions, better: MapDimensions)
    /// Samples of less than the minimal confidence became NaN, which the server would all take.
    case confidenceMasked(count: Int, total: Int, below: Confidence)
    /// A minimal confidence was asked for, and none stands beside the map.
    case noConfidence
    /// The confidence beside the map, which nothing of it depends on, could not be read.
    case confidenceUnreadable(ReadingError)
    /// The map is no grid, so it could not be turned, nor held to its confidence.
    case notTurned
    /// The folder is one of an app that writes this many units a metre.
    case unitsOfLayout(CaptureLayout, unitsPerMetre: Float)
    /// The channels B, G and R hold the same numbers, which were read as one.
    case equalChannels
    /// The path leads through a folder of a published data set, which stores this many units a metre.
    case unitsOfDataSet(DataSet, unitsPerMetre: Float)
    /// The server inflates the gzip member, so it was read, but other programs refuse it; `fault` says why.
    case inflatedAsServerDoes(fault: DepthFileError)
}
