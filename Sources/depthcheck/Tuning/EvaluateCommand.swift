public import ArgumentParser
import Support
import Tasks
public import ThresholdTuning

struct EvaluateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Evaluate and compare parameters, or the scores of any detector, on held-out labelled maps.",
        usage: "depthcheck evaluate [<options>] <table> ... --labels <file>",
        discussion: """
            Each table is a system: measurements that depthcheck measure wrote, with --parameters or the server's \
            thresholds; or a score file, CSV or NDJSON with file and score, and optionally decision. A higher score \
            means bona fide; an empty one is no verdict.

            The first line is the answer: better, worse, mixed, identical, or no significant difference, by exact \
            tests on the maps that the two decide differently. Exit codes: 0 for every answer; 1 if a --fail-on \
            condition holds; 2 and 64 as for all commands.
            """)

    enum FailingAnswer: String, CaseIterable, ExpressibleByArgument {
        /// Worse or mixed: significantly more errors on bona fide maps or a species, or a higher APCER of the worst
        /// species.
        case worse
        case notBetter = "not-better"
        /// Some of the maps or groups were tuned on.
        case shared

        func holds(of evaluation: SystemEvaluation) -> Bool {
            switch self {
            case .worse: evaluation.pairsOfGiven.contains { [.worse, .mixed].contains($0.answer.code) }
            case .notBetter: evaluation.pairsOfGiven.contains { $0.answer.code != .better }
            case .shared: evaluation.overlap.isShared
            }
        }
    }

    @Argument(help: ArgumentHelp("Measurements or score files.", valueName: "table"), completion: .file())
    var inputs: [String]

    @OptionGroup var labelOptions: LabelOptions

    @Flag(help: "In all score files, a lower score means bona fide.")
    var lowerIsReal = false

    @OptionGroup var parameters: ParametersOption

    @Option(
        help: ArgumentHelp(
            "Compare with the parameters in this file. [default: the server's, beside --parameters and one table]",
            valueName: "file"),
        completion: .file(extensions: ["json"]))
    var against: String?

    @Option(
        help: ArgumentHelp(
            "The same maps measured with the parameters of --against, if these change the measurements.",
            valueName: "file"),
        completion: .file())
    var againstMeasurements: String?

    @Option(
        help: ArgumentHelp(
            "Labels or measurements that the parameters were tuned on, to find maps that are not held out. "
                + "Repeatable. [default: those that the parameters name, by SHA-256]",
            valueName: "file"),
        completion: .file())
    var tunedOn: [String] = []

    @Option(
        help: ArgumentHelp(
            "Decide per scene or video: maps of a class with the same value of this column of the labels, such as "
                + "group, count as one. [default: decide each map]",
            valueName: "name"))
    var per: String?

    @Option(
        help: ArgumentHelp(
            "The rule of --per: accept a unit if any, all or most of its maps are accepted, or if their mean score is "
                + "above the threshold."))
    var decide: DecisionUnit.Rule?

    @Option(
        help: ArgumentHelp(
            "Choose the threshold on one part of the maps and test it on another, for all pairs of values of this "
                + "column of the labels, such as a data set. [default: no matrix]",
            valueName: "name"))
    var matrix: String?

    @OptionGroup(title: "Tables and figures") var documents: EvaluationDocumentOptions

    @Option(
        parsing: .unconditional,
        help: "The confidence level of all intervals, and of all tests together.")
    var confidence = EvaluateTask.Options().confidence

    @Option(
        help: ArgumentHelp(
            "Exit with 1 if the first system is worse, is not better, or shares maps with the tuning data. Repeatable. "
                + "[default: none]",
            valueName: "answer"))
    var failOn: [FailingAnswer] = []

    @OptionGroup var report: ReportOutputOptions

    func validate() throws {
        _ = try task()
        try OutputConflictGuard(reads: named).requireDistinct(
            [report.destination] + documents.files.map(\.destination))
        if tunedOn.contains("-") { throw ValidationError("--tuned-on is -; expected a file") }
    }

    private var named: [NamedPath] {
        let others = [("--against", against), ("--against-measurements", againstMeasurements)]
        return inputs.map { NamedPath(option: "<table>", path: $0) } + labelOptions.named + parameters.file.named
            + documents.named
            + others.compactMap { option, path in path.map { NamedPath(option: option, path: $0) } }
            + tunedOn.map { NamedPath(option: "--tuned-on", path: $0) }
    }

    func run() throws {
        try CryptographyNeed.require()
        let task = try task()
        let tables = task.tables(try labelOptions.tables())
        let evaluated = try inputs.map { try tables.read($0, labels: labelOptions.labels) }
        try documents.requireOwnFiles()
        try Output.creatingFolders(documents.folders) { try evaluate(evaluated, task, tables) }
    }

    private func task() throws -> EvaluateTask {
        var options = EvaluateTask.Options()
        options.per = per
        options.decide = decide
        options.confidence = confidence
        options.allowsOneClass = documents.allowsOneClass
        (options.matrix, options.lowerIsReal, options.tableCount) = (matrix, lowerIsReal, inputs.count)
        options.developmentCount = documents.developmentTables.count
        options.hasDevelopmentLabels = documents.developmentLabels != nil
        return try validated(EvaluateTask.init, options)
    }

    private func evaluate(_ evaluated: [EvaluatedTable], _ task: EvaluateTask, _ tables: LabelledTables) throws {
        let outputs = try TuningOutputs(
            report: report.destination, files: documents.files, in: OutputConflictGuard(reads: named))
        let development = try documents.readDevelopment(by: tables)
        let other = try againstMeasurements.map { try tables.readMeasurements($0, labels: labelOptions.labels) }
        var tunedFrom: [TableDigests?] = []
        let given = try parameters.file.path.map { path in
            let file = try parameters.file.readWithMembers()
            tunedFrom.append(TunedParameters.tables(in: file.members))
            return EvaluatedTable.Parameters(file.parameters, name: name(of: path))
        }
        let against = try against.map { path in
            let file = try ParametersFile(path: path).readWithMembers()
            tunedFrom.append(TunedParameters.tables(in: file.members))
            return EvaluatedTable.Parameters(file.parameters, name: againstName, errorName: path)
        }
        let named = zip(self.inputs, evaluated).enumerated().map { number, table in
            (name(of: table.0), table.1, development.isEmpty ? nil : development[number])
        }
        var inputs = EvaluationInputs()
        inputs.tunedFrom = tunedFrom.compactMap { $0 }
        inputs.systems = try asUsageError { () throws(OptionError) in
            try EvaluatedTable.systems(named, given: given, against: against, againstMeasurements: other)
        }
        if inputs.systems.count < 2, failOn.contains(where: { $0 != .shared }) {
            throw ValidationError(
                "found --fail-on and one system; expected two systems to compare; name another table, or give "
                    + "--parameters")
        }
        for path in tunedOn {
            let bytes = try TuningTable.bytes(of: path)
            try asUsageError { () throws(TaskFailure) in try tables.add(tunedOn: bytes, name: path, to: &inputs) }
        }
        if failOn.contains(.shared), tunedOn.isEmpty, development.isEmpty, inputs.tunedFrom.isEmpty {
            throw ValidationError(
                "--fail-on shared: found parameters that do not name their tuning data; expected those of tune -o, "
                    + "--tuned-on with the labels or measurements that they were tuned on, or --development")
        }
        let complete = inputs
        let evaluation = try asUsageError { () throws(TaskFailure) in try task.run(complete) }
        let text = report.report {
            JSONEvaluationReport.object(evaluation)
        } text: {
            TextEvaluationReport.page(evaluation, style: $0.style, width: $0.width)
        }
        let contents = EvaluationDocuments(of: evaluation, for: documents)
        try outputs.finish(text, contents)
        documents.removeEarlier(notIn: contents)
        for note in contents.notes { Terminal.report("note: \(note)") }
        if failOn.contains(where: { $0.holds(of: evaluation) }) { throw ExitCode.conditionHolds }
    }

    /// The name of parameters or scores in the report: the last path component of their file, or the whole path if
    /// that is not unique.
    private func name(of file: String?) -> String {
        func last(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
        guard let file else { return EvaluationInputs.System.servers }
        let names = [parameters.file.path, against].compactMap { $0 } + inputs
        return names.count { last($0) == last(file) } == 1 ? last(file) : file
    }

    /// The name of the other parameters. If the file is the same but the measurements are not, the measurements are
    /// named too.
    private var againstName: String {
        let table = against == parameters.file.path ? againstMeasurements : nil
        return name(of: against) + (table.map { " on \($0)" } ?? "")
    }
}

extension DecisionUnit.Rule: ExpressibleByArgument {}
