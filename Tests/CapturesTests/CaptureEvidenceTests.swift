import Captures
import DepthAnalysis
import DepthFiles
import TestSupport
import Testing

@Suite struct CaptureEvidenceTests {
    private let judge = CaptureJudge()

    private func metadata(_ replacements: [String: String]) -> BodyPart {
        TestCapture.part(.metadata, TestCapture.metadata(replacements))
    }

    private var photo: BodyPart { TestCapture.part(.photo, TestCapture.photo) }
    private var depth: BodyPart { TestCapture.part(.depthMap, TestCapture.depthMap) }

    @Test(
        arguments: [
            (.pass, .pass, .high, .medium), (.pass, .unavailable, .medium, .medium),
            (.pass, .fail, .suspicious, .suspicious),
            (.unavailable, .pass, .medium, .medium), (.unavailable, .unavailable, .low, .low),
            (.unavailable, .fail, .suspicious, .suspicious),
            (.fail, .pass, .suspicious, .suspicious), (.fail, .unavailable, .suspicious, .suspicious),
            (.fail, .fail, .suspicious, .suspicious),
            (.fail, .unknown, .suspicious, .suspicious), (.pass, .unknown, nil, nil),
            (.unavailable, .unknown, nil, nil),
        ] as [(AssertionJudgement.Status, DepthJudgement.Status, CaptureConfidence?, CaptureConfidence?)])
    func confidenceDependsOnHardwareAndDepth(
        _ row: (
            hardware: AssertionJudgement.Status, depth: DepthJudgement.Status, confidence: CaptureConfidence?,
            capped: CaptureConfidence?
        )
    ) {
        #expect(CaptureConfidence(hardware: row.hardware, depth: row.depth, isCapped: false) == row.confidence)
        #expect(CaptureConfidence(hardware: row.hardware, depth: row.depth, isCapped: true) == row.capped)
    }

    @Test func depthIsReadAsTheServerReadsIt() {
        func judgement(_ depth: [UInt8], limit: Int = 1 << 20) -> DepthJudgement? {
            CaptureJudge(byteLimit: limit).judge(
                TestCapture.request([photo, TestCapture.part(.depthMap, depth), metadata([:])])
            ).depth
        }
        #expect(judgement(TestCapture.depthMap)?.refusal == nil)
        #expect(judgement(TestCapture.depthMap + [0])?.analysis == judgement(TestCapture.depthMap)?.analysis)
        #expect(judgement([1, 2, 3, 4])?.refusal == .notGzip(found: .uncompressed))
        #expect(judgement(DepthFileWriter.pack([1, 2, 3], as: .gzip))?.refusal == .notWholeSamples(byteCount: 3))
        #expect(judgement(DepthFileWriter.pack([], as: .gzip))?.refusal == .noSamples)
        let invalid = judgement(DepthFileWriter.pack(Array(repeating: 0xFF, count: 192), as: .gzip))
        #expect(invalid?.status == .unavailable && invalid?.analysis != nil)
        let bomb = DepthFileWriter.pack(Array(repeating: 0, count: 2 << 20), as: .gzip)
        #expect(judgement(bomb)?.status == .unknown)
        // Dimensions that do not fit are replaced.
        #expect(judgement(DepthFileWriter.pack(Array(repeating: 0x40, count: 48), as: .gzip))?.analysis?.width == 4)
    }

    @Test(arguments: [
        ("iPhone 12 Pro", true), ("IPHONE17PRO MAX", true), ("x i P h o n e 1 3 p r o", true), ("iPhone 11 Pro", false),
        ("iPhone 18 Pro", false),
        ("iPhone", false), ("iPhone 15", false), ("iPhone\u{A0}15 Pro", false),
    ])
    func modelsWithLiDARAreRecognisedByName(_ row: (model: String, isVerified: Bool)) {
        let judgement = judge.judge(TestCapture.request([photo, depth, metadata(["iPhone 15 Pro": row.model])]))
        #expect(judgement.metadataEvidence?.isModelVerified == row.isVerified)
    }

    @Test(arguments: [
        (266, 182, true), (267, 192, false), (256, 203, false), (330, 250, true), (640, 480, true), (374, 298, true),
        (192, 256, false),
    ])
    func resolutionsMatchWithinTenSamples(_ row: (width: Int, height: Int, isValid: Bool)) {
        let part = metadata([#""width":8"#: #""width":\#(row.width)"#, #""height":6"#: #""height":\#(row.height)"#])
        #expect(
            judge.judge(TestCapture.request([photo, depth, part])).metadataEvidence?.isResolutionValid == row.isValid)
    }

    /// Only whole seconds count, so up to 900.999999999 s pass.
    @Test(
        arguments: [
            (900, 999_999_999, true), (901, 0, false), (-900, 0, true), (-901, 0, false), (-901, 1, true),
        ] as [(Int64, Int64, Bool)])
    func timesAreValidWithin900Seconds(_ row: (seconds: Int64, nanoseconds: Int64, isValid: Bool)) {
        let part = metadata([TestCapture.capturedAt: "2025-12-01T10:00:00Z"])
        var request = TestCapture.request([photo, depth, part])
        request.now = CaptureTimestamp(utcSeconds: 1_764_583_200 + row.seconds, nanoseconds: row.nanoseconds)
        #expect(judge.judge(request).metadataEvidence?.isTimestampValid == row.isValid)
    }

    /// Ties round away from zero, and a value rounded to zero keeps its sign.
    @Test(arguments: [
        ("[37.7749,-122.4194,null,null]", "37.77, -122.42"), ("[0.125,-0.125,null,null]", "0.13, -0.13"),
        ("[-0.001,-90.004,null,null]", "-0.00, -90.00"),
    ])
    func locationsAreRoundedToAHundredthOfADegree(_ row: (location: String, text: String)) {
        let part = metadata([#""depth_map"#: #""location":\#(row.location),"depth_map"#])
        let evidence = judge.judge(TestCapture.request([photo, depth, part])).metadataEvidence
        #expect(evidence?.coarseLocation == row.text)
        #expect(evidence?.isLocationAvailable == true)
    }
}
