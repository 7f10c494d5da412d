internal import DepthAnalysis
internal import DepthFiles
internal import Support
internal import ThresholdTuning

// Tuning, with the JSON of `depthcheck tune`. The first input is a table of measurements, the second one of labels.

extension Request {
    /// Tunes the server's thresholds. With a sweep, further inputs are tables of the same maps, measured otherwise; if
    /// one is missing, the answer has only `to_measure`, the parameters to measure them with, and `count`, the number
    /// of maps to measure.
    func tune() throws(RequestError) -> String {
        let options = try tuningOptions()
        let labelled = try labelled(domainColumn: options.leftOut.column)
        let parameters = try parameters()
        let tuner = Tuner(options)
        let variants: [TuningVariant]
        switch try self.variants(labelled, parameters, tuner) {
        case .success(let measured): variants = measured
        case .failure(let unmeasured):
            return json { writer in
                writer.member("count", labelled.rows.count)
                writer.list("to_measure", unmeasured.parameters) { $1.number($0.json(layout: .compact)) }
            }
        }
        let report = try tuning { () throws(TuningError) in try tuner.report(variants, labelled: labelled) }
        return json { writer in
            writer.member("report", json: JSONTuningReport.object(report))
            writer.member("parameters", json: report.tuned.assessment.parameters.json(layout: .compact))
            writer.member("objection", report.advice.code.objection)
            writer.member("curves", json: OperatingPointTable.curves(of: report).json)
            writer.member("operating_points", json: OperatingPointTable.points(of: report).json)
            writer.member("sweep_table", json: SweepTable.table(of: report).json)
            writer.member("folds", GroupFolds.table(report.presentations, report.options))
        }
    }
}

// MARK: Options

extension Request {
    /// The confidence of intervals.
    func confidence() throws(RequestError) -> Double {
        let confidences = TuningOptions.confidences
        return try number("confidence", in: confidences, Self.share(within: confidences))
            ?? ConfidenceInterval.standardConfidence
    }

    /// A limit of an error rate.
    func limit(_ name: String) throws(RequestError) -> Double? {
        let limits = Objective.limits
        return try number(
            name, in: limits, "a share of at least \(limits.lowerBound) and below \(limits.upperBound)")
    }

    private func tuningOptions() throws(RequestError) -> TuningOptions {
        var options = TuningOptions()
        options.objective = try objective()
        options.operatingPoints = try whole("point_limit", in: 0...TuningOptions.maximumCount) ?? 0
        options.replicates = try whole("replicates", in: 0...TuningOptions.maximumCount) ?? options.replicates
        options.seed = try seed()
        options.confidence = try confidence()
        options.folds = try whole("folds", in: TuningOptions.foldCounts) ?? options.folds
        options.leftOut = TuningOptions.LeftOut(named: try string("leave_out"))
        options.jobs = try jobs()
        return options
    }

    private func objective() throws(RequestError) -> Objective {
        if let limit = try limit("max_apcer") { return .leastBPCER(maximumAPCER: limit) }
        if let limit = try limit("max_bpcer") { return .leastAPCER(maximumBPCER: limit) }
        if let prior = try number("prior") {
            guard prior > 0, prior < 1 else {
                throw .badMember("prior", found: .number("\(prior)"), expected: "a share between 0 and 1")
            }
            func cost(_ name: String) throws(RequestError) -> Double {
                try number(name, in: Double.leastNonzeroMagnitude...1e9, "a number above 0 and at most 1e9") ?? 1
            }
            return .leastCost(ErrorCosts(apcer: try cost("cost_apcer"), bpcer: try cost("cost_bpcer"), prior: prior))
        }
        let names = Objective.named.map(\.name).joined(separator: ", ")
        return try member("objective", "one of \(names)") { $0.string.flatMap(Objective.init(named:)) } ?? .bpcer20
    }
}

extension Request {
    /// Plans an evaluation, with the JSON of `depthcheck plan`.
    func plan() throws(RequestError) -> String {
        let counts = GroupPlan.Design.counts
        guard let species = try whole("species", in: counts) else { throw .missing("species") }
        guard let limit = try limit("limit") else { throw .missing("limit") }
        let expected = try number("expected", in: 0..<limit, "a share from 0 to below the limit")
        var design = GroupPlan.Design(
            speciesCount: species, limit: limit, expected: expected ?? GroupPlan.Design.expected(forLimit: limit))
        design.capturesPerGroup = try whole("captures_per_group", in: counts) ?? design.capturesPerGroup
        design.correlation =
            try number("correlation", in: 0...1, "a share from 0 to 1") ?? design.correlation
        design.confidence = try confidence()
        let probabilities = GroupPlan.Design.probabilities
        design.probability =
            try number("probability", in: probabilities, Self.share(within: probabilities)) ?? design.probability
        design.seed = try seed()
        let plan = GroupPlan(design)
        return json { $0.member("plan", json: GroupPlanReport.object(plan)) }
    }
}
