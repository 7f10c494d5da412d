package import DepthAnalysis
internal import Support
package import ThresholdTuning

/// Finds thresholds for labelled measurements.
///
///     let task = try TuneTask(options)
///     var tuning = try task.begin(labelled, parameters)
///     for parameters in tuning.missing { try tuning.add(measure(parameters)) }
///     let report = try tuning.report()
package struct TuneTask: Sendable {
    package struct Options: Sendable {
        // The objective: one of the first three, or the last three together, which define a cost.
        package var objective: TuningObjective?
        package var maxAPCER: Double?
        package var maxBPCER: Double?
        package var costAPCER: Double?
        package var costBPCER: Double?
        package var prior: Double?

        package var replicates = TuningOptions().replicates
        package var seed = TuningOptions().seed
        package var confidence = TuningOptions().confidence
        package var folds = TuningOptions().folds
        /// Nil for the default. It is 1 with a column to leave out (no other folds exist) or a sweep (folds take long).
        package var repeats: Int?
        /// `species`, or a column of the labels. Each fold leaves out one value.
        package var leaveOut: String?

        /// Whether operating points are listed, up to ``pointLimit`` of them.
        package var wantsPoints = false
        package var pointLimit = 20_000

        package var sweep: [SweepDimension] = []
        /// The rounds of refinement after a sweep.
        package var refine = 0
        package var wantsSweepTable = false

        package var jobs = 1

        package init() {}
    }

    private let options: TuningOptions
    private let sweep: [SweepDimension]
    private let refinements: Int

    /// Validates the options, each and together.
    package init(_ given: Options) throws(OptionError) {
        var options = TuningOptions()
        options.objective = try given.chosenObjective()
        try OptionError.require(.replicates, given.replicates, in: 0...TuningOptions.maximumCount)
        try OptionError.requireConfidence(given.confidence)
        try OptionError.require(.folds, given.folds, in: TuningOptions.foldCounts)
        try OptionError.require(.pointLimit, given.pointLimit, in: 1...TuningOptions.maximumCount)
        try OptionError.require(.refine, given.refine, in: 0...10, " rounds")
        for (option, isGiven) in [(TaskOption.refine, given.refine > 0), (.sweepTable, given.wantsSweepTable)]
        where isGiven && given.sweep.isEmpty {
            throw OptionError(
                [option, .sweep], found: "\(option: option) without \(option: .sweep)",
                expected: "\(option: .sweep) too, such as gradientThreshold=0.05:0.3:0.05")
        }
        options.replicates = given.replicates
        options.seed = given.seed
        options.confidence = given.confidence
        options.folds = given.folds
        options.leftOut = TuningOptions.LeftOut(named: given.leaveOut)
        let isFixed = options.leftOut.column != nil
        if let repeats = given.repeats {
            try OptionError.require(.repeats, repeats, in: TuningOptions.repeatCounts)
            if isFixed, repeats > 1 {
                throw .superfluous(.repeats, beside: .leaveOut, because: "each fold is a value of the column")
            }
        }
        options.repeats = given.repeats ?? (isFixed || !given.sweep.isEmpty ? 1 : options.repeats)
        options.operatingPoints = given.wantsPoints ? given.pointLimit : 0
        options.jobs = given.jobs
        (self.options, sweep, refinements) = (options, given.sweep, given.refine)
    }

    /// The quantity that the task optimises.
    package var objective: TuningObjective { options.objective }

    /// The column of the labels that the task reads in addition to the usual columns; nil if there is none.
    package var domainColumn: String? { options.leftOut.column }

    /// Begins to tune. Without a sweep, nothing is missing.
    ///
    /// - Parameters:
    ///   - labelled: labelled measurements, with ``domainColumn``.
    ///   - parameters: the present parameters, with which the measurements were made.
    package func begin(
        _ labelled: LabelledMeasurements, _ parameters: AnalysisParameters
    ) throws(TaskFailure) -> Tuning {
        do throws(TuningError) {
            let tuner = ThresholdTuner(options)
            try tuner.requireFolds(of: labelled)
            return try Tuning(
                tuner, labelled, of: parameters,
                Sweep(sweep, of: parameters, refinements: refinements), rounds: refinements)
        } catch {
            throw .tuning(error)
        }
    }
}

extension TuneTask.Options {
    fileprivate func chosenObjective() throws(OptionError) -> TuningObjective {
        let costs = [(TaskOption.costAPCER, costAPCER), (.costBPCER, costBPCER), (.prior, prior)]
            .compactMap { option, value in value.map { (option: option, value: $0) } }
        for (option, limit) in [(TaskOption.maxAPCER, maxAPCER), (.maxBPCER, maxBPCER)] {
            if let limit { try OptionError.requireLimit(option, limit) }
        }
        for (option, value) in costs {
            let isShare = option == .prior
            guard value > 0, isShare ? value < 1 : value <= 1e9 else {
                throw OptionError(
                    option, is: value,
                    expected: isShare
                        ? "a share between 0 and 1, such as 0.01" : "a number above 0 and at most 1e9")
            }
        }
        let asked =
            [(TaskOption.objective, objective != nil), (.maxAPCER, maxAPCER != nil), (.maxBPCER, maxBPCER != nil)]
            .filter(\.1).map(\.0) + costs.prefix(1).map(\.option)
        guard asked.count <= 1 else {
            throw OptionError(
                asked, found: "\(Message.list(asked)), each of which sets the objective",
                expected: "one of them; the report always has both error rates")
        }
        if let maxAPCER { return .leastBPCER(maximumAPCER: maxAPCER) }
        if let maxBPCER { return .leastAPCER(maximumBPCER: maxBPCER) }
        if let costAPCER, let costBPCER, let prior {
            return .leastCost(ErrorCosts(apcer: costAPCER, bpcer: costBPCER, prior: prior))
        }
        guard costs.isEmpty else {
            throw OptionError(
                [.costAPCER, .costBPCER, .prior], found: "only \(Message.list(costs.map(\.option)))",
                expected: "\(option: .costAPCER), \(option: .costBPCER) and \(option: .prior) together, such as 5, 1 "
                    + "and 0.01")
        }
        return objective ?? .bpcer20
    }
}

extension Message {
    /// Options joined by `and`.
    fileprivate static func list(_ options: [TaskOption]) -> Message {
        options.map { "\(option: $0)" as Message }.joined(separator: " and ")
    }
}

extension OptionError {
    static func requireConfidence(_ confidence: Double) throws(OptionError) {
        try requireShare(.confidence, confidence, in: TuningOptions.confidences, example: "0.95")
    }

    /// Checks a limit of an error rate.
    static func requireLimit(_ option: TaskOption, _ limit: Double) throws(OptionError) {
        guard TuningObjective.limits.contains(limit) else {
            throw OptionError(
                option, is: limit,
                expected:
                    "a share of at least \(TuningObjective.limits.lowerBound) and below 1, such as 0.03, because no "
                    + "data can show that a rate is 0")
        }
    }
}

extension TuneTask.Options {
    /// The members of the options in JSON.
    package static let members = [
        "objective", "max_apcer", "max_bpcer", "prior", "cost_apcer", "cost_bpcer", "replicates", "seed", "confidence",
        "folds", "repeats", "leave_out", "jobs", "point_limit", "sweep", "refine",
    ]

    package init(_ json: some JSONOptions) throws(TaskFailure) {
        self.init()
        let names = TuningObjective.named.map(\.name).joined(separator: ", ")
        objective = try json.optional("objective", "one of \(names)") {
            $0.string.flatMap(TuningObjective.init(named:))
        }
        maxAPCER = try json.optional("max_apcer", .number)
        maxBPCER = try json.optional("max_bpcer", .number)
        costAPCER = try json.optional("cost_apcer", .number)
        costBPCER = try json.optional("cost_bpcer", .number)
        prior = try json.optional("prior", .number)
        replicates = try json.optional("replicates", .whole) ?? replicates
        seed = try json.seed() ?? seed
        confidence = try json.optional("confidence", .number) ?? confidence
        folds = try json.optional("folds", .whole) ?? folds
        repeats = try json.optional("repeats", .whole)
        leaveOut = try json.optional("leave_out", .string)
        jobs = try json.jobs()
        if let limit = try json.optional("point_limit", .whole), limit != 0 {
            (wantsPoints, pointLimit) = (true, limit)
        }
        let texts = try json.optional("sweep", .strings) ?? []
        do throws(TuningError) {
            sweep = try texts.map { text throws(TuningError) in try SweepDimension(text) }
        } catch { throw .tuning(error) }
        refine = try json.optional("refine", .whole) ?? refine
    }
}
