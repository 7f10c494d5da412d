import ArgumentParser

struct GoldenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "golden",
        abstract: "Holds stored answers against fresh ones, depthcheck's or another program's.",
        discussion: """
            A golden is the answer to one depth map, stored with who gave it. Nothing is ever recorded by itself: \
            record writes pending files, review shows what they would change, accept makes them the stored ones.
            """,
        subcommands: [
            GoldenCheckCommand.self, GoldenRequestsCommand.self, GoldenRecordCommand.self, GoldenReviewCommand.self,
            GoldenAcceptCommand.self, GoldenRejectCommand.self,
        ])
}
