internal import Support
package import ThresholdTuning

/// Plans the number of groups of each species that show that the APCER of every species is within a limit.
///
///     let plan = try PlanTask(.init(species: 6, limit: 0.05)).run()
package struct PlanTask: Sendable {
    package struct Options: Sendable {
        package var species: Int
        package var limit: Double
        /// The true APCER of every species; nil for a fifth of the limit.
        package var expected: Double?
        package var capturesPerGroup = standard.capturesPerGroup
        package var correlation = standard.correlation
        package var probability = standard.probability
        package var confidence = standard.confidence
        package var seed = standard.seed

        /// The design that has every default.
        package static let standard = GroupPlan.Design(speciesCount: 1, limit: 0.05, expected: 0)

        package init(species: Int, limit: Double) { (self.species, self.limit) = (species, limit) }
    }

    private let design: GroupPlan.Design

    /// Validates the options, each and together.
    package init(_ given: Options) throws(OptionError) {
        try OptionError.requireConfidence(given.confidence)
        try OptionError.require(.species, given.species, in: GroupPlan.Design.counts)
        try OptionError.require(.capturesPerGroup, given.capturesPerGroup, in: GroupPlan.Design.counts)
        try OptionError.requireLimit(.limit, given.limit)
        let expected = given.expected ?? GroupPlan.Design.expected(forLimit: given.limit)
        guard expected >= 0, expected < given.limit else {
            throw OptionError(
                .expected, is: expected, expected: "a share from 0 to below \(option: .limit), \(given.limit)")
        }
        guard given.correlation >= 0, given.correlation <= 1 else {
            throw OptionError(.correlation, is: given.correlation, expected: "a share from 0 to 1, such as 0.5")
        }
        try OptionError.requireShare(
            .probability, given.probability, in: GroupPlan.Design.probabilities, example: "0.8")
        var design = GroupPlan.Design(speciesCount: given.species, limit: given.limit, expected: expected)
        design.capturesPerGroup = given.capturesPerGroup
        design.correlation = given.correlation
        design.confidence = given.confidence
        design.probability = given.probability
        design.seed = given.seed
        self.design = design
    }

    package func run() -> GroupPlan { GroupPlan(design) }
}

extension PlanTask.Options {
    /// The members of the options in JSON.
    package static let members = [
        "species", "limit", "expected", "captures_per_group", "correlation", "confidence", "probability", "seed",
    ]

    package init(_ json: some JSONOptions) throws(TaskFailure) {
        let species = try json.required("species", .whole)
        let limit = try json.required("limit", .number)
        self.init(species: species, limit: limit)
        expected = try json.optional("expected", .number)
        capturesPerGroup = try json.optional("captures_per_group", .whole) ?? capturesPerGroup
        correlation = try json.optional("correlation", .number) ?? correlation
        confidence = try json.optional("confidence", .number) ?? confidence
        probability = try json.optional("probability", .number) ?? probability
        seed = try json.seed() ?? seed
    }
}
