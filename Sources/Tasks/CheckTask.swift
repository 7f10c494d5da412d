package import Conformance
package import Reports
internal import Support

/// The source of the answers that a check compares: depthcheck, a program, or a file.
///
///     let source = try AnswerSource(options)
///     let answerer = CaseAnswerer.program(command, timeout: source.timeout)
package struct AnswerSource: Sendable {
    package struct Options: Sendable {
        // The sources other than depthcheck. At most one of them is given.
        package var hasRun = false
        package var hasRunOnce = false
        package var hasAnswers = false
        package var url: String?
        /// The hosts, besides the loopback addresses, to which requests may be posted.
        package var allowedHosts: [String] = []
        /// The time limit of a program for one request, in seconds; nil for the standard one.
        package var timeout: Double?
        /// The time limit for the first answer of a program that is started once, in seconds; nil for the standard one.
        package var startTimeout: Double?
        package var jobs: Int?
        package var hasEngine = false
        package var hasExp = false

        package init() {}
    }

    package let timeout: Double
    /// The limit in seconds for the first answer of a program that is started once. Loading and compiling take time.
    package let startTimeout: Double
    /// The address of a server to whose endpoints cases are sent; nil if the address has a path, or is not given.
    package let server: String?

    package init(_ given: Options) throws(OptionError) {
        let sources = [
            (TaskOption.run, given.hasRun), (.runOnce, given.hasRunOnce), (.answers, given.hasAnswers),
            (.url, given.url != nil),
        ].filter(\.1).map(\.0)
        guard sources.count < 2 else {
            throw OptionError(
                sources, found: "\(option: sources[0]) and \(option: sources[1]), two sources of answers",
                expected: "one of them")
        }
        if let url = given.url {
            try OptionError.requireAddress(url, allowing: given.allowedHosts)
        } else if !given.allowedHosts.isEmpty {
            throw .incomplete(.allowHost, without: .url)
        }
        server = given.url.flatMap { EndpointAnswerer.isServer($0) ? $0 : nil }
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

extension OptionError {
    private static let loopback = ["localhost", "127.0.0.1", "[::1]"]

    fileprivate static func requireAddress(_ url: String, allowing hosts: [String]) throws(OptionError) {
        let prefix = ["http://", "https://"].first { url.lowercased().hasPrefix($0) }
        let authority = prefix.map { url.dropFirst($0.count).prefix { !"/?#".contains($0) } } ?? ""
        let host =
            authority.hasPrefix("[") ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        guard !host.isEmpty, !authority.contains(where: { "@\\{}".contains($0) || $0.isWhitespace }) else {
            throw OptionError(.url, text: url, expected: "an address such as http://127.0.0.1:8787")
        }
        guard (loopback + hosts).contains(where: { $0.lowercased() == host.lowercased() }) else {
            throw OptionError(
                .url, text: url, expected: "an address on this machine, or its host as \(option: .allowHost)")
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

    package static var verifier: CaptureVerifier {
        CaptureVerifier(reader: CaptureInputReader(), serverState: ServerState())
    }

    package func run(_ set: ConformanceSet, _ answerer: CaseAnswerer, subject: String) async -> ServerCheckReport {
        await ServerCheck(set, answerer: answerer, subject: subject, options: options).run()
    }

    /// Sends the cases to the endpoints of a server, one after another, because each sets the server's state.
    ///
    /// - Parameter client: Returns the command line of a program that makes the transfers.
    package func run(
        _ set: ConformanceSet, sentTo server: String, timeout: Double, _ client: @escaping HTTPTransfer.Client
    ) async -> ServerCheckReport {
        var (set, options) = (set, options)
        let answerer = EndpointAnswerer(server, timeout: timeout, client)
        (options.jobs, options.allowsHiddenMembers) = (1, true)
        let unsent = set.cases(matching: options.filters, excluding: options.excluded)
            .compactMap { testCase in testCase.obstacleInHTTP.map { "\(testCase.name) (\($0))" } }
        set.cases = set.cases.filter { $0.obstacleInHTTP == nil }.map(\.sentInHTTP)
        var report = await ServerCheck(
            set, answerer: .library { answerer.answer(to: $0) }, subject: server, options: options
        ).run()
        if !unsent.isEmpty {
            let count = NumberText.count(unsent.count, "case")
            report.notes.append("\(count) not sent, because HTTP cannot: \(unsent.joined(separator: ", "))")
        }
        return report
    }

    /// The selected cases that can be read. Throws if no case is selected, unless some cases cannot be read.
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
    package static let members = ["filters", "reasons"]

    package init(_ json: some JSONOptions) throws(TaskFailure) {
        self.init()
        filters = try json.optional("filters", .strings) ?? []
        comparesFurther = try json.flag("reasons")
    }
}
