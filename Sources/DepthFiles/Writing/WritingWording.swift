internal import Support

// The wording and the codes of written maps and their errors. The codes are stable between versions.

extension WritingError: CustomStringConvertible {
    /// One line: "found …; expected …; …". The caller prefixes the name of the map.
    public var message: String { sentence(words) }

    /// The same as ``message``.
    public var description: String { message }

    private var words: ErrorParts {
        switch self {
        case .noSamples: ("a map without samples", "at least one sample", "omit the map")
        case .notAGrid(let dimensions, let count):
            (
                sampleText(count), "the \(dimensions.text) of a complete grid",
                "give the dimensions when reading the map, or write it as float32"
            )
        case .unitsNotPositive(let units):
            ("\(units) units per metre", "a positive finite number", "give 1000 for millimetres")
        case .tooLarge(let byteCount, let limit):
            ("\(byteText(byteCount)) to compress", "at most \(limit)", "write the map as a NumPy array")
        case .notEnoughMemory(let byteCount):
            (
                "too little memory for the \(byteText(byteCount)) needed", "that much free memory",
                "free memory, or raise the limit of the process"
            )
        case .notReadBack(let error):
            (
                "samples that cannot be read back (\(error.finding))", "the map that was written",
                "write it in another format or container"
            )
        case .readAsOther(let container, let format, let dimensions):
            (
                "samples that would be read as \(dimensions.text) of \(format.name)"
                    + (container == .none ? "" : " in \(container.rawValue)"),
                "the map that was written", "write it in another format or container"
            )
        case .notDescribed(let dimensions):
            (
                "a map of \(dimensions.text), which would be read with other dimensions",
                "a regular file, so that a description can be written beside it", "name one, or write npy"
            )
        case .noPlaceForDescription(let path):
            (
                "\(Printable.form(of: path)), which is not a depth map description",
                "no such file, because the dimensions of the map are written there", "move it away, or write npy"
            )
        }
    }

    /// The kind of error in snake case, such as `not_a_grid`.
    public var code: String {
        switch self {
        case .notDescribed: "not_described"
        case .noPlaceForDescription: "no_place_for_description"
        case .noSamples: "no_samples"
        case .notAGrid: "not_a_grid"
        case .unitsNotPositive: "units_not_positive"
        case .tooLarge: "too_large_to_pack"
        case .notEnoughMemory: "not_enough_memory"
        case .notReadBack: "not_read_back"
        case .readAsOther: "read_as_other"
        }
    }
}

extension WritingLoss: CustomStringConvertible {
    /// The loss in one line, such as "512 of 768 samples changed, by 0.0005 m at most; 3 readings became none".
    public var description: String {
        guard !isEmpty else { return "nothing lost" }
        var text = "\(changedCount) of \(sampleText(sampleCount)) changed"
        if largestError > 0 { text += ", by at most \(largestError) m" }
        if lostReadingCount > 0 {
            text += lostReadingCount == 1 ? "; 1 reading was lost" : "; \(lostReadingCount) readings were lost"
        }
        if changedKindCount > 0 {
            let samples = changedKindCount == 1 ? "1 invalid sample" : "\(changedKindCount) invalid samples"
            text += "; \(samples) changed kind"
        }
        return text
    }
}
