/// A rate of an evaluation with both sides: what its reports list.
struct EvaluationRate {
    let name: String
    /// A key for programs.
    let key: String
    let given: GroupedRate
    let against: GroupedRate
}

extension Evaluation {
    /// BPCER and the APCER of each species.
    var rates: [EvaluationRate] {
        let species = zip(given.grouped.apcer, against.grouped.apcer)
        return [EvaluationRate(name: "BPCER", key: "bpcer", given: given.grouped.bpcer, against: against.grouped.bpcer)]
            + zip(given.presentations.species, species).map { name, sides in
                EvaluationRate(name: "APCER \(name)", key: name, given: sides.0, against: sides.1)
            }
    }
}
