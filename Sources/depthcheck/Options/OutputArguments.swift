import ArgumentParser

enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
    case auto, always, never
}

struct OutputArguments: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            """
            Write to this file, which appears when it is complete; a name that ends in .gz selects gzip. \
            [default: -, standard output]
            """, valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(name: [.short, .long], help: "Show no progress bar; in text, print only a line for each file or cause.")
    var quiet = false

    @Option(help: "When to use colours; auto uses colours on a terminal unless NO_COLOR is set.")
    var color = ColorChoice.auto

    var destination: Destination {
        Destination(named: output, isQuiet: quiet, color: color)
    }
}

/// The format and destination of a report that is text or JSON.
struct ReportOutputOptions: ParsableArguments {
    @Option(help: "The format of the report.")
    var format = TuningReportFormat.text

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Write the report to this file. [default: -, standard output]", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(help: "When to use colours; auto uses colours on a terminal unless NO_COLOR is set.")
    var color = ColorChoice.auto

    var destination: Destination { Destination(named: output, color: color) }

    /// The report in the requested format, with its last newline.
    func report(json: () -> String, text: (Destination) -> String) -> String {
        switch format {
        case .json: json() + "\n"
        case .text: text(destination)
        }
    }
}
