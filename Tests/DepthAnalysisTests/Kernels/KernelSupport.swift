import TestSupport
import Testing

@testable import DepthAnalysis

extension DepthAnalyzer.Engine {
    /// The builds of the kernels that this processor can run.
    static var availableBuilds: [Self] { [.kernelBaseline, .kernelAVX2].filter(\.isAvailable) }
}

extension SceneKernels {
    /// Measures with the server's rules.
    func measure(_ map: DepthMap, _ parameters: AnalysisParameters) -> SceneMeasurements<Double>? {
        measure(map, parameters, rules: .server)
    }

    func measure<Scalar>(
        _ map: DepthMap, _ parameters: AnalysisParameters, rules: ProfileRules<Scalar>
    ) -> SceneMeasurements<Scalar>? {
        map.withView { measure($0, parameters, rules, .fused) { () throws(Never) in } }
    }
}

/// Measures with every build of the kernels that this processor can run; all must agree.
func kernelMeasurements(
    of map: DepthMap, _ parameters: AnalysisParameters = .standard
) -> SceneMeasurements<Double>? {
    let found = DepthAnalyzer.Engine.availableBuilds.map { engine in
        guard let kernels = SceneKernels(engine, .server, parameters) else {
            preconditionFailure("a range that begins at 0 has no kernels")
        }
        return kernels.measure(map, parameters)
    }
    for other in found.dropFirst() { #expect(differences(found[0], other).isEmpty) }
    return found[0]
}

func plainMeasurements(
    of map: DepthMap, _ parameters: AnalysisParameters = .standard
) -> SceneMeasurements<Double>? {
    plainMeasurements(of: map, parameters, rules: .server)
}

func plainMeasurements<Scalar>(
    of map: DepthMap, _ parameters: AnalysisParameters, rules: ProfileRules<Scalar>
) -> SceneMeasurements<Scalar>? {
    map.withView {
        SceneMeasurements.plain(of: $0, parameters: parameters, rules: rules, exponential: .fused) {
            () throws(Never) in
        }
    }
}

/// The names of the stages that differ in any bit.
func differences<Scalar: DepthScalar>(
    _ left: SceneMeasurements<Scalar>?, _ right: SceneMeasurements<Scalar>?
) -> [String] {
    guard let left, let right else { return (left == nil) == (right == nil) ? [] : ["one has no valid sample"] }
    var found: [String] = []
    // Widening f32 to f64 preserves all differences.
    func compare(_ name: String, _ scalars: [Scalar], _ otherScalars: [Scalar]) {
        let (numbers, others) = (scalars.map { Double($0) }, otherScalars.map { Double($0) })
        if numbers.map(\.bitPattern) != others.map(\.bitPattern) { found.append("\(name): \(numbers) \(others)") }
    }
    func compare(_ name: String, _ numbers: [Int], _ others: [Int]) {
        if numbers != others { found.append("\(name): \(numbers) \(others)") }
    }
    func compare(_ name: String, _ flag: Bool, _ other: Bool) {
        if flag != other { found.append("\(name): \(flag) \(other)") }
    }
    compare("valid", [left.validCount], [right.validCount])
    compare("mean", [left.statistics.mean], [right.statistics.mean])
    compare("standard deviation", [left.statistics.standardDeviation], [right.statistics.standardDeviation])
    compare("minimum", [left.statistics.minimum], [right.statistics.minimum])
    compare("maximum", [left.statistics.maximum], [right.statistics.maximum])
    compare("has histogram", left.histogram == nil, right.histogram == nil)
    compare("bins", left.histogram?.counts ?? [], right.histogram?.counts ?? [])
    compare("bin width", [left.histogram?.binWidth ?? 0], [right.histogram?.binWidth ?? 0])
    compare(
        "histogram ends", [left.histogram?.minimum ?? 0, left.histogram?.maximum ?? 0],
        [right.histogram?.minimum ?? 0, right.histogram?.maximum ?? 0])
    compare("peak bins", left.layers.peakBins, right.layers.peakBins)
    compare("peak depths", left.layers.peakDepths, right.layers.peakDepths)
    compare("interior", [left.edges.interiorCount], [right.edges.interiorCount])
    compare("edges", [left.edges.edgeCount], [right.edges.edgeCount])
    compare("coherence", [left.edges.value], [right.edges.value])
    compare("median", [left.screen.median], [right.screen.median])
    compare("uniformity", [left.screen.uniformity], [right.screen.uniformity])
    compare("screen", left.screen.isScreenLike, right.screen.isScreenLike)
    compare("quadrant counts", left.quadrants.all.map(\.validCount), right.quadrants.all.map(\.validCount))
    compare(
        "quadrants", left.quadrants.all.map { Scalar($0.standardDeviation ?? -1) },
        right.quadrants.all.map { Scalar($0.standardDeviation ?? -1) })
    compare(
        "smallest quadrant", [left.quadrants.minimumStandardDeviation], [right.quadrants.minimumStandardDeviation])
    compare("quadrants pass", left.quadrants.passes, right.quadrants.passes)
    return found
}

extension AnalysisParameters {
    /// Random parameters for which kernels exist.
    static func random(using generator: inout SeededGenerator) -> AnalysisParameters {
        var parameters = AnalysisParameters()
        let lowers: [Float] = [0.1, 0.1, 0.2, 1, 0.001, 0x1p-40, 0x1p-126, .leastNonzeroMagnitude, 9.5]
        let lower = lowers.randomElement(using: &generator) ?? 0.1
        let uppers: [Float] = [20, lower * 2, lower + 1, 30, 10_000, lower.nextUp]
        let upper = uppers.randomElement(using: &generator) ?? 20
        parameters.validRange = ValidRange(lower: lower, upper: max(upper, lower.nextUp))
        parameters.histogramBinCount =
            [2, 3, 7, 49, 50, 51, 64, 100, 256, 1000, 4095, 4096].randomElement(using: &generator) ?? 50
        parameters.peakProminenceRatio = .random(in: 0...1, using: &generator)
        let gradients: [Double] = [
            0.1, 0, 0x1p-60, 0.05, 0.2, 1, 100, 1e30, 1e300, .random(in: 0...1, using: &generator),
        ]
        parameters.gradientThreshold = gradients.randomElement(using: &generator) ?? 0.1
        parameters.edgeGain = .random(in: 0...60, using: &generator)
        let bands: [Double] = [0, 0.05, 0x1p-40, 1, 30, .random(in: 0...0.2, using: &generator)]
        parameters.screenBand = bands.randomElement(using: &generator) ?? 0.05
        parameters.quadrantMinimumSampleCount = .random(in: 1...40, using: &generator)
        return parameters
    }
}
