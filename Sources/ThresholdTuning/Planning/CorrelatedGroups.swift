internal import RealModule
internal import Support

/// Groups of several captures whose errors are correlated: simulated draws of a beta-binomial distribution.
///
/// Species are alike and independent, so one is simulated, and its share within the limit is raised to the power of
/// their number.
struct CorrelatedGroups {
    private let design: GroupPlan.Design
    private let tail: Double
    /// The possible sizes of a group, with the distribution of its number of errors if there are any.
    private let sizes: [(captures: Int, errors: GuidedDraw)]
    /// The probability that a group has an error.
    private let errorProbability: Double
    /// The size of a group with an error, and of one without.
    private let sizeInError: GuidedDraw
    private let sizeWithout: GuidedDraw

    init(_ design: GroupPlan.Design, tail: Double) {
        (self.design, self.tail) = (design, tail)
        let counts = Dictionary(grouping: design.groupSizes) { $0 }.sorted { $0.key < $1.key }
        let shares = counts.map { Double($0.value.count) / Double(design.groupSizes.count) }
        let probabilities = counts.map { captures, _ in
            Array(
                Self.probabilities(captures: captures, rate: design.expected, correlation: design.correlation)
                    .dropFirst())
        }
        let inError = zip(shares, probabilities).map { $0 * min(1, $1.reduce(0, +)) }
        sizes = zip(counts, probabilities).map { ($0.key, GuidedDraw($1)) }
        errorProbability = min(1, inError.reduce(0, +))
        sizeInError = GuidedDraw(inError)
        sizeWithout = GuidedDraw(zip(shares, inError).map { $0 - $1 })
    }

    /// The beta-binomial probabilities of 0, 1, … errors of a group; binomial if the correlation is 0.
    ///
    /// Source: Skellam, Journal of the Royal Statistical Society B 10 (1948), 257-261.
    static func probabilities(captures: Int, rate: Double, correlation: Double) -> [Double] {
        if correlation == 1 || rate == 0 {
            return (0...captures).map { $0 == 0 ? 1 - rate : $0 == captures ? rate : 0 }
        }
        let (errors, correct) = (rate * (1 - correlation), (1 - rate) * (1 - correlation))
        // Logarithms, because the probability of no error can be smaller than any `Double` above 0.
        var logarithms = [
            (0..<captures).reduce(0.0) { sum, drawn in
                let drawn = Double(drawn) * correlation
                return sum + .log((correct + drawn) / (1 - correlation + drawn))
            }
        ]
        for count in 0..<captures {
            let (has, others) = (Double(count), Double(captures - count))
            let factor =
                others / (has + 1) * (errors + has * correlation) / (correct + (others - 1) * correlation)
            logarithms.append(logarithms[count] + .log(factor))
        }
        return logarithms.map { .exp($0) }
    }

    /// A number of groups with its probability, simulated by draws that were not used to choose the number.
    func size(_ groups: Int) -> GroupPlan.Size {
        let count = replicateCount(groups)
        return Share(within(groups, streams: Self.evaluationStream, count), of: count)
            .size(groups, ofAll: design.speciesCount)
    }

    /// The least number of groups with the wanted probability, by bisection.
    ///
    /// Draws that choose a number overestimate its probability. So the probability in these draws must exceed the
    /// wanted one by two standard errors (or halfway to 1, if that is less), and ``size(_:)`` makes other draws.
    ///
    /// - Parameters:
    ///   - least: the required groups.
    ///   - most: a number that is probably enough; doubled until it is, because draws vary.
    /// - Returns: nil if ``GroupPlan/mostGroups`` are too few.
    func leastGroups(from least: Int, to most: Int) -> Int? {
        Self.leastGroups(from: least, to: most) { groups in
            let count = replicateCount(groups)
            return Share(within(groups, streams: 0, count), of: count)
                .isAtLeast(design.probability, ofAll: design.speciesCount)
        }
    }

    static func leastGroups(from least: Int, to most: Int, _ isEnough: (Int) -> Bool) -> Int? {
        guard !isEnough(least) else { return least }
        var (tooFew, enough) = (least, max(most, least + 1))
        while !isEnough(enough) {
            guard enough < GroupPlan.mostGroups else { return nil }
            (tooFew, enough) = (enough, min(2 * enough, GroupPlan.mostGroups))
        }
        // Draws cannot distinguish closer numbers of groups.
        while enough - tooFew > max(1, enough / 400) {
            let middle = tooFew + (enough - tooFew) / 2
            if isEnough(middle) { enough = middle } else { tooFew = middle }
        }
        return enough
    }

    /// The number of draws for one number of groups: up to ``GroupPlan/replicates``, and fewer if each draw has many
    /// groups. More species need more draws, because a failure of any of them counts.
    private func replicateCount(_ groups: Int) -> Int {
        let drawn = Double(groups) * (sizes.count > 1 ? 1 : errorProbability)
        let affordable = Self.drawnGroupLimit / max(1, drawn)
        return max(500, 20 * design.speciesCount, Int(min(affordable, Double(GroupPlan.replicates))))
    }

    /// The limit on groups drawn for one number of groups, some tenths of a second of work.
    private static let drawnGroupLimit = 5e6
    /// The first stream of draws that are not used to choose a number of groups.
    static let evaluationStream = 1 << 32

    /// The number of draws in which one species is shown to be within the limit.
    private func within(_ groups: Int, streams: Int, _ count: Int) -> Int {
        // Many draws have the same totals.
        var known: [GroupTotals: Bool] = [:]
        return (streams..<streams + count).count { stream in
            let totals = draw(groups, stream)
            if let answer = known[totals] { return answer }
            let answer = GroupedRate.isWithin(design.limit, totals, tail: tail)
            known[totals] = answer
            return answer
        }
    }

    /// The totals of one species. For every number of groups, a stream begins with the same groups.
    private func draw(_ groups: Int, _ stream: Int) -> GroupTotals {
        var random = SplitMix64(seed: design.seed, stream: stream)
        var totals = GroupTotals()
        // The number of groups without an error before the next group with one has a geometric distribution.
        let scale = Double.log(onePlus: -errorProbability)
        var (place, inError) = (0.0, 0)
        while true {
            place += (.log(random.unit()) / scale).rounded(.down) + 1
            guard place <= Double(groups) else { break }
            let size = sizes.count > 1 ? sizes[sizeInError.draw(random.unit())] : sizes[0]
            totals.add(ErrorRate(errors: 1 + size.errors.draw(random.unit()), total: size.captures))
            inError += 1
        }
        guard sizes.count > 1 else {
            totals.add(ErrorRate(errors: 0, total: sizes[0].captures), times: groups - inError)
            return totals
        }
        for _ in 0..<groups - inError {
            totals.add(ErrorRate(errors: 0, total: sizes[sizeWithout.draw(random.unit())].captures))
        }
        return totals
    }
}

/// A share of simulated draws, such as those in which one species is within the limit.
struct Share {
    private let share: Double
    /// The share with one more draw within the limit and one more beyond it, so that it is never 0 or 1.
    private let shrunk: Double
    private let count: Int

    init(_ within: Int, of count: Int) {
        self.count = count
        share = Double(within) / Double(count)
        shrunk = Double(within + 1) / Double(count + 2)
    }

    /// Whether ``allOf(_:)`` reaches `probability` with the margin of ``CorrelatedGroups/leastGroups(from:to:)``.
    func isAtLeast(_ probability: Double, ofAll species: Int = 1) -> Bool {
        allOf(species) >= probability + min(2 * standardError(ofAll: species), (1 - probability) / 2)
    }

    func size(_ groups: Int, ofAll species: Int = 1) -> GroupPlan.Size {
        GroupPlan.Size(
            groups: groups, probability: allOf(species),
            simulation: GroupPlan.Simulation(replicates: count, standardError: standardError(ofAll: species)))
    }

    /// The probability that all of several species are within the limit.
    func allOf(_ species: Int) -> Double { .pow(share, species) }

    /// The standard error of ``allOf(_:)``.
    func standardError(ofAll species: Int) -> Double {
        Double(species) * .pow(shrunk, species - 1) * (shrunk * (1 - shrunk) / Double(count)).squareRoot()
    }
}

/// Draws whole numbers from 0 with given probabilities, in a time that hardly depends on how many there are.
struct GuidedDraw {
    /// For each number, the probability of at most this number.
    private let cumulative: [Double]
    /// For each of the equal parts of 0 to 1, the number drawn at its beginning.
    private let guide: [Int]

    init(_ weights: [Double]) {
        let total = weights.reduce(0, +)
        var sum = 0.0
        let cumulative = weights.map { weight in
            sum += weight / total
            return sum
        }
        let parts = max(64, 2 * weights.count)
        var number = 0
        guide = (0..<parts).map { part in
            while number < cumulative.count - 1, cumulative[number] <= Double(part) / Double(parts) { number += 1 }
            return number
        }
        self.cumulative = cumulative
    }

    /// - Parameter share: uniform between 0 and 1.
    func draw(_ share: Double) -> Int {
        var number = guide[Int(share * Double(guide.count))]
        while number < cumulative.count - 1, cumulative[number] <= share { number += 1 }
        return number
    }
}

extension SplitMix64 {
    /// A number strictly between 0 and 1.
    mutating func unit() -> Double {
        // The sum of the greatest number and 0.5 is rounded to 2^53, which would give 1.
        min((Double(next() >> 11) + 0.5) * 0x1p-53, 1 - 0x1p-53)
    }
}
