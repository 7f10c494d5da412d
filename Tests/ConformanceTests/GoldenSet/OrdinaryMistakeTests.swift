import DepthAnalysis
import DepthFiles
import Support
import TestSupport
import Testing

@testable import Conformance

/// Single mistakes without a fingerprint: no claim is better than a wrong one.
@Suite struct OrdinaryMistakeTests {
    @Test(arguments: OrdinaryMistake.allCases)
    func ordinaryMistakesAreNamedCorrectlyOrNotAtAll(_ mistake: OrdinaryMistake) async throws {
        let set = try GoldenSet(TemporarySet.committed)
        var options = GoldenCheck.Options()
        options.profiles = [.server]
        options.filters = ["server/*", "stages/*"]
        var answers: [RequestID: TimedAnswer] = [:]
        for request in AnswerRequest.all(for: set.cases(matching: options.filters, of: [.server]), of: set) {
            answers[request.id] = TimedAnswer(answer: .success(try mistake.answer(to: request)))
        }
        let report = await GoldenCheck(set, answerer: .known(answers), options: options).run()
        let claims = report.groups.filter { $0.cause != nil }.map(\.title)
        #expect(!report.isGood)
        switch mistake {
        // This fingerprint changes one of two copies of a step; all of its differences match to the last bit.
        case .sampleDeviationInQuadrants:
            #expect(
                claims == ["looks like the sample's standard deviation in one of two copies (§4): of the quadrants"])
        case .reversedReasons: #expect(claims == ["looks like reasons in another order (§9): the last check first"])
        default: #expect(claims.isEmpty, "\(claims)")
        }
    }

    @Test func aCauseGivesEveryDifferingValueOfItsFields() {
        func fingerprint(_ cause: String, _ marks: [String]) -> Fingerprint {
            Fingerprint(
                cause: cause, rule: "§6", detail: "",
                marks: Dictionary(
                    uniqueKeysWithValues: marks.enumerated().map { (Self.site($0), DifferenceMark($1[...])!) }),
                samples: [:])
        }
        let nine = (0..<9).map { "+\($0 + 1)" }
        // The second field is answered as stored.
        func also(_ cause: String) -> Fingerprint {
            var marks = fingerprint(cause, nine).marks
            for site in marks.keys { marks[.init(question: site.question, field: .coverage)] = DifferenceMark("+1") }
            return Fingerprint(cause: cause, rule: "§6", detail: "", marks: marks, samples: [:])
        }
        func titles(_ fingerprints: [Fingerprint]) -> [String] {
            var observations: [Fingerprint.Question: Observation] = [:]
            for (place, mark) in nine.enumerated() {
                observations[Self.site(place).question] = Observation(
                    compared: [.edgeCoherence, .coverage], marks: [.edgeCoherence: DifferenceMark(mark[...])!])
            }
            return CauseFinder(fingerprints: fingerprints, observations: observations, slack: { _ in 0 }).causes()
                .map(\.title)
        }
        let other = Array(nine.dropLast()) + ["+4"]
        #expect(titles([fingerprint("a gain", nine)]) == ["a gain (§6)"])
        #expect(titles([fingerprint("a gain", other)]) == [], "one value differs by another amount")
        #expect(titles([also("a gain")]) == [], "as many values are as stored")
        #expect(titles([fingerprint("a gain", nine.dropLast())]) == [], "one more value differs")
        #expect(titles([fingerprint("a gain", other), fingerprint("a share", nine)]) == ["a share (§6)"])
        #expect(titles([fingerprint("a gain", other), fingerprint("a gain", nine.dropLast())]) == [], "of one kind")
        #expect(
            titles([fingerprint("a gain", nine), fingerprint("a share", nine)]) == ["a gain (§6), or a share (§6)"])
    }

    private static func site(_ place: Int) -> Fingerprint.Site {
        .init(question: .init(profile: .server, input: "\(place)"), field: .edgeCoherence)
    }
}

/// Mistakes that authors of an analysis overlook.
enum OrdinaryMistake: CaseIterable {
    case gain, gradientThreshold, coherence, uniformity, deviation, sampleDeviationInQuadrants, medianAsMean
    case unit, millimetres, lastSample, reversedReasons, oneMoreLayer

    func answer(to request: AnswerRequest) throws -> JSONValue {
        let map = try DepthMap(contentsOf: request.file, options: ReadingOptions(dimensions: request.given))
        var parameters = AnalysisParameters.standard
        if self == .gain { parameters.edgeGain = 28 }
        if self == .gradientThreshold { parameters.gradientThreshold = 0.12 }
        let analysis = try DepthAnalyzer(profile: .server, parameters: parameters).analyze(changed(map))
        return changed(analysis.answer)
    }

    private func changed(_ map: DepthMap) throws -> DepthMap {
        var samples = map.samples
        switch self {
        case .unit: samples = samples.map { $0 * 1.001 }
        case .millimetres: samples = samples.map { $0.isFinite ? ($0 * 1000).rounded() / 1000 : $0 }
        case .lastSample: samples[samples.count - 1] = 0
        default: return map
        }
        return map.isGrid
            ? try DepthMap(width: map.width, height: map.height, samples: samples)
            : DepthMap(inferringDimensionsOf: samples)
    }

    private func changed(_ answer: JSONValue) -> JSONValue {
        guard answer[Field.status.rawValue]?.string != "unavailable" else { return answer }
        var answer = answer
        switch self {
        case .coherence: answer.scale(.edgeCoherence, by: 0.99)
        case .uniformity: answer.scale(.uniformityRatio, by: 0.99)
        case .deviation: answer.scale(.standardDeviation, by: 0.97)
        case .sampleDeviationInQuadrants: answer.divideQuadrantsByLess()
        case .medianAsMean: answer.set(.meanDepth, answer[Field.medianDepth.rawValue] ?? .null)
        case .oneMoreLayer:
            answer.set(.layerCount, .number("\((answer[Field.layerCount.rawValue]?.whole ?? 0) + 1)"))
        case .reversedReasons:
            answer.set(.reasons, .array((answer[Field.reasons.rawValue]?.elements ?? []).reversed()))
            return answer
        default: return answer
        }
        answer.decide()
        return answer
    }
}

extension JSONValue {
    fileprivate mutating func set(_ key: String, _ value: JSONValue) {
        self = .object((members ?? []).map { $0.key == key ? Member(key: key, value: value) : $0 })
    }

    fileprivate mutating func set(_ field: Field, _ value: JSONValue) { set(field.rawValue, value) }

    fileprivate mutating func scale(_ field: Field, by factor: Double) {
        guard let number = self[field.rawValue]?.real(as: Double.self) else { return }
        set(field, .number("\(number * factor)"))
    }

    fileprivate mutating func divideQuadrantsByLess() {
        let (countKey, deviationKey) = (
            DepthQuadrant.Key.validCount.rawValue, DepthQuadrant.Key.standardDeviation.rawValue
        )
        guard var stages = self[Field.stagesKey], let stored = stages[Field.quadrants.rawValue]?.elements else {
            return
        }
        var smallest = Double.infinity
        let quadrants = stored.map { quadrant in
            guard let count = quadrant[countKey]?.whole, let number = quadrant[deviationKey]?.real(as: Double.self)
            else {
                return quadrant
            }
            let deviation = number * (Double(count) / Double(count - 1)).squareRoot()
            smallest = min(smallest, deviation)
            var changed = quadrant
            changed.set(deviationKey, .number("\(deviation)"))
            return changed
        }
        stages.set(.quadrants, .array(quadrants))
        set(Field.stagesKey, stages)
        if smallest.isFinite { set(.minimumQuadrantStandardDeviation, .number("\(smallest)")) }
    }

    /// Recomputes the verdict from the numbers, but not the messages.
    fileprivate mutating func decide() {
        func holds(_ check: SceneAnalysis.Check) -> Bool {
            check.value(in: self, .server).map { check.holds($0, in: .server) } ?? true
        }
        let isScreen = SceneAnalysis.Check.allCases.filter { $0.role == .screenSign }.allSatisfy(holds)
        let isReal = !isScreen && SceneAnalysis.Check.allCases.filter { $0.role == .required }.allSatisfy(holds)
        set(.isScreenLike, .flag(isScreen))
        set(.isLikelyRealScene, .flag(isReal))
        set(.status, .string(isReal ? "pass" : "fail"))
        set(.quadrantPasses, .flag(holds(.quadrant)))
        self = .object((members ?? []).filter { $0.key != Field.reasons.rawValue })
    }
}
