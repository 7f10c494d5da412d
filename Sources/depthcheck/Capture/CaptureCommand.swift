import ArgumentParser

struct CaptureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "capture",
        abstract: "Verify captures as the server does, with the reasons it hides; inspect, audit and pack them.",
        usage: "depthcheck capture <subcommand> [<options>]",
        subcommands: [
            CaptureVerifyCommand.self,
            CaptureInspectCommand.self,
            CaptureAuditCommand.self,
            CaptureSessionCommand.self,
            PackCommand.self,
            KeyCommand.self,
        ])
}
