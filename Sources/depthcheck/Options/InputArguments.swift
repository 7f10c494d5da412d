import ArgumentParser
import DepthFiles
import Platform

/// Which files of folders are taken.
struct SelectionArguments: ParsableArguments {
    @Flag(help: "Take every file in folders, whatever its name, except hidden ones.")
    private var allFiles = false

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            """
            Of the files in folders take those that match, whatever their extension. A pattern with a slash is held to \
            the path below the folder, one without to the name. Can be given several times.
            """, valueName: "glob"))
    private var include: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Of the files in folders leave out those that match; can be given several times.", valueName: "glob"))
    private var exclude: [String] = []

    var selection: FileSelection {
        FileSelection(takesAll: allFiles, include: include.map { Glob($0) }, exclude: exclude.map { Glob($0) })
    }
}

/// The files a command works on.
struct InputArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Depth files, folders of them, or - for standard input.", valueName: "file"),
        completion: .file())
    private var paths: [String] = []

    @Option(
        help: ArgumentHelp(
            "A file with one path a line (or separated by NUL), or - for standard input.", valueName: "list"),
        completion: .file())
    private var filesFrom: String?

    @OptionGroup private var selection: SelectionArguments

    func validate() throws { try files.validate() }

    var files: NamedFiles { NamedFiles(paths: paths, list: filesFrom, selection: selection.selection) }
}

/// What folders hold besides the files that are worked on, in one line.
struct SkippedFiles {
    var unnamed = 0
    var colourFrames = 0
    var other = 0

    var count: Int { unnamed + colourFrames + other }

    /// Such as "skipped 2 files: unknown extension; 3 colour frames"; nil where there is none.
    func line(hint: String) -> String? {
        guard count > 0 else { return nil }
        var kinds: [String] = []
        if unnamed > 0 { kinds.append("\(unnamed) of unknown extension or excluded") }
        if colourFrames > 0 { kinds.append("\(colourFrames) colour \(colourFrames == 1 ? "frame" : "frames")") }
        if other > 0 { kinds.append("\(other) that \(other == 1 ? "is" : "are") no depth map") }
        return "skipped \(count) \(count == 1 ? "file" : "files"): \(kinds.joined(separator: ", "))\(hint)"
    }

    /// Says it on standard error.
    func remark(hint: String = "") { if let line = line(hint: hint) { Terminal.remark(line) } }
}
