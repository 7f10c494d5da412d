import ArgumentParser

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
            CaptureSessionCommand.self,
            PackCommand.self,
            KeyCommand.self,
        ])
}
