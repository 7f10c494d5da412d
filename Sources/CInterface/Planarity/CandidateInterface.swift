// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

internal import CDepthcheck
internal import DepthAnalysis
internal import PlanarityMeasurements

// Implements depthcheck-candidates.h, where the function is documented.

@c @implementation public func depthcheck_candidates(
    _ parameters: UnsafePointer<Double>?, _ parameterCount: Int, _ samples: UnsafePointer<Float>, _ count: Int,
    _ width: Int32, _ height: Int32
) -> UnsafeMutablePointer<Double>? {
    guard let parameters = AnalysisParameters(parameters, parameterCount), parameters.firstOutOfRange == nil,
        let map = DepthMap(samples, count, width, height)
    else { return nil }
    let trace = CandidateTrace(of: map, validRange: parameters.validRange)
    var numbers = [Double(trace == nil ? CandidateAbsence(of: map).rawValue : -1)]
    for candidate in CandidateMeasurement.allCases { numbers.append(trace?.candidates[candidate] ?? .nan) }
    return NumberRecord(numbers).allocatedCopy
}
