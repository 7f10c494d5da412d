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
            (the rest was); 3 too little data (tune); 4 not modelled (capture verify, capture session); 64 wrong \
            usage; 71 the system lacks /proc, or allows too few open files, threads or bytes of memory; 74 the output \
            could not be written.
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

    static let version = "0.4.0"

    /// The start of every message about wrong usage, as on each line of stderr.
    static let _errorPrefix = "depthcheck: error: "

    /// Shows the most common commands if none is named.
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
        ErrorFile.holdMessages()
        FileAccess.ignoreWritingSignals()
        do {
            try await run(try arguments())
        } catch is StandardOutputClosed {
        } catch {
            leave(with: error)
        }
        ErrorFile.finish()
        // Returning from an async main would start another thread to end the process.
        exit()
    }

    @MainActor
    private static func run(_ arguments: [String]) async throws {
        if let unknown = UnknownCommand(in: arguments, of: Self.self) { throw unknown.reported }
        try requireKnownShell(arguments)
        var command = try command(for: arguments)
        try MemoryNeed.require()
        // These check the open-file limit themselves: one map needs fewer files than other commands.
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

    /// Parses the arguments.
    ///
    /// The parser visits every option of a subcommand twice, but only once when given the subcommand alone. Help
    /// and errors come from the parser of the whole command.
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
        let (message, text) = (message(for: error), fullMessage(for: error))
        guard code == .success, !text.isEmpty else {
            let errors = text.replacing(message, with: Printable.sanitisedLine(message))
            if !errors.isEmpty { try? Terminal.write(errors + "\n", to: .error) }
            ErrorFile.finish()
            exit(withError: code)
        }
        do {
            try Destination().open(besides: []).finish(text + "\n")
            exit()
        } catch {
            ErrorFile.finish()
            exit(withError: error)
        }
    }

    /// The arguments after the command name, whatever their bytes.
    ///
    /// Without /proc, Swift returns no arguments at all, and the command would silently do nothing.
    private static func arguments() throws -> [String] {
        let arguments = Machine.arguments
        guard arguments.isEmpty else { return Array(arguments.dropFirst()) }
        Terminal.report(
            "error: found no arguments, not even the name of the command; expected them in /proc/self/cmdline; "
                + "mount /proc")
        throw ExitCode.systemIncomplete
    }
}
