internal import DepthAnalysis
package import DepthFiles
internal import Support

/// Validated options for reading depth files.
///
///     let reading = try MapReading(options)
///     let file = try reading.reader.open(.path("depth.bin")).decoded()
package struct MapReading: Sendable {
    package struct Options: Sendable {
        package var width: Int?
        package var height: Int?
        package var rowBytes: Int?
        package var unitsPerMetre: Double?
        package var dataset: PublishedDataSet?
        package var sampleType: SampleType?
        package var invalidValues: [Double] = []
        package var channel: String?
        package var minimumConfidence: DepthConfidence?
        /// Degrees clockwise.
        package var rotate = 0
        package var flip = false
        package var strict = false
        package var maxBytes = ReadingOptions().maximumByteCount

        package init() {}
    }

    package let options: ReadingOptions

    package var reader: DepthFileReader { DepthFileReader(options: options) }

    package init(_ given: Options) throws(OptionError) {
        var options = ReadingOptions()
        try Self.requireDimensions(given)
        if let units = given.unitsPerMetre {
            guard units > 0, let units = Self.binary32(units) else {
                throw OptionError(.unitsPerMetre, is: units, expected: "a number above 0 in the range of binary32")
            }
            options.unitsPerMetre = units
        }
        if given.unitsPerMetre != nil, given.dataset != nil {
            throw .superfluous(.unitsPerMetre, beside: .dataset, because: "a data set defines the units")
        }
        let turns = [0, 90, 180, 270]
        guard let quarterTurns = turns.firstIndex(of: given.rotate) else {
            throw OptionError(.rotate, is: given.rotate, expected: "0, 90, 180 or 270")
        }
        for value in given.invalidValues {
            guard let value = Self.binary32(value) else {
                throw OptionError(
                    .invalidValue, is: value,
                    expected: "a number in the range of binary32 (NaN and infinities are always invalid)")
            }
            options.invalidValues.append(value)
        }
        guard given.maxBytes > 0 else {
            throw OptionError(.maxBytes, is: given.maxBytes, expected: "a number above 0")
        }
        if let width = given.width, let height = given.height {
            options.dimensions = MapDimensions(width: width, height: height)
        }
        options.bytesPerRow = given.rowBytes
        given.dataset?.apply(to: &options)
        options.minimumConfidence = given.minimumConfidence
        options.orientation = MapOrientation(quarterTurns: quarterTurns, isFlipped: given.flip)
        options.isStrict = given.strict
        options.maximumByteCount = given.maxBytes
        options.sampleType = given.sampleType
        options.channel = given.channel
        self.options = options
    }

    /// The number in binary32; nil if it overflows to infinity or underflows to 0.
    private static func binary32(_ number: Double) -> Float? {
        let float = Float(number)
        return float.isFinite && (float == 0) == (number == 0) ? float : nil
    }

    private static func requireDimensions(_ given: Options) throws(OptionError) {
        try OptionError.requireBoth(.width, given.width != nil, .height, given.height != nil)
        for (option, value) in [(TaskOption.width, given.width), (.height, given.height)] {
            if let value { try OptionError.require(option, value, in: 1...ReadingOptions.largestDimension) }
        }
        guard let rowBytes = given.rowBytes else { return }
        guard let width = given.width else { throw .incomplete(.rowBytes, without: .dimensions) }
        guard rowBytes >= 4 * width else {
            throw OptionError(
                .rowBytes, is: rowBytes, expected: "at least \(4 * width), 4 for each of \(width) samples")
        }
        if let type = given.sampleType, type != .float32 {
            throw .superfluous(.rowBytes, beside: .sampleType, because: "only rows of float32 can be padded")
        }
    }
}

extension MapReading.Options {
    package static let members = [
        "width", "height", "row_bytes", "units_per_metre", "invalid", "strict", "max_bytes", "min_confidence", "rotate",
        "flip", "sample_type", "channel", "dataset",
    ]

    package init(_ json: some JSONOptions) throws(TaskFailure) {
        self.init()
        width = try json.optional("width", .whole)
        height = try json.optional("height", .whole)
        rowBytes = try json.optional("row_bytes", .whole)
        unitsPerMetre = try json.optional("units_per_metre", .number)
        invalidValues =
            try json.optional("invalid", "an array of numbers") { value in
                let numbers = value.elements?.compactMap(\.real)
                return numbers?.count == value.elements?.count ? numbers : nil
            } ?? []
        strict = try json.flag("strict")
        maxBytes = try json.optional("max_bytes", .whole) ?? maxBytes
        let names = DepthConfidence.allCases.map(\.name).joined(separator: ", ")
        minimumConfidence = try json.optional("min_confidence", "one of \(names)") { value in
            value.string.flatMap { DepthConfidence(name: $0) }
        }
        rotate = try json.optional("rotate", .whole) ?? rotate
        flip = try json.flag("flip")
        sampleType = try json.optional("sample_type", .word(SampleType.self))
        channel = try json.optional("channel", .string)
        dataset = try json.optional("dataset", .word(PublishedDataSet.self))
    }
}
