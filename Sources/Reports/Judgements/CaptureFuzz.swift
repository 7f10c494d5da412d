package import Captures
package import Conformance
package import Support

/// Compares a server's answers to generated inputs with those of depthcheck. For an answer that differs, finds the
/// fewest departures from a valid input with which an answer still differs.
package struct CaptureFuzz: Sendable {
    package struct Options: Sendable {
        package var seed: UInt64 = 1
        package var count = 2000
        /// Names of departures, or ids of rules; patterns can have `*` and `?`. Empty for all departures.
        package var filters: [String] = []
        /// Whether a different answer also counts for inputs that no phone sends.
        package var isExact = false
        /// Whether members that are not required, such as the reason, are compared.
        package var comparesFurther = false
        package var jobs = 1
        /// The folder of a set of cases. The sentences of the rules are in a file beside this folder.
        package var rulesFolder = ""

        package init() {}

        package var departures: [[Departure]] {
            Departure.groups.map { $0.filter { Pattern.any(filters, match: [$0.id] + $0.rules) } }
        }
    }

    private let verifier: CaptureVerifier
    private let options: Options

    package init(verifier: CaptureVerifier, options: Options = Options()) {
        (self.verifier, self.options) = (verifier, options)
    }

    package struct Result: Sendable {
        package let report: ServerCheckReport
        /// Without a server, all cases; otherwise the simplest case of each cause.
        package let cases: [FuzzCase]
    }

    /// - Parameter answerer: The server; nil to compare nothing and only make cases.
    package func run(against answerer: CaseAnswerer?, subject: String) async -> Result {
        let departures = options.departures
        let all = (0..<options.count).map { GeneratedInput(seed: options.seed, number: $0, among: departures) }
        let inputs = all.filter { options.isExact || $0.hasListedAnswers }
        let cases = answered(inputs)
        let unmodelled = inputs.count - cases.count
        var checked = await check(cases, answerer, subject)
        checked.check = "capture fuzz"
        if unmodelled > 0 {
            let verb = unmodelled == 1 ? "was" : "were"
            checked.notes.append(
                "\(NumberText.count(unmodelled, "input")) \(verb) left out: depthcheck does not model the answer")
        }
        if inputs.count < all.count {
            checked.notes.append(
                "\(NumberText.count(all.count - inputs.count, "input")) left out: servers may differ, and another "
                    + "departure adds to it")
        }
        guard answerer != nil else { return Result(report: checked, cases: cases) }
        let simplest = await shrink(checked, cases, answerer, subject)
        checked.replaceEntries { simplest[$0]?.entry }
        var seen: Set<String> = []
        let first = cases.compactMap { simplest[$0.name]?.testCase }.filter {
            seen.insert($0.testCase.cause ?? "").inserted
        }
        return Result(report: checked, cases: first)
    }

    /// The cases with the answers of depthcheck, except those whose answer is not modelled.
    private func answered(_ inputs: [GeneratedInput]) -> [FuzzCase] {
        var cases: [FuzzCase] = []
        parallelMap(inputs, jobs: options.jobs) { input in
            FuzzCase(input, by: verifier, isExact: options.isExact)
        } consume: {
            if let testCase = $0 { cases.append(testCase) }
        }
        return cases
    }

    private func check(_ cases: [FuzzCase], _ answerer: CaseAnswerer?, _ subject: String) async -> ServerCheckReport {
        var checkOptions = ServerCheck.Options()
        checkOptions.comparesFurther = options.comparesFurther
        checkOptions.jobs = options.jobs
        let set = ConformanceSet(cases.map(\.testCase), named: "seed \(options.seed)", rulesOf: options.rulesFolder)
        return await ServerCheck(
            set, answerer: answerer ?? .library { .success($0.expected) }, subject: subject, options: checkOptions
        ).run()
    }

    private typealias Simplest = (entry: ServerCheckReport.Entry, testCase: FuzzCase)

    /// For each case whose answer differs, the case with the fewest of its departures whose answer still differs.
    private func shrink(
        _ report: ServerCheckReport, _ cases: [FuzzCase], _ answerer: CaseAnswerer?, _ subject: String
    ) async -> [String: Simplest] {
        let differing = Set(report.entries.filter(\.isDifferent).prefix(Self.shrunkCount).map(\.id))
        let found = cases.filter { differing.contains($0.name) }
        let simpler = answered(found.flatMap { $0.input.simpler }.filter { options.isExact || $0.hasListedAnswers })
        let tried = await check(simpler, answerer, subject)
        let entries = Dictionary(
            (report.entries + tried.entries).filter(\.isDifferent).map { ($0.id, $0) }
        ) { first, _ in first }
        let byName = Dictionary((cases + simpler).map { ($0.name, $0) }) { first, _ in first }
        var simplest: [String: Simplest] = [:]
        for testCase in found {
            let names = testCase.input.simpler.map(\.name) + [testCase.name]
            for name in names where simplest[testCase.name] == nil {
                if let entry = entries[name], let simple = byName[name] { simplest[testCase.name] = (entry, simple) }
            }
        }
        return simplest
    }

    /// The largest number of differing inputs that are simplified. Each needs up to seven more inputs.
    private static let shrunkCount = 500
}

/// A generated case with the answer of depthcheck.
package struct FuzzCase: Sendable {
    let input: GeneratedInput
    package let testCase: ConformanceCase
    package let file: JSONValue

    var name: String { testCase.name }

    init?(_ input: GeneratedInput, by verifier: CaptureVerifier, isExact: Bool) {
        let members = input.caseMembers
        var writer = JSONWriter(.compact, .texts)
        writer.value(.object(members))
        let result = verifier.verify(writer.bytes, named: input.name)
        if let error = result.error { preconditionFailure("the generator made \(input.name): \(error.wording)") }
        guard result.outcome != .notModelled else { return nil }
        let answer = JSONValue.object((result.json.members ?? []).filter { Self.answerMembers.contains($0.key) })
        let remarks: [JSONValue.Member] = [
            .init(key: ConformanceCase.Remark.id.rawValue, value: .string(input.name)),
            .init(key: ConformanceCase.Remark.notes.rawValue, value: .string(input.cause)),
            .init(key: ConformanceCase.Remark.rules.rawValue, value: .array(input.rules.map { .string($0) })),
        ]
        func classified(_ category: ConformanceCase.Class?) -> JSONValue {
            let member = category.map {
                JSONValue.Member(key: ConformanceCase.Remark.class.rawValue, value: .string($0.rawValue))
            }
            return .object(remarks + [member].compactMap(\.self) + members)
        }
        let category: ConformanceCase.Class? = input.mayDiffer ? .mayDiffer : nil
        testCase = ConformanceCase(
            generated: classified(isExact ? nil : category), name: input.name, cause: input.cause, expected: answer)
        file = classified(category ?? testCase.classOfAnswer)
        self.input = input
    }

    private static let answerMembers: Set<String> = [
        "answer", "assertion", "depth_status", "confidence", "metadata_evidence", "client_data", "client_data_hash",
        "signed_json", "bindings", "challenge_spent", "permissive", "strict", "apple_asks_but_server_does_not_check",
        "request",
    ]
}

extension GeneratedInput {
    var cause: String {
        departures.isEmpty
            ? "valid (\(kind.rawValue))"
            : departures.map { "\($0.id): \($0.text)" }.joined(separator: "; ")
    }

    /// The inputs with fewer of these departures, in ascending order of their number.
    var simpler: [GeneratedInput] {
        let all = Array(departures.indices)
        let subsets = (0..<1 << all.count).dropLast().map { bits in all.filter { bits >> $0 & 1 == 1 } }
        return subsets.sorted { ($0.count, $0.reversed().description) < ($1.count, $1.reversed().description) }.map(
            keeping)
    }
}
