import ArgumentParser

struct CaptureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "capture",
        abstract: "Judges whole captures as the server does, and tells what it hides.",
        subcommands: [
            CaptureVerifyCommand.self,
            CaptureInspectCommand.self,
            CaptureAuditCommand.self,
        ])
}
