/// The rates of an evaluation, each with both sides: what its reports list.
struct EvaluationRate {
    let name: String
    /// A key for programs.
    let key: String
    /// Groups with a verdict of the class.
    let groups: Int
    let given: ErrorRate
    let against: ErrorRate
    let givenInterval: ConfidenceInterval?
    let againstInterval: ConfidenceInterval?
}

extension Evaluation {
    /// BPCER and the APCER of each species.
    var rates: [EvaluationRate] {
        let species = given.presentations.species
        func rate(_ name: String, _ key: String, kind: Int, _ value: (ErrorRates) -> ErrorRate) -> EvaluationRate {
            let sides = (value(given.rates), value(against.rates))
            return EvaluationRate(
                name: name, key: key, groups: given.groupCount(ofClass: kind), given: sides.0, against: sides.1,
                givenInterval: sides.0.clopperPearson(confidence: confidence),
                againstInterval: sides.1.clopperPearson(confidence: confidence))
        }
        return [rate("BPCER", "bpcer", kind: 0, \.bpcer)]
            + species.indices.map { index in
                rate("APCER \(species[index])", species[index], kind: index + 1) { $0.apcer[index] }
            }
    }
}

extension JudgedParameters {
    fileprivate func groupCount(ofClass kind: Int) -> Int {
        Set(presentations.all.filter { $0.responded && $0.kind == kind }.map(\.group)).count
    }
}
