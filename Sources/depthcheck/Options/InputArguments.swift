import ArgumentParser

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

    func validate() throws { try files.validate() }

    var files: NamedFiles { NamedFiles(paths: paths, list: filesFrom) }
}
