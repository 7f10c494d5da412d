public import ArgumentParser
import DepthAnalysis
public import DepthFiles
import Tasks
import ThresholdTuning

extension DepthConfidence: ExpressibleByArgument {
    /// Parses `low`, `medium` or `high`.
    public init?(argument: String) { self.init(name: argument) }
    /// `low`, `medium` and `high`.
    public static var allValueStrings: [String] { allCases.map(\.name) }
}

extension PublishedDataSet: ExpressibleByArgument {}

extension SampleType: ExpressibleByArgument {}

struct ReadingArguments: ParsableArguments {
    @Option(parsing: .unconditional, help: "Samples per row; needs --height. [default: inferred, as the server does]")
    var width: Int?

    @Option(parsing: .unconditional, help: "Number of rows; needs --width. [default: inferred, as the server does]")
    var height: Int?

    @Option(
        parsing: .unconditional,
        help: """
            Bytes from the start of one row to the start of the next; needs --width and --height. [default: rows \
            without padding]
            """)
    var rowBytes: Int?

    @Option(
        parsing: .unconditional,
        help: """
            Units per metre of samples stored as whole numbers, as in a 16-bit PNG: 1000 for millimetres, 5000 for \
            some Kinect data sets. [default: 1000, with a note]
            """)
    var unitsPerMetre: Double?

    @Option(help: "Use the units and the invalid numbers of this data set.")
    var dataset: PublishedDataSet?

    @Option(
        help: """
            The type of samples in files without a header. [default: float32 in gzip, as the server reads it; \
            otherwise inferred from the dimensions and the samples]
            """)
    var sampleType: SampleType?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A stored number, such as 65535 or 0, that means no reading. Repeatable.",
            valueName: "value"))
    var invalidValue: [Double] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Read only the array with this name from .npz files. Repeatable. [default: all]", valueName: "name"))
    var array: [String] = []

    @Option(
        help: ArgumentHelp(
            "Read this channel of OpenEXR files. [default: Z, or the channel named for depth]",
            valueName: "name"))
    var channel: String?

    @Option(
        help: ArgumentHelp(
            """
            Ignore samples of lower confidence, if the app stored confidence beside the map. The server does not read \
            confidence. [default: keep all samples]
            """, valueName: "level"))
    var minConfidence: DepthConfidence?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Rotate each map clockwise by 90, 180 or 270 degrees after reading it. [default: no rotation]",
            valueName: "degrees"))
    var rotate: Int?

    @Flag(help: "Mirror each map left to right, before --rotate.")
    var flip = false

    @Flag(
        help: """
            Report an error, not a note, for ignored dimensions, an ignored --row-bytes, bytes after the end, and \
            gzip that only the server reads. analyze also exits with 1 if the server would refuse a file.
            """)
    var strict = false

    @Option(
        parsing: .unconditional, help: "The largest file to read, in bytes, before and after decompression.")
    var maxBytes = MapReading.Options().maxBytes

    func validate() throws { _ = try reading }

    /// The options of the reader.
    var reading: MapReading {
        get throws {
            var options = MapReading.Options()
            (options.width, options.height, options.rowBytes) = (width, height, rowBytes)
            options.unitsPerMetre = unitsPerMetre
            options.dataset = dataset
            options.sampleType = sampleType
            options.invalidValues = invalidValue
            options.channel = channel
            options.minimumConfidence = minConfidence
            options.rotate = rotate ?? options.rotate
            (options.flip, options.strict) = (flip, strict)
            options.maxBytes = maxBytes > 0 ? MemoryNeed.maximumByteCount(maxBytes) : maxBytes
            return try validated(MapReading.init, options)
        }
    }

    var reader: DepthFileReader {
        get throws { try reading.reader }
    }
}

extension ReadingArguments {
    /// All inputs, with archives replaced by their maps, followed by the members of shards.
    func items(
        _ found: ResolvedInputs, _ tar: TarOptions, _ selection: FileSelection, _ skipped: SkippedFiles
    ) throws -> BatchItems<DepthInput> {
        let (options, arrays) = (try reader.options, array)
        let inputs = found.inputs
        let known = inputs.lazy.map(DepthInput.file)
        let members = ArchiveInputs(tar.shards, options: options, arrays: arrays, selection: selection) {
            skipped.add($0)
        }
        let more = tar.isEmpty ? nil : AnySequence(members)
        // Without archives, the number of maps is known.
        guard inputs.mayHoldArchives else { return BatchItems(known, count: inputs.count, then: more) }
        let archives = ArchivePaths(arrays: arrays, selection: selection) { skipped.add($0) }
        func parts(of input: DepthInput) -> AnySequence<DepthInput>? {
            guard case .file(.path(let path)) = input, path.mayBeArchive else { return nil }
            return archives.inputs(at: path, options: options).map { AnySequence($0) }
        }
        return BatchItems(known, count: inputs.count, then: more, parts: parts)
    }
}

extension ResolvedInputs {
    func spread(
        _ reading: ReadingArguments, _ selection: FileSelection, _ skipped: SkippedFiles
    ) throws -> [DepthInput] {
        spread(
            options: try reading.reader.options,
            ArchivePaths(arrays: reading.array, selection: selection) { skipped.add($0) })
    }
}
