import Captures
import DepthAnalysis
import DepthFiles
import Foundation
import Support
import TestSupport
import Testing
import ThresholdTuning

/// `print` shows a line or a few of a result, and no bytes or samples.
@Suite struct PrintedResultTests {
    @Test func aMapHasNoSamplesInIt() {
        let map = DepthMap.make(width: 256, height: 192) { column, _ in
            column == 0 ? .nan : 0.5 + Float(column) / 256
        }
        #expect("\(map)" == "256x192 depth map, 0.50390625 m to 1.4960938 m")
        #expect("\([map])".count < 60)
        #expect("\(DepthMap.constant(.nan, width: 4, height: 3))" == "4x3 depth map without a finite sample")
    }

    @Test func anAnalysisHasTheVerdictFirst() {
        let flat = DepthAnalyzer().analyze(.constant(1, width: 9, height: 9))
        #expect(
            "\(flat)".hasPrefix(
                "FAIL (the depths vary too little, too few layers, too few depth edges, looks like a screen): "
                    + "standard deviation 0.0 m, "), "\(flat)")
        #expect("\(DepthAnalyzer().analyze(.constant(.nan, width: 9, height: 9)))".hasPrefix("UNAVAILABLE ("))
    }

    @Test func aFileHasTheErrorOrTheServersAnswer() {
        let analyzer = FileAnalyzer(analyzer: DepthAnalyzer())
        #expect("\(analyzer.analyze([], input: "x.bin"))".hasPrefix("x.bin: found an empty file; expected a depth map"))
        let map = DepthMap.make(width: 4, height: 3) { column, row in 1 + Float(4 * row + column) / 4 }
        let plain = "\(analyzer.analyze(map.samples.withUnsafeBytes { Array($0) }, input: "x.bin"))"
        #expect(plain.hasPrefix("x.bin: FAIL (") && plain.contains("\nthe server would answer: "), "\(plain)")
    }

    @Test func judgementsHaveTheAnswerFirst() async throws {
        let key = TestKey()
        let map = DepthMap.make(width: 256, height: 192) { column, row in
            Float(column % 50) / 10 + Float(row) / 100 + 0.3
        }
        let now = try #require(CaptureTimestamp("2025-12-01T10:00:30Z"))
        let data = try CaptureData(
            photo: [0xFF, 0xD8], depthMap: PackedDepthMap(map), takenAt: now, deviceModel: "iPhone 15 Pro")
        let packed = try await CapturePacker(signer: TestKeySigner(key: key, counter: 1)).packFull(data)
        let device = CaptureDevice(publicKey: key.publicKey, counter: 0)
        var request = CaptureRequest(payload: packed.payload, device: device, now: now)
        let judgement = "\(CaptureJudge().judge(request))"
        #expect(judgement.hasPrefix("202, recorded as "), "\(judgement)")
        request.payload = .hashOnly([], contentType: "application/json")
        let refused = "\(CaptureJudge().judge(request))"
        #expect(refused.hasPrefix("400, refused: "), "\(refused)")
        for value: any CustomStringConvertible in [packed, data, device, request.payload, now, packed.parts[0]] {
            #expect(value.description.count < 250 && !value.description.contains("["), "\(value)")
        }
        #expect("\(device)" == "secure_enclave device with a key, counter 0")
        #expect("\(RequestOutcome.unknown)" == "proceeds as unknown")
        let unsigned = AuthenticationRequest(headers: RequestHeaders([]), body: .bytes([]), device: device, now: now)
        #expect(
            "\(RequestJudge().judge(unsigned))".contains(": X-Device-"), "\(RequestJudge().judge(unsigned))")
        let registration = RegistrationRequest(
            content: .http([], contentType: nil), now: now)
        #expect(
            "\(RegistrationJudge().judge(registration))".contains(", refused: the content type is missing"),
            "\(RegistrationJudge().judge(registration))")
    }
}
