internal import DepthAnalysis
internal import DepthFiles
internal import Support

extension SceneAnalysis {
    /// The analysis as an answer: the values of its JSON, except the checks, which no golden stores.
    var answer: JSONValue {
        func members(_ fields: [Field]) -> [JSONValue.Member] {
            fields.compactMap { field in
                field.value(in: self).json(in: profile).map { JSONValue.Member(key: field.rawValue, value: $0) }
            }
        }
        let stages = JSONValue.object(members(Field.allCases.filter(\.isInStages)))
        return .object(
            members(Field.allCases.filter { !$0.isInStages })
                + [JSONValue.Member(key: Field.stagesKey, value: stages)])
    }
}

extension AnalysisFieldValue {
    /// The value in JSON, with the decimals that JSON of the profile has; nil for checks.
    fileprivate func json(in profile: AnalysisProfile) -> JSONValue? {
        func number(_ number: Double?) -> JSONValue {
            number.flatMap { $0.isFinite ? .number(profile.shortestDecimal($0)) : nil } ?? .null
        }
        return switch self {
        case .text(let word): .string(word)
        case .texts(let words): .array(words.map { .string($0) })
        case .flag(let flag): .flag(flag)
        case .whole(let number): .number(number.description)
        case .wholes(let numbers): .array(numbers.map { .number($0.description) })
        case .real(let real): number(real)
        case .reals(let reals): .array(reals.map(number))
        case .quadrants(let quadrants):
            .array(
                quadrants.map { quadrant in
                    .object(
                        DepthQuadrant.Key.allCases.map { key in
                            switch key {
                            case .validCount:
                                JSONValue.Member(key: key.rawValue, value: .number(quadrant.validCount.description))
                            case .standardDeviation:
                                JSONValue.Member(key: key.rawValue, value: number(quadrant.standardDeviation))
                            }
                        })
                })
        case .checks: nil
        }
    }
}
