internal import DepthAnalysis

/// The compared fields of the answers to one question, and their differences.
struct Observation: Sendable {
    var compared: Set<Field> = []
    var marks: [Field: DifferenceMark] = [:]
    /// Measurements on the other side of a threshold than the stored ones.
    var crossed: Set<Field> = []

    /// Whether the difference in a field follows from a differing measurement that the deviation does not change.
    fileprivate func follows(_ field: Field, from fingerprint: Fingerprint) -> Bool {
        guard marks[field] != nil else { return false }
        if field.isDecision { return !crossed.isSubset(of: fingerprint.fields) }
        return !field.isInStages
            && marks.keys.contains { $0.isInStages && $0.stage == field.stage && !fingerprint.fields.contains($0) }
    }
}

extension Observation {
    /// Differences in the kind of JSON are left out: no deviation of the analysis causes them.
    init(_ comparison: AnswerComparison) {
        compared = comparison.compared.subtracting(comparison.otherwiseAccepted)
        for difference in comparison.differences where difference.kindMistake == nil {
            marks[difference.field] = DifferenceMark(difference)
        }
        crossed = Set(comparison.differences.filter { $0.crossed != nil }.map(\.field))
    }

    mutating func add(_ other: Observation) {
        compared.formUnion(other.compared)
        marks.merge(other.marks) { first, _ in first }
        crossed.formUnion(other.crossed)
    }
}

package struct Cause: Sendable {
    let fingerprint: Fingerprint
    let sites: Set<Fingerprint.Site>
    /// The number of predicted values that differ by another amount, because another cause changes them too.
    let otherCount: Int
    /// The number of values that were predicted to differ, but do not.
    let missingCount: Int
    /// Other fingerprints that fit equally well, of this or another cause.
    let equals: [Fingerprint]
}

/// Explains differences by known deviations: first the one that explains most, then the one that explains most of the
/// rest.
struct CauseFinder {
    let fingerprints: [Fingerprint]
    let observations: [Fingerprint.Question: Observation]
    let slack: (Fingerprint.Site) -> Double

    /// The fewest values that must match if others do not; fewer may match by coincidence.
    private static let fewest = 5

    /// The agreement of a fingerprint with the observations. Each site is a value: a field of the answer to a question.
    private struct Fit: Hashable {
        let number: Int
        /// Values that differ as predicted.
        var same: Set<Fingerprint.Site> = []
        /// Values that differ by other amounts than predicted, or although no difference is predicted.
        var unexplained: Set<Fingerprint.Site> = []
        var otherCount = 0
        var missingCount = 0
    }

    func causes() -> [Cause] {
        var sites: Set<Fingerprint.Site> = []
        for (question, observation) in observations {
            for field in observation.marks.keys { sites.insert(.init(question: question, field: field)) }
        }
        var fits = fits(sites)
        while true {
            let found = best(of: fits, for: sites)
            let refuted = found.filter { !isComplete($0, beside: found) }
                .max { $0.unexplained.count < $1.unexplained.count }
            guard let refuted else { return causes(found, among: fits) }
            fits.removeAll { $0.number == refuted.number }
        }
    }

    /// Whether causes of other kinds explain what a fit leaves unexplained, or change the same values.
    private func isComplete(_ fit: Fit, beside found: [Fit]) -> Bool {
        fit.unexplained.allSatisfy { site in
            let (cause, isPredicted) = (fingerprints[fit.number].cause, fingerprints[fit.number].marks[site] != nil)
            return found.contains { other in
                fingerprints[other.number].cause != cause
                    && (other.same.contains(site) || isPredicted && fingerprints[other.number].marks[site] != nil)
            }
        }
    }

    /// The fits of fingerprints of which nearly all predicted differences occur.
    private func fits(_ sites: Set<Fingerprint.Site>) -> [Fit] {
        fingerprints.indices.compactMap { number in
            let fingerprint = fingerprints[number]
            var fit = Fit(number: number)
            for (site, mark) in fingerprint.marks {
                guard let observation = observations[site.question], observation.compared.contains(site.field),
                    !observation.follows(site.field, from: fingerprint)
                else { continue }
                if let found = observation.marks[site.field] {
                    if mark.matches(found, slack: slack(site)) {
                        fit.same.insert(site)
                    } else {
                        fit.unexplained.insert(site)
                    }
                } else {
                    fit.missingCount += 1
                }
            }
            fit.otherCount = fit.unexplained.count
            guard !fit.same.isEmpty, fit.same.count >= 3 * fit.otherCount, 10 * fit.missingCount <= fit.same.count
            else { return nil }
            fit.unexplained.formUnion(
                sites.filter { site in
                    fingerprint.fields.contains(site.field) && fingerprint.marks[site] == nil
                        && observations[site.question]?.follows(site.field, from: fingerprint) != true
                })
            guard fit.same.count >= Self.fewest || fit.missingCount + fit.unexplained.count == 0 else { return nil }
            return fit
        }
    }

    /// The best fits in order: each explains most of what the earlier ones leave unexplained.
    private func best(of fits: [Fit], for sites: Set<Fingerprint.Site>) -> [Fit] {
        var (left, found) = (sites, [Fit]())
        func rank(_ fit: Fit) -> (Int, Int) {
            (fit.same.intersection(left).count, -fit.unexplained.count - fit.missingCount)
        }
        while let next = fits.map({ ($0, rank($0)) }).max(by: { $0.1 < $1.1 }), next.1.0 > 0 {
            found.append(next.0)
            left.subtract(next.0.same)
        }
        return found
    }

    private func causes(_ found: [Fit], among fits: [Fit]) -> [Cause] {
        var explained: Set<Fingerprint.Site> = []
        return found.map { fit in
            let equals = fits.filter { other in
                other.number != fit.number && other.same == fit.same && other.unexplained == fit.unexplained
                    && other.missingCount == fit.missingCount
                    && fingerprints[other.number].title != fingerprints[fit.number].title
            }
            defer { explained.formUnion(fit.same) }
            return Cause(
                fingerprint: fingerprints[fit.number], sites: fit.same.subtracting(explained),
                otherCount: fit.otherCount, missingCount: fit.missingCount,
                equals: equals.map { fingerprints[$0.number] })
        }
    }
}

extension Field {
    /// Whether it is a word or a flag derived from numbers.
    var isDecision: Bool { kind == .flag || kind == .text || kind == .texts }
}
