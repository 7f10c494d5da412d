internal import Captures
internal import DepthFiles
internal import Reports
internal import Support
internal import Tasks

// Failures that only requests have.

extension TaskFailure {
    private static let invalidArgument = "invalid_argument"

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

    static func reading(_ error: ReadingError) -> TaskFailure {
        TaskFailure(error.code, path: error.path, error.wording)
    }

    /// A file or folder, other than a depth map, is inaccessible.
    static func unreadable(_ error: FileAccessError) -> TaskFailure {
        TaskFailure(error.code, path: error.path, "\(error.text(.none))")
    }

    static func capture(_ error: CaptureInputError) -> TaskFailure {
        TaskFailure(error.code, path: error.path, error.wording)
    }

    static func packing(_ error: PackingError) -> TaskFailure {
        let code = if case .notDepthMap(let error) = error { error.code } else { invalidArgument }
        return TaskFailure(code, error.wording)
    }

    static func noCases(set: String) -> TaskFailure {
        TaskFailure(
            invalidArgument,
            "\(set.printable): found no case; expected at least one; correct the set or the filters")
    }

    static func unusableCase(path: String, finding: Message) -> TaskFailure {
        TaskFailure(invalidArgument, "\(path.printable): \(finding)")
    }

    /// The server's state for a capture is invalid.
    static func badState(_ name: String, finding: String, expected: String) -> TaskFailure {
        TaskFailure(invalidArgument, "found \(finding) for \(name); expected \(expected); correct it")
    }
}
