import TestSupport
import Testing

@testable import Captures

/// U+0000 in a detection where its types decide, which are not modelled in full (CAP-048).
@Suite struct DetectionTests {
    private static let time = "2025-12-01T10:00:00Z"

    private func texture(status: String) -> String {
        #""texture":{"analysis_time_ms":5,"algorithm_version":"\u0000","computed_at":"\#(Self.time)","#
            + #""status":"\#(status)","#
            + #""classification":"real_scene","confidence":0.5,"is_likely_recaptured":false},"#
    }

    private func moire(_ value: String) -> String { #""moire":{"computed_at":"\#(Self.time)","a":\#(value)},"# }

    private func json(_ results: String, at time: String = DetectionTests.time) -> [UInt8] {
        Array(#"{\#(results)"computed_at":"\#(time)","total_processing_time_ms":3}"#.utf8)
    }

    @Test func whatDependsOnOtherTypesIsNotModelled() throws {
        let known = try CaptureDetection(json: json(texture(status: "success")))
        #expect(known.containsNul && known.isModelled)
        for results in [texture(status: "another"), #""texture":["\u0000"],"#, moire(#"{"\u0000":1}"#)] {
            #expect(try !CaptureDetection(json: json(results)).isModelled, "\(results)")
        }
        // The server's library reads more forms of a time.
        let form = "2025-12-01 10:00:00 UTC"
        #expect(try !CaptureDetection(json: json(texture(status: "success"), at: form)).isModelled)
        #expect(throws: ServerJSONError.self) { try CaptureDetection(json: json("", at: "yesterday")) }
        // Without U+0000, nothing depends on the types.
        #expect(try CaptureDetection(json: json(moire(#"{"b":1}"#), at: form)).isModelled)
    }

    @Test func suchACaptureHasNoAnswer() {
        let part = BodyPart(name: "detection", content: json(moire(#""\u0000""#)))
        let judgement = CaptureJudge().judge(TestCapture.request(TestCapture.parts + [part]))
        #expect(judgement.answer == nil && judgement.notModelled?.code == "not_modelled:detection")
    }
}
