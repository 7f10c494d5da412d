import DepthAnalysis
import DepthFiles
import Support
import TestSupport
import ThresholdTuning

extension FuzzTarget {
    /// A file of parameters; accepted ones can be used for an analysis.
    static let parameters = FuzzTarget(
        name: "parameters", words: AnalysisParameters.Key.allCases.map { "\"\($0.rawValue)\"" } + numberWords
    ) { bytes in
        guard let members = try? JSONReader.read(bytes).members,
            let parameters = try? AnalysisParameters(members: members)
        else { return }
        for map in smallMaps { promiseSameAnalyses(of: map, parameters) }
        let again = promiseJSON(parameters.canonicalJSON).members.map { try? AnalysisParameters(members: $0) }
        promise(again == parameters, "written parameters are read back unchanged: \(parameters.canonicalJSON)")
        let elsewhere = parametersElsewhere(parameters.canonicalJSON)
        promise(elsewhere == parameters, "Foundation decodes written parameters: \(parameters.canonicalJSON)")
    }

    /// Numbers that are hard to parse.
    static let numberWords = [
        "0", "-0", "1e-46", "1e400", "-1e400", "5e-324", "9223372036854775807", "-9223372036854775808", "1e18", "0.1",
        "20", "NaN", "-Infinity", "0x1p3", "+1", "1e", "4096", "null", "true", "\"\"",
    ]
}

private let smallMaps: [DepthMap] = {
    var generator = SeededGenerator(seed: 6)
    return [MapKind.scene, .boundaryValues, .screen].map { $0.map(width: 8, height: 6, using: &generator) }
}()
