package import Support
package import ThresholdTuning

/// Plans how many groups of each species are needed to show that the APCER of every species is within a limit.
///
///     let plan = try PlanTask(.init(species: 6, limit: 0.05)).run()
package struct PlanTask: Sendable {
    package struct Options: Sendable {
        package var rate = standard.rate
        /// Nil for the BPCER of one system. A comparison always needs the number, because its test is adjusted for it.
        package var species: Int?
        /// Nil for a comparison.
        package var limit: Double?
        /// The difference between two systems that is to be detected; nil for a plan of one system.
        package var difference: Double?
        /// The number of captures in each group of a pilot.
        package var sizes: [Int]?
        /// The true APCER of every species; nil for a fifth of the limit.
        package var expected: Double?
        package var capturesPerGroup = standard.capturesPerGroup
        package var correlation = standard.correlation
        package var probability = standard.probability
        package var confidence = standard.confidence
        package var seed = standard.seed

        /// The design from which the defaults are taken.
        package static let standard = GroupPlan.Design(speciesCount: 1, limit: 0.05, expected: 0)

        package init(species: Int? = nil, limit: Double? = nil) { (self.species, self.limit) = (species, limit) }
    }

    /// The plan of one system, or of a comparison of two.
    package enum Plan {
        case groups(GroupPlan)
        case comparison(ComparisonPlan)

        package var json: String {
            switch self {
            case .groups(let plan): GroupPlanReport.object(plan)
            case .comparison(let plan): ComparisonPlan.shape.text(of: plan)
            }
        }

        package func page(style: Style, width: Int) -> String {
            switch self {
            case .groups(let plan): GroupPlanReport.page(plan, style: style, width: width)
            case .comparison(let plan): plan.page(style: style, width: width)
            }
        }

        package static var schema: JSONSchema { .anyOf([GroupPlanReport.shape.schema, ComparisonPlan.shape.schema]) }
    }

    private let design: GroupPlan.Design
    private let difference: Double?

    /// Validates the options, each and together.
    package init(_ given: Options) throws(OptionError) {
        try OptionError.requireConfidence(given.confidence)
        if given.rate == .bpcer, given.species != nil, given.difference == nil {
            throw OptionError(
                [.species, .rate], found: "\(option: .species) with the \(option: .rate) bpcer",
                expected: "one of them, because BPCER is of real scenes")
        }
        guard let species = given.species ?? (given.rate == .bpcer && given.difference == nil ? 1 : nil) else {
            throw OptionError(
                [.species, .rate], found: "no \(option: .species)", expected: "the number of species of attack")
        }
        try OptionError.require(.species, species, in: GroupPlan.Design.counts)
        try OptionError.require(.capturesPerGroup, given.capturesPerGroup, in: GroupPlan.Design.counts)
        if let sizes = given.sizes {
            guard given.capturesPerGroup == Options.standard.capturesPerGroup else {
                throw .superfluous(
                    .capturesPerGroup, beside: .sizes, because: "\(option: .sizes) gives the captures of each")
            }
            guard !sizes.isEmpty else {
                throw OptionError(.sizes, is: "empty", expected: "the captures of a group or more")
            }
            for size in sizes { try OptionError.require(.sizes, size, in: GroupPlan.Design.counts) }
        }
        let limit: Double
        let expected: Double
        if let difference = given.difference {
            guard given.limit == nil else {
                throw .superfluous(.limit, beside: .difference, because: "a comparison has none")
            }
            guard let rate = given.expected else {
                throw .incomplete(.difference, without: .expected, which: "is the error rate of the better system")
            }
            guard rate >= 0, rate < 1 else {
                throw OptionError(.expected, is: rate, expected: "a share from 0 to below 1, such as 0.05")
            }
            guard difference > 0, rate + difference < 1 else {
                throw OptionError(
                    .difference, is: difference, expected: "a share above 0, and with \(option: .expected) below 1")
            }
            (limit, expected) = (rate + difference, rate)
        } else {
            guard let wanted = given.limit else {
                throw OptionError(
                    [.limit, .difference], found: "no \(option: .limit)",
                    expected: "the rate that no class may exceed, or \(option: .difference)")
            }
            limit = wanted
            try OptionError.requireLimit(.limit, limit)
            expected = given.expected ?? GroupPlan.Design.expected(forLimit: limit)
            guard expected >= 0, expected < limit else {
                throw OptionError(
                    .expected, is: expected, expected: "a share from 0 to below \(option: .limit), \(limit)")
            }
        }
        guard given.correlation >= 0, given.correlation <= 1 else {
            throw OptionError(.correlation, is: given.correlation, expected: "a share from 0 to 1, such as 0.5")
        }
        try OptionError.requireShare(
            .probability, given.probability, in: GroupPlan.Design.probabilities, example: "0.8")
        var design = GroupPlan.Design(speciesCount: species, limit: limit, expected: expected)
        design.rate = given.rate
        design.sizes = given.sizes ?? []
        design.capturesPerGroup = given.capturesPerGroup
        design.correlation = given.correlation
        design.confidence = given.confidence
        design.probability = given.probability
        design.seed = given.seed
        (self.design, difference) = (design, given.difference)
    }

    package func run() -> Plan {
        difference.map { .comparison(ComparisonPlan(design, difference: $0)) } ?? .groups(GroupPlan(design))
    }
}

extension PlanTask.Options {
    /// The members of the options in JSON.
    package static let members = [
        "species", "limit", "rate", "difference", "sizes", "expected", "captures_per_group", "correlation",
        "confidence", "probability", "seed",
    ]

    /// Reads group sizes from a file: a number on each line, or labels, of which those in each group are counted.
    package static func sizes(_ bytes: [UInt8], name: String, _ tables: LabelledTables) throws(TaskFailure) -> [Int] {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        let numbers = lines.compactMap { Int($0.filter { !$0.isWhitespace }) }
        if numbers.count == lines.count { return numbers }
        let groups = Dictionary(grouping: try tables.labels(bytes, name: name).labels) { ExactText($0.group) }
        return groups.values.map(\.count).sorted()
    }

    package init(_ json: some JSONOptions) throws(TaskFailure) {
        let species = try json.optional("species", .whole)
        let limit = try json.optional("limit", .number)
        self.init(species: species, limit: limit)
        difference = try json.optional("difference", .number)
        rate =
            try json.optional("rate", "apcer or bpcer") { $0.string.flatMap(GroupPlan.Design.Rate.init) } ?? rate
        sizes = try json.optional("sizes", "an array of whole numbers") { value in
            let sizes = value.elements?.compactMap(\.whole)
            return sizes?.count == value.elements?.count ? sizes : nil
        }
        expected = try json.optional("expected", .number)
        capturesPerGroup = try json.optional("captures_per_group", .whole) ?? capturesPerGroup
        correlation = try json.optional("correlation", .number) ?? correlation
        confidence = try json.optional("confidence", .number) ?? confidence
        probability = try json.optional("probability", .number) ?? probability
        seed = try json.seed() ?? seed
    }
}
