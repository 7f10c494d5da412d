internal import Corpora
public import DepthAnalysis

/// Labelled measurements in the form in which decisions are counted: one array a measurement, classes and groups
/// numbered.
///
/// Class 0 is bona fide; every species of attack is a class after it, sorted by name.
public struct Presentations: Sendable {
    /// Whose arithmetic the measurements are in.
    public let profile: AnalysisProfile
    /// The names of the species of attack; species `k` is class `k + 1`.
    public let species: [String]
    /// The names of the groups.
    public let groupNames: [String]
    /// The class of each presentation.
    public let classes: [Int]
    /// The group of each.
    public let groups: [Int]
    /// Whether there was a verdict at all. Without one a presentation is a non-response.
    public let responded: [Bool]
    /// Standard deviation of the depths in metres.
    public let standardDeviations: [Double]
    /// Layers.
    public let layerCounts: [Int]
    /// Edge coherence.
    public let coherences: [Double]
    /// What the screen rule looks at.
    public let screens: [ScreenMeasurement]

    /// What the screen rule looks at, in metres but for the uniformity, which is a share.
    public struct ScreenMeasurement: Sendable, Hashable {
        /// Farthest less nearest depth.
        public var range: Double
        /// Share of samples around the median.
        public var uniformity: Double
        /// Mean depth.
        public var mean: Double

        /// What a sign of a screen compares.
        func value(of check: Check) -> Double {
            switch check {
            case .screenRange: range
            case .screenUniformity: uniformity
            case .screenNearest, .screenFarthest: mean
            case .standardDeviation, .layers, .edgeCoherence, .quadrant:
                preconditionFailure("\(check.rawValue) is no sign of a screen")
            }
        }
    }

    /// Numbers classes and groups of labelled measurements.
    ///
    /// - Throws: ``TuningError/mixedMeasurements(what:first:second:)`` if they were not measured alike, and
    ///   ``TuningError/noMaps(of:)`` if one of the two classes has no presentation with a verdict.
    public init(_ labelled: LabelledMeasurements) throws(TuningError) {
        let rows = labelled.rows
        if let first = rows.first {
            for row in rows {
                if row.provenance.profile != first.provenance.profile {
                    throw .mixedMeasurements(
                        what: "profile", first: first.provenance.profile.rawValue,
                        second: row.provenance.profile.rawValue)
                }
                if row.provenance.measuringDigest != first.provenance.measuringDigest {
                    throw .mixedMeasurements(
                        what: "measuring_sha256", first: first.provenance.measuringDigest,
                        second: row.provenance.measuringDigest)
                }
            }
        }
        let species = Set(labelled.labels.filter { !$0.isBonaFide }.map(\.species)).sorted()
        let groupNames = Set(labelled.labels.map(\.group)).sorted()
        let speciesNumber = Dictionary(uniqueKeysWithValues: zip(species, 1...))
        let groupNumber = Dictionary(uniqueKeysWithValues: zip(groupNames, 0...))
        self.init(
            profile: rows.first?.provenance.profile ?? .server, species: species, groupNames: groupNames,
            classes: labelled.labels.map { $0.isBonaFide ? 0 : speciesNumber[$0.species, default: 0] },
            groups: labelled.labels.map { groupNumber[$0.group, default: 0] },
            responded: rows.map { $0.analysis.status != .unavailable },
            standardDeviations: rows.map(\.analysis.standardDeviation), layerCounts: rows.map(\.analysis.layerCount),
            coherences: rows.map(\.analysis.edgeCoherence),
            screens: rows.map { row in
                ScreenMeasurement(
                    range: row.depthRange, uniformity: row.analysis.uniformityRatio, mean: row.analysis.meanDepth)
            })
        func hasResponse(_ condition: (Int) -> Bool) -> Bool {
            classes.indices.contains { responded[$0] && condition(classes[$0]) }
        }
        guard hasResponse({ $0 == 0 }) else { throw .noMaps(of: "bona fide") }
        guard hasResponse({ $0 > 0 }) else { throw .noMaps(of: "attack") }
    }

    /// Takes arrays of one length as they are.
    init(
        profile: AnalysisProfile, species: [String], groupNames: [String], classes: [Int], groups: [Int],
        responded: [Bool],
        standardDeviations: [Double], layerCounts: [Int], coherences: [Double], screens: [ScreenMeasurement]
    ) {
        self.profile = profile
        self.species = species
        self.groupNames = groupNames
        self.classes = classes
        self.groups = groups
        self.responded = responded
        self.standardDeviations = standardDeviations
        self.layerCounts = layerCounts
        self.coherences = coherences
        self.screens = screens
    }

    /// The number of presentations.
    public var count: Int { classes.count }
    /// Bona fide and every species.
    public var classCount: Int { species.count + 1 }

    /// The presentations at some indices; names and numbers of classes and groups stay.
    func subset(_ indices: [Int]) -> Presentations {
        Presentations(
            profile: profile, species: species, groupNames: groupNames, classes: indices.map { classes[$0] },
            groups: indices.map { groups[$0] }, responded: indices.map { responded[$0] },
            standardDeviations: indices.map { standardDeviations[$0] }, layerCounts: indices.map { layerCounts[$0] },
            coherences: indices.map { coherences[$0] }, screens: indices.map { screens[$0] })
    }
}
