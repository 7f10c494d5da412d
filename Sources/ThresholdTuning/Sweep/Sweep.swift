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

    /// - Parameters:
    ///   - dimensions: the values to try for each parameter.
    ///   - present: the present parameters.
    ///   - refinements: the largest number of calls of ``refine(around:)``.
    /// - Throws: ``TuningError/sweptTwice(_:)`` for a key swept twice, ``TuningError/badSweep(of:found:expected:)`` for
    ///   too many combinations or an invalid value, such as 0 bins, and
    ///   ``TuningError/badRefinement(rounds:found:expected:)`` for too many refinements.
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
        do throws(ParameterError) { try parameters.validate() } catch {
            guard case .outOfRange(let key, let found, let expected) = error else {
                preconditionFailure("validating finds only values out of range")
            }
            throw .badSweep(of: key, found: found, expected: expected)
        }
    }

    /// Adds the variants around `best`: for each swept parameter, the midpoints to the nearest values tried, in all
    /// combinations.
    ///
    /// - Returns: the added variants; empty if there are no values between, as for adjacent whole numbers.
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
            do throws(ParameterError) { try part.set(key, to: self[key].text) } catch {
                preconditionFailure("a value's text reads back")
            }
        }
        return part
    }
}
