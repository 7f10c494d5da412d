internal import DepthAnalysis

/// The compared fields of the answers to one question, and their differences.
struct Observation: Sendable {
    var compared: Set<Field> = []
    var marks: [Field: DifferenceMark] = [:]
    /// Measurements on the other side of a threshold.
    var crossed: Set<Field> = []
}

extension Observation {
    init(_ comparison: AnswerComparison) {
        compared = comparison.compared
        for difference in comparison.differences { marks[difference.field] = DifferenceMark(difference) }
        crossed = Set(comparison.differences.filter { $0.crossed != nil }.map(\.field))
    }

    mutating func add(_ other: Observation) {
        compared.formUnion(other.compared)
        marks.merge(other.marks) { first, _ in first }
        crossed.formUnion(other.crossed)
    }
}

/// A known deviation that explains failures, and how well it fits.
package struct Cause: Sendable {
    let fingerprint: Fingerprint
    package let fit: CauseFit
    /// Other fingerprints that fit equally well, of this or another cause.
    let equals: [Fingerprint]
    /// The best fit of another cause that fits less well.
    let runnerUp: (fingerprint: Fingerprint, fit: CauseFit)?
    /// Other kinds of deviation that look similar.
    let rivals: [Fingerprint]
    /// Whether the cause is distinguishable from all others: a wrong claim is worse than none.
    package let isKnown: Bool
    let sites: Set<Fingerprint.Site>
}

/// Explains differences by known deviations: first the one that explains most, then the one that explains most of
/// the rest. This separates two mistakes in different steps.
struct CauseFinder {
    let fingerprints: [Fingerprint]
    let observations: [Fingerprint.Question: Observation]
    /// The tolerance in ULP.
    let slack: (Fingerprint.Site) -> Double
    private let differing: Set<Field>

    private static let maximumCauses = 8

    init(
        fingerprints: [Fingerprint], observations: [Fingerprint.Question: Observation],
        slack: @escaping (Fingerprint.Site) -> Double
    ) {
        self.fingerprints = fingerprints
        self.observations = observations
        self.slack = slack
        differing = Set(observations.values.flatMap(\.marks.keys))
    }

    func causes() -> [Cause] {
        var remaining: Set<Fingerprint.Site> = []
        for (question, observation) in observations {
            for field in observation.marks.keys { remaining.insert(.init(question: question, field: field)) }
        }
        var causes: [Cause] = []
        while !remaining.isEmpty, causes.count < Self.maximumCauses, let cause = best(remaining) {
            causes.append(cause)
            remaining.subtract(cause.sites)
        }
        return causes
    }

    private typealias FittedFingerprint = (fingerprint: Fingerprint, fit: CauseFit)

    /// Fits that reproduce many values exactly precede those that are only similar.
    private func best(_ remaining: Set<Fingerprint.Site>) -> Cause? {
        let fits: [FittedFingerprint] = fingerprints.map { ($0, fit(of: $0, remaining)) }
        let convincing = fits.filter { $0.fit.isConvincing && $0.fit.score > 0 }
        let proven = convincing.filter(\.fit.isProven)
        guard let best = (proven.isEmpty ? convincing : proven).max(by: { $0.fit.score < $1.fit.score }) else {
            return nil
        }
        let equals = fits.filter { $0.fit == best.fit && $0.fingerprint.title != best.fingerprint.title }
        let others = fits.filter {
            $0.fingerprint.cause != best.fingerprint.cause && $0.fit != best.fit && $0.fit.newSame + $0.fit.newOther > 0
        }
        let rivals = best.fit.isExact ? [] : rivals(of: best, fits)
        return Cause(
            fingerprint: best.fingerprint, fit: best.fit, equals: equals.map(\.fingerprint),
            runnerUp: others.max { $0.fit.score < $1.fit.score }, rivals: rivals,
            isKnown: best.fit.isExact || (rivals.isEmpty && hasAmounts(best.fingerprint.cause)),
            sites: explained(by: best.fingerprint, best.fit, remaining))
    }

    /// Whether deviations of this cause exist in other amounts than the known ones.
    private func hasAmounts(_ cause: String) -> Bool {
        fingerprints.contains { $0.cause == cause && $0.detail.contains(where: \.isNumber) }
    }

    /// The best fit of each other cause that could explain the same fields.
    private func rivals(of best: FittedFingerprint, _ all: [FittedFingerprint]) -> [Fingerprint] {
        let fields = Set(best.fingerprint.marks.keys.map(\.field))
        let alike = all.filter { other in
            other.fingerprint.cause != best.fingerprint.cause
                && (other.fit.isAlike || other.fit.newSame > best.fit.newSame && other.fit.isProbable)
                && other.fingerprint.marks.keys.contains { fields.contains($0.field) }
        }
        return Dictionary(grouping: alike, by: \.fingerprint.cause).values
            .compactMap { $0.max { $0.fit.score < $1.fit.score } }
            .sorted { ($0.fit.score, $1.fingerprint.cause) > ($1.fit.score, $0.fingerprint.cause) }
            .map(\.fingerprint)
    }

    private func fit(of fingerprint: Fingerprint, _ remaining: Set<Fingerprint.Site>) -> CauseFit {
        var fit = CauseFit()
        var likeness = Likeness()
        for (site, mark) in fingerprint.marks {
            guard let observation = observations[site.question], observation.compared.contains(site.field),
                !observation.follows(site.field, from: fingerprint)
            else { continue }
            guard let found = observation.marks[site.field] else {
                if differing.contains(site.field) { fit.missing += 1 } else { fit.absent += 1 }
                continue
            }
            let isNew = remaining.contains(site)
            if mark.matches(found, slack: slack(site)) {
                fit.same += 1
                fit.newSame += isNew ? 1 : 0
            } else {
                fit.other += 1
                fit.newOther += isNew ? 1 : 0
                likeness.add(found, expected: mark, of: site.field)
            }
        }
        guard fit.newSame + fit.newOther > 0 else { return fit }
        fit.isOfSameKind = likeness.isConvincing
        fit.unexpected = remaining.count {
            fingerprint.fields.contains($0.field) && fingerprint.marks[$0] == nil
        }
        return fit
    }

    /// The values that a cause explains: if it fits only in kind, all values of the fields it changes.
    private func explained(
        by fingerprint: Fingerprint, _ fit: CauseFit, _ remaining: Set<Fingerprint.Site>
    ) -> Set<Fingerprint.Site> {
        remaining.filter { site in
            guard fingerprint.marks[site] != nil || (!fit.isExact && fingerprint.fields.contains(site.field)) else {
                return false
            }
            return observations[site.question]?.follows(site.field, from: fingerprint) != true
        }
    }
}

extension Observation {
    /// Whether the difference in a field follows from a differing measurement that the deviation does not change.
    /// The field is then no evidence for or against the deviation.
    fileprivate func follows(_ field: Field, from fingerprint: Fingerprint) -> Bool {
        guard marks[field] != nil else { return false }
        if field.isDecision { return !crossed.isSubset(of: fingerprint.fields) }
        return !field.isInStages
            && marks.keys.contains { $0.isInStages && $0.stage == field.stage && !fingerprint.fields.contains($0) }
    }
}

extension Field {
    /// Whether it is a word or a flag derived from numbers.
    var isDecision: Bool { kind == .flag || kind == .text || kind == .texts }
}
