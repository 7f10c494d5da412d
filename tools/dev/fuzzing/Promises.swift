import DepthAnalysis
import Reports
import Support

@testable import Conformance

// Properties shared by several targets.

/// Every kernel build that can run here produces the bits of the plain version, in both profiles.
func promiseSameAnalyses(of map: DepthMap, _ parameters: AnalysisParameters = .standard) {
    // One per map, to save time, selected by its size.
    let exponential = DepthAnalyzer.Exponential.allCases[map.samples.count % 2]
    for profile in AnalysisProfile.allCases {
        func analysis(by engine: DepthAnalyzer.Engine) -> SceneAnalysis {
            Analyzers.shared.analyzer(profile, parameters, engine, exponential).analyze(map)
        }
        let plain = analysis(by: .plain)
        for engine in kernelBuilds {
            let kernel = analysis(by: engine)
            for field in SceneAnalysis.Field.allCases {
                let (found, expected) = (field.value(in: kernel), field.value(in: plain))
                promise(
                    found == expected && found.zeroSigns == expected.zeroSigns,
                    "\(engine.rawValue), \(profile.rawValue): \(found) for \(field.rawValue), plain \(expected)")
            }
        }
    }
}

private let kernelBuilds = [DepthAnalyzer.Engine.kernelBaseline, .kernelAVX2].filter(\.isAvailable)

extension AnalysisFieldValue {
    /// Which zeros are negative, because zeros of both signs compare equal.
    fileprivate var zeroSigns: [Bool] {
        switch self {
        case .real(let number): [number.sign == .minus]
        case .reals(let numbers): numbers.map { $0.sign == .minus }
        default: []
        }
    }
}

/// The analyzers for the last parameters: an analyzer keeps the memory of its kernels.
private final class Analyzers: @unchecked Sendable {
    // libFuzzer calls from one thread.
    static let shared = Analyzers()

    private struct Key: Hashable {
        let profile: AnalysisProfile
        let engine: DepthAnalyzer.Engine
        let exponential: DepthAnalyzer.Exponential
    }

    private var kept: [AnalysisParameters: [Key: DepthAnalyzer]] = [:]

    func analyzer(
        _ profile: AnalysisProfile, _ parameters: AnalysisParameters, _ engine: DepthAnalyzer.Engine,
        _ exponential: DepthAnalyzer.Exponential
    ) -> DepthAnalyzer {
        let key = Key(profile: profile, engine: engine, exponential: exponential)
        if let analyzer = kept[parameters]?[key] { return analyzer }
        guard
            let analyzer = try? DepthAnalyzer(
                profile: profile, parameters: parameters, engine: engine, exponential: exponential)
        else { fatalError("not kept: valid parameters make an analyzer") }
        if kept.count > 16 { kept = [:] }
        kept[parameters, default: [:]][key] = analyzer
        return analyzer
    }
}

/// Text for a terminal contains no control sequences.
func promisePrintable(_ text: String) {
    for scalar in text.unicodeScalars where scalar != "\n" {
        promise(
            !(0..<0x20).contains(scalar.value) && !(0x7F..<0xA0).contains(scalar.value),
            "no control character in \(text.debugDescription)")
    }
}

/// JSON output can be read back, here and by Foundation.
@discardableResult
func promiseJSON(_ text: String) -> JSONValue {
    do throws(JSONError) {
        let value = try JSONReader.read(text)
        promise(isJSONElsewhere(text), "Foundation reads \(text.debugDescription)")
        return value
    } catch {
        fatalError("not kept: generated JSON is read: \(error) in \(text.debugDescription)")
    }
}
