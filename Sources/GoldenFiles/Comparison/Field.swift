internal import DepthAnalysis
package import PlainText

/// A field of the JSON vocabulary that goldens may hold, what stands in it and which stage answers for it.
package struct Field: Sendable, Hashable {
    /// What stands in a field, which decides how it is compared.
    package enum Kind: Sendable, Hashable {
        /// A word, compared exactly.
        case text
        /// A list of words, compared exactly.
        case texts
        /// A boolean, compared exactly.
        case flag
        /// A whole number, compared exactly.
        case whole
        /// A list of whole numbers, compared exactly.
        case wholes
        /// A number of the profile's arithmetic, compared within the tolerance of the set.
        case real
        /// A list of such numbers.
        case reals
        /// The four quadrants.
        case quadrants
    }

    /// The name; inside `stages` as `stages.edge_count`.
    package let name: String
    /// What stands in it.
    package let kind: Kind
    /// The stage that answers for it.
    package let stage: Stage

    /// Every field that is compared, in the order of the stages.
    package static let all: [Field] =
        (SceneAnalysis.Key.allCases.compactMap(Field.init) + SceneAnalysis.StageKey.allCases.map(Field.init))
        .enumerated().sorted { ($0.element.stage, $0.offset) < ($1.element.stage, $1.offset) }.map(\.element)

    /// The field of this name, or nil if none is compared.
    package static func named(_ name: String) -> Field? { all.first { $0.name == name } }

    private init(_ name: String, _ kind: Kind, _ stage: Stage) {
        self.name = name
        self.kind = kind
        self.stage = stage
    }

    private init?(_ key: SceneAnalysis.Key) {
        let (kind, stage): (Kind, Stage)
        switch key {
        case .algorithmVersion, .profile: (kind, stage) = (.text, .decoding)
        case .width, .height, .totalCount: (kind, stage) = (.whole, .decoding)
        case .coverage: (kind, stage) = (.real, .validity)
        case .validCount: (kind, stage) = (.whole, .validity)
        case .minimumDepth, .maximumDepth, .meanDepth, .standardDeviation: (kind, stage) = (.real, .statistics)
        case .layerCount: (kind, stage) = (.whole, .peaks)
        case .peakDepths: (kind, stage) = (.reals, .peaks)
        case .edgeCoherence: (kind, stage) = (.real, .gradient)
        case .medianDepth, .uniformityRatio: (kind, stage) = (.real, .screen)
        case .isScreenLike: (kind, stage) = (.flag, .screen)
        case .quadrantPasses: (kind, stage) = (.flag, .quadrants)
        case .minimumQuadrantStandardDeviation: (kind, stage) = (.real, .quadrants)
        case .status: (kind, stage) = (.text, .verdict)
        case .isLikelyRealScene: (kind, stage) = (.flag, .verdict)
        case .reasons: (kind, stage) = (.texts, .verdict)
        case .stages: return nil
        }
        self.init(key.rawValue, kind, stage)
    }

    private init(_ key: SceneAnalysis.StageKey) {
        let (kind, stage): (Kind, Stage) =
            switch key {
            case .histogramCounts: (.wholes, .histogram)
            case .peakBins: (.wholes, .peaks)
            case .interiorCount, .edgeCount: (.whole, .gradient)
            case .quadrants: (.quadrants, .quadrants)
            }
        self.init("\(SceneAnalysis.Key.stages.rawValue).\(key.rawValue)", kind, stage)
    }

    /// The value of this field in an answer, or nil if it is not there.
    package func value(in answer: JSONValue) -> JSONValue? {
        let prefix = "\(SceneAnalysis.Key.stages.rawValue)."
        guard name.hasPrefix(prefix) else { return answer[name] }
        return answer[SceneAnalysis.Key.stages.rawValue]?[String(name.dropFirst(prefix.count))]
    }
}
