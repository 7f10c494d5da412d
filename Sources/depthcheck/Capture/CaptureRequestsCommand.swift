import ArgumentParser
import Conformance
import Support
import Tasks

struct CaptureRequestsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract: "Write the requests of capture check for another program, one JSON object per line.",
        usage: "depthcheck capture requests [<options>] [<dir>]",
        discussion: """
            Each line is a case with the bytes of the files that it names, so a program needs no other file. Answer it \
            with one JSON object on a line, with the same name, and check the answers with capture check --answers.
            """)

    @OptionGroup var set: ConformanceSetArgument
    @OptionGroup var selection: CaseSelection

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Write to this file, which appears when it is complete. [default: -, standard output]", valueName: "file"),
        completion: .file())
    var output: String?

    func run() throws {
        let set = try set.read()
        for (path, finding) in set.unreadable { Terminal.report("\(path.printable): \(finding.text(.command))") }
        var options = CheckTask.Options()
        (options.filters, options.excluded) = (selection.filters, selection.exclusion.patterns)
        let requests: [ConformanceCase]
        do throws(TaskFailure) { requests = try CheckTask(options).requests(set) } catch {
            Terminal.report(error.text(.command))
            throw ExitCode.conditionHolds
        }
        let files = OutputConflictGuard(
            reads: ConformanceSetArgument.named(set),
            folders: [NamedPath(option: "the set of cases", path: set.path)])
        try files.open([Destination(named: output)])[0].finish(requests.map { $0.line + "\n" }.joined())
        if !set.unreadable.isEmpty { throw ExitCode.unreadableInput }
    }
}
