package import DepthAnalysis

/// The ways of measuring that a sweep tries: the present one, every combination of the values asked for, and those that
/// refining adds around the best.
///
///     var sweep = try Sweep([SweepDimension("gradientThreshold=0.05:0.3:0.05")], of: parameters)
///     let added = sweep.refine(around: 3)
package struct Sweep: Sendable {
    package struct Way: Sendable {
        package let parameters: AnalysisParameters
        package let origin: TuningVariant.Origin
    }

    /// The present one first, none twice.
    package private(set) var ways: [Way]
    private let keys: [AnalysisParameters.Key]
    private var rounds = 0

    /// More combinations than these are a mistake: each is measured anew and tuned.
    static let maximumCount = 10_000

    /// - Parameters:
    ///   - dimensions: the values to try of each parameter.
    ///   - present: the parameters as they are.
    ///   - refinements: how often ``refine(around:)`` may be called.
    /// - Throws: ``TuningError/badOption(_:found:expected:)`` for a key swept twice, for too many combinations and for
    ///   a value without meaning, such as 0 bins.
    package init(
        _ dimensions: [SweepDimension], of present: AnalysisParameters, refinements: Int = 0
    ) throws(TuningError) {
        keys = dimensions.map(\.key)
        for (number, key) in keys.enumerated() where keys[..<number].contains(key) {
            throw .badOption("--sweep", found: "\(key.rawValue) twice", expected: "all its values in one --sweep")
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

    /// Counts before anything is made or measured. A round of refinement has of each key at most the centre and two
    /// values beside it.
    private static func requireFew(_ dimensions: [SweepDimension], refinements: Int) throws(TuningError) {
        guard let count = product(dimensions.map(\.values.count)) else {
            throw .badOption(
                "--sweep", found: "more than \(maximumCount) combinations",
                expected: "at most \(maximumCount); sweep fewer values")
        }
        guard refinements > 0 else { return }
        guard let round = product(dimensions.map { _ in 3 }), count + refinements * (round - 1) <= maximumCount else {
            throw .badOption(
                "--refine \(refinements)",
                found: "up to 3 values of each of \(dimensions.count) parameters a round, with the rest of the sweep "
                    + "more than \(maximumCount) combinations",
                expected: "at most \(maximumCount); sweep fewer parameters or refine less often")
        }
    }

    /// Nil for more than ``maximumCount``.
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
            throw .badOption("--sweep \(key.rawValue)", found: found, expected: expected)
        }
    }

    /// Adds the ways around one of them that lie halfway to the nearest values tried of each swept parameter, in every
    /// combination.
    ///
    /// - Returns: what was added; nothing where there is no value between, as for whole numbers side by side.
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

    /// Halfway from the centre's value to the nearest tried ones on both sides; of whole numbers the one below.
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
    /// The parameters that measurements depend on, all others as the server has them: the same for all ways that
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
