import DepthAnalysis
public import Platform

// All wording of what this module has to say: errors, notes, and what the server would answer.

extension DepthFileError {
    /// The error in one line: "found …; expected …; …". The caller puts the name of the file before it.
    public var message: String { "found \(finding); expected \(expectation); \(remedy)" }

    /// What was found.
    public var finding: String { words.finding }
    /// What was expected instead.
    public var expectation: String { words.expectation }
    /// What to do about it.
    public var remedy: String { words.remedy }

    private var words: (finding: String, expectation: String, remedy: String) {
        switch self {
        case .empty:
            ("an empty file", "a depth map", "check how the file was written")
        case .dimensionsNotPositive(let given):
            ("\(given.text) as dimensions", "a width and a height of at least 1", "correct --width and --height")
        case .tooLarge(.none, let limit):
            (
                "more than \(bytes(limit))", "no more than the limit",
                "raise it with --max-bytes if the file is a depth map"
            )
        case .tooLarge(let container, let limit):
            (
                "\(container.stream) that inflates to more than \(bytes(limit))", "no more than the limit",
                "raise it with --max-bytes if the file is a depth map"
            )
        case .truncated(let container, let count, let inflated):
            (
                "\(container.stream) that is cut off after \(bytes(count)) (\(bytes(inflated)) inflated)",
                "a complete stream", "copy the file again" + container.hint
            )
        case .corrupt(let container, let detail, let inflated):
            (
                "\(container.stream) that is damaged after \(bytes(inflated)) inflated (\(detail))", "an intact stream",
                "copy the file again" + container.hint
            )
        case .wrongChecksum(let container):
            (
                "\(container.stream) whose checksum does not match its contents", "matching checksums",
                "copy the file again" + container.hint
            )
        case .wrongLength(let inflated):
            (
                "a gzip stream whose trailer gives another length than the \(bytes(inflated)) inflated",
                "matching lengths", "copy the file again"
            )
        case .needsDictionary:
            (
                "a zlib stream that needs a preset dictionary", "a stream without one",
                "pack the map without a dictionary" + DepthContainer.zlib.hint
            )
        case .bytesAfterEnd(let trailing):
            (trailing.text, "the end of the file there", "cut the file there or copy it again")
        case .nothingInside(.none):
            ("an empty file", "a depth map", "check how the file was written")
        case .nothingInside(let container):
            ("\(container.stream) with nothing in it", "float32 samples", "check how the file was written")
        case .notWholeSamples(let container, let count):
            (
                "\(bytes(count)) \(container == .none ? "that are not packed in a known way" : "inflated")",
                "a multiple of 4, as a float32 sample has", "check that the file is complete and holds float32 samples"
            )
        case .dimensionsDoNotFit(let given, let count):
            (
                "\(samples(count))", "\(given.text) samples as given",
                "correct --width and --height, or leave out --strict to have them inferred"
            )
        case .bytesPerRowWithoutDimensions(let bytesPerRow):
            (
                "a row length of \(bytes(bytesPerRow)) without dimensions", "a width and a height with it",
                "give --width and --height"
            )
        case .rowTooShort(let given, let bytesPerRow):
            (
                "a row length of \(bytes(bytesPerRow))",
                "at least 4 bytes for each of \(samples(given.width)) in a row",
                "correct --row-bytes or --width"
            )
        case .rowsDoNotFit(let given, let bytesPerRow, let expected, let found):
            (
                bytes(found),
                "\(expected.map(bytes) ?? "more bytes than can be counted") for \(given.height) rows of "
                    + bytes(bytesPerRow), "correct --height and --row-bytes"
            )
        case .pngNotGrey16(let found):
            ("\(found) PNG", "16-bit greyscale", "export the depth as 16-bit greyscale")
        case .pngTruncated(let count):
            ("a PNG that is cut off after \(bytes(count))", "a complete PNG", "copy the file again")
        case .pngDamaged(let detail):
            ("a damaged PNG (\(detail))", "an intact PNG", "copy the file again")
        case .pngDimensionsDiffer(let given, let found):
            (
                "a PNG of \(found.text)", "\(given.text) as given",
                "leave out --width and --height, a PNG has its own"
            )
        case .pngHasNoRowLength(let bytesPerRow):
            (
                "a row length of \(bytes(bytesPerRow)) for a PNG", "none, as a PNG has no padded rows",
                "leave out --row-bytes"
            )
        }
    }
}

extension FileAccessError {
    /// The error in one line: "found …; expected …; …". The caller puts ``path`` before it.
    public var message: String { "found \(finding); expected \(expectation); \(remedy)" }

    /// What was found.
    public var finding: String { words.finding }
    /// What was expected instead.
    public var expectation: String { words.expectation }
    /// What to do about it.
    public var remedy: String { words.remedy }

    private var words: (finding: String, expectation: String, remedy: String) {
        switch reason {
        case .missing: ("no such file or folder", "an existing one", "check the path")
        case .nameNotUTF8:
            ("a name that is not UTF-8", "a name that is", "rename the file, or feed it to standard input")
        case .emptyList: ("no path in the list", "one path a line", "check how the list was made")
        case .permissionDenied: ("no permission", "a file or folder that may be used", "change its permissions")
        case .isFolder: ("a folder", "a file", "name a file")
        case .isNotFolder: ("a file where a folder should be", "a folder", "check the path")
        case .tooLarge(let limit):
            (
                "more than \(bytes(limit))", "no more than the limit",
                "raise it with --max-bytes if the file is a depth map"
            )
        case .noDepthFiles:
            (
                "no depth file in the folder",
                "files named " + DepthFileList.extensions.map { "*." + $0 }.joined(separator: " "),
                "name the files themselves if they are called otherwise"
            )
        case .brokenPipe: ("a closed pipe", "a reader at its other end", "keep the reader running")
        case .system(let number, let text): ("error \(number): \(text)", "a working file", "see to the cause")
        }
    }
}

extension ReadingNote: CustomStringConvertible {
    /// The note as a sentence without a full stop.
    public var description: String {
        switch self {
        case .bytesAfterEndIgnored(let trailing):
            "\(trailing.text) ignored"
        case .givenDimensionsDoNotFit(let given, let count, let used):
            "given dimensions \(given.text) do not fit \(samples(count)); used \(used.text) as the server infers them"
        case .notAGrid(let inferred, let count):
            "inferred dimensions \(inferred.text) do not multiply to \(samples(count)); "
                + "edges and quadrants are not measured"
        case .pngDimensionsUsed(let given, let used):
            "given dimensions \(given.text) ignored; used the PNG's own \(used.text)"
        case .rowLengthIgnored(let bytesPerRow):
            "given row length of \(bytes(bytesPerRow)) ignored; a PNG has none"
        case .pngWarning(let warning):
            "libpng remarks: \(warning)"
        case .readAsUncompressed(let failure):
            "begins like a zlib stream but is read as uncompressed float32; as zlib it would be \(failure.finding)"
        case .fewPlausibleSamples(let plausible, let total):
            "only \(plausible) of \(total) samples other than 0 look like distances; "
                + "the file may be damaged or not float32"
        }
    }
}

extension ServerRefusal: CustomStringConvertible {
    /// The reason in a few words, such as "raw DEFLATE, the server reads gzip only".
    public var description: String {
        switch self {
        case .notGzip(.empty): "an empty file, the server reads gzip only"
        case .notGzip(.png): "PNG, the server reads gzip only"
        case .notGzip(.zlib): "zlib, the server reads gzip only"
        case .notGzip(.deflate): "raw DEFLATE, the server reads gzip only"
        case .notGzip(.uncompressed): "not compressed, the server reads gzip only"
        case .damagedGzip(let error): error.finding
        case .notWholeSamples(let count): "\(bytes(count)) inflated, not a multiple of 4"
        case .noSamples: "no samples"
        }
    }
}

extension DepthContainer {
    /// Such as "a gzip stream".
    fileprivate var stream: String {
        switch self {
        case .gzip: "a gzip stream"
        case .zlib: "a zlib stream"
        case .deflate: "a raw DEFLATE stream"
        case .none: "an uncompressed file"
        }
    }

    /// What else helps where the container was recognised by chance.
    fileprivate var hint: String {
        self == .zlib || self == .deflate ? ", or give --width and --height if it is uncompressed" : ""
    }
}

extension TrailingBytes {
    fileprivate var text: String {
        let kind =
            switch kind {
            case .gzipMember: " that begin like another gzip member"
            case .zeros: ", all zero,"
            case .other: ""
            }
        return "\(bytes(count))\(kind) after the end of the \(after)"
    }
}

extension MapDimensions {
    fileprivate var text: String { "\(width)x\(height)" }
}

private func bytes(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }
private func samples(_ count: Int) -> String { count == 1 ? "1 sample" : "\(count) samples" }
