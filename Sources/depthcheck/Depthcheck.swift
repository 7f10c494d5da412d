import ArgumentParser
import Conformance
import DepthAnalysis
import Support

@main
struct Depthcheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "depthcheck",
        abstract: "Analyse LiDAR depth maps as the capture server does, bit for bit.",
        usage: "depthcheck <subcommand> [<options>]",
        discussion: """
            Exit codes: 0 success; 1 a --fail-on condition holds, or answers differ; 2 some input could not be read \
            (the rest was); 3 too little data (tune); 4 not modelled (capture verify); 64 wrong \
            usage; 71 the system lacks /proc, or allows too few open files, threads or bytes of memory; 74 the output \
            could not be written.

            Completions: --generate-completion-script bash, zsh or fish prints them for that shell.
            """,
        version: """
            depthcheck \(Depthcheck.version) (algorithm \(SceneAnalysis.algorithmVersion), golden schema \
            \(GoldenCase.schemaVersion), manifest schema \(Manifest.schemaVersion), \
            \(DepthAnalyzer.Engine.best.rawValue)\(Machine.sourceCommit.map { ", commit \($0)" } ?? ""))
            """,
        subcommands: [
            AnalyzeCommand.self,
            InfoCommand.self,
            ConvertCommand.self,
            RenderCommand.self,
            GoldenCommand.self,
            ParityCommand.self,
            MeasureCommand.self,
            TuneCommand.self,
            EvaluateCommand.self,
            PlanCommand.self,
            ReportCommand.self,
            CaptureCommand.self,
        ]
    )

    static let version = Release.version

    /// The start of every message about wrong usage, as on each line of stderr.
    static let _errorPrefix = "depthcheck: error: "

    func run() throws {
        try Destination().open(besides: []).finish(
            """
            depthcheck analyses LiDAR depth maps as the capture server does, bit for bit.
              depthcheck analyze map.bin.gz            is this a real scene?
              depthcheck render map.bin.gz -o map.png  draw the map and its verdict
              depthcheck capture verify capture.body   what would the server answer?
              depthcheck golden check                  do answers match the stored ones?
              depthcheck help                          list all commands

            """)
    }

    @MainActor
    static func main() async {
        Interruption.install()
        CrashReport.install()
        FileAccess.ignoreWritingSignals()
        do {
            try await run(try arguments())
        } catch is StandardOutputClosed {
        } catch {
            leave(with: error)
        }
        // Returning from an async main would start another thread to end the process.
        exit()
    }

    @MainActor
    private static func run(_ arguments: [String]) async throws {
        if let unknown = UnknownCommand(in: arguments, of: Self.self) { throw unknown.reported }
        try requireKnownShell(arguments)
        var command = try command(for: arguments)
        try MemoryNeed.require()
        // These check the open-file limit themselves: for one map they need fewer files than other commands.
        if let analyze = command as? AnalyzeCommand { return try analyze.run() }
        if let info = command as? InfoCommand { return try info.run() }
        try DescriptorNeed.require()
        if let waiting = command as? any AsyncParsableCommand {
            // SAFETY: only this task uses the value, and it waits for the call to return.
            nonisolated(unsafe) var waiting = waiting
            try ThreadNeed.require()
            try await waiting.run()
        } else {
            try command.run()
        }
    }

    /// Reports an unknown shell for completions in one line; the parser's own message takes several.
    private static func requireKnownShell(_ arguments: [String]) throws {
        let option = "--generate-completion-script"
        let options = arguments.prefix { $0 != "--" }
        guard let place = options.firstIndex(where: { $0 == option || $0.hasPrefix(option + "=") }) else { return }
        let value = options[place].dropFirst(option.count + 1)
        let named = value.isEmpty ? options.dropFirst(place + 1).first : String(value)
        let shell = named ?? CompletionShell.autodetected()?.rawValue
        let known = CompletionShell.allCases.map(\.rawValue)
        guard shell.map(known.contains) != true else { return }
        let found = shell.map { "the shell \"\($0)\"" } ?? "no known shell in the variable SHELL"
        throw ValidationError("found \(found); expected one of \(known.joined(separator: ", ")) after \(option)")
    }

    /// Parses the subcommand alone, because the parser of the whole command visits each of its options twice. Help and
    /// errors come from the parser of the whole command.
    private static func command(for arguments: [String]) throws -> any ParsableCommand {
        var type: any ParsableCommand.Type = Self.self
        var rest = arguments[...]
        while let name = rest.first,
            let subcommand = type.configuration.subcommands.first(where: { $0._commandName == name })
        {
            type = subcommand
            rest = rest.dropFirst()
        }
        if let subcommand = type.configuration.defaultSubcommand { type = subcommand }
        if type.configuration.subcommands.isEmpty, let command = try? type.parseAsRoot(Array(rest)),
            Swift.type(of: command) == type
        {
            return command
        }
        return try parseAsRoot(arguments)
    }

    /// Exits like the parser, except that help and version are outputs: failing to write them is an error. Control
    /// characters and line breaks in error messages are escaped.
    private static func leave(with error: any Error) -> Never {
        let code = exitCode(for: error)
        let (message, text) = (message(for: error), fullMessage(for: error, columns: Destination().width))
        guard code == .success, !text.isEmpty else {
            let errors = text.replacing(message, with: Printable.sanitisedLine(message))
            if !errors.isEmpty { try? Terminal.write(errors + "\n", to: .error) }
            exit(withError: code)
        }
        do {
            let options = Machine.arguments.prefix { $0 != "--" }
            let isShort = options.contains("-h") && !options.contains("--help")
            let output = Destination()
            let help = isShort ? ShortHelp(text).text(width: output.width) : text
            try output.open(besides: []).finish(help + "\n")
            exit()
        } catch {
            exit(withError: error)
        }
    }

    /// The arguments after the command name. Without /proc, Swift returns none, and the command would do nothing.
    private static func arguments() throws -> [String] {
        let arguments = Machine.arguments
        guard arguments.isEmpty else { return Array(arguments.dropFirst()) }
        Terminal.report(
            "error: found no arguments, not even the name of the command; expected them in /proc/self/cmdline; "
                + "mount /proc")
        throw ExitCode.systemIncomplete
    }
}

/// A mistyped command, such as `anlyze`, and the commands that exist.
struct UnknownCommand {
    let name: String
    let known: [String]
    private let parents: [String]

    init?(in arguments: [String], of root: any ParsableCommand.Type) {
        var type = root
        var parents = [root._commandName]
        for name in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
            let subcommands = type.configuration.subcommands
            guard !subcommands.isEmpty, !name.hasPrefix("-"), name != "help" else { return nil }
            guard let next = subcommands.first(where: { $0._commandName == name }) else {
                // It is an argument of the default subcommand.
                if type.configuration.defaultSubcommand != nil { return nil }
                (self.name, self.parents) = (name, parents)
                known = subcommands.map { $0._commandName } + (parents.count == 1 ? ["help"] : [])
                return
            }
            type = next
            parents.append(name)
        }
        return nil
    }

    var suggestion: String? {
        func distance(_ other: String) -> Int {
            other.hasPrefix(name) && name.count > 1 ? 0 : Resemblance.distance(name, other)
        }
        let closest = known.min { distance($0) < distance($1) }
        return closest.flatMap { distance($0) <= max(1, $0.count / 3) ? $0 : nil }
    }

    var lines: [String] {
        func command(_ name: String) -> String { (parents.dropFirst() + [name]).joined(separator: " ") }
        let isInput = parents.count == 1 && (FileAccess.isFile(name) || FileAccess.isFolder(name))
        let intended = suggestion.map(command) ?? (isInput ? "analyze \(name.printable)" : nil)
        let hint = intended.map { "did you mean \($0)?" } ?? "expected one of those below"
        let list = ("Commands: " + known.joined(separator: ", ")).wrapped(width: 80, indent: 10)
        return ["\(Depthcheck._errorPrefix)found no command \(command(name.printable)); \(hint)"] + list
            + ["  See '\(parents.joined(separator: " ")) --help' for more information."]
    }

    var reported: ExitCode {
        try? Terminal.write(lines.map { $0.sanitisedLine + "\n" }.joined(), to: .error)
        return .validationFailure
    }
}

struct CaptureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "capture",
        abstract: "Verify captures as the server does, with the reasons it hides; check servers; inspect, audit, pack.",
        usage: "depthcheck capture <subcommand> [<options>]",
        subcommands: [
            CaptureVerifyCommand.self,
            CaptureCheckCommand.self,
            CaptureRequestsCommand.self,
            CaptureFuzzCommand.self,
            CaptureInspectCommand.self,
            CaptureAuditCommand.self,
            PackCommand.self,
            KeyCommand.self,
        ])
}

/// The exit codes, which are a contract with callers. Each command decides which one applies, for `analyze` in
/// ``AnalysisRun/exitCode(of:)``. Wrong usage is the parser's 64.
extension ExitCode {
    /// A `--fail-on` condition holds, or there is a mismatch.
    static let conditionHolds = ExitCode(1)
    static let unreadableInput = ExitCode(2)
    static let tooLittleData = ExitCode(3)
    static let notModelled = ExitCode(4)
    /// The system lacks something the command needs: open files, threads or memory.
    static let systemIncomplete = ExitCode(71)
    static let outputFailed = ExitCode(74)

    func leave() throws {
        if self != .success { throw self }
    }
}
