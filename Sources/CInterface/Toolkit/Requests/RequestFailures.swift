internal import Support
internal import Tasks

extension TaskFailure {
    static func unknownMember(_ name: String, known: [String]) -> TaskFailure {
        TaskFailure(
            invalidArgument,
            "found the member \(name.printable); expected only \(known.joined(separator: ", ")); correct or remove it")
    }

    static func noInput(_ place: Int) -> TaskFailure {
        TaskFailure(invalidArgument, "found no input \(place); expected one; add it")
    }

    static func badDimensions(width: Int, height: Int, sampleCount: Int) -> TaskFailure {
        TaskFailure(
            "wrong_shape",
            "found \(sampleCount) samples in a map of \(width)x\(height); expected width times height; correct them")
    }

    /// A table ends in a row that was not written completely.
    static func tornTable(_ name: String, byteCount: Int) -> TaskFailure {
        TaskFailure(
            "invalid_table",
            "\(name.printable): found an incomplete last row of \(NumberText.count(byteCount, "byte")); expected a "
                + "newline after each row; finish the measurement, or remove the row")
    }

    /// A row contains reading options that `measure` never writes.
    static func badReading(_ reading: String, file: String) -> TaskFailure {
        TaskFailure(
            "invalid_table",
            "\(file.printable): found the reading \"\(reading.printable)\"; expected one that measure writes; measure "
                + "the maps again")
    }

    static func unusableCase(path: String, finding: Message) -> TaskFailure {
        TaskFailure(invalidArgument, "\(path.printable): \(finding)")
    }
}
