public import ArgumentParser
import DepthAnalysis
public import DepthFiles
import ThresholdTuning

extension Confidence: ExpressibleByArgument {
    /// Parses `low`, `medium` or `high`.
    public init?(argument: String) { self.init(name: argument) }
    /// `low`, `medium` and `high`.
    public static var allValueStrings: [String] { allCases.map(\.name) }
}

extension DataSet: ExpressibleByArgument {}

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
    var unitsPerMetre: Float?

    @Option(help: "Use the units and the invalid numbers of this data set.")
    var dataset: DataSet?

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
    var invalidValue: [Float] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Read only the array with this name from .npz and .mat files. Repeatable. [default: all]", valueName: "name"
        ))
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
    var minConfidence: Confidence?

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
    var maxBytes = ReadingOptions().maximumByteCount

    /// - Throws: `ValidationError` for invalid values and combinations.
    func validate() throws {
        guard (width == nil) == (height == nil) else {
            throw ValidationError("found only one of --width and --height; expected both or neither")
        }
        for (name, value) in [("--width", width), ("--height", height)] {
            let largest = ReadingOptions.largestDimension
            if let value, !(1...largest).contains(value) {
                throw ValidationError("\(name) is \(value); expected a number from 1 to \(largest)")
            }
        }
        if let rowBytes {
            guard let width else { throw ValidationError("--row-bytes needs --width and --height") }
            guard rowBytes >= 4 * width else {
                throw ValidationError(
                    "--row-bytes is \(rowBytes); expected at least \(4 * width), 4 for each of \(width) samples")
            }
        }
        if let sampleType, sampleType != .float32, rowBytes != nil {
            throw ValidationError(
                "--row-bytes needs float32 samples; expected no --sample-type \(sampleType.rawValue) beside it")
        }
        if let unitsPerMetre, !(unitsPerMetre.isFinite && unitsPerMetre > 0) {
            throw ValidationError("--units-per-metre is \(unitsPerMetre); expected a number above 0")
        }
        if unitsPerMetre != nil, let dataset {
            throw ValidationError(
                "--dataset \(dataset.rawValue) defines the units; expected no --units-per-metre beside it")
        }
        if let rotate, ![90, 180, 270].contains(rotate) {
            throw ValidationError("--rotate is \(rotate); expected 90, 180 or 270")
        }
        for value in invalidValue where !value.isFinite {
            throw ValidationError(
                "--invalid-value is \(value); expected a finite number (NaN and infinities are always invalid)")
        }
        guard maxBytes > 0 else {
            throw ValidationError("--max-bytes is \(maxBytes); expected a number above 0")
        }
    }

    /// A reader with these options. Arrays of archives are selected when these are opened.
    var reader: DepthFileReader {
        var options = ReadingOptions()
        if let width, let height { options.dimensions = MapDimensions(width: width, height: height) }
        options.bytesPerRow = rowBytes
        options.unitsPerMetre = unitsPerMetre
        options.invalidValues = invalidValue
        dataset?.apply(to: &options)
        options.minimumConfidence = minConfidence
        options.orientation = MapOrientation(quarterTurns: (rotate ?? 0) / 90, isFlipped: flip)
        options.isStrict = strict
        options.maximumByteCount = MemoryNeed.maximumByteCount(maxBytes)
        options.sampleType = sampleType
        options.channel = channel
        options.array = array.last
        return DepthFileReader(options: options)
    }
}

extension ReadingArguments {
    /// All inputs, with archives replaced by their maps, followed by the members of shards.
    ///
    /// - Parameters:
    ///   - selection: selects the members of archives.
    ///   - skipped: collects the members that are skipped.
    func items(
        _ found: ResolvedInputs, _ tar: TarOptions, _ selection: FileSelection, _ skipped: SkippedFiles
    ) -> BatchItems<DepthInput> {
        let (options, arrays) = (reader.options, array)
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
    /// The inputs, with archives replaced by their maps.
    func spread(
        _ reading: ReadingArguments, _ selection: FileSelection, _ skipped: SkippedFiles
    ) -> [DepthInput] {
        spread(
            options: reading.reader.options,
            ArchivePaths(arrays: reading.array, selection: selection) { skipped.add($0) })
    }
}
