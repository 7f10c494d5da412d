internal import DepthAnalysis

/// The compared fields of the answers to one question, and their differences.
struct Observation: Sendable {
    var compared: Set<Field> = []
    var marks: [Field: DifferenceMark] = [:]
    /// Measurements on the other side of a threshold.
    var crossed: Set<Field> = []

    /// Whether the difference in a field follows from a differing measurement that the deviation does not change.
    /// The field is then no evidence for or against the deviation.
    fileprivate func follows(_ field: Field, from fingerprint: Fingerprint) -> Bool {
        guard marks[field] != nil else { return false }
        if field.isDecision { return !crossed.isSubset(of: fingerprint.fields) }
        return !field.isInStages
            && marks.keys.contains { $0.isInStages && $0.stage == field.stage && !fingerprint.fields.contains($0) }
    }
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

extension Field {
    /// Whether it is a word or a flag derived from numbers.
    var isDecision: Bool { kind == .flag || kind == .text || kind == .texts }

    fileprivate var isReal: Bool { kind == .real || kind == .reals || kind == .quadrants }
    fileprivate var isList: Bool { kind == .reals || kind == .wholes || kind == .texts || kind == .quadrants }
}

/// The agreement of a fingerprint with the observations. Each count is a number of values, one per field and request.
package struct CauseFit: Sendable, Hashable {
    /// Values that differ as predicted.
    package var same = 0
    /// Values that differ where predicted, but by other amounts.
    package var other = 0
    /// Values predicted to differ that do not.
    package var missing = 0
    /// Values predicted to differ that do not, in fields that differ in no answer at all.
    package var absent = 0
    /// Values of the changed fields that differ where none was predicted.
    package var unexpected = 0
    /// The part of `same` and `other` that no better cause explains.
    var newSame = 0
    var newOther = 0
    /// Whether the differences by other amounts have the same direction and order of magnitude.
    var isOfSameKind = false

    /// Predictions for fields that differ somewhere. A mistake in one of two copies of a step does not change the
    /// others.
    private var predictedCount: Int { same + other + missing }
    /// Whether this exact deviation was made, possibly with another mistake that changed some values.
    package var isExact: Bool {
        let unmet = newSame < Self.fewest ? missing + absent : missing
        return newSame > 0 && same >= 3 * other && 10 * unmet <= predictedCount && unexpected <= newSame + newOther
    }

    /// Whether there are too many exact values for a coincidence.
    var isProven: Bool { isExact && newSame >= Self.fewest }

    /// Whether a similar deviation fits: nearly all differences are predicted, and nearly all predictions differ.
    var isAlike: Bool {
        let found = newSame + newOther
        return isOfSameKind && found >= Self.fewest && 4 * (missing + absent) <= predictedCount + absent
            && 3 * unexpected <= found
    }

    /// Whether enough values are exact to cast doubt on another cause, but not to claim this one.
    var isProbable: Bool { newSame >= Self.fewest && newSame >= newOther }

    private static let fewest = 5

    var isConvincing: Bool { isExact || isAlike }

    /// Higher is better. Exact values count most; missing differences count against the fit.
    var score: Double {
        let extra = isExact ? 0 : 0.3 * Double(unexpected)
        return Double(newSame) + 0.3 * Double(newOther) - Double(missing) - 0.3 * Double(absent) - extra
    }
}

/// Whether differences by other amounts than predicted are of the same kind.
struct Likeness {
    private var contrary = 0
    private var count = 0
    /// The ratio of each number to the prediction, inverted if below 1.
    private var factors: [Double] = []

    /// Differences by a larger factor belong to another deviation.
    private static let largestFactor = 10.0
    /// Differences below this number of ULP are rounding errors, whose sign carries no information.
    private static let rounding = 1e6

    mutating func add(_ found: DifferenceMark, expected: DifferenceMark, of field: Field) {
        count += 1
        switch (found.change, expected.change) {
        case (.number(let found), .number(let expected)) where found != 0 && expected != 0:
            let factor = abs(found / expected)
            factors.append(max(factor, 1 / factor))
            let isRounding = field.isReal && max(abs(found), abs(expected)) < Self.rounding
            if (found < 0) != (expected < 0), !isRounding, !field.isList { contrary += 1 }
        case (.length(let found), .length(let expected)):
            if (found < 0) != (expected < 0) { contrary += 1 }
        case (.other, .other): break
        default: contrary += field.isList && !field.isDecision ? 0 : 1
        }
    }

    /// Whether nearly all have the same direction, and half of the numbers are near the prediction.
    var isConvincing: Bool {
        guard 4 * contrary <= count else { return false }
        guard !factors.isEmpty else { return true }
        return factors.sorted()[factors.count / 2] < Self.largestFactor
    }
}
