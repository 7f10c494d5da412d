import ArgumentParser
import DepthAnalysis
import GoldenFiles
import Platform

/// The command: parse, call, print.
@main
struct Depthcheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "depthcheck",
        abstract: "Analyses LiDAR depth maps as the capture server does, bit for bit.",
        discussion: """
            Exit codes: 0 done; 1 a --fail-on condition or a mismatch; 2 some input could not be read (the \
            rest was); 3 too little data (tune); 64 wrong usage; 71 no /proc, or too few open files, \
            threads or bytes of memory are allowed; 74 the output could not be written.
            """,
        version: """
            depthcheck \(Depthcheck.version) (algorithm \(SceneAnalysis.algorithmVersion), golden schema \
            \(GoldenCase.schemaVersion), manifest schema \(Manifest.schemaVersion), \
            \(DepthAnalyzer.Engine.best.rawValue))
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
            ReportCommand.self,
            CaptureCommand.self,
        ]
    )

    static let version = "0.2.0"

    /// Runs what the arguments ask for, on the main thread: a command that does not wait for others starts none.
    @MainActor
    static func main() async {
        Interruption.install()
        FileAccess.ignoreBrokenPipeSignal()
        do {
            let arguments = try arguments()
            if let request = AnalyzeCall(arguments)?.request {
                let run = try request.run()
                guard run.isList else { return try await run.run() }
                try requireFilesAndMemory()
                return try await onThreads { try await run.run() }
            }
            var command = try command(for: arguments)
            try requireFilesAndMemory()
            if let waiting = command as? any AsyncParsableCommand {
                // SAFETY: this task alone uses it, and waits for the end of what it is used in.
                nonisolated(unsafe) var waiting = waiting
                try await onThreads { try await waiting.run() }
            } else {
                try command.run()
            }
        } catch is ReaderIsGone {
            exit()
        } catch {
            leave(with: error)
        }
    }

    /// Parses what the arguments ask for.
    ///
    /// The parser looks at every option of a subcommand before it begins, and then again: asked for the subcommand
    /// alone it does so once. Help, and what is wrong with arguments, is told by the parser of the whole command.
    private static func command(for arguments: [String]) throws -> any ParsableCommand {
        var type: any ParsableCommand.Type = Self.self
        var rest = arguments[...]
        while let name = rest.first,
            let subcommand = type.configuration.subcommands.first(where: { $0._commandName == name })
        {
            type = subcommand
            rest = rest.dropFirst()
        }
        if type.configuration.subcommands.isEmpty, let command = try? type.parseAsRoot(Array(rest)),
            Swift.type(of: command) == type
        {
            return command
        }
        return try parseAsRoot(arguments)
    }

    private static func requireFilesAndMemory() throws {
        try DescriptorNeed.require()
        try MemoryNeed.require()
    }

    /// Runs what works on several things at once, on the main thread alone where others cannot be had.
    @MainActor
    private static func onThreads(_ run: @MainActor () async throws -> Void) async throws {
        try ThreadNeed.require()
        try await withTaskExecutorPreference(Threads.substitute()) { try await run() }
    }

    /// Ends the command as the parser would, but that help and the version are outputs: not to be able to write them is
    /// an error like any other. Nothing in what is wrong with the arguments reaches a terminal as it is, nor breaks its
    /// line.
    private static func leave(with error: any Error) -> Never {
        let code = exitCode(for: error)
        let (message, text) = (message(for: error), fullMessage(for: error))
        guard code == .success, !text.isEmpty else {
            let said = text.replacing(message, with: Printable.harmlessLine(message))
            if !said.isEmpty { try? Terminal.write(said + "\n", to: .error) }
            exit(withError: code)
        }
        do {
            try Destination().open(besides: []).finish(text + "\n")
            exit()
        } catch {
            exit(withError: error)
        }
    }

    /// The arguments after the command's own name, whatever their bytes.
    ///
    /// Without the system's account of processes Swift finds no arguments at all, and what was asked for would be
    /// silently left undone.
    private static func arguments() throws -> [String] {
        let arguments = Machine.arguments
        guard arguments.isEmpty else { return Array(arguments.dropFirst()) }
        Terminal.remark(
            "error: found no arguments, not even the command's own name; expected them in /proc/self/cmdline; "
                + "mount /proc where depthcheck runs")
        throw ExitCode.systemIncomplete
    }
}
