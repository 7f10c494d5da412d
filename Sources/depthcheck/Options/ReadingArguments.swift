public import ArgumentParser
public import DepthFiles

extension Confidence: ExpressibleByArgument {
    /// Reads `low`, `medium` or `high`.
    public init?(argument: String) { self.init(name: argument) }
    /// Those three.
    public static var allValueStrings: [String] { allCases.map(\.name) }
}

extension DataSet: ExpressibleByArgument {}

extension SampleType: ExpressibleByArgument {}

/// What the user knows about the files.
struct ReadingArguments: ParsableArguments {
    @Option(parsing: .unconditional, help: "Samples in a row; needs --height. [default: inferred, as the server does]")
    var width: Int?

    @Option(parsing: .unconditional, help: "Rows; needs --width.")
    var height: Int?

    @Option(
        parsing: .unconditional,
        help: "Bytes from the start of one row to that of the next, for padded rows; needs --width and --height.")
    var rowBytes: Int?

    @Option(
        parsing: .unconditional,
        help: """
            Units in a metre of what is stored as whole numbers, as in a 16-bit PNG: 1000 for millimetres, 5000 for \
            some Kinect sets. [default: 1000, and a note that says so]
            """)
    var unitsPerMetre: Float?

    @Option(help: "The units of a data set, by its name.")
    var dataset: DataSet?

    @Option(
        help: """
            How samples without a header are stored. [default: float32 in gzip, as the server reads it; else what the \
            dimensions and the samples imply]
            """)
    var sampleType: SampleType?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A number of the file, such as 65535 or 0, that stands for no reading; can be given several times.",
            valueName: "value"))
    var invalidValue: [Float] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Of an .npz, take the array of this name only; can be given several times.", valueName: "name"))
    var array: [String] = []

    @Option(
        help: ArgumentHelp(
            "For OpenEXR files, read the channel of this name. [default: Z, or the one called after depth]",
            valueName: "name"))
    var channel: String?

    @Option(
        help: ArgumentHelp(
            """
            Leave out samples of less confidence, where an app stores it beside the map. The server knows no \
            confidence: without this option nothing is left out.
            """, valueName: "low|medium|high"))
    var minConfidence: Confidence?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Turn each map clockwise by so many degrees, after reading it.", valueName: "90|180|270"))
    var rotate: Int?

    @Flag(help: "Exchange left and right of each map, before it is turned.")
    var flip = false

    @Flag(
        help: """
            Make it an error where the server would fall back or ignore something; analyze also ends with 1 where the \
            server would refuse a file.
            """)
    var strict = false

    @Option(
        parsing: .unconditional, help: "The most bytes a file may have, packed or unpacked.")
    var maxBytes = ReadingRequest().maximumByteCount

    func validate() throws { try request.validate() }

    var request: ReadingRequest {
        ReadingRequest(
            width: width, height: height, rowBytes: rowBytes, unitsPerMetre: unitsPerMetre, dataset: dataset,
            invalidValues: invalidValue, arrays: array, minimumConfidence: minConfidence, rotate: rotate,
            isFlipped: flip,
            isStrict: strict, maximumByteCount: maxBytes, sampleType: sampleType, channel: channel)
    }

    /// A reader that knows all this.
    var reader: DepthFileReader { request.reader }
}
