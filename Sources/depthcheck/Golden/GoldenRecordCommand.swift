import ArgumentParser
import Conformance
import DepthAnalysis
import Support

struct GoldenRecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Writes fresh answers as pending files beside the stored ones, which stay as they are.",
        discussion: """
            Only what differs is written, and what is new. Frozen goldens are never replaced, independent ones not by \
            depthcheck's own answers. Refuses when CI is set.
            """)

    @Argument(help: ArgumentHelp("Inputs, or patterns with * and ?. [default: all]", valueName: "name"))
    var names: [String] = []

    @Option(help: ArgumentHelp("The folder of the golden set.", valueName: "dir"), completion: .directory)
    var set = GoldenSetArgument.defaultPath

    @OptionGroup(title: "Who answers") var answerer: AnswererArguments

    @Option(
        help: ArgumentHelp("With --run: the name of that program, as it shall stand in the golden.", valueName: "name"))
    var implementation: String?

    @Option(help: ArgumentHelp("With --run: its version.", valueName: "version"))
    var implementationVersion: String?

    @Option(help: ArgumentHelp("With --run: what it was built or run with.", valueName: "name"))
    var toolchain: String?

    @Option(help: "Whose arithmetic the answers are in.")
    var profile = AnalysisProfile.server

    @Option(help: ArgumentHelp("The set's folder they go to. [default: the profile's name]", valueName: "name"))
    var folder: String?

    @Option(help: ArgumentHelp("The rule of the specification that new goldens guard.", valueName: "sentence"))
    var guards: String?

    @Option(help: ArgumentHelp("What else a reader of the golden should know.", valueName: "sentence"))
    var note: String?

    @Option(
        parsing: .unconditional,
        help: "Samples in a row of inputs that have no golden yet; needs --height. [default: inferred]")
    var width: Int?

    @Option(parsing: .unconditional, help: "Rows of inputs that have no golden yet; needs --width.")
    var height: Int?

    func validate() throws {
        try answerer.requireUseful()
        if let folder, !Recording.isFolderName(folder) {
            throw ValidationError(
                "--folder is \"\(folder.printable)\"; expected the name of a folder of the set, such as server")
        }
        guard (width == nil) == (height == nil) else { throw ValidationError("--width and --height go together") }
        if answerer.run != nil, implementation == nil {
            throw ValidationError("--run needs --implementation: a golden says who answered")
        }
        if answerer.run == nil, implementation != nil || implementationVersion != nil || toolchain != nil {
            throw ValidationError("--implementation, --implementation-version and --toolchain describe a --run")
        }
    }

    @MainActor
    func run() async throws {
        try CryptographyNeed.require()
        let set = try GoldenSetArgument.read(set)
        let reads = GoldenSetArgument.named(set) + answerer.named
        let output = try Destination().open(besides: reads)
        // Recording may replace unreadable goldens, but the user should know about them.
        let isAllRead = GoldenSetArgument.remarkUnreadable(set)
        var options = Recording.Options()
        options.filters = names
        options.profile = profile
        options.folder = folder
        options.guards = guards
        if let width, let height { options.dimensions = MapDimensions(width: width, height: height) }
        let origin = Recording.Origin(
            implementation: implementation ?? "depthcheck",
            version: answerer.run == nil ? Depthcheck.version : implementationVersion, toolchain: toolchain, note: note)
        let answerer = try answerer.makeAnswerer()
        let outcomes: [(id: String, outcome: Recording.Outcome)]
        do {
            let recording = try Recording(
                set, answerer: answerer, origin: origin, options: options, isCI: Terminal.isContinuousIntegration)
            // Pending files of an earlier recording are overwritten.
            let stored = set.storedFiles.map { NamedPath(option: "the golden set", path: $0) }
            try OutputConflictGuard(reads: stored + self.answerer.named).requireDistinct(
                recording.pendingPaths.map { Destination(named: $0, option: "a pending file") })
            outcomes = try await recording.run()
        } catch let error as RecordingError {
            throw error.reported
        }
        try report(outcomes, to: output)
        if !isAllRead { throw ExitCode.unreadableInput }
    }

    private func report(_ outcomes: [(id: String, outcome: Recording.Outcome)], to output: Output) throws {
        var lines: [String] = []
        var unchangedCount = 0
        var (isComplete, isPending) = (true, false)
        for (id, outcome) in outcomes {
            switch outcome {
            case .unchanged: unchangedCount += 1
            case .pending(let path, let isNew):
                lines.append("\(isNew ? "new      " : "differs  ")\(path)")
                isPending = true
            case .refused(let reason): lines.append("refused  \(id): \(reason)")
            case .failed(let reason):
                lines.append("failed   \(id): \(reason)")
                isComplete = false
            }
        }
        if unchangedCount > 0 { lines.append("\(unchangedCount) as stored") }
        lines.append("Nothing stored was changed." + (isPending ? " Next: depthcheck golden review" : ""))
        try output.finish(lines.joined(separator: "\n") + "\n")
        if !isComplete { throw ExitCode.conditionHolds }
    }
}
