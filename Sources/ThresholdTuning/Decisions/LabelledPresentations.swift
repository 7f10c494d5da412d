public import DepthAnalysis

/// Labelled measurements with numbered classes and groups, ready for counting decisions.
///
///     let presentations = try LabelledPresentations(labelled)
///
/// Class 0 is bona fide; the species of attack follow, sorted by name.
public struct LabelledPresentations: Sendable {
    /// The profile whose arithmetic produced the measurements.
    public let profile: AnalysisProfile
    /// The names of the species of attack; species `k` is class `k + 1`.
    public let species: [String]
    /// The names of the groups.
    public let groupNames: [String]
    /// The values of the domain column of the labels, such as devices; empty if no column was named.
    public let domainNames: [String]
    /// The values of the matrix column of the labels, such as data sets; empty if no column was named.
    public let partNames: [String]
    package var all: [Presentation]

    /// The number of presentations.
    public var count: Int { all.count }
    /// The number of classes: bona fide and every species.
    package var classCount: Int { species.count + 1 }

    package init(
        profile: AnalysisProfile = .server, species: [String], groupNames: [String], domainNames: [String] = [],
        partNames: [String] = [], all: [Presentation]
    ) {
        self.profile = profile
        self.species = species
        self.groupNames = groupNames
        self.domainNames = domainNames
        self.partNames = partNames
        self.all = all
    }
}

extension LabelledPresentations {
    /// Whether both bona fide presentations and attacks have verdicts, so that thresholds can be chosen.
    package var isTunable: Bool { lack == nil }

    /// The number of presentations of each class that satisfy a condition.
    package func counts(_ isCounted: (Presentation) -> Bool) -> [Int] {
        var counts = Array(repeating: 0, count: classCount)
        for presentation in all where isCounted(presentation) { counts[presentation.kind] += 1 }
        return counts
    }

    /// The sorted names of the groups of the presentations at `indices`.
    package func groups(at indices: [Int]) -> [String] {
        Set(indices.map { all[$0].group }).sorted().map { groupNames[$0] }
    }

    /// The presentations at `indices`; classes and groups keep their names and numbers.
    package func subset(_ indices: [Int]) -> LabelledPresentations {
        LabelledPresentations(
            profile: profile, species: species, groupNames: groupNames, domainNames: domainNames,
            partNames: partNames, all: indices.map { all[$0] })
    }
}

/// The measurements of one labelled map that decisions use. Lengths are in metres. A map that is decided by a score
/// alone has no measurements, and no thresholds are applied to it.
package struct Presentation: Sendable {
    /// The class: 0 for bona fide, k + 1 for species k.
    package var kind: Int
    package let group: Int
    /// The index of its value in ``LabelledPresentations/domainNames``.
    package let domain: Int
    /// The index of its value in ``LabelledPresentations/partNames``.
    package let part: Int
    /// Whether there is a verdict. A presentation without one is a non-response.
    package var responded: Bool
    package var standardDeviation: Double
    package var layers: Int
    package var coherence: Double
    let depthRange: Double
    let uniformity: Double
    let meanDepth: Double

    package init(
        kind: Int, group: Int, domain: Int = 0, part: Int = 0, responded: Bool, standardDeviation: Double = 0,
        layers: Int = 0, coherence: Double = 0, depthRange: Double = 0, uniformity: Double = 0, meanDepth: Double = 0
    ) {
        self.kind = kind
        self.group = group
        self.domain = domain
        self.part = part
        self.responded = responded
        self.standardDeviation = standardDeviation
        self.layers = layers
        self.coherence = coherence
        self.depthRange = depthRange
        self.uniformity = uniformity
        self.meanDepth = meanDepth
    }

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

/// The presentations whose decisions depend on the thresholds.
///
/// A presentation without a verdict, or rejected by the screen rule, is rejected at all thresholds: it counts only
/// in the totals.
struct DecidablePresentations {
    var all: [Presentation]
    /// Presentations with a verdict, by class.
    let responses: [Int]

    init(_ presentations: LabelledPresentations, _ parameters: AnalysisParameters) {
        all = zip(presentations.all, presentations.screenLike(parameters))
            .filter { $0.responded && !$1 }.map { $0.0 }
        responses = presentations.counts { $0.responded }
    }

    func accepted(_ thresholds: VerdictThresholds) -> [Int] {
        var counts = Array(repeating: 0, count: responses.count)
        for candidate in all where thresholds.accept(candidate) { counts[candidate.kind] += 1 }
        return counts
    }

    /// The worst species' APCER if these numbers of each class are accepted; 0 without attacks.
    func worstAPCER(_ accepted: [Int]) -> Double { rates(accepted).worstAPCER ?? 0 }

    /// BPCER if these numbers of each class are accepted; 0 without bona fide presentations.
    func bpcer(_ accepted: [Int]) -> Double { rates(accepted).bpcer.value ?? 0 }

    private func rates(_ accepted: [Int]) -> ErrorRates {
        ErrorRates(accepted: accepted, responses: responses, totals: responses)
    }
}
