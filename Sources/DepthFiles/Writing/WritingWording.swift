internal import Support

// The wording and the codes of written maps and their errors. The codes are stable between versions.

extension WritingError: CustomStringConvertible {
    /// One line: "found …; expected …; …". The caller prefixes the name of the map.
    public var message: String { sentence(words) }

    /// The same as ``message``.
    public var description: String { message }

    private var words: Words {
        switch self {
        case .noSamples: ("a map without samples", "one sample at least", "leave the map out")
        case .notAGrid(let dimensions, let count):
            (
                sampleText(count), "the \(dimensions.text) of a whole grid",
                "give the dimensions where the map is read, or write it as float32"
            )
        case .unitsNotPositive(let units):
            ("\(units) units per metre", "a positive finite number", "give 1000 for millimetres")
        case .tooLarge(let byteCount, let limit):
            ("\(byteText(byteCount)) to pack", "at most \(limit)", "write the map as a NumPy array")
        case .notEnoughMemory(let byteCount):
            (
                "too little memory for the \(byteText(byteCount)) it takes", "as much as that",
                "free some, or raise the limit of the process"
            )
        case .notReadBack(let error):
            (
                "samples that are not read back (\(error.finding))", "the map that was written",
                "write it in another format or container"
            )
        case .readAsOther(let container, let format, let dimensions):
            (
                "samples that are read as \(dimensions.text) of \(format.name)"
                    + (container == .none ? "" : " in \(container.rawValue)"),
                "the map that was written", "write it in another format or container"
            )
        case .notDescribed(let dimensions):
            (
                "a map of \(dimensions.text), which would be read as another one there",
                "a regular file, beside which its description can be written", "name one, or write npy"
            )
        case .noPlaceForDescription(let path):
            (
                "\(Printable.form(of: path)), which is no description of a depth map",
                "no file there, where the dimensions of the map have to be written", "move it away, or write npy"
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
        if largestError > 0 { text += ", by \(largestError) m at most" }
        if lostReadingCount > 0 {
            text += lostReadingCount == 1 ? "; 1 reading became none" : "; \(lostReadingCount) readings became none"
        }
        if changedKindCount > 0 {
            let samples = changedKindCount == 1 ? "1 sample that was" : "\(changedKindCount) samples that were"
            text += "; \(samples) no reading became another kind of none"
        }
        return text
    }
}
