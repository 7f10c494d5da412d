import ArgumentParser
import ThresholdTuning

struct NamedObjective: ExpressibleByArgument {
    let objective: Objective

    init?(argument: String) {
        guard let objective = Objective(named: argument) else { return nil }
        self.objective = objective
    }

    static let allValueStrings = Objective.named.map(\.name)
}

struct ObjectiveOptions: ParsableArguments {
    @Option(help: "The quantity to optimise. [default: bpcer20]")
    var objective: NamedObjective?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Minimise BPCER while the APCER of every species is at most this share.", valueName: "share"))
    var maxApcer: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Minimise the APCER of the worst species while BPCER is at most this share.", valueName: "share"))
    var maxBpcer: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Minimise the expected cost: the cost of an attack that passes; needs --cost-bpcer and --prior.",
            valueName: "cost"))
    var costApcer: Double?

    @Option(parsing: .unconditional, help: ArgumentHelp("The cost of a real scene that fails.", valueName: "cost"))
    var costBpcer: Double?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The share of attacks among all presentations.", valueName: "share")
    )
    var prior: Double?

    private var costOptions: [(name: String, value: Double)] {
        [("--cost-apcer", costApcer), ("--cost-bpcer", costBpcer), ("--prior", prior)]
            .compactMap { name, value in value.map { (name, $0) } }
    }

    static func validate(limit: Double, of option: String) throws {
        guard Objective.limits.contains(limit) else {
            throw ValidationError(
                "\(option) is \(limit); expected a share of at least \(Objective.limits.lowerBound) and below 1, "
                    + "such as 0.03, because no data can show that a rate is 0")
        }
    }

    func validate() throws {
        for (name, value) in [("--max-apcer", maxApcer), ("--max-bpcer", maxBpcer)] {
            if let value { try Self.validate(limit: value, of: name) }
        }
        for (name, value) in costOptions where name != "--prior" && !(value > 0 && value <= 1e9) {
            throw ValidationError("\(name) is \(value); expected a number above 0 and at most 1e9")
        }
        if let prior, !(prior > 0 && prior < 1) {
            throw ValidationError("--prior is \(prior); expected a share between 0 and 1, such as 0.01")
        }
        let asked = [
            objective.map { _ in "--objective" }, maxApcer.map { _ in "--max-apcer" },
            maxBpcer.map { _ in "--max-bpcer" }, costOptions.first?.name,
        ].compactMap { $0 }
        guard asked.count <= 1 else {
            throw ValidationError(
                "found \(asked.joined(separator: " and ")), each of which sets the objective; expected one of them; "
                    + "the report always has both error rates")
        }
        guard costOptions.isEmpty || costOptions.count == 3 else {
            throw ValidationError(
                "found only \(costOptions.map(\.name).joined(separator: " and ")); expected --cost-apcer, "
                    + "--cost-bpcer and --prior together, such as --cost-apcer 5 --cost-bpcer 1 --prior 0.01")
        }
    }

    var isGiven: Bool { objective != nil || maxApcer != nil || maxBpcer != nil || !costOptions.isEmpty }

    var wanted: Objective {
        if let maxApcer { return .leastBPCER(maximumAPCER: maxApcer) }
        if let maxBpcer { return .leastAPCER(maximumBPCER: maxBpcer) }
        if let costApcer, let costBpcer, let prior {
            return .leastCost(ErrorCosts(apcer: costApcer, bpcer: costBpcer, prior: prior))
        }
        return objective?.objective ?? .bpcer20
    }
}
