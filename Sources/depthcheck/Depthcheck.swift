import ArgumentParser

/// The command: parse, call, print.
@main
struct Depthcheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "depthcheck",
        abstract: "Analyses LiDAR depth maps as the capture server does, bit for bit.",
        version: "0.1.0",
        subcommands: [AnalyzeCommand.self]
    )
}
