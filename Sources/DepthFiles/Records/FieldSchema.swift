package import DepthAnalysis
package import Support

extension SceneAnalysis.Field {
    package var schema: JSONSchema {
        switch self {
        case .status: .words(SceneAnalysis.Status.self)
        case .profile: .words(AnalysisProfile.self)
        case .reasons: .list(of: .words(VerdictReason.self))
        case .algorithmVersion: .words([SceneAnalysis.algorithmVersion])
        default:
            switch kind {
            case .text: .string
            case .texts: .strings
            case .flag: .flag
            case .whole: .count
            case .wholes: .list(of: .count)
            case .real: .number
            case .reals: .list(of: .number)
            case .quadrants: .list(of: DepthQuadrant.schema)
            case .checks: .list(of: CheckOutcome.schema)
            }
        }
    }

    package static func members(_ presence: JSONSchema.Member.Presence = .required) -> [JSONSchema.Member] {
        func members(_ fields: [Self]) -> [JSONSchema.Member] {
            fields.map { JSONSchema.Member($0.rawValue, $0.schema, presence) }
        }
        let stages = JSONSchema.object(members(allCases.filter(\.isInStages)))
        return members(allCases.filter { !$0.isInStages }) + [JSONSchema.Member(stagesKey, stages, presence)]
    }
}

extension DepthQuadrant {
    fileprivate static var schema: JSONSchema {
        .object(
            Key.allCases.map { key in
                switch key {
                case .validCount: JSONSchema.Member(key.rawValue, .count)
                case .standardDeviation: JSONSchema.Member(key.rawValue, .number.orNull)
                }
            })
    }
}

extension CheckOutcome {
    package static var schema: JSONSchema {
        .object(
            Key.allCases.map { key in
                switch key {
                case .check: JSONSchema.Member(key.rawValue, .words(SceneAnalysis.Check.self))
                case .comparison: JSONSchema.Member(key.rawValue, SceneAnalysis.Check.Comparison.schema)
                case .holds: JSONSchema.Member(key.rawValue, .flag)
                case .value, .threshold, .margin: JSONSchema.Member(key.rawValue, .number)
                }
            })
    }
}

extension SceneAnalysis.Check.Comparison {
    package static var schema: JSONSchema {
        .words(Set(SceneAnalysis.Check.allCases.map(\.comparison.rawValue)).sorted())
    }
}
