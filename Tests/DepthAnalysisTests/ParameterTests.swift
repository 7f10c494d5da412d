import DepthAnalysis
import Foundation
import Testing

private func decode(_ json: String) throws -> AnalysisParameters {
    try JSONDecoder().decode(AnalysisParameters.self, from: Data(json.utf8))
}

@Suite struct ParameterTests {
    @Test func anEmptyObjectGivesTheServersValues() throws {
        #expect(try decode("{}") == .standard)
    }

    @Test func aSubsetReplacesOnlyItsMembers() throws {
        var expected = AnalysisParameters()
        expected.validRange.lower = 0.2
        expected.standardDeviationThreshold = 0.25
        expected.histogramBinCount = 40
        #expect(try decode(#"{"varianceThreshold": 0.25, "minValidDepth": 0.2, "histogramBins": 40}"#) == expected)
    }

    @Test func everyParameterRoundTrips() throws {
        var parameters = AnalysisParameters()
        for (index, key) in AnalysisParameters.Key.allCases.enumerated() {
            switch parameters[key] {
            case .depth(let depth): try parameters.set(key, to: (depth + 0.25).description)
            case .real(let number): try parameters.set(key, to: (number + Double(index) / 128).description)
            case .whole(let number): try parameters.set(key, to: (number + index).description)
            }
        }
        #expect(AnalysisParameters.Key.allCases.allSatisfy { parameters[$0] != AnalysisParameters.standard[$0] })
        let json = try JSONEncoder().encode(parameters)
        #expect(try JSONDecoder().decode(AnalysisParameters.self, from: json) == parameters)
        let keys = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any]).keys
        #expect(Set(keys) == Set(AnalysisParameters.Key.allCases.map(\.rawValue)))
    }

    @Test func textOfTheWrongNumberTypeIsAnError() {
        var parameters = AnalysisParameters()
        for (key, text) in [(AnalysisParameters.Key.histogramBins, "2.5"), (.edgeGain, "x"), (.minValidDepth, "")] {
            #expect(
                throws: AnalysisParameterError.wrongType(key, expected: key.isWhole ? "a whole number" : "a number")
            ) {
                try parameters.set(key, to: text)
            }
        }
        #expect(parameters == .standard)
    }

    @Test func numbersThatCannotBeStoredAreOutOfRange() {
        let depths = "metres of at least 0 and below maxValidDepth"
        #expect(throws: AnalysisParameterError.outOfRange(.minValidDepth, found: "1e-46", expected: depths)) {
            try decode(#"{"minValidDepth": 1e-46}"#)
        }
        #expect(throws: AnalysisParameterError.outOfRange(.minValidDepth, found: "1e+39", expected: depths)) {
            try decode(#"{"minValidDepth": 1e39}"#)
        }
        let tooSmall = AnalysisParameterError.outOfRange(
            .screenBand, found: "a number that is too small or too large",
            expected: "a number from 0 to 1000000.0 metres")
        #expect(throws: tooSmall) { try decode(#"{"screenBand": 1e-400}"#) }
        var parameters = AnalysisParameters()
        for text in ["1e-46", "-1e-46", "0.00e5", "0", "1e-45"] {
            let isTooSmall = text.hasSuffix("46")
            #expect(((try? parameters.set(.minValidDepth, to: text)) == nil) == isTooSmall, "\(text)")
        }
        #expect(parameters.validRange.lower == .leastNonzeroMagnitude)
    }

    @Test func unknownKeysAreErrors() {
        #expect(throws: AnalysisParameterError.unknownKey("variance_threshold")) {
            try decode(#"{"variance_threshold": 1}"#)
        }
    }

    @Test func wrongTypesAreErrors() {
        #expect(throws: AnalysisParameterError.wrongType(.layerThreshold, expected: "a whole number")) {
            try decode(#"{"layerThreshold": "three"}"#)
        }
        #expect(throws: AnalysisParameterError.wrongType(.layerThreshold, expected: "a whole number")) {
            try decode(#"{"layerThreshold": 2.5}"#)
        }
        #expect(throws: AnalysisParameterError.wrongType(.minValidDepth, expected: "a number")) {
            try decode(#"{"minValidDepth": null}"#)
        }
    }

    @Test(arguments: [
        #"{"minValidDepth": 20}"#, #"{"minValidDepth": -0.1}"#, #"{"maxValidDepth": 1e30}"#, #"{"histogramBins": 1}"#,
        #"{"histogramBins": 5000}"#, #"{"peakProminenceRatio": 1.5}"#, #"{"gradientThreshold": -1}"#,
        #"{"screenUniformityThreshold": -0.5}"#, #"{"quadrantMinimum": 0}"#, #"{"layerThreshold": -1}"#,
        #"{"edgeGain": 1e39}"#,
    ])
    func meaninglessValuesAreErrors(json: String) {
        #expect(throws: AnalysisParameterError.self) { try decode(json) }
    }

    @Test func analyzersValidateTheirParameters() {
        var parameters = AnalysisParameters()
        parameters.coherenceThreshold = .nan
        #expect(throws: AnalysisParameterError.self) { try DepthAnalyzer(parameters: parameters) }
    }

    @Test func roundedParametersEqualTheClientsLiterals() {
        let standard = AnalysisParameters.standard
        #expect(Float(standard.peakProminenceRatio) == 0.05)
        #expect(Float(standard.gradientThreshold) == 0.1)
        #expect(Float(standard.edgeGain) == 30)
        #expect(Float(standard.screenDepthRangeMaximum) == 0.15)
        #expect(Float(standard.screenBand) == 0.05)
        #expect(Float(standard.screenUniformityThreshold) == 0.85)
        #expect(Float(standard.screenDistanceMinimum) == 0.2)
        #expect(Float(standard.screenDistanceMaximum) == 1.5)
        #expect(Float(standard.quadrantStandardDeviationThreshold) == 0.1)
        #expect(Float(standard.standardDeviationThreshold) == 0.5)
        #expect(Float(standard.coherenceThreshold) == 0.3)
    }
}

@Suite struct SceneAnalysisCodingTests {
    @Test(arguments: AnalysisProfile.allCases) func analysesRoundTripThroughJSON(profile: AnalysisProfile) throws {
        let map = DepthMap(inferringDimensionsOf: (0..<49152).map { 0.3 + Float($0 % 977) / 300 })
        let analysis = DepthAnalyzer(profile: profile).analyze(map)
        let json = try JSONEncoder().encode(analysis)
        #expect(try JSONDecoder().decode(SceneAnalysis.self, from: json) == analysis)
    }

    @Test func skippedQuadrantsRoundTripThroughJSON() throws {
        let analysis = DepthAnalyzer().analyze(try DepthMap(width: 4, height: 4, samples: (0..<16).map { Float($0) }))
        #expect(analysis.minimumQuadrantStandardDeviation == .greatestFiniteMagnitude)
        let json = try JSONEncoder().encode(analysis)
        #expect(try JSONDecoder().decode(SceneAnalysis.self, from: json) == analysis)
    }

    @Test func anotherAlgorithmVersionIsRefused() throws {
        let analysis = SceneAnalysis(unavailable: .noSamples, profile: .server, width: 0, height: 0, totalCount: 0)
        let json = String(decoding: try JSONEncoder().encode(analysis), as: UTF8.self)
        let newer = json.replacingOccurrences(of: #""algorithm_version":"1.0""#, with: #""algorithm_version":"2.0""#)
        #expect(newer != json)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(SceneAnalysis.self, from: Data(newer.utf8)) }
    }
}
