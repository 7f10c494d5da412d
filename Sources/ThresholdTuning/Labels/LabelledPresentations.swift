internal import DepthAnalysis
internal import Support

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
        let responses = counts { $0.responded }
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
                ("candidates_version", row.provenance.candidatesVersion, first.candidatesVersion),
            ] where found != expected {
                throw .mixedMeasurements(what: what, first: expected, second: found)
            }
        }
    }
}
