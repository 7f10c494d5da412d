internal import DepthAnalysis

/// What was compared of the answers to one question, and what differs in them.
struct Observation: Sendable {
    var compared: Set<Field> = []
    var marks: [Field: DifferenceMark] = [:]
}

extension Observation {
    init(_ comparison: AnswerComparison) {
        compared = comparison.compared
        for difference in comparison.differences { marks[difference.field] = DifferenceMark(difference) }
    }

    /// Adds what was seen of the same answer elsewhere.
    mutating func add(_ other: Observation) {
        compared.formUnion(other.compared)
        marks.merge(other.marks) { first, _ in first }
    }
}

/// How well a fingerprint fits what was observed: in values, one for each field of each question.
package struct CauseFit: Sendable, Hashable {
    /// Differ as the fingerprint says.
    package var same = 0
    /// Differ where it says, but by other amounts.
    package var other = 0
    /// Should differ, and are as stored.
    package var missing = 0
    /// Of the fields it changes, those that differ where it says they do not.
    package var unexpected = 0
    /// The part of `same` and `other` that no better cause explains.
    var newSame = 0
    var newOther = 0

    var predictedCount: Int { same + other + missing }
    /// Whether this very deviation was made, and not one of its kind. Another mistake may have changed some of its
    /// numbers.
    package var isExact: Bool { newSame > 0 && same >= 3 * other && 10 * missing <= predictedCount }

    /// Whether a deviation of this kind, though not this very one, would look like it: nearly all that differs is where
    /// the fingerprint says, and nearly all it says differs.
    var isAlike: Bool {
        let found = newSame + newOther
        return found >= Self.fewest && 4 * missing <= predictedCount && 3 * unexpected <= found
    }

    private static let fewest = 5

    var isConvincing: Bool { isExact || isAlike }

    /// More is better: values to the last bit weigh most, those that should have differed weigh against.
    var score: Double {
        let extra = isExact ? 0 : 0.3 * Double(unexpected)
        return Double(newSame) + 0.3 * Double(newOther) - Double(missing) - extra
    }
}

/// A deviation that explains failures, and how well.
package struct Cause: Sendable {
    let fingerprint: Fingerprint
    package let fit: CauseFit
    /// Others of the same cause, and of other causes, that fit equally well: nothing here tells them apart.
    let equals: [Fingerprint]
    /// The best fit of another cause that fits less well.
    let runnerUp: (fingerprint: Fingerprint, fit: CauseFit)?
    /// The values it explains.
    let sites: Set<Fingerprint.Site>
}

/// Finds which known deviations explain what differs: the one that explains most first, then what explains most of the
/// rest. Two mistakes in different steps are told apart in one go.
struct CauseFinder {
    let fingerprints: [Fingerprint]
    let observations: [Fingerprint.Question: Observation]
    /// Representable numbers that make no difference.
    let slack: (Fingerprint.Site) -> Double

    private static let mostCauses = 8

    func causes() -> [Cause] {
        var remaining: Set<Fingerprint.Site> = []
        for (question, observation) in observations {
            for field in observation.marks.keys { remaining.insert(.init(question: question, field: field)) }
        }
        var causes: [Cause] = []
        while !remaining.isEmpty, causes.count < Self.mostCauses, let cause = best(remaining) {
            causes.append(cause)
            remaining.subtract(cause.sites)
        }
        return causes
    }

    private func best(_ remaining: Set<Fingerprint.Site>) -> Cause? {
        let fits = fingerprints.map { (fingerprint: $0, fit: fit(of: $0, remaining)) }
        guard let best = fits.filter({ $0.fit.isConvincing }).max(by: { $0.fit.score < $1.fit.score }),
            best.fit.score > 0
        else { return nil }
        let equals = fits.filter { $0.fit == best.fit && $0.fingerprint.title != best.fingerprint.title }
        let others = fits.filter {
            $0.fingerprint.cause != best.fingerprint.cause && $0.fit != best.fit && $0.fit.newSame + $0.fit.newOther > 0
        }
        return Cause(
            fingerprint: best.fingerprint, fit: best.fit, equals: equals.map(\.fingerprint),
            runnerUp: others.max { $0.fit.score < $1.fit.score },
            sites: explained(by: best.fingerprint, best.fit, remaining))
    }

    private func fit(of fingerprint: Fingerprint, _ remaining: Set<Fingerprint.Site>) -> CauseFit {
        var fit = CauseFit()
        for (site, mark) in fingerprint.marks {
            guard let observation = observations[site.question], observation.compared.contains(site.field) else {
                continue
            }
            guard let found = observation.marks[site.field] else {
                fit.missing += 1
                continue
            }
            let isNew = remaining.contains(site)
            if mark.matches(found, slack: slack(site)) {
                fit.same += 1
                fit.newSame += isNew ? 1 : 0
            } else {
                fit.other += 1
                fit.newOther += isNew ? 1 : 0
            }
        }
        guard fit.newSame + fit.newOther > 0 else { return fit }
        let fields = Set(fingerprint.marks.keys.map(\.field))
        fit.unexpected = remaining.count { fields.contains($0.field) && fingerprint.marks[$0] == nil }
        return fit
    }

    /// What a cause takes from the rest: where it is only one of its kind, all of the fields it changes.
    private func explained(
        by fingerprint: Fingerprint, _ fit: CauseFit, _ remaining: Set<Fingerprint.Site>
    ) -> Set<Fingerprint.Site> {
        let fields = Set(fingerprint.marks.keys.map(\.field))
        return remaining.filter { fingerprint.marks[$0] != nil || (!fit.isExact && fields.contains($0.field)) }
    }
}
