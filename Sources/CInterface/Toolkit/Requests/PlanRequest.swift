internal import Support
internal import ThresholdTuning

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
