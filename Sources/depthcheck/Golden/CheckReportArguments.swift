import ArgumentParser
package import Conformance
import Support

extension CheckFormat: ExpressibleByArgument {}

struct CheckReportArguments: ParsableArguments {
    @Option(help: "How the report on standard output, or in --output, is written.")
    var format = CheckFormat.text

    @Option(help: ArgumentHelp("Write JUnit XML to this file, too.", valueName: "file"), completion: .file())
    var junit: String?

    @Option(help: ArgumentHelp("Write Markdown to this file, too.", valueName: "file"), completion: .file())
    var markdown: String?

    @Option(help: ArgumentHelp("Write JSON to this file, too.", valueName: "file"), completion: .file())
    var json: String?

    @Flag(help: "Write annotations of a GitHub workflow to standard output, too, after the report.")
    var github = false

    @Flag(help: "Tell every failure in full, not only examples of each cause; in text and Markdown.")
    var all = false

    /// The additional reports to files.
    private var files: [(option: String, path: String, format: CheckFormat)] {
        let all: [(String, String?, CheckFormat)] = [
            ("--junit", junit, .junit), ("--markdown", markdown, .markdown), ("--json", json, .json),
        ]
        return all.compactMap { option, path, format in path.map { (option, $0, format) } }
    }

    private var destinations: [Destination] { files.map { Destination(named: $0.path, option: $0.option) } }

    /// Refuses combinations in which a report would be lost, mixed with another, or without effect.
    func requireDistinct(from output: OutputArguments) throws {
        let main = Destination(named: output.output)
        for (option, path, _) in files where path == "-" || path.isEmpty {
            throw ValidationError("\(option) is \"\(path)\"; expected the name of a file")
        }
        try OutputConflictGuard(reads: [], isPartial: true).requireDistinct([main] + destinations)
        if github, format == .github {
            throw ValidationError("--github and --format github are the same; expected one of them")
        }
        if github, main.file == nil, format != .text {
            throw ValidationError(
                "--github writes to standard output, where --format \(format.rawValue) goes too; expected --output, "
                    + "or --\(format.rawValue) and a file")
        }
        let isBrief = output.quiet && format == .text
        if all, isBrief, !files.contains(where: \.format.hasExamples) {
            throw ValidationError("--all and --quiet contradict each other; expected one of them, or --markdown")
        }
        if all, !([format] + files.map(\.format)).contains(where: \.hasExamples) {
            throw ValidationError("--all is for text and Markdown; the other reports tell everything as they are")
        }
    }

    /// Opens all reports, so that an unwritable one is found before the work.
    ///
    /// - Parameters:
    ///   - destination: the destination of the main report.
    ///   - reads: all files that are read.
    ///   - set: the folder of the golden set. A report in it would be taken for a golden next time.
    func open(_ destination: Destination, besides reads: [NamedPath], outside set: String) throws -> CheckOutputs {
        let inUse = OutputConflictGuard(reads: reads, folders: [NamedPath(option: "the golden set", path: set)])
        var layout = CheckLayout()
        layout.names = .command
        layout.showsAll = all
        layout.isBrief = destination.isQuiet
        var mainLayout = layout
        mainLayout.style = destination.style
        mainLayout.width = destination.width
        var texts: [(CheckReport) -> String] = files.map { file in { file.format.text($0, layout: layout) } }
        texts.append { format.text($0, layout: mainLayout) }
        if github { texts.append(CheckFormat.annotations) }
        let outputs = try inUse.open(destinations + [destination] + (github ? [Destination()] : []))
        return CheckOutputs(reports: Array(zip(outputs, texts)))
    }
}

struct CheckOutputs {
    fileprivate let reports: [(output: Output, text: (CheckReport) -> String)]

    /// Writes every report, even if another cannot be written.
    func write(_ report: CheckReport) throws {
        var failure: (any Error)?
        for (output, text) in reports {
            do { try output.finish(text(report)) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
