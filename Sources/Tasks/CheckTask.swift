package import Conformance
package import Reports
internal import Support

/// The source of the answers that a check compares: depthcheck, a program, or a file.
///
///     let source = try AnswerSource(options)
///     let answerer = CaseAnswerer.program(command, timeout: source.timeout)
package struct AnswerSource: Sendable {
    package struct Options: Sendable {
        // The other sources than depthcheck, of which at most one is given.
        package var hasRun = false
        package var hasRunOnce = false
        package var hasAnswers = false
        /// The time limit of a program for one request, in seconds; nil for the standard one.
        package var timeout: Double?
        /// The time limit of a session for its first answer, in seconds; nil for the standard one.
        package var startTimeout: Double?
        package var jobs: Int?
        // Whether the arithmetic of depthcheck is given.
        package var hasEngine = false
        package var hasExp = false

        package init() {}
    }

    /// The time limit of a program for one request, in seconds.
    package let timeout: Double
    /// The time limit of a session for its first answer, in seconds: loading and compiling can take long.
    package let startTimeout: Double

    /// Validates the options, each and together.
    package init(_ given: Options) throws(OptionError) {
        let sources = [
            (TaskOption.run, given.hasRun), (.runOnce, given.hasRunOnce), (.answers, given.hasAnswers),
        ].filter(\.1).map(\.0)
        guard sources.count < 2 else {
            throw OptionError(
                sources, found: "\(option: sources[0]) and \(option: sources[1]), two sources of answers",
                expected: "one of them")
        }
        timeout = given.timeout ?? 10
        startTimeout = given.startTimeout ?? max(60, timeout)
        for (option, seconds) in [(TaskOption.timeout, timeout), (.startTimeout, startTimeout)] {
            guard seconds.isFinite, seconds > 0 else {
                throw OptionError(option, is: seconds, expected: "a number of seconds above 0")
            }
        }
        let source = sources.first
        if given.startTimeout != nil, source != .runOnce {
            throw OptionError(
                [.startTimeout, .runOnce], found: "\(option: .startTimeout) without \(option: .runOnce)",
                expected: "\(option: .runOnce) too, because only a program that is started once has a first answer")
        }
        if given.timeout != nil, source == nil || source == .answers {
            throw OptionError(
                [.timeout, .run, .runOnce], found: "\(option: .timeout) without a program",
                expected: "\(option: .run) or \(option: .runOnce) too")
        }
        if given.hasRunOnce, given.jobs != nil {
            throw .superfluous(.jobs, beside: .runOnce, because: "one process is asked in sequence")
        }
        guard let source else { return }
        for (option, isGiven) in [(TaskOption.engine, given.hasEngine), (.exp, given.hasExp)] where isGiven {
            throw .superfluous(option, beside: source, because: "it applies only to answers of depthcheck")
        }
    }
}

/// Checks the answers of a capture server, and lists the requests that it answers.
///
///     let task = CheckTask(options)
///     let report = await task.run(set, .verifier(CheckTask.verifier), subject: "depthcheck")
package struct CheckTask: Sendable {
    package typealias Options = ServerCheck.Options

    private let options: Options

    package init(_ options: Options) { self.options = options }

    /// The source of depthcheck's answers.
    package static var verifier: CaptureVerifier {
        CaptureVerifier(reader: CaptureInputReader(), serverState: ServerState())
    }

    /// - Parameter subject: the name of the answerer in the report.
    package func run(_ set: ConformanceSet, _ answerer: CaseAnswerer, subject: String) async -> ServerCheckReport {
        await ServerCheck(set, answerer: answerer, subject: subject, options: options).run()
    }

    /// The selected cases that can be read. Throws if there is none and all can be read.
    package func requests(_ set: ConformanceSet) throws(TaskFailure) -> [ConformanceCase] {
        let cases = set.cases(matching: options.filters, excluding: options.excluded)
        guard !cases.isEmpty || !set.unreadable.isEmpty else {
            let filters = options.filters.joined(separator: ", ")
            let asked = filters.isEmpty ? "" : " that matches \(filters)"
            throw TaskFailure(
                TaskFailure.invalidArgument,
                "\(set.path.printable): found no case\(asked); expected at least one; correct the set or the filters")
        }
        return cases
    }
}

extension CheckTask.Options {
    /// The members of the options in JSON.
    package static let members = ["filters", "reasons"]

    package init(_ json: some JSONOptions) throws(TaskFailure) {
        self.init()
        filters = try json.optional("filters", .strings) ?? []
        comparesFurther = try json.flag("reasons")
    }
}
