package import PlanarityMeasurements

/// The best rule of some measurements for an objective.
///
///     let optimum = RuleOptimum(data, .bpcer20)
///     print(optimum.rule, optimum.figure, optimum.leastFigure)
package struct RuleOptimum: Sendable {
    /// The rule, with thresholds midway between the values they separate.
    package let rule: SceneRule
    /// The requested measurements that the rule does not use because they gain nothing.
    package let unused: [String]
    /// The rate or cost that the objective minimises, at these thresholds.
    package let figure: Double
    /// A lower bound: no rule of these measurements has a smaller figure without a larger excess over the limit;
    /// see ``RuleSearch``.
    package let leastFigure: Double
    /// The excess over the limit, and the tie-breaker: see ``Objective``.
    let excess: Double
    let other: Double

    package var isExact: Bool { leastFigure == figure }

    /// - Parameters:
    ///   - data: has at least one measurement, and bona fide maps and attacks with a verdict.
    ///   - objective: any except the detection equal error rate, which scales present thresholds.
    ///   - seed: the seed of the starting points of a search that is not exact.
    package init(_ data: RuleData, _ objective: Objective, seed: UInt64 = 1) {
        self.init(data, objective, seed: seed, mostVisits: RuleSearch.mostVisits)
    }

    init(_ data: RuleData, _ objective: Objective, seed: UInt64 = 1, mostVisits: Int) {
        let candidates = RankedMaps(data)
        var solver = ObjectiveSolver(
            objective: objective, search: RuleSearch(candidates, seed: seed, mostVisits: mostVisits))
        let (thresholds, least) = solver.best()
        let rank = solver.rank(thresholds)
        (rule, unused) = RulePlacement(candidates, data).rule(thresholds)
        figure = rank.value
        leastFigure = min(least, rank.value)
        excess = rank.excess
        other = rank.other
    }

    func isBetter(than other: RuleOptimum) -> Bool {
        (excess, figure, self.other) < (other.excess, other.figure, other.other)
    }
}

/// Derives the best thresholds for an objective from the most bona fide maps at each APCER level.
///
/// The levels are known: they are the shares of each species. BPCER never rises with the level, so a limit on it is
/// found by bisection. A cost between two levels is at least that of the level after the lower one with the BPCER
/// of the upper one.
private struct ObjectiveSolver {
    let objective: Objective
    let search: RuleSearch
    /// The values that the worst APCER can take, rising.
    private let levels: [Double]
    private var found: [Int: RuleSearch.Solution] = [:]

    init(objective: Objective, search: RuleSearch) {
        self.objective = objective
        self.search = search
        let shares = Set(
            search.candidates.responses.dropFirst().flatMap { total in
                total == 0 ? [] : (0...total).map { Double($0) / Double(total) }
            })
        // A fold without any attack that has a verdict still needs the level 0.
        levels = shares.union([0]).sorted()
    }

    /// The indices of the best thresholds, and a lower bound on the figure.
    mutating func best() -> (thresholds: [Int], leastFigure: Double) {
        switch objective {
        case .leastBPCER(let limit):
            let found = solved(limit)
            return (found.thresholds, bpcer(found.most))
        case .leastAPCER(let limit): return leastAPCER(limit)
        case .leastCost, .acer: return leastMixture()
        case .deer: preconditionFailure("a rule of any measurements has no present thresholds to scale")
        }
    }

    func rank(_ thresholds: [Int]) -> (excess: Double, value: Double, other: Double) {
        let accepted = search.candidates.accepted(thresholds)
        let apcer =
            zip(accepted, search.candidates.responses).dropFirst()
            .map { $1 == 0 ? 0 : Double($0) / Double($1) }.max() ?? 0
        return objective.rank(apcer: apcer, bpcer: bpcer(accepted[0]))
    }

    private func bpcer(_ bonaFide: Int) -> Double {
        let total = search.candidates.responses[0]
        return total == 0 ? 0 : Double(total - bonaFide) / Double(total)
    }

    private func solved(_ level: Double) -> RuleSearch.Solution {
        search.mostBonaFide(
            allowed: search.candidates.responses.map { ExactSearch.largestCount(of: $0, within: level) })
    }

    private mutating func solved(at place: Int) -> RuleSearch.Solution {
        if let known = found[place] { return known }
        let solution = solved(levels[place])
        found[place] = solution
        return solution
    }

    private mutating func leastAPCER(_ limit: Double) -> (thresholds: [Int], leastFigure: Double) {
        let last = levels.count - 1
        let loosest = solved(at: last)
        // If a measurement is missing, even the loosest thresholds may exceed the limit; exceed it by as little as
        // possible.
        let allowed = max(limit, bpcer(loosest.bonaFide))
        var (failing, serving) = (-1, last)
        /// The highest level proved too low.
        var refuted = -1
        while serving - failing > 1 {
            let middle = (failing + serving) / 2
            let solution = solved(at: middle)
            if bpcer(solution.bonaFide) <= allowed { serving = middle } else { failing = middle }
            if bpcer(solution.most) > allowed { refuted = max(refuted, middle) }
        }
        return (solved(at: serving).thresholds, levels[refuted + 1])
    }

    private mutating func leastMixture() -> (thresholds: [Int], leastFigure: Double) {
        var best: (thresholds: [Int], rank: (excess: Double, value: Double, other: Double))?
        var least = Double.infinity
        func look(at place: Int, _ solver: inout ObjectiveSolver) {
            let solution = solver.solved(at: place)
            let rank = solver.rank(solution.thresholds)
            if best.map({ rank < $0.rank }) ?? true { best = (solution.thresholds, rank) }
            least = min(
                least, solver.objective.rank(apcer: solver.levels[place], bpcer: solver.bpcer(solution.most)).value)
        }
        look(at: 0, &self)
        look(at: levels.count - 1, &self)
        var ranges = [(0, levels.count - 1)]
        while let (lower, upper) = ranges.popLast() {
            guard upper - lower > 1 else { continue }
            let bound = objective.rank(
                apcer: levels[lower + 1], bpcer: bpcer(solved(at: upper).most)
            ).value
            guard bound < best?.rank.value ?? .infinity else { continue }
            let middle = (lower + upper) / 2
            look(at: middle, &self)
            ranges += [(lower, middle), (middle, upper)]
        }
        guard let best else { preconditionFailure("rejecting everything is always possible") }
        return (best.thresholds, least)
    }
}
