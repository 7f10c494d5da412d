import ArgumentParser
import Captures
import Conformance
import DepthFiles
import Reports
import Support
import Tasks

struct CaptureFuzzCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fuzz",
        abstract: "Compare a capture server with depthcheck on generated inputs, and make the differing ones simple.",
        usage: """
            depthcheck capture fuzz --run-once <command> [<options>]
            depthcheck capture fuzz --save <dir> [<options>]
            """,
        discussion: """
            Each input is a valid capture, registration or signed request with up to three departures: a rule broken \
            at its bound, or another way to write the same. Requests, answers, reports and exit codes are those of \
            capture check. An input whose answer differs is reduced to the departures that make it differ. Inputs \
            whose answer depthcheck does not model are left out.

            Without a program, --save makes cases, with depthcheck's answers.
            """)

    @OptionGroup var generation: GenerationArguments

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Use only departures of this name, pattern or rule, such as 'time-*' or AST-004. Repeatable. "
                + "[default: all]",
            valueName: "pattern"))
    var filter: [String] = []

    @OptionGroup(title: "Answers") var answerer: CaseAnswererArguments

    @OptionGroup(title: "Answers") var session: SessionOption

    @Flag(help: "Also compare members that an answer may omit, such as the reason, if the answer has them.")
    var reasons = false

    @Flag(help: "Also count differences in inputs that no phone sends, where servers may differ.")
    var exact = false

    @Option(
        help: ArgumentHelp(
            "Write the simplest differing case of each cause to this folder, which must be empty or new; without a "
                + "program, all cases. capture check reads the folder.",
            valueName: "dir"),
        completion: .directory)
    var save: String?

    @OptionGroup(title: "Output") var output: OutputArguments
    @OptionGroup(title: "Output") var reports: CheckReportArguments

    func validate() throws {
        _ = try answerer.source(session)
        try reports.requireDistinct(from: output)
        if answerer.run == nil, session.runOnce == nil, save == nil {
            throw ValidationError("found no server; expected --run-once or --run, or --save to make cases")
        }
        if let save, save.isEmpty { throw ValidationError("--save is empty; expected the name of a folder") }
        if fuzzOptions.departures.allSatisfy(\.isEmpty) {
            throw ValidationError(
                "--filter \(filter.joined(separator: ", ").printable) matches no departure; expected a name such as "
                    + "time-fraction, or a rule such as CAP-062")
        }
    }

    private var fuzzOptions: CaptureFuzz.Options {
        var options = CaptureFuzz.Options()
        (options.seed, options.count, options.filters) = (generation.seed, generation.count, filter)
        (options.isExact, options.comparesFurther) = (exact, reasons)
        options.jobs = answerer.jobs.count(of: answerer.run == nil ? .files : .programs)
        return options
    }

    @MainActor
    func run() async throws {
        try CryptographyNeed.require()
        if let save { try FuzzFolder.requireEmpty(save) }
        let server = try answerer.program(session)
        var options = fuzzOptions
        options.rulesFolder = InstalledFolder.path(of: ConformanceSetArgument.defaultPath)
        let outputs = try reports.open(
            output.destination, besides: answerer.named + session.named,
            outside: save.map { NamedPath(option: "--save", path: $0) })
        let found = await CaptureFuzz(verifier: CheckTask.verifier, options: options)
            .run(against: server?.0, subject: server?.subject ?? "depthcheck \(Depthcheck.version)")
        var report = found.report
        if let save, !found.cases.isEmpty {
            try FuzzFolder.write(found.cases, to: save)
            report.notes.append("\(NumberText.count(found.cases.count, "case")) in \(save.printable)")
        }
        try outputs.write(report)
        if report.exitCode != 0 { throw ExitCode(report.exitCode) }
    }
}

/// The folder of `--save`: a set of cases for `capture check`.
private enum FuzzFolder {
    static func requireEmpty(_ folder: String) throws {
        guard let names = try? FileAccess.names(inFolder: folder), let name = names.first else { return }
        Terminal.report(
            "\(folder.printable): found \(name.printable) in it; expected an empty folder or none, because nothing is "
                + "overwritten; name another folder")
        throw ExitCode.validationFailure
    }

    static func write(_ cases: [FuzzCase], to folder: String) throws {
        let prefix = folder.asFolderPrefix
        let parts = ConformanceSet.parts.map { part in (part, cases.filter { $0.testCase.folder == part.folder }) }
            .filter { !$0.1.isEmpty }
        try Output.creatingFolders([folder] + parts.map { prefix + $0.0.folder }) {
            for (part, cases) in parts {
                for one in cases {
                    try write(one.file, to: prefix + "\(part.folder)/\(one.testCase.name).json")
                }
                // The answers come last: a set without them is incomplete.
                let answers = cases.map { JSONValue.Member(key: $0.testCase.name, value: $0.testCase.expected) }
                try write(.object(answers), to: prefix + part.answers)
            }
        }
    }

    private static func write(_ json: JSONValue, to path: String) throws {
        var writer = JSONWriter(.indented, .texts)
        writer.value(json)
        try Output.reporting { try FileAccess.write(writer.bytes + [0x0A], to: path) }
    }
}
