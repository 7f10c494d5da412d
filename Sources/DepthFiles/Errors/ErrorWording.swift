import DepthAnalysis
public import Support

// All wording of errors. What can be set is called by names from a table: no sentence here knows an option of a
// command.

/// What an error has to say.
package typealias Words = (finding: String, expectation: String, remedy: String)

/// The same words whether a file is opened, unpacked or analysed.
private func lackOfMemory(_ byteCount: Int) -> Words {
    (
        "too little memory for the \(byteText(byteCount)) it takes", "as much as that",
        "free some, raise the limit of the process, or work on the file elsewhere"
    )
}

package func sentence(_ words: Words) -> String {
    "found \(words.finding); expected \(words.expectation); \(words.remedy)"
}

extension ReadingError: CustomStringConvertible {
    /// The error in one line: "found …; expected …; …". The caller puts ``path`` before it.
    public var message: String { message(naming: .properties) }
    /// ``path`` and ``message``.
    public var description: String { "\(Printable.form(of: path)): \(message)" }

    /// ``message``, with the names that reading options go by where it is shown.
    package func message(naming names: ReadingOptionNames) -> String {
        switch self {
        case .inaccessible(let error): error.message(naming: names)
        case .undecodable(_, let error): error.message(naming: names)
        case .unusableMember(_, let error): error.message(naming: names)
        }
    }
}

extension DepthFileError: CustomStringConvertible {
    /// The error in one line: "found …; expected …; …". The caller puts the name of the file before it.
    public var message: String { message(naming: .properties) }
    /// ``message``.
    public var description: String { message }

    /// ``message``, with the names that reading options go by where it is shown.
    package func message(naming names: ReadingOptionNames) -> String { sentence(words(names)) }

    /// What was found.
    var finding: String { words(.properties).finding }

    private func words(_ names: ReadingOptionNames) -> Words {
        switch self {
        case .empty:
            ("an empty file", "a depth map", "check how the file was written")
        case .dimensionsNotPositive(let given):
            ("\(given.text) as dimensions", "a width and a height of at least 1", "correct \(names.dimensions)")
        case .tooLarge(.none, let limit):
            ("more than \(byteText(limit))", "no more than the limit", names.raise)
        case .tooLarge(let container, let limit):
            (
                "\(container.stream) that inflates to more than \(byteText(limit))", "no more than the limit",
                names.raise
            )
        case .notEnoughMemory(let byteCount): lackOfMemory(byteCount)
        case .truncated(let container, let count, let inflated):
            (
                "\(container.stream) that is cut off after \(byteText(count)) (\(byteText(inflated)) inflated)",
                "a complete stream", "copy the file again" + container.hint(names)
            )
        case .corrupt(let container, let detail, let inflated):
            (
                "\(container.stream) that is damaged after \(byteText(inflated)) inflated (\(detail))",
                "an intact stream",
                "copy the file again" + container.hint(names)
            )
        case .wrongChecksum(let container):
            (
                "\(container.stream) whose checksum does not match its contents", "matching checksums",
                "copy the file again" + container.hint(names)
            )
        case .wrongLength(let inflated):
            (
                "a gzip stream whose trailer gives another length than the \(byteText(inflated)) inflated",
                "matching lengths", "copy the file again"
            )
        case .needsDictionary:
            (
                "a zlib stream that needs a preset dictionary", "a stream without one",
                "pack the map without a dictionary" + DepthContainer.zlib.hint(names)
            )
        case .bytesAfterEnd(let trailing):
            (trailing.text, "the end of the file there", "cut the file there or copy it again")
        case .nothingInside(.none):
            ("an empty file", "a depth map", "check how the file was written")
        case .nothingInside(let container):
            ("\(container.stream) with nothing in it", "float32 samples", "check how the file was written")
        case .notWholeSamples(let container, let count):
            (
                "\(byteText(count)) \(container == .none ? "that are not packed in a known way" : "inflated")",
                "a multiple of 4, as a float32 sample has", "check that the file is complete and holds float32 samples"
            )
        case .otherFormat(let format, .none):
            (format.name, "a depth map of a format that is read", format.remedy)
        case .otherFormat(let format, let container):
            ("\(container.stream) with \(format.name) in it", "float32 samples", format.remedy)
        case .dimensionsDoNotFit(let given, let count, let paddedRow):
            (
                sampleText(count), "\(given.text) samples as given, or a whole number of such maps",
                "correct \(names.dimensions)"
                    + (paddedRow.map { ", give \(names.bytesPerRow) \($0) if rows are padded," } ?? "")
                    + " or leave them out to have them inferred"
            )
        case .otherThanItsDimensions(let dimensions, let byteCount):
            (
                "\(byteText(byteCount)) of samples", "\(dimensions.text) of them, as stands beside them",
                "copy the archive again"
            )
        case .bytesBeforeSamples(let given, let extra, let size):
            (
                "\(byteText(extra)) more than \(given.text) samples of \(size) bytes take",
                "these samples alone", "cut the header off if there is one, or correct \(names.dimensions)"
            )
        case .severalMaps(let count, let dimensions):
            (
                "\(count) maps of \(dimensions.text) in one file", "one map",
                "name one of them, from FILE/0 to FILE/\(count - 1)"
            )
        case .noSuchMap(let number, let count):
            (
                "no map \(number) in the file", count == 1 ? "map 0, the only one" : "one from 0 to \(count - 1)",
                "correct the number behind the file"
            )
        case .confidenceUnusable(let meanings, let fault):
            (
                "\(fault ?? "other numbers") as confidence",
                "one of " + meanings.map { $0.description }.joined(separator: ", ") + " for each sample",
                "copy the file again, or read the map without a minimal confidence"
            )
        case .bytesPerRowWithoutDimensions(let bytesPerRow):
            (
                "a row length of \(byteText(bytesPerRow)) without dimensions", "a width and a height with it",
                "give \(names.dimensions)"
            )
        case .rowTooShort(let given, let bytesPerRow):
            (
                "a row length of \(byteText(bytesPerRow))",
                "at least 4 bytes for each of \(sampleText(given.width)) in a row",
                "correct \(names.bytesPerRow) or \(names.width)"
            )
        case .rowsDoNotFit(let given, let bytesPerRow, let expected, let found):
            (
                byteText(found),
                "\(expected.map(byteText) ?? "more bytes than can be counted") for \(given.height) rows of "
                    + byteText(bytesPerRow), "correct \(names.height) and \(names.bytesPerRow)"
            )
        case .storedNotDepth(.openEXR, let found):
            (
                found, DepthFileFormat.openEXR.definition.content,
                "\(DepthFileFormat.openEXR.definition.remedy), or name a channel with \(names.channel)"
            )
        case .storedNotDepth(let format, let found): (found, format.definition.content, format.definition.remedy)
        case .pngTooHigh(let rowCount, let rowLimit, let limit):
            (
                "a PNG of \(rowCount) rows", "at most \(rowLimit), as the limit of \(byteText(limit)) allows",
                names.raise
            )
        case .storedTruncated(let format, let count):
            (
                "\(format.name) that is cut off after \(byteText(count))", "a complete \(format.noun)",
                "copy the file again"
            )
        case .storedDamaged(let format, let detail):
            ("a damaged \(format.noun) (\(detail))", "an intact \(format.noun)", "copy the file again")
        case .storedDimensionsDiffer(let format, let given, let found):
            (
                "\(format.name) of \(found.text)", "\(given.text) as given",
                "leave out \(names.dimensions), \(format.name) has its own"
            )
        case .storedHasNoRowLength(let format, let bytesPerRow):
            (
                "a row length of \(byteText(bytesPerRow)) for \(format.name)",
                "none, as \(format.name) has no padded rows", "leave out \(names.bytesPerRow)"
            )
        case .storedNeedsLibrary(let format, let reason):
            (
                "\(format.name) and no \(format.definition.decoder) to read it with (\(reason))",
                "\(format.definition.decoder) to be installed",
                "\(format.definition.libraryRemedy), or convert the map to float32 or a 16-bit PNG"
            )
        }
    }
}

extension FileAccessError: CustomStringConvertible {
    /// The error in one line: "found …; expected …; …". The caller puts ``path`` before it.
    public var message: String { message(naming: .properties) }
    /// ``path`` and ``message``.
    public var description: String { "\(Printable.form(of: path)): \(message)" }

    /// ``message``, with the names that reading options go by where it is shown.
    package func message(naming names: ReadingOptionNames) -> String { sentence(words(names)) }

    private func words(_ names: ReadingOptionNames) -> Words {
        switch reason {
        case .missing: ("no such file or folder", "an existing one", "check the path")
        case .emptyList: ("no path in the list", "one path a line", "check how the list was made")
        case .permissionDenied: ("no permission", "a file or folder that may be used", "change its permissions")
        case .isFolder: ("a folder", "a file", "name a file")
        case .isNoFile: ("a pipe, a socket or a device", "a file", "name a file")
        case .isLFSPointer: (ForeignFormat.gitLFSPointer.name, "the file itself", ForeignFormat.gitLFSPointer.remedy)
        case .isNotFolder: ("a file where a folder should be", "a folder", "check the path")
        case .tooLarge(let limit):
            ("more than \(byteText(limit))", "no more than the limit", names.raise)
        case .notEnoughMemory(let byteCount): lackOfMemory(byteCount)
        case .noDepthFiles(let skippedCount):
            (
                "no depth file in the folder" + names.remark(skippedCount, "file"),
                "files named " + DepthFileList.extensions.map { "*." + $0 }.joined(separator: " "),
                "take every file with \(names.takesAll), or name the files themselves"
            )
        case .changedWhileRead:
            (
                "a file that changed while it was read", "one that stays as it is",
                "try again when it has been written"
            )
        case .tooManyOpenFiles(let limit):
            (
                "all \(limit.map { "\($0) " } ?? "")files open that this process may have", "one more",
                "raise the limit with ulimit -n, or work on fewer files at once"
            )
        case .sizeLimitReached(let limit):
            (
                "a file that has reached the \(limit.map { "\($0) bytes" } ?? "size") which this process may write",
                "room for all of it", "raise the limit with ulimit -f"
            )
        case .brokenPipe: ("a closed pipe", "a reader at its other end", "keep the reader running")
        case .notOpen: ("a closed stream", "an open one", "connect it to a file or a pipe")
        case .system(let number, let text): ("error \(number): \(text)", "a working file", "see to the cause")
        }
    }
}

extension ReadingOptionNames {
    /// Such as ", but 2 files that were skipped"; empty where none was.
    func remark(_ skippedCount: Int, _ noun: String) -> String {
        switch skippedCount {
        case 0: ""
        case 1: ", but 1 \(noun) that was skipped"
        default: ", but \(skippedCount) \(noun)s that were skipped"
        }
    }

    /// What to do about a limit that was too low.
    fileprivate var raise: String {
        maximumByteCount.map { "raise it with \($0) if the file is a depth map" } ?? "name a smaller file"
    }
}

extension DepthContainer {
    /// Such as "a gzip stream".
    fileprivate var stream: String {
        switch self {
        case .gzip: "a gzip stream"
        case .zlib: "a zlib stream"
        case .deflate: "a raw DEFLATE stream"
        case .lzfse: "an LZFSE stream"
        case .none: "an uncompressed file"
        }
    }

    /// What else helps where the container was recognised by chance.
    fileprivate func hint(_ names: ReadingOptionNames) -> String {
        self == .zlib || self == .deflate ? ", or give \(names.dimensions) if it is uncompressed" : ""
    }
}

extension TrailingBytes {
    var text: String {
        let kind =
            switch kind {
            case .gzipMember: " that begin like another gzip member"
            case .zeros: ", all zero,"
            case .other: ""
            }
        return "\(byteText(count))\(kind) after the end of the \(after)"
    }
}

extension MapDimensions {
    var text: String { "\(width)x\(height)" }
}

/// A number without `.0` where it is whole.
func wholeText(_ number: Float) -> String { Int(exactly: number)?.description ?? number.description }

package func byteText(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }
func sampleText(_ count: Int) -> String { count == 1 ? "1 sample" : "\(count) samples" }

extension DepthFileError {
    /// The kind of error in snake case, such as `truncated`.
    public var code: String {
        switch self {
        case .empty: "empty"
        case .dimensionsNotPositive: "dimensions_not_positive"
        case .tooLarge: "too_large"
        case .notEnoughMemory: "not_enough_memory"
        case .truncated: "truncated"
        case .corrupt: "corrupt"
        case .wrongChecksum: "wrong_checksum"
        case .wrongLength: "wrong_length"
        case .needsDictionary: "needs_dictionary"
        case .bytesAfterEnd: "bytes_after_end"
        case .nothingInside: "nothing_inside"
        case .notWholeSamples: "not_whole_samples"
        case .otherFormat(let format, _): format.code
        case .dimensionsDoNotFit: "dimensions_do_not_fit"
        case .otherThanItsDimensions: "other_than_its_dimensions"
        case .bytesBeforeSamples: "header_before_samples"
        case .severalMaps: "several_maps"
        case .noSuchMap: "no_such_map"
        case .confidenceUnusable: "confidence_unusable"
        case .bytesPerRowWithoutDimensions: "row_length_without_dimensions"
        case .rowTooShort: "row_too_short"
        case .rowsDoNotFit: "rows_do_not_fit"
        case .pngTooHigh: "png_too_high"
        case .storedNotDepth(let format, _): format.codeStart + "_not_depth"
        case .storedTruncated(let format, _): format.codeStart + "_truncated"
        case .storedDamaged(let format, _): format.codeStart + "_damaged"
        case .storedDimensionsDiffer(let format, _, _): format.codeStart + "_dimensions_differ"
        case .storedHasNoRowLength(let format, _): format.codeStart + "_has_no_row_length"
        case .storedNeedsLibrary(let format, _): format.codeStart + "_needs_library"
        }
    }
}

extension FileAccessError {
    /// The kind of error in snake case, such as `permission_denied`.
    public var code: String {
        switch reason {
        case .missing: "missing"
        case .permissionDenied: "permission_denied"
        case .isFolder: "is_folder"
        case .isNoFile: "is_no_file"
        // As of the bytes of one, which may stand in an archive too.
        case .isLFSPointer: ForeignFormat.gitLFSPointer.code
        case .isNotFolder: "is_not_folder"
        case .emptyList: "empty_list"
        // As of a file that inflates to more than the limit: to whoever meets it, it is the same.
        case .tooLarge: "too_large"
        case .notEnoughMemory: "not_enough_memory"
        case .noDepthFiles: "no_depth_files"
        case .changedWhileRead: "changed_while_read"
        case .tooManyOpenFiles: "too_many_open_files"
        case .sizeLimitReached: "size_limit_reached"
        case .brokenPipe: "broken_pipe"
        case .notOpen: "not_open"
        case .system: "system_error"
        }
    }
}
