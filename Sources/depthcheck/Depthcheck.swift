import ArgumentParser
import DepthAnalysis

/// The command: parse, call, print.
@main
struct Depthcheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "depthcheck",
        abstract: "Analyses LiDAR depth maps as the capture server does, bit for bit.",
        discussion: """
            Exit codes: 0 done; 1 a --fail-on condition or a mismatch; 2 some input could not be read (the \
            rest was); 64 wrong usage; 74 the output could not be written.
            """,
        version: "depthcheck \(Depthcheck.version) (algorithm \(SceneAnalysis.algorithmVersion))",
        subcommands: [
            AnalyzeCommand.self,
            GoldenCommand.self,
            ParityCommand.self,
            MeasureCommand.self,
            TuneCommand.self,
            EvaluateCommand.self,
        ]
    )

    static let version = "0.1.0"

    /// Runs what the arguments ask for, on the main thread: a command that does not wait for others starts none.
    @MainActor
    static func main() async {
        do {
            if let run = AnalysisRun(plainCall: Array(CommandLine.arguments.dropFirst())) { return try await run.run() }
            var command = try parseAsRoot()
            if var waiting = command as? any AsyncParsableCommand {
                try await waiting.run()
            } else {
                try command.run()
            }
        } catch is ReaderIsGone {
            exit()
        } catch {
            exit(withError: error)
        }
    }
}
