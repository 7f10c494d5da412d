import DepthAnalysis
import Support
import Testing

@testable import PlanarityMeasurements

private let digest = String(repeating: "0f", count: 32)

private func read(_ text: String) throws(SceneRuleError) -> SceneRule {
    try SceneRule(Array(text.utf8), name: "rule.json")
}

@Suite struct SceneRuleTests {
    private let rule = SceneRule([
        .init("depth_variance", .above, 0.5), .init("depth_layers", .atLeast, 3),
        .init("uniformity_ratio", .atMost, 0.75), .init("edge_coherence", .below, 0.9),
    ])
    private let atThresholds = [
        "depth_variance": 0.5, "depth_layers": 3, "uniformity_ratio": 0.75, "edge_coherence": 0.9,
    ]

    @Test func onlyInclusiveComparisonsHoldAtTheThreshold() {
        let verdict = rule.verdict { atThresholds[$0] }
        #expect(verdict.outcomes.map(\.holds) == [false, true, true, false])
        #expect(!verdict.passes)
        #expect(verdict.outcomes.map(\.margin) == [0, 0, 0, 0])
    }

    @Test func aMapPassesOneStepInsideEveryThreshold() {
        var values = atThresholds
        values["depth_variance"] = 0.5.nextUp
        values["edge_coherence"] = 0.9.nextDown
        #expect(rule.verdict { values[$0] }.passes)
        for (name, failing) in [("depth_layers", 3.0.nextDown), ("uniformity_ratio", 0.75.nextUp)] {
            var others = values
            others[name] = failing
            let verdict = rule.verdict { others[$0] }
            #expect(!verdict.passes && verdict.outcomes.count { !$0.holds } == 1, "\(name)")
        }
    }

    @Test func missingMeasurementsNeverPass() {
        for comparison in rule.comparisons {
            #expect(!comparison.holds(nil) && !comparison.holds(.nan))
            let verdict = SceneRule([comparison]).verdict { _ in .nan }
            #expect(!verdict.passes && verdict.outcomes[0].value == nil && verdict.outcomes[0].margin == nil)
        }
        #expect(SceneRule([.init("depth_range", .above, 1)]).verdict { _ in .infinity }.passes)
    }
}

@Suite struct SceneRuleFileTests {
    @Test func thresholdsRoundTripBitForBit() throws {
        var random = SplitMix64(seed: 16)
        var thresholds: [Double] = [
            0, -0.0, 0.1, 0.30000000000000004, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e-5, 1e22,
        ]
        while thresholds.count < 2000 {
            let number = Double(bitPattern: random.next())
            if number.isFinite { thresholds.append(number) }
        }
        for threshold in thresholds {
            let rule = SceneRule([.init("depth_variance", .above, threshold)])
            let back = try read(rule.fileText)
            #expect(back.comparisons[0].threshold.bitPattern == threshold.bitPattern, "\(threshold)")
        }
    }

    @Test func ruleFilesRoundTrip() throws {
        let rule = SceneRule(
            [.init("depth_layers", .atLeast, 3), .init("uniformity_ratio", .atMost, 0.41)], profile: .client,
            measuringDigest: digest, candidatesVersion: "1")
        #expect(
            rule.fileText == """
                {
                  "rule": [
                    {
                      "measurement": "depth_layers",
                      "at_least": 3.0
                    },
                    {
                      "measurement": "uniformity_ratio",
                      "at_most": 0.41
                    }
                  ],
                  "profile": "client",
                  "measuring_sha256": "\(digest)",
                  "candidates_version": "1"
                }

                """)
        #expect(try read(rule.fileText) == rule)
        let short = try read(#"{"rule": [{"above": 2, "measurement": "depth_range"}]}"#)
        #expect(short == SceneRule([.init("depth_range", .above, 2)]))
        // A band has two thresholds.
        #expect(
            try read(
                """
                {"rule": [{"measurement": "depth_range", "above": 1}, {"measurement": "depth_range", "below": 9}]}
                """
            ).comparisons.count == 2)
    }

    @Test(arguments: [
        ("{", "not JSON"), ("[]", "found an array as the file; expected an object"),
        ("{}", "found no \"rule\" in the file"), (#"{"rule": []}"#, "found an array as rule"),
        (#"{"rule": 1}"#, "found 1 as rule"), (#"{"rule": [7]}"#, "found 7 as rule[0]; expected an object"),
        (#"{"rule": [{"above": 1}]}"#, "found no \"measurement\" in rule[0]"),
        (#"{"rule": [{"measurement": 3, "above": 1}]}"#, "found 3 as rule[0].measurement"),
        (#"{"rule": [{"measurement": "layers", "above": 1}]}"#, "expected one of depth_variance, depth_layers, "),
        (#"{"rule": [{"measurement": "depth_layers"}]}"#, "found no threshold in rule[0]"),
        (#"{"rule": [{"measurement": "depth_layers", "above": 1, "below": 2}]}"#, "thresholds above and below"),
        (#"{"rule": [{"measurement": "depth_layers", "above": "1"}]}"#, "found \"1\" as rule[0].above"),
        (#"{"rule": [{"measurement": "depth_layers", "above": "NaN"}]}"#, "expected a finite number"),
        (#"{"rule": [{"measurement": "depth_layers", "above": NaN}]}"#, "found NaN as rule[0].above"),
        (#"{"rule": [{"measurement": "depth_layers", "above": 1e400}]}"#, "found 1e400 as rule[0].above"),
        (#"{"rule": [{"measurement": "depth_layers", "over": 1}]}"#, "the key \"over\" in rule[0]; expected only"),
        (
            #"{"rule": [{"measurement": "depth_layers", "above": 1}, {"measurement": "depth_layers", "above": 2}]}"#,
            "\"above\" of depth_layers twice"
        ),
        (#"{"rule": [{"measurement": "depth_layers", "above": 1}], "profil": 1}"#, "the key \"profil\" in the file"),
        (#"{"rule": [{"measurement": "depth_layers", "above": 1}], "profile": "both"}"#, "one of server, client"),
        (#"{"rule": [{"measurement": "depth_layers", "above": 1}], "measuring_sha256": "0f"}"#, "64 hexadecimal"),
        (
            #"{"rule": [{"measurement": "depth_layers", "above": 1}], "candidates_version": 1}"#,
            "found 1 as candidates_version"
        ),
    ])
    func invalidRulesAreRefusedWithAMessage(text: String, words: String) {
        let error = #expect(throws: SceneRuleError.self) { try read(text) }
        let description = error?.description ?? ""
        #expect(description.hasPrefix("rule.json: found") && description.contains(words), "\(description)")
    }
}

@Suite struct RuleMeasurementTests {
    @Test func everyMeasurementHasAUniqueNameAndASummary() {
        let known = RuleMeasurement.known
        #expect(known.count >= 7)
        #expect(Set(known.map(\.name)).count == known.count)
        for measurement in known {
            #expect(!measurement.summary.isEmpty)
            #expect(known.named(measurement.name) == measurement)
        }
        #expect(known.named("depth_variance")?.unit == "m")
        #expect(known.named("uniformity_ratio")?.direction == .lessIsReal)
        #expect(known.named("variance") == nil)
    }

    /// A step: the left half at 1 m, the right half at 3 m.
    @Test func serverMeasurementsMatchTheAnalysis() throws {
        let map = try DepthMap(width: 32, height: 32, samples: (0..<1024).map { $0 % 32 < 16 ? Float(1) : 3 })
        let analysis = DepthAnalyzer().analyze(map)
        func value(_ name: String) throws -> Double? {
            try #require(RuleMeasurement.serverMeasurements.named(name)).value(in: analysis)
        }
        #expect(try value("depth_variance") == 1)
        #expect(try value("depth_layers") == Double(analysis.layerCount))
        #expect(try value("edge_coherence") == analysis.edgeCoherence)
        #expect(try value("depth_range") == 2)
        #expect(try value("uniformity_ratio") == analysis.uniformityRatio)
        #expect(try value("is_screen_like") == 0)
        // Each quadrant is flat.
        #expect(try value("min_quadrant_variance") == 0)
    }

    @Test func mapsWithoutAVerdictHaveNoMeasurements() throws {
        let map = try DepthMap(width: 8, height: 8, samples: Array(repeating: 0, count: 64))
        let analysis = DepthAnalyzer().analyze(map)
        #expect(analysis.status == .unavailable)
        for measurement in RuleMeasurement.serverMeasurements { #expect(measurement.value(in: analysis) == nil) }
    }

    /// Eight samples per quadrant are too few; the server reports the largest number, the client 0.
    @Test func unmeasuredQuadrantSpreadIsMissing() throws {
        let map = try DepthMap(width: 8, height: 4, samples: (0..<32).map { Float(1 + $0 % 7) })
        let analysis = DepthAnalyzer().analyze(map)
        try #require(analysis.status != .unavailable)
        let quadrant = try #require(RuleMeasurement.serverMeasurements.named("min_quadrant_variance"))
        #expect(quadrant.value(in: analysis) == nil)
        #expect(quadrant.value(in: DepthAnalyzer(profile: .client).analyze(map)) == nil)
    }
}
