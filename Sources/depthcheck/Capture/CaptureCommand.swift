import ArgumentParser

struct CaptureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "capture",
        abstract: "Whole captures: judged as the server does, with the reasons it hides; inspected, packed.",
        subcommands: [
            CaptureVerifyCommand.self,
            CaptureInspectCommand.self,
            CaptureAuditCommand.self,
            PackCommand.self,
            KeyCommand.self,
        ])
}
