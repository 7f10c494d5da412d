import ArgumentParser
import Conformance
import DepthAnalysis
import DepthFiles
import Reports
import Support
import Tasks

struct GoldenSetArgument: ParsableArguments {
    static let defaultPath = "golden"

    @Argument(
        help: ArgumentHelp(
            "The folder of the golden set. [default: \(defaultPath), or if there is none, the installed set]",
            valueName: "dir"),
        completion: .directory)
    var directory: String?

    func read() throws -> GoldenSet { try Self.read(directory ?? InstalledFolder.path(of: Self.defaultPath)) }

    static func named(_ set: GoldenSet) -> [NamedPath] {
        set.files.map { NamedPath(option: "the golden set", path: $0) }
    }

    /// Prints the goldens that cannot be read, for commands that continue without them. Returns whether there are
    /// none.
    static func remarkUnreadable(_ set: GoldenSet) -> Bool {
        for golden in set.unreadable { Terminal.report("\(golden.path.printable): \(golden.finding)") }
        return set.unreadable.isEmpty
    }

    static func read(_ path: String) throws -> GoldenSet {
        do throws(GoldenSetError) { return try GoldenSet(path) } catch {
            let parent = path.asFolderPrefix + ".."
            let advice =
                FileAccess.isFile(GoldenSet.manifestPath(parent))
                ? "the set is the folder above" : "depthcheck golden init makes one"
            Terminal.report(
                FileAccess.missing(GoldenSet.manifestPath(path)) == nil
                    ? "\(error.path.printable): \(error.finding)"
                    : "\(path.printable): found no \(Manifest.fileName); expected a golden set; \(advice)")
            throw ExitCode.unreadableInput
        }
    }
}

struct AnswererArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Get answers from this program instead of depthcheck. It prints one JSON object for {input}, a compressed "
                + "file, or {f32}, a file of little-endian float32. {width} and {height} are the dimensions that the "
                + "server uses, {given_width} and {given_height} those given with the map, or 0.",
            valueName: "command"))
    var run: ParsedOption<CommandTemplate>?

    @Option(help: "The engine of depthcheck, as for analyze. [default: kernel]")
    var engine: DepthAnalyzer.Engine?

    @Option(
        name: .customLong("exp"),
        help: "The rounding of exp, as for analyze. [default: fused]")
    var exponential: DepthAnalyzer.Exponential?

    @OptionGroup var limit: TimeoutOption
    @OptionGroup var jobs: JobsOption

    func validate() throws {
        try engine?.requireAvailable()
        if let run {
            do throws(CommandTemplateError) { _ = try run.get() } catch {
                throw ValidationError("--run: \(error.description)")
            }
        }
    }

    func source(_ other: OtherAnswers? = nil) throws -> AnswerSource {
        try source(other?.session, hasAnswers: other?.answers != nil)
    }

    func source(_ session: SessionOption?, hasAnswers: Bool = false) throws -> AnswerSource {
        var options = AnswerSource.Options()
        options.hasRun = run != nil
        (options.hasRunOnce, options.hasAnswers) = (session?.runOnce != nil, hasAnswers)
        options.startTimeout = session?.startTimeout
        (options.timeout, options.jobs) = (limit.timeout, jobs.jobs)
        (options.hasEngine, options.hasExp) = (engine != nil, exponential != nil)
        return try validated(AnswerSource.init, options)
    }

    var named: [NamedPath] {
        (try? run?.get()).map { NamedPath.files(in: $0.words, of: "--run") } ?? []
    }

    var jobCount: Int { jobs.count(of: run == nil ? .files : .programs) }

    func makeAnswerer(timeout: Double? = nil) throws -> Answerer {
        if let run {
            let command = try run.get()
            try DescriptorNeed.require(for: .programs)
            let timeout = try timeout ?? source().timeout
            return try Output.reporting { .program(try AskedProgram(command, timeout: timeout)) }
        }
        let (engine, exponential) = (engine ?? .kernel, exponential ?? .fused)
        return .analyzer { DepthAnalyzer(profile: $0, engine: engine, exponential: exponential) }
    }
}

struct TimeoutOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The time limit of a program for one request. [default: 10]", valueName: "seconds"))
    var timeout: Double?
}

struct SessionOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Get answers from this program, started once. It reads one request per line on standard input and prints "
                + "one answer per line, both as JSON objects.",
            valueName: "command"))
    var runOnce: ParsedOption<SessionCommand>?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "With --run-once: the time limit for the first answer, which includes the start. [default: 60]",
            valueName: "seconds"))
    var startTimeout: Double?

    func validate() throws {
        if let runOnce {
            do throws(CommandTemplateError) { _ = try runOnce.get() } catch {
                throw ValidationError("--run-once: \(error.description)")
            }
        }
    }

    func makeAnswerer(_ source: AnswerSource, timeout: Double? = nil) throws -> Answerer? {
        guard let runOnce else { return nil }
        try DescriptorNeed.require(for: .programs)
        return .session(
            try runOnce.get(), timeout: timeout ?? source.timeout, startTimeout: source.startTimeout)
    }

    var named: [NamedPath] {
        (try? runOnce?.get()).map { NamedPath.files(in: $0.words, of: "--run-once") } ?? []
    }
}

struct OtherAnswers: ParsableArguments {
    @OptionGroup var session: SessionOption
    var runOnce: ParsedOption<SessionCommand>? { session.runOnce }

    @Option(
        help: ArgumentHelp(
            "Read the answers from this file, one JSON object per line, each with the name of its request; - is "
                + "standard input. The subcommand requests writes the requests.",
            valueName: "file"),
        completion: .file(extensions: ["ndjson"]))
    var answers: String?

    var named: [NamedPath] { session.named + (answers.map { [NamedPath(option: "--answers", path: $0)] } ?? []) }

    func makeAnswerer(_ source: AnswerSource) throws -> Answerer? {
        if let session = try session.makeAnswerer(source) { return session }
        return try answers.map { .file(try Self.file($0, to: .analysis)) }
    }

    static func file(_ path: String, to task: ProgramTask) throws -> AnswerFile {
        do throws(FileAccessError) { return try AnswerFile(path, to: task) } catch {
            throw ExitCode.unreadable(error)
        }
    }
}

extension NamedPath {
    static func files(in words: [String], of option: String) -> [NamedPath] {
        words.filter(FileAccess.isFile).map { NamedPath(option: option, path: $0) }
    }
}

extension RecordingError {
    var reported: ExitCode {
        switch self {
        case .refusedInCI, .nothingMatches:
            Terminal.report("error: \(text(.command))")
            return .conditionHolds
        case .outsideSet:
            Terminal.report(text(.command))
            return .validationFailure
        case .file:
            Terminal.report(text(.command))
            return .outputFailed
        }
    }
}

/// A folder of this project that an installation has as well, in `PREFIX/share/depthcheck/conformance`.
enum InstalledFolder {
    /// The folder in the working folder or, if there is none, the installed one beside the running command; the
    /// former if both are absent.
    static func path(of name: String) -> String {
        if FileAccess.isFolder(name) { return name }
        // PREFIX/bin/depthcheck
        guard let program = FileAccess.runningProgram else { return name }
        let installed = program.folderPrefix + "../share/depthcheck/conformance/" + name
        return FileAccess.resolved(installed) ?? name
    }
}
