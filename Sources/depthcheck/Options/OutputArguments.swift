import ArgumentParser

enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
    case auto, always, never
}

struct OutputArguments: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            """
            Write to this file, whole or not at all, packed if it is named .gz; - is standard output, the default.
            """, valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(name: [.short, .long], help: "No progress bar; as text, only a line for each file or cause.")
    var quiet = false

    @Option(help: "Colours: when the output is a terminal and NO_COLOR is not set, always, or never.")
    var color = ColorChoice.auto

    var destination: Destination {
        Destination(named: output, isQuiet: quiet, color: color)
    }
}
