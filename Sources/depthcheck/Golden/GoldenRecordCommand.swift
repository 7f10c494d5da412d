import ArgumentParser
import Conformance
import DepthAnalysis
import DepthFiles
import Support
import Tasks

struct GoldenRecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Store fresh answers as goldens; git shows what they change.",
        usage: "depthcheck golden record [<options>] [<name> ...]",
        discussion: """
            Writes only new and changed answers. Frozen goldens are never replaced, and independent goldens never by \
            answers of depthcheck. Refuses to run if CI is set. Review the changes with git diff before you commit them.
            """)

    @Argument(help: ArgumentHelp("Names of inputs, or patterns with * and ?. [default: all]", valueName: "name"))
    var names: [String] = []

    @Option(help: ArgumentHelp("The folder of the golden set.", valueName: "dir"), completion: .directory)
    var set = GoldenSetArgument.defaultPath

    @OptionGroup(title: "Answers") var answerer: AnswererArguments

    @Option(
        help: ArgumentHelp("With --run: the name of the program, stored in the golden.", valueName: "name"))
    var implementation: String?

    @Option(help: ArgumentHelp("With --run: the version of the program.", valueName: "version"))
    var implementationVersion: String?

    @Option(help: ArgumentHelp("With --run: the compiler or interpreter of the program.", valueName: "name"))
    var toolchain: String?

    @Option(help: "The arithmetic of the answers.")
    var profile = AnalysisProfile.server

    @Option(help: ArgumentHelp("The folder of the set to write to. [default: the profile]", valueName: "name"))
    var folder: String?

    @Option(help: ArgumentHelp("The rule of the specification that new goldens test.", valueName: "sentence"))
    var guards: String?

    @Option(help: ArgumentHelp("A remark for readers of the golden.", valueName: "sentence"))
    var note: String?

    @Option(
        parsing: .unconditional,
        help: "Samples per row of inputs without a golden; needs --height. [default: inferred]")
    var width: Int?

    @Option(
        parsing: .unconditional, help: "Number of rows of inputs without a golden; needs --width. [default: inferred]")
    var height: Int?

    func validate() throws {
        _ = try answerer.source()
        if let folder, !Recording.isFolderName(folder) {
            throw ValidationError(
                "--folder is \"\(folder.printable)\"; expected the name of a folder in the set, such as server")
        }
        _ = try dimensions
        if answerer.run != nil, implementation == nil {
            throw ValidationError("--run needs --implementation, because a golden names the program that answered")
        }
        if answerer.run == nil, implementation != nil || implementationVersion != nil || toolchain != nil {
            throw ValidationError("found --implementation, --implementation-version or --toolchain, which need --run")
        }
    }

    private var dimensions: MapDimensions? {
        get throws {
            var options = MapReading.Options()
            (options.width, options.height) = (width, height)
            return try validated(MapReading.init, options).options.dimensions
        }
    }

    @MainActor
    func run() async throws {
        try CryptographyNeed.require()
        let set = try GoldenSetArgument.read(set)
        let reads = GoldenSetArgument.named(set) + answerer.named
        let output = try Destination().open(besides: reads)
        let isAllRead = GoldenSetArgument.remarkUnreadable(set)
        var options = Recording.Options()
        options.filters = names
        options.profile = profile
        options.folder = folder
        options.guards = guards
        options.dimensions = try dimensions
        let origin = Recording.Origin(
            implementation: implementation ?? "depthcheck",
            version: answerer.run == nil ? Depthcheck.version : implementationVersion, toolchain: toolchain, note: note)
        let answerer = try answerer.makeAnswerer()
        let outcomes: [(id: String, outcome: Recording.Outcome)]
        do {
            let isCI = Machine.environment("CI")?.isEmpty == false
            let recording = try Recording(set, answerer: answerer, origin: origin, options: options, isCI: isCI)
            let others = set.otherFiles.map { NamedPath(option: "the golden set", path: $0) }
            try OutputConflictGuard(reads: others + self.answerer.named).requireDistinct(
                recording.goldenPaths.map { Destination(named: $0, option: "a golden") })
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
        var isComplete = true
        for (id, outcome) in outcomes {
            switch outcome {
            case .unchanged: unchangedCount += 1
            case .written(let path, let isNew): lines.append("\(isNew ? "new      " : "changed  ")\(path)")
            case .refused(let reason): lines.append("refused  \(id): \(reason)")
            case .failed(let reason):
                lines.append("failed   \(id): \(reason.text(.command))")
                isComplete = false
            }
        }
        if unchangedCount > 0 { lines.append("\(unchangedCount) as stored") }
        try output.finish(lines.joined(separator: "\n") + "\n")
        if !isComplete { throw ExitCode.conditionHolds }
    }
}
