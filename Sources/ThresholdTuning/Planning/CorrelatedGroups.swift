internal import RealModule
internal import Support

/// Groups of several captures whose errors are correlated: simulated draws of a beta-binomial distribution.
struct CorrelatedGroups {
    private let design: GroupPlan.Design
    private let tail: Double
    /// The probability that a group has an error.
    private let errorProbability: Double
    /// For 1, 2, … errors: the probability of at most that number, in a group with an error.
    private let cumulative: [Double]

    init(_ design: GroupPlan.Design, tail: Double) {
        (self.design, self.tail) = (design, tail)
        let probabilities = Self.probabilities(
            captures: design.capturesPerGroup, rate: design.expected, correlation: design.correlation)
        let errorProbability = probabilities.dropFirst().reduce(0, +)
        var sum = 0.0
        cumulative = probabilities.dropFirst().map { probability in
            sum += probability / errorProbability
            return sum
        }
        self.errorProbability = errorProbability
    }

    /// The beta-binomial probabilities of 0, 1, … errors of a group; binomial if the correlation is 0.
    ///
    /// Source: Skellam, Journal of the Royal Statistical Society B 10 (1948), 257-261.
    static func probabilities(captures: Int, rate: Double, correlation: Double) -> [Double] {
        let (errors, correct) = (rate * (1 - correlation), (1 - rate) * (1 - correlation))
        // Logarithms, because the probability of no error can be smaller than any number.
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

    /// The share of simulated evaluations in which every species is within the limit. Species are alike and
    /// independent, so one is simulated, and its share is raised to the power of the number of species.
    func probability(groups: Int) -> Double {
        // Many draws have the same numbers of groups with 0, 1, … errors.
        var known: [[Int]: Bool] = [:]
        let within = (0..<GroupPlan.replicates).count { replicate in
            let drawn = draw(groups, replicate)
            if let answer = known[drawn] { return answer }
            let answer = isWithin(drawn)
            known[drawn] = answer
            return answer
        }
        let one = Double(within) / Double(GroupPlan.replicates)
        return (0..<design.speciesCount).reduce(1) { product, _ in product * one }
    }

    /// The least number of groups with the wanted probability, by bisection.
    ///
    /// - Parameters:
    ///   - least: the required groups.
    ///   - most: a number that is probably enough; doubled while it is not, because draws vary.
    /// - Returns: nil if ``GroupPlan/mostGroups`` are too few.
    func leastGroups(from least: GroupPlan.Size, to most: Int) -> GroupPlan.Size? {
        guard least.probability < design.probability else { return least }
        var tooFew = least.groups
        var enough = GroupPlan.Size(groups: most, probability: probability(groups: most))
        while enough.probability < design.probability {
            guard enough.groups < GroupPlan.mostGroups else { return nil }
            tooFew = enough.groups
            let next = min(2 * enough.groups, GroupPlan.mostGroups)
            enough = GroupPlan.Size(groups: next, probability: probability(groups: next))
        }
        while enough.groups - tooFew > 1 {
            let middle = tooFew + (enough.groups - tooFew) / 2
            let found = GroupPlan.Size(groups: middle, probability: probability(groups: middle))
            if found.probability >= design.probability { enough = found } else { tooFew = middle }
        }
        return enough
    }

    /// The number of groups with 0, 1, … errors. A replicate draws the same first groups for each number of groups.
    private func draw(_ groups: Int, _ replicate: Int) -> [Int] {
        var random = SplitMix64(seed: design.seed, stream: replicate)
        func unit() -> Double { (Double(random.next() >> 11) + 0.5) * 0x1p-53 }
        var numbers = [groups] + Array(repeating: 0, count: design.capturesPerGroup)
        // The numbers of groups without an error between groups with one have a geometric distribution.
        let scale = Double.log(onePlus: -errorProbability)
        var place = 0.0
        while true {
            place += (.log(unit()) / scale).rounded(.down) + 1
            guard place <= Double(groups) else { return numbers }
            let share = unit()
            let errors = 1 + (cumulative.firstIndex { share < $0 } ?? cumulative.count - 1)
            numbers[0] -= 1
            numbers[errors] += 1
        }
    }

    private func isWithin(_ numbers: [Int]) -> Bool {
        let counts = numbers.enumerated().flatMap { errors, groups in
            Array(repeating: ErrorRate(errors: errors, total: design.capturesPerGroup), count: groups)
        }
        guard let interval = GroupedRate(counts, tail: tail).interval else { return false }
        return interval.upper <= design.limit
    }
}
