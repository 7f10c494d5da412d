/// One rate of both sides, a row of the evaluation reports.
struct EvaluationRate {
    let name: String
    let key: String
    let given: GroupedRate
    let against: GroupedRate
}

extension Evaluation {
    var rates: [EvaluationRate] {
        let species = zip(given.grouped.apcer, against.grouped.apcer)
        return [EvaluationRate(name: "BPCER", key: "bpcer", given: given.grouped.bpcer, against: against.grouped.bpcer)]
            + zip(given.presentations.species, species).map { name, sides in
                EvaluationRate(name: "APCER \(name)", key: name, given: sides.0, against: sides.1)
            }
    }
}
