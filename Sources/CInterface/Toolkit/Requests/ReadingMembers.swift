internal import DepthAnalysis
internal import DepthFiles
internal import Support
internal import Tasks

extension Request {
    /// The names of the members for reading files; those of `Reading` in Python.
    static let readingMembers = [
        "width", "height", "row_bytes", "units_per_metre", "invalid", "strict", "max_bytes", "min_confidence", "rotate",
        "flip", "sample_type", "channel", "array", "dataset",
    ]

    /// The options for reading files.
    func readingOptions() throws(TaskFailure) -> ReadingOptions {
        var options = ReadingOptions()
        let sides = 1...ReadingOptions.largestDimension
        switch (try whole("width", in: sides), try whole("height", in: sides)) {
        case (nil, nil): break
        case (nil, _): throw .missing("width")
        case (_, nil): throw .missing("height")
        case (let width?, let height?): options.dimensions = MapDimensions(width: width, height: height)
        }
        options.bytesPerRow = try whole("row_bytes", in: 1...Int.max)
        options.unitsPerMetre = try number(
            "units_per_metre", in: Double(Float.leastNonzeroMagnitude)...Double(Float.greatestFiniteMagnitude),
            "a positive number in the range of binary32"
        ).map { Float($0) }
        options.invalidValues =
            try member("invalid", "an array of numbers") { value in
                let numbers = value.elements?.compactMap(\.real)
                return numbers?.count == value.elements?.count ? numbers : nil
            }?.map { Float($0) } ?? []
        options.isStrict = try flag("strict")
        options.maximumByteCount = try whole("max_bytes", in: 1...Int.max) ?? options.maximumByteCount
        let names = Confidence.allCases.map(\.name).joined(separator: ", ")
        options.minimumConfidence = try member("min_confidence", "one of \(names)") { value in
            Confidence.allCases.first { $0.name == value.string }
        }
        let quarterTurns = try member("rotate", "0, 90, 180 or 270") { value in
            value.whole.flatMap { [0, 90, 180, 270].firstIndex(of: $0) }
        }
        options.orientation = MapOrientation(quarterTurns: quarterTurns ?? 0, isFlipped: try flag("flip"))
        options.sampleType = try word("sample_type", SampleType.self)
        options.channel = try string("channel")
        options.array = try string("array")
        try word("dataset", DataSet.self)?.apply(to: &options)
        return options
    }
}
