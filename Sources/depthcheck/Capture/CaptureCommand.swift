import ArgumentParser

struct CaptureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "capture",
        abstract: "Packs captures so that the capture server accepts them.",
        subcommands: [PackCommand.self, KeyCommand.self])
}
