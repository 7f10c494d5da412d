import ArgumentParser
package import Conformance
import Support

extension CheckFormat: ExpressibleByArgument {}

struct CheckReportArguments: ParsableArguments {
    @Option(help: "The format of the report on standard output or in --output.")
    var format = CheckFormat.text

    @Option(help: ArgumentHelp("Also write JUnit XML to this file.", valueName: "file"), completion: .file())
    var junit: String?

    @Option(help: ArgumentHelp("Also write Markdown to this file.", valueName: "file"), completion: .file())
    var markdown: String?

    @Option(help: ArgumentHelp("Also write JSON to this file.", valueName: "file"), completion: .file())
    var json: String?

    @Flag(help: "Also print GitHub workflow annotations on standard output, after the report.")
    var github = false

    @Flag(help: "In text and Markdown, show every failure in full instead of examples of each cause.")
    var all = false

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
            throw ValidationError("\(option) is \"\(path.printable)\"; expected the name of a file")
        }
        try OutputConflictGuard(reads: []).requireDistinct([main] + destinations)
        if github, format == .github {
            throw ValidationError("found --github and --format github, which are the same; expected one of them")
        }
        if github, main.file == nil, format != .text {
            throw ValidationError(
                "--github and --format \(format.rawValue) both write to standard output; expected --output, or "
                    + "--\(format.rawValue) with a file")
        }
        let isBrief = output.quiet && format == .text
        if all, isBrief, !files.contains(where: \.format.hasExamples) {
            throw ValidationError("found --all and --quiet, which contradict each other; expected one, or --markdown")
        }
        if all, !([format] + files.map(\.format)).contains(where: \.hasExamples) {
            throw ValidationError("--all applies to text and Markdown; other formats always contain every failure")
        }
    }

    /// Opens all reports, so that an unwritable one is found before the work.
    func open(
        _ destination: Destination, besides reads: [NamedPath], outside set: NamedPath?, list: Destination? = nil
    ) throws -> CheckOutputs {
        let inUse = OutputConflictGuard(reads: reads, folders: set.map { [$0] } ?? [])
        var layout = CheckLayout()
        layout.style = Style(isColored: false, .command)
        layout.showsAll = all
        layout.isBrief = destination.isQuiet
        var mainLayout = layout
        mainLayout.style = destination.style
        mainLayout.width = destination.width
        var texts: [(any Checked) -> String?] = files.map { file in { file.format.text($0, layout: layout) } }
        texts.append { format.text($0, layout: mainLayout) }
        var all = destinations + [destination]
        if github {
            texts.append { CheckFormat.annotations($0, .command) }
            all.append(Destination())
        }
        if let list {
            texts.append { $0.knownFailures.map(KnownFailures.text) }
            all.append(list)
        }
        let outputs = try inUse.open(all)
        return CheckOutputs(reports: Array(zip(outputs, texts)))
    }
}

struct CheckOutputs {
    fileprivate let reports: [(output: Output, text: (any Checked) -> String?)]

    /// Writes every report, even if another cannot be written.
    func write(_ report: any Checked) throws {
        var failure: (any Error)?
        for (output, text) in reports {
            do { if let text = text(report) { try output.finish(text) } } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
