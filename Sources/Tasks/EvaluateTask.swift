internal import Support
package import ThresholdTuning

/// Compares parameters with others on labelled measurements.
///
///     let task = try EvaluateTask(options)
///     let evaluation = try task.run(EvaluationInputs(labelled, given: .init(parameters: tuned, name: "tuned.json")))
package struct EvaluateTask: Sendable {
    package struct Options: Sendable {
        /// The column of the labels whose maps are one unit of decision; nil to decide each map.
        package var per: String?
        package var decide: DecisionUnit.Rule?
        package var confidence = ConfidenceInterval.standardConfidence
        /// Whether bona fide maps or attacks may be missing, because there are reports that need only one class.
        package var allowsOneClass = false
        // Whether there are both tables of a development set.
        package var hasDevelopment = false
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
            .development, options.hasDevelopment, .developmentLabels, options.hasDevelopmentLabels)
        self.options = options
        unit = options.per.flatMap { per in options.decide.map { DecisionUnit(column: per, rule: $0) } }
    }

    /// The reader of tables: by units, if decisions are.
    package func tables(_ options: LabelledTables.Options) -> LabelledTables {
        var options = options
        (options.domainColumn, options.domainsAreGroups) = (unit?.column, true)
        return LabelledTables(options)
    }

    package func run(_ inputs: EvaluationInputs) throws(TaskFailure) -> ThresholdEvaluation {
        var inputs = inputs
        inputs.unit = unit
        inputs.confidence = options.confidence
        inputs.allowsOneClass = options.allowsOneClass
        do throws(TuningError) { return try inputs.evaluation() } catch { throw .tuning(error) }
    }
}

extension EvaluateTask.Options {
    /// The members of the options in JSON.
    package static let members = ["per", "decide", "confidence"]

    package init(_ json: some JSONOptions) throws(TaskFailure) {
        self.init()
        per = try json.optional("per", .string)
        decide = try json.optional("decide", .word(DecisionUnit.Rule.self))
        confidence = try json.optional("confidence", .number) ?? confidence
    }
}
