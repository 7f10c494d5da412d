internal import DepthAnalysis
package import Support

// Members shared by the JSON reports of tuning and evaluation.

extension JSONWriter {
    package mutating func object(_ key: String, _ body: (inout JSONWriter) -> Void) {
        self.key(key)
        object(isInline: false, body)
    }

    /// Writes a member that is an array of both ends, or null.
    package mutating func member(_ key: String, _ interval: ConfidenceInterval?) {
        self.key(key)
        value(interval.map { .array([.number("\($0.lower)"), .number("\($0.upper)")]) } ?? JSONValue.null)
    }

    package mutating func members(of objective: Objective) {
        member("objective", objective.name)
        member("objective_title", objective.title)
        if let limit = objective.maximumAPCER { member("max_apcer", limit) }
        if let limit = objective.maximumBPCER { member("max_bpcer", limit) }
        guard let costs = objective.costs else { return }
        member("cost_apcer", costs.apcer)
        member("cost_bpcer", costs.bpcer)
        member("prior", costs.prior)
    }

    package mutating func members(ofValidation options: TuningOptions) {
        member("replicates", options.replicates)
        member("seed", options.seed.description)
        member("confidence", options.confidence)
        member("folds", options.folds)
        member("left_out", options.leftOut.kind.rawValue)
        member("left_out_column", options.leftOut.column)
    }

    package mutating func members(of required: RequiredGroups) {
        object("required_groups") { writer in
            writer.member("each_species", required.eachSpecies)
            writer.member("to_bound_apcer", required.apcer)
            writer.member("bona_fide", required.bonaFide)
            writer.member("to_bound_bpcer", required.bpcer)
        }
    }

    package mutating func member(_ key: String, _ shortfalls: [TuningReport.Shortfall]) {
        objects(key, shortfalls) { shortfall, writer in
            writer.member("species", shortfall.species)
            writer.member("groups", shortfall.groups)
            writer.member("effective_groups", shortfall.effectiveGroups)
            writer.member("needed", shortfall.needed)
        }
    }

    /// Writes the amount of data, and what was omitted.
    package mutating func members(
        of presentations: Presentations, groups: (bonaFide: Int, species: [Int]), _ remarks: DataRemarks
    ) {
        member("profile", presentations.profile.rawValue)
        member("maps", presentations.count)
        member("groups", presentations.groupNames.count)
        member("bona_fide_groups", groups.bonaFide)
        object("attack_groups") { writer in
            for (species, groups) in zip(presentations.species, groups.species) { writer.member(species, groups) }
        }
        remarks.writeMembers(to: &self)
    }

    /// Writes the rates of both classes as objects with their errors, total, value and intervals.
    ///
    /// - Parameter grouped: nil for rates without intervals over groups.
    package mutating func members(
        of rates: ErrorRates, _ grouped: GroupedRates?, species: [String], confidence: Double
    ) {
        object("bpcer") { $0.members(of: rates.bpcer, grouped?.bpcer, confidence) }
        object("apcer") { writer in
            for index in species.indices {
                writer.object(species[index]) { $0.members(of: rates.apcer[index], grouped?.apcer[index], confidence) }
            }
        }
        member("apcer_worst_species", rates.worstSpecies.map { species[$0] })
        member("apcer_worst", rates.worstAPCER)
        member("apcer_worst_interval", grouped?.worstAPCER)
        member("apcer_worst_interval_level", grouped?.worstAPCER.map { _ in confidence })
        member("acer_literature_usage", rates.acer)
        object("bpnrr") { $0.members(of: rates.bpnrr, nil, confidence) }
        object("apnrr") { writer in
            for index in species.indices {
                writer.object(species[index]) { $0.members(of: rates.apnrr[index], nil, confidence) }
            }
        }
    }

    private mutating func members(of rate: ErrorRate, _ grouped: GroupedRate?, _ confidence: Double) {
        member("errors", rate.errors)
        member("total", rate.total)
        member("value", rate.value)
        member("clopper_pearson", rate.clopperPearson(confidence: confidence))
        guard let grouped else { return }
        member("groups", grouped.groups)
        member("groups_with_errors", grouped.groupsWithErrors)
        member("effective_size", grouped.effectiveSize)
        member("interval", grouped.interval)
        member("interval_level", grouped.interval.map { _ in grouped.level })
    }
}
