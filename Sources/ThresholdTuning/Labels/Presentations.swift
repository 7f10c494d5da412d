internal import Corpora
public import DepthAnalysis
internal import Platform

/// Labelled measurements in the form in which decisions are counted, with classes and groups numbered.
///
///     let presentations = try Presentations(labelled)
///
/// Class 0 is bona fide; every species of attack is a class after it, sorted by name.
public struct Presentations: Sendable {
    /// Whose arithmetic the measurements are in.
    public let profile: AnalysisProfile
    /// The names of the species of attack; species `k` is class `k + 1`.
    public let species: [String]
    /// The names of the groups.
    public let groupNames: [String]
    package var all: [Presentation]

    /// The number of presentations.
    public var count: Int { all.count }
    /// Bona fide and every species.
    var classCount: Int { species.count + 1 }
}

extension Presentations {
    /// The intervals of the species hold together: of a thousand each needs more than a hundred groups to bound its
    /// APCER by 10 %, though none passed. More species than this are names of single objects, not of kinds.
    static let mostSpecies = 1000

    /// Numbers classes and groups of labelled measurements.
    ///
    /// - Throws: ``TuningError/mixedMeasurements(what:first:second:)`` if they were not measured alike,
    ///   ``TuningError/tooManySpecies(_:most:)``, and ``TuningError/noMaps(of:)`` if one of the two classes has no
    ///   presentation with a verdict.
    public init(_ labelled: LabelledMeasurements) throws(TuningError) {
        try self.init(numbering: labelled)
        let responses = counts(\.responded)
        guard responses[0] > 0 else { throw .noMaps(of: "bona fide") }
        guard responses.dropFirst().contains(where: { $0 > 0 }) else { throw .noMaps(of: "attack") }
    }

    /// The same also where a class has no presentation with a verdict: something to look at, nothing to tune on.
    package init(numbering labelled: LabelledMeasurements) throws(TuningError) {
        try labelled.rows.requireMeasuredAlike()
        let species = labelled.labels.filter { !$0.isBonaFide }.map(\.species).exactTexts.sorted()
        guard species.count <= Self.mostSpecies else {
            throw .tooManySpecies(species.count, most: Self.mostSpecies)
        }
        let groupNames = labelled.labels.map(\.group).exactTexts.sorted()
        let speciesNumber = Dictionary(uniqueKeysWithValues: zip(species, 1...))
        let groupNumber = Dictionary(uniqueKeysWithValues: zip(groupNames, 0...))
        let all = zip(labelled.rows, labelled.labels).map { row, label in
            Presentation(
                kind: label.isBonaFide ? 0 : speciesNumber[ExactText(label.species), default: 0],
                group: groupNumber[ExactText(label.group), default: 0], responded: row.analysis.status != .unavailable,
                standardDeviation: row.analysis.standardDeviation, layers: row.analysis.layerCount,
                coherence: row.analysis.edgeCoherence, depthRange: row.depthRange,
                uniformity: row.analysis.uniformityRatio, meanDepth: row.analysis.meanDepth)
        }
        self.init(
            profile: labelled.rows.first?.provenance.profile ?? .server, species: species.map(\.text),
            groupNames: groupNames.map(\.text), all: all)
    }

    /// Presentations of the `server` profile, put together by whoever made them.
    package init(species: [String], groupNames: [String], all: [Presentation]) {
        self.init(profile: .server, species: species, groupNames: groupNames, all: all)
    }

    /// How many presentations of each class fulfil a condition.
    func counts(_ isCounted: (Presentation) -> Bool) -> [Int] {
        var counts = Array(repeating: 0, count: classCount)
        for presentation in all where isCounted(presentation) { counts[presentation.kind] += 1 }
        return counts
    }

    /// The names of the groups of the presentations at some indices, sorted.
    func groups(at indices: [Int]) -> [String] {
        Set(indices.map { all[$0].group }).sorted().map { groupNames[$0] }
    }

    /// The presentations at some indices; names and numbers of classes and groups stay.
    func subset(_ indices: [Int]) -> Presentations {
        Presentations(profile: profile, species: species, groupNames: groupNames, all: indices.map { all[$0] })
    }
}

extension [MapMeasurement] {
    /// - Throws: ``TuningError/mixedMeasurements(what:first:second:)`` unless all were measured in one way, so
    ///   that they can be compared.
    package func requireMeasuredAlike() throws(TuningError) {
        guard let first = first?.provenance else { return }
        for row in self {
            for (what, found, expected) in [
                ("profile", row.provenance.profile.rawValue, first.profile.rawValue),
                ("measuring_sha256", row.provenance.measuringDigest, first.measuringDigest),
            ] where found != expected {
                throw .mixedMeasurements(what: what, first: expected, second: found)
            }
        }
    }
}

/// What decisions take from one labelled map. Lengths are in metres.
package struct Presentation: Sendable {
    /// The number of its class.
    package let kind: Int
    package let group: Int
    /// Whether there was a verdict at all. Without one a presentation is a non-response.
    var responded: Bool
    package var standardDeviation: Double
    package var layers: Int
    package var coherence: Double
    let depthRange: Double
    let uniformity: Double
    let meanDepth: Double

    package init(
        kind: Int, group: Int, responded: Bool, standardDeviation: Double, layers: Int, coherence: Double,
        depthRange: Double, uniformity: Double, meanDepth: Double
    ) {
        self.kind = kind
        self.group = group
        self.responded = responded
        self.standardDeviation = standardDeviation
        self.layers = layers
        self.coherence = coherence
        self.depthRange = depthRange
        self.uniformity = uniformity
        self.meanDepth = meanDepth
    }

    /// What a check compares.
    func value(of check: SceneAnalysis.Check) -> Double {
        switch check {
        case .standardDeviation: standardDeviation
        case .layers: Double(layers)
        case .edgeCoherence: coherence
        case .screenRange: depthRange
        case .screenUniformity: uniformity
        case .screenNearest, .screenFarthest: meanDepth
        case .quadrant: preconditionFailure("quadrants decide nothing")
        }
    }
}
