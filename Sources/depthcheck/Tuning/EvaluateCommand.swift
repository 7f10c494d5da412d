public import ArgumentParser
import Support
import Tasks
public import ThresholdTuning

struct EvaluateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Compare parameters with the current thresholds on held-out labelled measurements.",
        usage: "depthcheck evaluate [<options>] <measurements> --labels <file>",
        discussion: """
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

        func holds(of evaluation: ThresholdEvaluation) -> Bool {
            switch self {
            case .worse: [.worse, .mixed].contains(evaluation.answer.code)
            case .notBetter: evaluation.answer.code != .better
            case .shared: evaluation.overlap?.isEmpty == false
            }
        }
    }

    @OptionGroup var input: LabelledArguments
    @OptionGroup var parameters: ParametersOption

    @Option(
        help: ArgumentHelp(
            "Compare with the parameters in this file. [default: the server's values]", valueName: "file"),
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
                + "Repeatable.",
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
                + "above 0."))
    var decide: DecisionUnit.Rule?

    @OptionGroup(title: "Tables and figures") var documents: EvaluationDocumentOptions

    @Option(
        parsing: .unconditional,
        help: "The confidence level of all intervals, and of all tests together.")
    var confidence = EvaluateTask.Options().confidence

    @Option(
        help: ArgumentHelp(
            "Exit with 1 if the parameters are worse, are not better, or share maps with the tuning data. Repeatable. "
                + "[default: none]",
            valueName: "answer"))
    var failOn: [FailingAnswer] = []

    @OptionGroup var report: ReportOutputOptions

    func validate() throws {
        _ = try task()
        if parameters.file.path == nil, against == nil {
            throw ValidationError("found neither --parameters nor --against; expected --parameters, to be evaluated")
        }
        try OutputConflictGuard(reads: named).requireDistinct(
            [report.destination] + documents.files.map(\.destination))
        if failOn.contains(.shared), tunedOn.isEmpty, documents.named.isEmpty {
            throw ValidationError(
                "--fail-on shared needs --tuned-on, the labels or measurements that the parameters were tuned on, "
                    + "or --development")
        }
        if tunedOn.contains("-") { throw ValidationError("--tuned-on is -; expected a file") }
    }

    private var named: [NamedPath] {
        let others = [("--against", against), ("--against-measurements", againstMeasurements)]
        return input.named + parameters.file.named + documents.named
            + others.compactMap { option, path in path.map { NamedPath(option: option, path: $0) } }
            + tunedOn.map { NamedPath(option: "--tuned-on", path: $0) }
    }

    func run() throws {
        try CryptographyNeed.require()
        let task = try task()
        let tables = task.tables(try input.tables())
        let labelled = try input.read(by: tables)
        try documents.requireOwnFiles()
        try Output.creatingFolders(documents.folders) { try evaluate(labelled, task, tables) }
    }

    private func task() throws -> EvaluateTask {
        var options = EvaluateTask.Options()
        options.per = per
        options.decide = decide
        options.confidence = confidence
        options.allowsOneClass = documents.allowsOneClass
        options.hasDevelopment = documents.developmentMeasurements != nil
        options.hasDevelopmentLabels = documents.developmentLabels != nil
        return try validated(EvaluateTask.init, options)
    }

    private func evaluate(_ labelled: LabelledMeasurements, _ task: EvaluateTask, _ tables: LabelledTables) throws {
        let outputs = try TuningOutputs(
            report: report.destination, files: documents.files, in: OutputConflictGuard(reads: named))
        let development = try documents.readDevelopment(by: tables)
        var inputs = EvaluationInputs(
            labelled, given: .init(parameters: try parameters.file.read(), name: name(of: parameters.file.path)))
        if let against {
            inputs.against = .init(
                parameters: try ParametersFile(path: against).read(), name: againstName, errorName: against)
        }
        inputs.otherMeasurements = try againstMeasurements.map { try input.read($0, by: tables) }
        inputs.development = development
        inputs.tuningData = try tunedOn.map { path in
            let bytes = try TuningTable.bytes(of: path)
            return try asUsageError { () throws(TaskFailure) in try tables.tuningData(bytes, name: path) }
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

    /// The name of parameters in the report: the last path component of their file, or the whole path if that is
    /// not unique.
    private func name(of file: String?) -> String {
        func last(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
        guard let file else { return "the server's" }
        let names = [parameters.file.path, against].compactMap { $0 }.map(last)
        return Set(names).count == names.count ? last(file) : file
    }

    /// The name of the other parameters. If they are the same file with other measurements, these are named too.
    private var againstName: String {
        let table = against == parameters.file.path ? againstMeasurements : nil
        return name(of: against) + (table.map { " on \($0)" } ?? "")
    }
}

extension DecisionUnit.Rule: ExpressibleByArgument {}
