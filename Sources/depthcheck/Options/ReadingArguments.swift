import ArgumentParser
import DepthAnalysis
import DepthFiles

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
            Units of a 16-bit PNG in a metre: 1000 for millimetres, 5000 for some Kinect sets. [default: 1000, and a \
            note that says so]
            """)
    var unitsPerMetre: Float?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A number of the file, such as 65535 or 0, that stands for no reading; can be given several times.",
            valueName: "value"))
    var invalidValue: [Float] = []

    @Flag(
        help: """
            Make it an error where the server would fall back or ignore something; analyze also ends with 1 where the \
            server would refuse a file.
            """)
    var strict = false

    @Option(
        parsing: .unconditional, help: "The most bytes a file may have, packed or unpacked.")
    var maxBytes: Int = 256 << 20

    func validate() throws {
        guard (width == nil) == (height == nil) else {
            throw ValidationError("--width and --height go together")
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
                    "--row-bytes is \(rowBytes); expected at least 4 bytes for each of \(width) samples")
            }
        }
        if let unitsPerMetre, !(unitsPerMetre.isFinite && unitsPerMetre > 0) {
            throw ValidationError("--units-per-metre is \(unitsPerMetre); expected a number above 0")
        }
        for value in invalidValue where !value.isFinite {
            throw ValidationError("--invalid-value is \(value); expected a number (NaN and infinities never are valid)")
        }
        guard maxBytes > 0 else { throw ValidationError("--max-bytes is \(maxBytes); expected a number above 0") }
    }

    /// A reader that knows all this.
    var reader: DepthFileReader {
        var options = ReadingOptions()
        if let width, let height { options.dimensions = MapDimensions(width: width, height: height) }
        options.bytesPerRow = rowBytes
        options.unitsPerMetre = unitsPerMetre
        options.invalidValues = invalidValue
        options.isStrict = strict
        options.maximumByteCount = maxBytes
        return DepthFileReader(options: options)
    }
}
