internal import Support
package import ThresholdTuning

/// Evaluates systems on labelled maps, and compares each pair.
///
///     let task = try EvaluateTask(options)
///     let evaluation = try task.run(inputs)
package struct EvaluateTask: Sendable {
    package struct Options: Sendable {
        /// The column of the labels whose values group maps for a common decision; nil to decide each map by itself.
        package var per: String?
        package var decide: DecisionUnit.Rule?
        package var confidence = ConfidenceInterval.standardConfidence
        /// Whether bona fide maps or attacks may be missing, because some reports need only one of the two.
        package var allowsOneClass = false
        /// The column of the labels whose values are the parts of a matrix; nil for no matrix.
        package var matrix: String?
        /// Whether a lower score means bona fide.
        package var lowerIsReal = false
        /// The number of tables to evaluate.
        package var tableCount = 1
        /// The number of tables of development sets. They are in the order of the tables to evaluate.
        package var developmentCount = 0
        package var hasDevelopmentLabels = false

        package init() {}
    }

    private let options: Options
    private let unit: DecisionUnit?

    /// Validates the options, each and together.
    package init(_ options: Options) throws(OptionError) {
        try OptionError.requireConfidence(options.confidence)
        try OptionError.requireBoth(.per, options.per != nil, .decide, options.decide != nil)
        try OptionError.requireBoth(
            .development, options.developmentCount > 0, .developmentLabels, options.hasDevelopmentLabels)
        guard options.developmentCount == 0 || options.developmentCount == options.tableCount else {
            throw OptionError(
                [.development], found: "\(options.developmentCount) of \(option: .development)",
                expected: "one for each table to evaluate, \(options.tableCount), in the same order")
        }
        self.options = options
        unit = options.per.flatMap { per in options.decide.map { DecisionUnit(column: per, rule: $0) } }
    }

    /// The reader of tables. If decisions are made per unit, maps without a group are grouped by unit.
    package func tables(_ options: LabelledTables.Options) -> LabelledTables {
        var options = options
        (options.domainColumn, options.domainsAreGroups) = (unit?.column, true)
        (options.partColumn, options.lowerIsReal) = (self.options.matrix, self.options.lowerIsReal)
        return LabelledTables(options)
    }

    package func run(_ inputs: EvaluationInputs) throws(TaskFailure) -> SystemEvaluation {
        var inputs = inputs
        inputs.unit = unit
        inputs.matrixColumn = options.matrix
        inputs.lowerIsReal = options.lowerIsReal
        inputs.confidence = options.confidence
        inputs.allowsOneClass = options.allowsOneClass
        do throws(TuningError) { return try inputs.evaluation() } catch { throw .tuning(error) }
    }
}

extension EvaluateTask.Options {
    /// The members of the options in JSON.
    package static let members = ["per", "decide", "confidence", "matrix", "lower_is_real"]

    package init(_ json: some JSONOptions) throws(TaskFailure) {
        self.init()
        per = try json.optional("per", .string)
        decide = try json.optional("decide", .word(DecisionUnit.Rule.self))
        confidence = try json.optional("confidence", .number) ?? confidence
        matrix = try json.optional("matrix", .string)
        lowerIsReal = try json.flag("lower_is_real")
    }
}
