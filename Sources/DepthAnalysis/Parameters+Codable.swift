extension AnalysisParameters: Codable {
    /// Decodes any subset of the parameters; those left out keep the server's values.
    ///
    /// - Throws: ``ParameterError`` for an unknown key, a value of the wrong type or one without meaning.
    public init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.container(keyedBy: AnyKey.self)
        for name in container.allKeys.map(\.stringValue).sorted() {
            guard let key = Key(rawValue: name) else { throw ParameterError.unknownKey(name) }
            try set(key, from: container)
        }
        try validate()
    }

    /// Encodes all parameters.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(validRange.lower, forKey: .minValidDepth)
        try container.encode(validRange.upper, forKey: .maxValidDepth)
        for key in Key.allCases {
            switch key {
            case .minValidDepth, .maxValidDepth: break
            default:
                if let path = Self.realPath(key) {
                    try container.encode(self[keyPath: path], forKey: key)
                } else if let path = Self.integerPath(key) {
                    try container.encode(self[keyPath: path], forKey: key)
                }
            }
        }
    }

    private mutating func set(_ key: Key, from container: KeyedDecodingContainer<AnyKey>) throws {
        func decode<Value: Decodable>(_ type: Value.Type, _ expected: String) throws -> Value {
            do {
                return try container.decode(type, forKey: AnyKey(key))
            } catch {
                // Foundation reports a fraction where a whole number is asked for as damaged JSON; here it is a wrong type.
                throw ParameterError.wrongType(key, expected: expected)
            }
        }
        switch key {
        case .minValidDepth: validRange.lower = try decode(Float.self, "a number")
        case .maxValidDepth: validRange.upper = try decode(Float.self, "a number")
        default:
            if let path = Self.realPath(key) {
                self[keyPath: path] = try decode(Double.self, "a number")
            } else if let path = Self.integerPath(key) {
                self[keyPath: path] = try decode(Int.self, "a whole number")
            }
        }
    }
}

extension AnalysisParameters {
    /// Where a real-valued parameter is stored; nil for whole numbers and for the valid range.
    public static func realPath(_ key: Key) -> WritableKeyPath<AnalysisParameters, Double>? {
        switch key {
        case .peakProminenceRatio: \.peakProminenceRatio
        case .gradientThreshold: \.gradientThreshold
        case .edgeGain: \.edgeGain
        case .screenDepthRangeMax: \.screenDepthRangeMaximum
        case .screenBand: \.screenBand
        case .screenUniformityThreshold: \.screenUniformityThreshold
        case .screenDistanceMin: \.screenDistanceMinimum
        case .screenDistanceMax: \.screenDistanceMaximum
        case .minQuadrantVariance: \.quadrantStandardDeviationThreshold
        case .varianceThreshold: \.standardDeviationThreshold
        case .coherenceThreshold: \.coherenceThreshold
        case .minValidDepth, .maxValidDepth, .histogramBins, .quadrantMinimum, .layerThreshold: nil
        }
    }

    /// Where a whole-number parameter is stored; nil for all others.
    public static func integerPath(_ key: Key) -> WritableKeyPath<AnalysisParameters, Int>? {
        switch key {
        case .histogramBins: \.histogramBinCount
        case .quadrantMinimum: \.quadrantMinimumSampleCount
        case .layerThreshold: \.layerThreshold
        default: nil
        }
    }
}

/// Any key at all, so that unknown ones can be seen.
private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ key: AnalysisParameters.Key) { stringValue = key.rawValue }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { stringValue = String(intValue) }
}
