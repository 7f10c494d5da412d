import ArgumentParser

struct GoldenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "golden",
        abstract: "Compare stored answers with fresh ones, of depthcheck or of another program.",
        usage: "depthcheck golden <subcommand> [<options>]",
        discussion: """
            A golden is the stored answer to one depth map, with its origin. Nothing is recorded automatically: record \
            writes pending files, review shows what they would change, and accept replaces the stored answers.
            """,
        subcommands: [
            GoldenCheckCommand.self, GoldenRequestsCommand.self, GoldenRecordCommand.self, GoldenReviewCommand.self,
            GoldenAcceptCommand.self, GoldenRejectCommand.self,
        ])
}
