import DepthAnalysis
import Support
import Testing

@testable import Conformance

@Suite("Number comparison: bits, ULP, NaN, infinity, signed zero")
struct NumberTests {
    @Test func adjacentNumbersAreOneULPApartInEachProfile() {
        #expect(AnalysisProfile.server.ulpDistance(1, 1.0.nextUp) == 1)
        #expect(AnalysisProfile.server.ulpDistance(1.0.nextUp, 1) == 1)
        #expect(AnalysisProfile.client.ulpDistance(1, Double(Float(1).nextUp)) == 1)
        #expect(AnalysisProfile.server.ulpDistance(1, Double(Float(1).nextUp)) == 1 << 29)
        #expect(AnalysisProfile.server.ulpDistance(-1, -1.0.nextDown) == 1)
        #expect(AnalysisProfile.server.ulpDistance(1, 2) == 1 << 52)
    }

    @Test func signedZerosAreOneULPApart() {
        for profile in AnalysisProfile.allCases {
            #expect(profile.ulpDistance(0, -0.0) == 1)
            #expect(!profile.areSame(0, -0.0))
            #expect(!Tolerance.exact.accepts(-0.0, for: 0, in: profile))
            #expect(Tolerance(ulp: 1).accepts(-0.0, for: 0, in: profile))
            #expect(Tolerance(absolute: 0).accepts(-0.0, for: 0, in: profile))
        }
        #expect(AnalysisProfile.server.ulpDistance(0, .leastNonzeroMagnitude) == 1)
        #expect(AnalysisProfile.client.ulpDistance(0, Double(Float.leastNonzeroMagnitude)) == 1)
    }

    @Test func theLargestULPDistanceDoesNotOverflow() {
        let greatest = Double.greatestFiniteMagnitude
        #expect(AnalysisProfile.server.ulpDistance(-greatest, greatest) == 2 * greatest.bitPattern + 1)
    }

    @Test func nanAndInfinityMatchOnlyThemselves() {
        let everything = Tolerance(ulp: .max, absolute: .greatestFiniteMagnitude, relative: .greatestFiniteMagnitude)
        let signalling = Double(bitPattern: 0x7FF0_0000_0000_0001)
        for profile in AnalysisProfile.allCases {
            #expect(Tolerance.exact.accepts(.nan, for: -Double.nan, in: profile))
            #expect(Tolerance.exact.accepts(signalling, for: .nan, in: profile))
            #expect(Tolerance.exact.accepts(.infinity, for: .infinity, in: profile))
            for (one, other) in [(1, Double.nan), (.nan, .infinity), (1, .infinity), (.infinity, -.infinity)] {
                #expect(!everything.accepts(one, for: other, in: profile))
                #expect(!everything.accepts(other, for: one, in: profile))
            }
            #expect(profile.ulpDistance(.nan, 1) == nil)
        }
        #expect(!everything.accepts(.infinity, for: .greatestFiniteMagnitude, in: .server))
    }

    @Test func eachToleranceAcceptsUpToItsLimit() {
        #expect(Tolerance(ulp: 2).accepts(1.0.nextUp.nextUp, for: 1, in: .server))
        #expect(!Tolerance(ulp: 2).accepts(1.0.nextUp.nextUp.nextUp, for: 1, in: .server))
        #expect(Tolerance(absolute: 0.5).accepts(1.5, for: 1, in: .server))
        #expect(!Tolerance(absolute: 0.5).accepts(1.5.nextUp, for: 1, in: .server))
        #expect(Tolerance(relative: 0.5).accepts(3, for: 2, in: .server))
        #expect(!Tolerance(relative: 0.5).accepts(3.0.nextUp, for: 2, in: .server))
        #expect(!Tolerance(relative: 0.5).accepts(.leastNonzeroMagnitude, for: 0, in: .server))
        #expect(Tolerance(ulp: 0, absolute: 0.1, relative: 0).accepts(1.05, for: 1, in: .server))
    }
}

@Suite("Decisions: the side of a threshold")
struct DecisionTests {
    private func compare(
        _ expected: String, _ actual: String, _ tolerances: [String: Tolerance] = [:],
        profile: AnalysisProfile = .client
    ) throws -> AnswerComparison {
        AnswerComparison(
            expected: try JSONReader.read(expected), actual: try JSONReader.read(actual), profile: profile,
            tolerances: tolerances)
    }

    @Test func crossingAThresholdFailsDespiteTheTolerance() throws {
        // The f32 nearest to 0.3 is not above the threshold; the next f32 is.
        let expected = "{\"edge_coherence\": 0.3}"
        let actual = "{\"edge_coherence\": \(Float(0.3).nextUp)}"
        let found = try compare(expected, actual, ["edge_coherence": Tolerance(ulp: 1)]).differences
        #expect(found.map(\.crossed?.text) == ["edge_coherence > 0.3"])
        #expect(found.first?.within == Tolerance(ulp: 1))
        #expect(found.first?.severity == Severity(rank: .decision))
        let below = "{\"edge_coherence\": \(Float(0.3).nextDown)}"
        #expect(try compare(expected, below, ["edge_coherence": Tolerance(ulp: 1)]).differences.isEmpty)
    }

    @Test func theScreenRangeCheckUsesTwoFields() throws {
        let tolerances = ["max_depth": Tolerance(absolute: 0.01)]
        let expected = "{\"min_depth\": 1.0, \"max_depth\": 1.149}"
        #expect(try compare(expected, "{\"min_depth\": 1.0, \"max_depth\": 1.148}", tolerances).differences.isEmpty)
        let crossed = try compare(expected, "{\"min_depth\": 1.0, \"max_depth\": 1.151}", tolerances).differences
        #expect(crossed.map(\.crossed?.text) == ["max_depth - min_depth < 0.15"])
    }

    @Test func everyCheckIsDecidedOnBothSidesOfItsThreshold() {
        let sides = SceneAnalysis.Check.allCases.map { check in
            let threshold = check.threshold(.standard, in: .server)
            return [threshold.nextDown, threshold, threshold.nextUp].map { check.holds($0, in: .server) }
        }
        let above = [false, false, true]
        #expect(
            sides == [
                above, [false, true, true], above, [true, false, false], above, [false, true, true],
                [true, true, false], above,
            ])
        #expect(!SceneAnalysis.Check.edgeCoherence.holds(Double(Float(0.3)), in: .client))
        #expect(SceneAnalysis.Check.edgeCoherence.holds(Double(Float(0.3)), in: .server))
    }

    @Test func valuesWithinToleranceOfAThresholdAreKnifeEdges() throws {
        func edges(_ coherence: Float, _ tolerance: Tolerance) throws -> Int {
            KnifeEdge.all(
                in: try JSONReader.read("{\"edge_coherence\": \(coherence)}"),
                tolerances: ["edge_coherence": tolerance], profile: .client
            ).count
        }
        #expect(try edges(0.3, Tolerance(ulp: 1)) == 1)
        #expect(try edges(Float(0.3).nextDown, Tolerance(ulp: 1)) == 1)
        #expect(try edges(Float(0.3).nextUp.nextUp, Tolerance(ulp: 1)) == 0)
        #expect(try edges(0.3, .exact) == 0)
        #expect(try edges(0.31, Tolerance(absolute: 0.02)) == 1)
    }

    @Test func wholeNumbersBooleansAndWordsHaveNoTolerance() throws {
        #expect(try compare("{\"depth_layers\": 7}", "{\"depth_layers\": 7.0}").differences.isEmpty)
        #expect(try compare("{\"depth_layers\": 7}", "{\"depth_layers\": 8}").differences.first?.delta == 1)
        #expect(try compare("{\"depth_layers\": 7}", "{\"depth_layers\": \"7\"}").differences.count == 1)
        #expect(try compare("{\"is_screen_like\": false}", "{\"is_screen_like\": 0}").differences.count == 1)
        #expect(try compare("{\"status\": \"pass\"}", "{\"status\": \"PASS\"}").differences.count == 1)
    }

    @Test func nullTextAndNaNDifferFromFiniteNumbers() throws {
        for text in ["null", "\"0.5\"", "NaN", "\"NaN\"", "Infinity", "-0.0", "1e400"] {
            let found = try compare(
                "{\"depth_variance\": 0.0}", "{\"depth_variance\": \(text)}", profile: .server)
            #expect(found.differences.count == 1, "\(text)")
        }
        #expect(try compare("{\"depth_variance\": NaN}", "{\"depth_variance\": \"NaN\"}").differences.isEmpty)
        #expect(try compare("{\"depth_variance\": NaN}", "{\"depth_variance\": null}").differences.count == 1)
        #expect(try compare("{\"min_depth\": 0.5}", "{}").notReported == [.minimumDepth])
        #expect(try compare("{}", "{\"min_depth\": 0.5, \"anything\": 1}").differences.isEmpty)
    }

    @Test func listDifferencesNameTheFirstElementAndCountTheRest() throws {
        let expected = "{\"stages\": {\"histogram_counts\": [1, 2, 3, 4]}}"
        let found = try compare(expected, "{\"stages\": {\"histogram_counts\": [1, 3, 2, 4]}}").differences
        #expect(found.map(\.name) == ["stages.histogram_counts[1]"])
        #expect(found.map(\.more) == [1])
        #expect(found.map(\.delta) == [1])
        let shorter = try compare(expected, "{\"stages\": {\"histogram_counts\": [1, 2]}}").differences
        #expect(shorter.map(\.expected) == ["4 values, 3 at 2"])
        #expect(shorter.map(\.actual) == ["2 values, none at 2"])
        let quadrant = "{\"valid_count\": 9, \"standard_deviation\":"
        let skipped = "{\"stages\": {\"quadrants\": [\(quadrant) null}]}}"
        #expect(try compare(skipped, skipped).differences.isEmpty)
        let measured = "{\"stages\": {\"quadrants\": [\(quadrant) 0.5}]}}"
        #expect(try compare(skipped, measured).differences.map(\.name) == ["stages.quadrants[0]"])
        #expect(try compare(measured, skipped).differences.count == 1)
    }
}
