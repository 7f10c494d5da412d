package import DepthAnalysis

/// The measurement variants of a sweep: the present parameters, every combination of the requested values, and
/// those that refinement adds around the best.
///
///     var sweep = try Sweep([SweepDimension("gradientThreshold=0.05:0.3:0.05")], of: parameters)
///     let added = sweep.refine(around: 3)
package struct Sweep: Sendable {
    package struct Way: Sendable {
        package let parameters: AnalysisParameters
        package let origin: TuningVariant.Origin
    }

    /// The variants without duplicates, the present one first.
    package private(set) var ways: [Way]
    private let keys: [AnalysisParameters.Key]
    private var rounds = 0

    /// The largest number of combinations. Each is measured and tuned, so a larger number is probably a mistake.
    static let maximumCount = 10_000

    package init(
        _ dimensions: [SweepDimension], of present: AnalysisParameters, refinements: Int = 0
    ) throws(TuningError) {
        keys = dimensions.map(\.key)
        for (number, key) in keys.enumerated() where keys[..<number].contains(key) {
            throw .sweptTwice(key)
        }
        try Self.requireFew(dimensions, refinements: refinements)
        var grid = [present]
        for dimension in dimensions {
            var next: [AnalysisParameters] = []
            for var parameters in grid {
                for value in dimension.values {
                    try dimension.set(value, in: &parameters)
                    next.append(parameters)
                }
            }
            grid = next
        }
        for combination in grid { try Self.validate(combination) }
        ways = [Way(parameters: present, origin: grid.contains(present) ? .grid : .present)]
        var known: Set = [present]
        for combination in grid where known.insert(combination).inserted {
            ways.append(Way(parameters: combination, origin: .grid))
        }
    }

    /// Checks the number of combinations before any work. A round of refinement has up to three values per key: the
    /// centre and one on each side.
    private static func requireFew(_ dimensions: [SweepDimension], refinements: Int) throws(TuningError) {
        guard let count = product(dimensions.map(\.values.count)) else {
            throw .badSweep(
                found: "more than \(maximumCount) combinations",
                expected: "at most \(maximumCount); sweep fewer values")
        }
        guard refinements > 0 else { return }
        guard let round = product(dimensions.map { _ in 3 }), count + refinements * (round - 1) <= maximumCount else {
            throw .badRefinement(
                rounds: refinements,
                found: "up to 3 values of each of \(dimensions.count) parameters a round, with the rest of the sweep "
                    + "more than \(maximumCount) combinations",
                expected: "at most \(maximumCount); sweep fewer parameters or refine less often")
        }
    }

    /// The product; nil if it exceeds ``maximumCount``.
    private static func product(_ factors: [Int]) -> Int? {
        var product = 1
        for factor in factors {
            let (next, overflow) = product.multipliedReportingOverflow(by: factor)
            if overflow || next > maximumCount { return nil }
            product = next
        }
        return product
    }

    private static func validate(_ parameters: AnalysisParameters) throws(TuningError) {
        do throws(AnalysisParameterError) { try parameters.validate() } catch {
            guard case .outOfRange(let key, let found, let expected) = error else {
                preconditionFailure("validating finds only values out of range")
            }
            throw .badSweep(of: key, found: found, expected: expected)
        }
    }

    /// Adds the variants around `best`: for each swept parameter, the midpoints to the nearest values tried, in all
    /// combinations.
    ///
    /// - Returns: the added variants; empty if no values lie between, as for adjacent whole numbers.
    package mutating func refine(around best: Int) -> [Way] {
        let centre = ways[best].parameters
        rounds += 1
        var combinations = [centre]
        for key in keys {
            let middles = middles(of: key, around: centre)
            combinations += combinations.flatMap { combination in
                middles.compactMap { middle in
                    var parameters = combination
                    return (try? parameters.set(key, to: middle)).map { parameters }
                }
            }
        }
        var known = Set(ways.map(\.parameters))
        let added = combinations.filter { (try? $0.validate()) != nil && known.insert($0).inserted }
            .map { Way(parameters: $0, origin: .refinement(round: rounds)) }
        ways += added
        return added
    }

    /// The midpoints between the value of the centre and the nearest tried values on both sides; whole numbers
    /// round down.
    private func middles(of key: AnalysisParameters.Key, around centre: AnalysisParameters) -> [String] {
        let value = centre[key]
        let tried = ways.map { $0.parameters[key] }
        let neighbours = [
            tried.filter { $0.number < value.number }.max { $0.number < $1.number },
            tried.filter { $0.number > value.number }.min { $0.number < $1.number },
        ]
        return neighbours.compactMap { neighbour in
            if case .whole(let own) = value, case .whole(let other)? = neighbour {
                return abs(own - other) < 2 ? nil : "\((own + other) / 2)"
            }
            guard let neighbour, let own = ExactDecimal(value.text), let other = ExactDecimal(neighbour.text)
            else { return nil }
            return ExactDecimal.middle(own, other)?.text
        }
    }
}

extension AnalysisParameters {
    /// The parameters that affect measurements, with standard values for all others. Equal for parameters that
    /// measure alike.
    package var measuringPart: AnalysisParameters {
        var part = AnalysisParameters.standard
        for key in Key.allCases where key.affectsMeasurements {
            do throws(AnalysisParameterError) { try part.set(key, to: self[key].text) } catch {
                preconditionFailure("a value's text reads back")
            }
        }
        return part
    }
}

/// The values of one parameter to try in a sweep.
///
///     let dimension = try SweepDimension("gradientThreshold=0.02,0.05:0.3:0.05")
package struct SweepDimension: Sendable, Hashable {
    let key: AnalysisParameters.Key
    let values: [String]

    /// The largest number of values in one range.
    static let maximumRangeCount = 1000

    /// Parses `key=a,b,c`, in which `first:last:step` is a range including both ends.
    package init(_ text: String) throws(TuningError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let swept = AnalysisParameters.Key.allCases.filter {
            !VerdictThresholds.keys.contains($0) && $0 != .minQuadrantVariance
        }
        guard parts.count == 2, let key = swept.first(where: { $0.rawValue == parts[0] }) else {
            throw .badSweep(
                found: "\"\(text)\"",
                expected: "KEY=A,B,C or KEY=FIRST:LAST:STEP with one of the keys "
                    + swept.map(\.rawValue).joined(separator: ", "))
        }
        self.key = key
        var values: [String] = []
        for part in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
            values += part.contains(":") ? try Self.range(String(part), of: key) : [String(part)]
        }
        self.values = values
        for value in values {
            var probe = AnalysisParameters.standard
            try set(value, in: &probe)
        }
    }

    private static func range(_ text: String, of key: AnalysisParameters.Key) throws(TuningError) -> [String] {
        let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { ExactDecimal($0) }
        guard numbers.count == 3, let first = numbers[0], let last = numbers[1], let step = numbers[2],
            let values = ExactDecimal.values(from: first, to: last, by: step, limit: maximumRangeCount)
        else {
            throw .badSweep(
                of: key, found: "\"\(text)\"",
                expected:
                    "FIRST:LAST:STEP, decimals of at most \(ExactDecimal.maximumDigitCount) digits, LAST not below "
                    + "FIRST, STEP above 0, and at most \(maximumRangeCount) values")
        }
        return values.map(\.text)
    }

    func set(_ value: String, in parameters: inout AnalysisParameters) throws(TuningError) {
        do throws(AnalysisParameterError) { try parameters.set(key, to: value) } catch {
            throw .badSweep(of: key, found: "\"\(value)\"", expected: key.expectation)
        }
    }

    /// The differing parameters other than the three thresholds, such as `gradientThreshold 0.05`.
    static func difference(_ old: AnalysisParameters, _ new: AnalysisParameters) -> String {
        changedKeys(old, new).map { "\($0.rawValue) \(new[$0].text)" }.joined(separator: ", ")
    }

    static func changedKeys(_ old: AnalysisParameters, _ new: AnalysisParameters) -> [AnalysisParameters.Key] {
        AnalysisParameters.Key.allCases.filter { !VerdictThresholds.keys.contains($0) && old[$0] != new[$0] }
    }
}

/// The result of a sweep: its measurement variants, best first, and the marginal effect of each parameter value.
///
///     for row in SweepSummary(report).rows { print(row.number, row.figure ?? .nan) }
struct SweepSummary: Sendable {
    struct Row: Sendable {
        /// The number in the order tried; 1 is the present variant.
        let number: Int
        /// The rank by figure, from 1.
        let rank: Int
        let result: TuningReport.VariantResult
        /// The figure of the objective in cross-validation; nil if that was not possible.
        let figure: Double?
    }

    /// The effect of one parameter value, averaged over the grid, which combines it with all values of the other
    /// parameters. Refined variants are excluded because they cluster around the best values.
    struct MarginalEffect: Sendable {
        let key: AnalysisParameters.Key
        let value: AnalysisParameters.Value
        /// The number of grid variants with this value.
        let wayCount: Int
        /// The least and the mean figure of these variants.
        let least: Double
        let mean: Double
    }

    let objective: TuningObjective
    let keys: [AnalysisParameters.Key]
    let rows: [Row]
    let effects: [MarginalEffect]

    /// The summary of a report; has no rows if there was no sweep.
    init(_ report: TuningReport) {
        self.init(report.variants, objective: report.options.objective)
    }

    init(_ ways: [TuningReport.VariantResult], objective: TuningObjective) {
        self.objective = objective
        let changed = ways.map { Set(SweepDimension.changedKeys(ways[0].parameters, $0.parameters)) }
        let swept = changed.reduce(into: Set<AnalysisParameters.Key>()) { $0.formUnion($1) }
        keys = AnalysisParameters.Key.allCases.filter(swept.contains)
        let figures = ways.map { $0.expected.flatMap(objective.figure) }
        let order = ways.indices.sorted { first, second in
            (figures[first] ?? .infinity, changed[first].count, first)
                < (figures[second] ?? .infinity, changed[second].count, second)
        }
        rows = order.enumerated().map { rank, way in
            Row(number: way + 1, rank: rank + 1, result: ways[way], figure: figures[way])
        }
        effects = keys.flatMap { key in
            let grid = zip(ways, figures).filter { $0.0.origin == .grid }
                .compactMap { way, figure in figure.map { (value: way.parameters[key], figure: $0) } }
            return Set(grid.map(\.value)).sorted { $0.number < $1.number }.map { value in
                let figures = grid.filter { $0.value == value }.map(\.figure)
                return MarginalEffect(
                    key: key, value: value, wayCount: figures.count, least: figures.min() ?? 0,
                    mean: figures.reduce(0, +) / Double(figures.count))
            }
        }
    }
}
