import ArgumentParser
import DepthFiles
import Support

/// Which files of folders, and which members of archives, are taken.
struct SelectionArguments: ParsableArguments {
    @Flag(help: "Take every file in folders and archives, whatever its name, except hidden ones.")
    private var allFiles = false

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            """
            Of the files in folders and archives take those that match, whatever their extension. A pattern with a \
            slash is compared with the path below the folder or in the archive, one without with the name. Can be \
            given several times.
            """, valueName: "glob"))
    private var include: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Of the files in folders and archives leave out those that match; can be given several times.",
            valueName: "glob"))
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
