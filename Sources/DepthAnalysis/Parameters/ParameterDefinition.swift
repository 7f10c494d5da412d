extension AnalysisParameters {
    /// The JSON names of the parameters: the server's for its 13 named constants, and this project's for the three that
    /// the server leaves unnamed (`edgeGain`, `screenBand`, `quadrantMinimum`).
    public enum Key: String, CaseIterable, Sendable {
        /// The lower end of ``AnalysisParameters/validRange``.
        case minValidDepth
        /// The upper end of ``AnalysisParameters/validRange``.
        case maxValidDepth
        /// ``AnalysisParameters/histogramBinCount``
        case histogramBins
        /// ``AnalysisParameters/peakProminenceRatio``
        case peakProminenceRatio
        /// ``AnalysisParameters/gradientThreshold``
        case gradientThreshold
        /// ``AnalysisParameters/edgeGain``
        case edgeGain
        /// ``AnalysisParameters/screenDepthRangeMaximum``
        case screenDepthRangeMax
        /// ``AnalysisParameters/screenBand``
        case screenBand
        /// ``AnalysisParameters/screenUniformityThreshold``
        case screenUniformityThreshold
        /// ``AnalysisParameters/screenDistanceMinimum``
        case screenDistanceMin
        /// ``AnalysisParameters/screenDistanceMaximum``
        case screenDistanceMax
        /// ``AnalysisParameters/quadrantStandardDeviationThreshold``
        case minQuadrantVariance
        /// ``AnalysisParameters/quadrantMinimumSampleCount``
        case quadrantMinimum
        /// ``AnalysisParameters/standardDeviationThreshold``
        case varianceThreshold
        /// ``AnalysisParameters/layerThreshold``
        case layerThreshold
        /// ``AnalysisParameters/coherenceThreshold``
        case coherenceThreshold
    }

    /// The value of a parameter.
    public enum Value: Sendable, Hashable {
        /// An end of the valid range in metres.
        case depth(Float)
        /// Any other real number.
        case real(Double)
        /// A whole number.
        case whole(Int)

        /// The value as a number.
        public var number: Double {
            switch self {
            case .depth(let depth): Double(depth)
            case .real(let number): number
            case .whole(let number): Double(number)
            }
        }

        /// The shortest decimal that reads back to the same bits.
        public var text: String {
            switch self {
            case .depth(let depth): depth.description
            case .real(let number): number.description
            case .whole(let number): number.description
            }
        }
    }

    /// The value of the parameter with this key.
    ///
    ///     let metres = AnalysisParameters.standard[.screenBand].number
    public subscript(key: Key) -> Value { key.definition.access.value(in: self) }

    /// Parses a number and assigns it to a parameter.
    ///
    ///     try parameters.set(.gradientThreshold, to: "0.05")
    ///
    /// - Throws: ``AnalysisParameterError/wrongType(_:expected:)`` for text that is not a number of the parameter's
    ///   kind, and ``AnalysisParameterError/outOfRange(_:found:expected:)`` for a nonzero number that would be stored
    ///   as 0.
    ///   ``validate()`` checks all other limits.
    public mutating func set(_ key: Key, to text: String) throws(AnalysisParameterError) {
        let value: Value? =
            switch self[key] {
            case .depth: Float(text).map { .depth($0) }
            case .real: Double(text).map { .real($0) }
            case .whole: Int(text).map { .whole($0) }
            }
        guard let value else { throw .wrongType(key, expected: key.isWhole ? "a whole number" : "a number") }
        if value.number == 0, Self.isNonzero(text) { throw outOfRange(key, found: text) }
        key.definition.access.set(value, in: &self)
    }

    /// Assigns a number to a parameter, rounded to `Float` for a depth.
    ///
    /// - Returns: whether the number can be stored. A whole-number parameter cannot store a fraction, and no parameter
    ///   stores a nonzero number as 0.
    package mutating func set(_ key: Key, to number: Double) -> Bool {
        switch self[key] {
        case .depth where Float(number) == 0 && number != 0: return false
        case .depth: set(key, to: .depth(Float(number)))
        case .real: set(key, to: .real(number))
        case .whole:
            guard let whole = Int(exactly: number) else { return false }
            set(key, to: .whole(whole))
        }
        return true
    }

    /// Whether a number has a nonzero digit before its exponent.
    private static func isNonzero(_ text: String) -> Bool {
        text.prefix { $0 != "e" && $0 != "E" }.contains { ("1"..."9").contains($0) }
    }

    func outOfRange(_ key: Key, found: String) -> AnalysisParameterError {
        .outOfRange(key, found: found, expected: key.expectation)
    }

    mutating func set(_ key: Key, to value: Value) { key.definition.access.set(value, in: &self) }

    /// The first parameter that is NaN, infinite or outside its allowed range.
    package var firstOutOfRange: Key? {
        Key.allCases.first { !$0.definition.limits.contain(self[$0].number, in: self) }
    }

    /// Checks that an analysis can use these parameters.
    ///
    /// - Throws: ``AnalysisParameterError/outOfRange(_:found:expected:)`` for the first parameter, in the order of
    ///   ``Key``, that is NaN, infinite or outside its allowed range.
    public func validate() throws(AnalysisParameterError) {
        if let key = firstOutOfRange { throw outOfRange(key, found: self[key].text) }
    }
}

extension AnalysisParameters.Key {
    /// Whether this parameter affects the measurements. The others affect only the verdict, so the same measurements
    /// can be judged with any of their values.
    public var affectsMeasurements: Bool { definition.affectsMeasurements }

    /// Whether the parameter is an integer.
    public var isWhole: Bool {
        if case .whole = AnalysisParameters.standard[self] { true } else { false }
    }

    /// The valid values, in words.
    package var expectation: String { definition.limits.expectation }

    package var largest: Double { definition.limits.largestNumber }

    /// The valid numbers of histogram bins. A map cannot have more layers than bins.
    package static let binCounts = 2...4096

    /// The upper limit of counts: larger than any map, but small enough that sums do not overflow.
    private static let largestCount = Int(Int32.max)

    fileprivate enum Limits {
        case nearest, farthest
        /// A share from 0 to 1.
        case share
        /// A number of at least 0, with its unit.
        case notNegative(String)
        case whole(ClosedRange<Int>)

        // Ten kilometres exceeds the range of every depth sensor, and a million every sensible threshold. Both keep
        // all squares, sums and products finite in f32.
        private static let farthestDepth: Float = 10_000
        private static let largest = 1_000_000.0

        func contain(_ number: Double, in parameters: AnalysisParameters) -> Bool {
            switch self {
            case .nearest: number >= 0 && number < Double(parameters.validRange.upper)
            case .farthest: number <= Double(Self.farthestDepth)
            case .share: number >= 0 && number <= 1
            case .notNegative: number >= 0 && number <= Self.largest
            case .whole(let range): number >= Double(range.lowerBound) && number <= Double(range.upperBound)
            }
        }

        var largestNumber: Double {
            switch self {
            case .nearest, .farthest: Double(Self.farthestDepth)
            case .share: 1
            case .notNegative: Self.largest
            case .whole(let range): Double(range.upperBound)
            }
        }

        var expectation: String {
            switch self {
            case .nearest: "metres of at least 0 and below maxValidDepth"
            case .farthest: "at most \(Self.farthestDepth) metres"
            case .share: "a share from 0 to 1"
            case .notNegative(let unit): "a number from 0 to \(Self.largest)\(unit)"
            case .whole(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
            }
        }
    }

    /// Reads and sets a parameter. The functions capture nothing, so that a definition allocates nothing.
    fileprivate enum Access {
        case depth((AnalysisParameters) -> Float, (inout AnalysisParameters, Float) -> Void)
        case real((AnalysisParameters) -> Double, (inout AnalysisParameters, Double) -> Void)
        case whole((AnalysisParameters) -> Int, (inout AnalysisParameters, Int) -> Void)

        func value(in parameters: AnalysisParameters) -> AnalysisParameters.Value {
            switch self {
            case .depth(let get, _): .depth(get(parameters))
            case .real(let get, _): .real(get(parameters))
            case .whole(let get, _): .whole(get(parameters))
            }
        }

        func set(_ value: AnalysisParameters.Value, in parameters: inout AnalysisParameters) {
            switch (self, value) {
            case (.depth(_, let set), .depth(let depth)): set(&parameters, depth)
            case (.real(_, let set), .real(let number)): set(&parameters, number)
            case (.whole(_, let set), .whole(let number)): set(&parameters, number)
            default: preconditionFailure("a parameter was set to a value of another kind")
            }
        }
    }

    fileprivate struct Definition {
        let access: Access
        let limits: Limits
        let affectsMeasurements: Bool

        init(_ access: Access, _ limits: Limits, measures affectsMeasurements: Bool = true) {
            self.access = access
            self.limits = limits
            self.affectsMeasurements = affectsMeasurements
        }
    }

    fileprivate var definition: Definition {
        switch self {
        case .minValidDepth: Definition(.depth({ $0.validRange.lower }, { $0.validRange.lower = $1 }), .nearest)
        case .maxValidDepth: Definition(.depth({ $0.validRange.upper }, { $0.validRange.upper = $1 }), .farthest)
        case .histogramBins:
            Definition(
                .whole({ $0.histogramBinCount }, { $0.histogramBinCount = $1 }), .whole(Self.binCounts))
        case .peakProminenceRatio:
            Definition(
                .real({ $0.peakProminenceRatio }, { $0.peakProminenceRatio = $1 }), .share)
        case .gradientThreshold:
            Definition(
                .real({ $0.gradientThreshold }, { $0.gradientThreshold = $1 }), .notNegative(" metres per pixel"))
        case .edgeGain:
            Definition(
                .real({ $0.edgeGain }, { $0.edgeGain = $1 }), .notNegative(""))
        case .screenDepthRangeMax:
            Definition(
                .real({ $0.screenDepthRangeMaximum }, { $0.screenDepthRangeMaximum = $1 }), .notNegative(" metres"),
                measures: false)
        case .screenBand:
            Definition(
                .real({ $0.screenBand }, { $0.screenBand = $1 }), .notNegative(" metres"))
        case .screenUniformityThreshold:
            Definition(
                .real({ $0.screenUniformityThreshold }, { $0.screenUniformityThreshold = $1 }), .share, measures: false)
        case .screenDistanceMin:
            Definition(
                .real({ $0.screenDistanceMinimum }, { $0.screenDistanceMinimum = $1 }), .notNegative(" metres"),
                measures: false)
        case .screenDistanceMax:
            Definition(
                .real({ $0.screenDistanceMaximum }, { $0.screenDistanceMaximum = $1 }), .notNegative(" metres"),
                measures: false)
        case .minQuadrantVariance:
            Definition(
                .real({ $0.quadrantStandardDeviationThreshold }, { $0.quadrantStandardDeviationThreshold = $1 }),
                .notNegative(" metres"), measures: false)
        case .quadrantMinimum:
            Definition(
                .whole({ $0.quadrantMinimumSampleCount }, { $0.quadrantMinimumSampleCount = $1 }),
                .whole(1...Self.largestCount))
        case .varianceThreshold:
            Definition(
                .real({ $0.standardDeviationThreshold }, { $0.standardDeviationThreshold = $1 }),
                .notNegative(" metres"), measures: false)
        case .layerThreshold:
            Definition(
                .whole({ $0.layerThreshold }, { $0.layerThreshold = $1 }), .whole(0...Self.largestCount),
                measures: false)
        case .coherenceThreshold:
            Definition(
                .real({ $0.coherenceThreshold }, { $0.coherenceThreshold = $1 }), .notNegative(""), measures: false)
        }
    }
}
