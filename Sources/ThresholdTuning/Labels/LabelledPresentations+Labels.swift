package import DepthAnalysis
internal import Support

extension LabelledPresentations {
    /// The limit on species. Their intervals hold simultaneously: with a thousand species, each needs more than a
    /// hundred error-free groups to bound its APCER by 10 %. More species mean that labels name objects.
    static let maximumSpeciesCount = 1000

    /// Numbers the classes and groups of labelled measurements.
    ///
    /// - Throws: ``TuningError/mixedMeasurements(what:first:second:)`` if they were measured differently,
    ///   ``TuningError/tooManySpecies(_:most:)``, and ``TuningError/noMaps(of:)`` if bona fide maps or attacks have
    ///   no verdict at all.
    public init(_ labelled: LabelledMeasurements) throws(TuningError) {
        try self.init(numbering: labelled)
        try requireBothClasses()
    }

    func requireBothClasses() throws(TuningError) {
        let responses = counts { $0.responded }
        guard responses[0] > 0 else { throw .noMaps(of: "bona fide") }
        guard responses.dropFirst().contains(where: { $0 > 0 }) else { throw .noMaps(of: "attack") }
    }

    /// Numbers the classes and groups, but allows a class without verdicts: such data can be inspected, but not tuned
    /// on.
    package init(numbering labelled: LabelledMeasurements) throws(TuningError) {
        try labelled.rows.requireMeasuredAlike()
        try self.init(labelled, profile: labelled.rows.first?.provenance.profile ?? .server) { row, presentation in
            Presentation(
                kind: presentation.kind, group: presentation.group, domain: presentation.domain,
                part: presentation.part, responded: row.analysis.status != .unavailable,
                standardDeviation: row.analysis.standardDeviation, layers: row.analysis.layerCount,
                coherence: row.analysis.edgeCoherence, depthRange: row.depthRange,
                uniformity: row.analysis.uniformityRatio, meanDepth: row.analysis.meanDepth)
        }
    }

    /// Numbers the classes and groups of labelled scores.
    init(numbering labelled: LabelledScores) throws(TuningError) {
        try self.init(labelled, profile: .server) { row, presentation in
            var presentation = presentation
            presentation.responded = row.score != nil
            return presentation
        }
    }

    /// - Parameter complete: completes the presentation of a row, which has only its class, group and parts.
    private init<Row>(
        _ labelled: Labelled<Row>, profile: AnalysisProfile, complete: (Row, Presentation) -> Presentation
    ) throws(TuningError) {
        let species = labelled.labels.filter { !$0.isBonaFide }.map(\.species).exactTexts.sorted()
        guard species.count <= Self.maximumSpeciesCount else {
            throw .tooManySpecies(species.count, most: Self.maximumSpeciesCount)
        }
        let groupNames = labelled.labels.map(\.group).exactTexts.sorted()
        let domainNames = labelled.labels.compactMap(\.domain).exactTexts.sorted()
        let partNames = labelled.labels.compactMap(\.part).exactTexts.sorted()
        let partNumber = Dictionary(uniqueKeysWithValues: zip(partNames, 0...))
        let domainNumber = Dictionary(uniqueKeysWithValues: zip(domainNames, 0...))
        let speciesNumber = Dictionary(uniqueKeysWithValues: zip(species, 1...))
        let groupNumber = Dictionary(uniqueKeysWithValues: zip(groupNames, 0...))
        let all = zip(labelled.rows, labelled.labels).map { row, label in
            complete(
                row,
                Presentation(
                    kind: label.isBonaFide ? 0 : speciesNumber[ExactText(label.species), default: 0],
                    group: groupNumber[ExactText(label.group), default: 0],
                    domain: label.domain.flatMap { domainNumber[ExactText($0)] } ?? 0,
                    part: label.part.flatMap { partNumber[ExactText($0)] } ?? 0, responded: true))
        }
        self.init(
            profile: profile, species: species.map(\.text), groupNames: groupNames.map(\.text),
            domainNames: domainNames.map(\.text), partNames: partNames.map(\.text), all: all)
    }
}

extension LabelledMeasurements {
    /// The `exp` that the rows were measured with. Rows measured with either `exp` can be used, but not mixed.
    package func exponential(
        for parameters: AnalysisParameters
    ) throws(TuningError) -> DepthAnalyzer.Exponential {
        let found = rows.first?.provenance.measuringDigest ?? parameters.measuringDigest
        for exponential in DepthAnalyzer.Exponential.allCases where parameters.measuringDigest(exponential) == found {
            return exponential
        }
        throw .otherParameters(found: found, expected: parameters.measuringDigest)
    }
}

extension [MapMeasurement] {
    /// Checks that all rows were measured in the same way, and are therefore comparable.
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
