import ArgumentParser

struct ParityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parity",
        abstract: "Compare the client's f32 answers with the server's f64 answers.",
        usage: """
            depthcheck parity [<options>] <file> ...
            depthcheck parity checklist [<options>] <folder>
            """,
        discussion: """
            Without a subcommand, compares the answers to depth maps; the options are those of compare: see depthcheck \
            help parity compare.
            """,
        subcommands: [ParityCompareCommand.self, ParityChecklistCommand.self],
        defaultSubcommand: ParityCompareCommand.self)
}
