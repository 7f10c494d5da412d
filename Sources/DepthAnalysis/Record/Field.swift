extension SceneAnalysis {
    /// A field of a result, identified by its JSON name, in output order.
    ///
    ///     for field in SceneAnalysis.Field.allCases { print(field.path, field.value(in: analysis)) }
    ///
    /// JSON, CSV, `Codable`, golden files, parity and measurements derive their fields from this enum, so a field
    /// added here appears in all of them.
    ///
    /// Source: specification §11 for the server's names; the others are this project's.
    public enum Field: String, CaseIterable, Sendable {
        /// ``SceneAnalysis/status-swift.property``
        case status
        /// ``SceneAnalysis/standardDeviation``
        case standardDeviation = "depth_variance"
        /// ``SceneAnalysis/layerCount``
        case layerCount = "depth_layers"
        /// ``SceneAnalysis/edgeCoherence``
        case edgeCoherence = "edge_coherence"
        /// ``SceneAnalysis/minimumDepth``
        case minimumDepth = "min_depth"
        /// ``SceneAnalysis/maximumDepth``
        case maximumDepth = "max_depth"
        /// ``SceneAnalysis/isLikelyRealScene``
        case isLikelyRealScene = "is_likely_real_scene"
        /// ``SceneAnalysis/algorithmVersion``
        case algorithmVersion = "algorithm_version"
        /// ``SceneAnalysis/profile``
        case profile
        /// ``SceneAnalysis/width``
        case width
        /// ``SceneAnalysis/height``
        case height
        /// ``SceneAnalysis/coverage``
        case coverage
        /// ``SceneAnalysis/validCount``
        case validCount = "valid_count"
        /// ``SceneAnalysis/totalCount``
        case totalCount = "total_count"
        /// ``SceneAnalysis/meanDepth``
        case meanDepth = "mean_depth"
        /// ``SceneAnalysis/medianDepth``
        case medianDepth = "median_depth"
        /// ``SceneAnalysis/peakDepths``
        case peakDepths = "peak_depths"
        /// ``SceneAnalysis/isScreenLike``
        case isScreenLike = "is_screen_like"
        /// ``SceneAnalysis/uniformityRatio``
        case uniformityRatio = "uniformity_ratio"
        /// ``SceneAnalysis/quadrantPasses``
        case quadrantPasses = "quadrant_passes"
        /// ``SceneAnalysis/minimumQuadrantStandardDeviation``
        case minimumQuadrantStandardDeviation = "min_quadrant_variance"
        /// ``SceneAnalysis/reasons``
        case reasons
        /// ``SceneAnalysis/checks``
        case checks
        /// ``SceneAnalysis/histogramCounts``
        case histogramCounts = "histogram_counts"
        /// ``SceneAnalysis/peakBins``
        case peakBins = "peak_bins"
        /// ``SceneAnalysis/interiorCount``
        case interiorCount = "interior_count"
        /// ``SceneAnalysis/edgeCount``
        case edgeCount = "edge_count"
        /// ``SceneAnalysis/quadrants``
        case quadrants

        /// The unit of a field's numbers.
        public enum Unit: String, Sendable {
            /// Words, flags, shares and coherences.
            case none = ""
            /// Metres.
            case metres = "m"
            /// Samples.
            case samples
            /// Pixels with four neighbours.
            case pixels
            /// Bins of the histogram, counted from 0.
            case bins
            /// Layers.
            case layers
        }
    }
}

extension SceneAnalysis.Field {
    /// The name of the object inside a result that holds the intermediate numbers.
    public static let stagesKey = "stages"

    /// Whether the field is inside ``stagesKey`` rather than directly in the result.
    public var isInStages: Bool {
        switch self {
        case .histogramCounts, .peakBins, .interiorCount, .edgeCount, .quadrants: true
        default: false
        }
    }

    /// The JSON path: `depth_layers`, `stages.edge_count`.
    public var path: String { isInStages ? "\(Self.stagesKey).\(rawValue)" : rawValue }

    /// The kind of the field's value.
    public var kind: AnalysisFieldValue.Kind { definition.access.kind }
    /// The unit of the field's numbers.
    public var unit: Unit { definition.unit }
    /// The step of the analysis that determines the field.
    public var stage: AnalysisStage { definition.stage }
    /// A short description, as printed in `docs/JSON.md`.
    public var meaning: String { definition.meaning }
    /// Whether the field is stored rather than derived from other fields or from the algorithm.
    public var isStored: Bool { definition.access.isStored }

    /// Whether the field holds a measured number rather than the placeholder for a missing measurement.
    public func isMeasured(in analysis: SceneAnalysis) -> Bool {
        self != .minimumQuadrantStandardDeviation || analysis.hasMeasuredQuadrant
    }

    /// The field's value in a result.
    public func value(in analysis: SceneAnalysis) -> AnalysisFieldValue { definition.access.value(in: analysis) }
}

extension SceneAnalysis {
    /// A record without results, to be filled field by field.
    package static let empty = SceneAnalysis(profile: .server)

    /// Copies some fields of another analysis; the others are as in ``empty``.
    package init(_ fields: [Field], of analysis: SceneAnalysis) {
        self = .empty
        for field in fields { _ = set(field, to: field.value(in: analysis)) }
    }

    /// Assigns a value to a field.
    ///
    /// - Returns: whether the field can have this value. A derived field accepts only its current value.
    package mutating func set(_ field: Field, to value: AnalysisFieldValue) -> Bool {
        let access = field.definition.access
        return access.isStored ? access.set(value, in: &self) : access.value(in: self) == value
    }
}

extension SceneAnalysis.Field {
    fileprivate struct Definition {
        let access: FieldAccess
        let unit: Unit
        let stage: AnalysisStage
        let meaning: String

        init(_ access: FieldAccess, _ unit: Unit, _ stage: AnalysisStage, _ meaning: String) {
            self.access = access
            self.unit = unit
            self.stage = stage
            self.meaning = meaning
        }
    }

    fileprivate var definition: Definition {
        switch self {
        case .status:
            Definition(
                .text({ $0.status.rawValue }, { assign($1, to: &$0.status) }), .none, .verdict,
                "the verdict: `pass`, `fail`, or `unavailable` when the map could not be read or analysed")
        case .standardDeviation:
            Definition(
                .real({ $0.standardDeviation }, { $0.standardDeviation = $1 }), .metres, .statistics,
                "population **standard deviation** of the valid samples (the name is historical)")
        case .layerCount:
            Definition(
                .whole({ $0.layerCount }, { $0.layerCount = $1 }), .layers, .peaks,
                "peaks of the smoothed depth histogram")
        case .edgeCoherence:
            Definition(
                .real({ $0.edgeCoherence }, { $0.edgeCoherence = $1 }), .none, .gradient,
                "`1 - exp(-30 r)` of the edge share r, from 0 to 1")
        case .minimumDepth:
            Definition(
                .real({ $0.minimumDepth }, { $0.minimumDepth = $1 }), .metres, .statistics, "nearest valid sample")
        case .maximumDepth:
            Definition(
                .real({ $0.maximumDepth }, { $0.maximumDepth = $1 }), .metres, .statistics, "farthest valid sample")
        case .isLikelyRealScene:
            Definition(.flag({ $0.isLikelyRealScene }, nil), .none, .verdict, "`status` is `pass`")
        case .algorithmVersion:
            Definition(.text({ _ in SceneAnalysis.algorithmVersion }, nil), .none, .decoding, "`1.0`")
        case .profile:
            Definition(
                .text({ $0.profile.rawValue }, { assign($1, to: &$0.profile) }), .none, .decoding,
                "`server` or `client`: f64 or f32 arithmetic")
        case .width:
            Definition(
                .whole({ $0.width }, { $0.width = $1 }), .samples, .decoding,
                "samples in a row, as given, stored or inferred; 0 when no map could be read")
        case .height:
            Definition(
                .whole({ $0.height }, { $0.height = $1 }), .samples, .decoding,
                "rows, as given, stored or inferred; 0 when no map could be read")
        case .coverage:
            Definition(
                .real({ $0.coverage }, { $0.coverage = $1 }), .none, .validity, "share of the samples that are valid")
        case .validCount:
            Definition(.whole({ $0.validCount }, { $0.validCount = $1 }), .samples, .validity, "valid samples")
        case .totalCount:
            Definition(.whole({ $0.totalCount }, { $0.totalCount = $1 }), .samples, .decoding, "all samples")
        case .meanDepth:
            Definition(
                .real({ $0.meanDepth }, { $0.meanDepth = $1 }), .metres, .statistics, "mean of the valid samples")
        case .medianDepth:
            Definition(
                .real({ $0.medianDepth }, { $0.medianDepth = $1 }), .metres, .screen,
                "upper median of the valid samples")
        case .peakDepths:
            Definition(
                .reals({ $0.peakDepths }, { $0.peakDepths = $1 }), .metres, .peaks,
                "depth of each layer, nearest first")
        case .isScreenLike:
            Definition(
                .flag({ $0.isScreenLike }, { $0.isScreenLike = $1 }), .none, .screen,
                "whether every sign of a screen or print is present")
        case .uniformityRatio:
            Definition(
                .real({ $0.uniformityRatio }, { $0.uniformityRatio = $1 }), .none, .screen,
                "share of the valid samples within the screen band around the median")
        case .quadrantPasses:
            Definition(
                .flag({ $0.quadrantPasses }, { $0.quadrantPasses = $1 }), .none, .quadrants,
                "whether every measured quadrant varies enough; a warning only, without effect on the verdict")
        case .minimumQuadrantStandardDeviation:
            Definition(
                .real({ $0.minimumQuadrantStandardDeviation }, { $0.minimumQuadrantStandardDeviation = $1 }), .metres,
                .quadrants,
                "smallest standard deviation of a quadrant; 1.7976931348623157e+308 from the server when every "
                    + "quadrant was skipped")
        case .reasons:
            Definition(
                .texts(
                    { analysis in analysis.reasons.map { $0.rawValue } },
                    { analysis, words in
                        analysis.reasons = words.compactMap { VerdictReason(exactly: $0) }
                        return analysis.reasons.count == words.count
                    }), .none, .verdict, "why the verdict is not `pass`, in the order of the checks: see below")
        case .checks:
            Definition(
                .checks({ $0.checks }, { $0.checks = $1 }), .none, .verdict,
                "every comparison made with a threshold: see below")
        case .histogramCounts:
            Definition(
                .wholes({ $0.histogramCounts }, { $0.histogramCounts = $1 }), .samples, .histogram,
                "samples per bin (50 with the server's constants); empty when nearest and farthest sample are equal")
        case .peakBins:
            Definition(.wholes({ $0.peakBins }, { $0.peakBins = $1 }), .bins, .peaks, "bin of each layer, ascending")
        case .interiorCount:
            Definition(
                .whole({ $0.interiorCount }, { $0.interiorCount = $1 }), .pixels, .gradient,
                "interior pixels with a valid centre")
        case .edgeCount:
            Definition(
                .whole({ $0.edgeCount }, { $0.edgeCount = $1 }), .pixels, .gradient, "interior pixels that are edges")
        case .quadrants:
            Definition(
                .quadrants({ $0.quadrants }, { $0.quadrants = $1 }), .none, .quadrants,
                "`valid_count` and `standard_deviation` (null below the minimum of samples) of the top left, top "
                    + "right, bottom left and bottom right quadrant; empty when the map has no quadrants")
        }
    }
}

/// Assigns the case named by a word; returns false for an unknown word.
private func assign<Value: RawRepresentable<String> & CaseIterable>(_ word: String, to property: inout Value) -> Bool {
    guard let value = Value(exactly: word) else { return false }
    property = value
    return true
}

extension RawRepresentable where RawValue == String, Self: CaseIterable {
    /// The case with exactly this raw value; unlike `init(rawValue:)`, this compares bytes.
    fileprivate init?(exactly word: String) {
        #if hasFeature(Embedded)
            // Embedded builds never create a record from words, and string comparison would add a tenth to the size of
            // the module.
            return nil
        #else
            guard let value = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(word.utf8) }) else {
                return nil
            }
            self = value
        #endif
    }
}
