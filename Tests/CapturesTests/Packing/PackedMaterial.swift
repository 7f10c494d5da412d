import Captures
import DepthAnalysis
import TestSupport

enum PackedMaterial {
    static let key: TestKey = {
        guard let key = TestKey(number: Array(33...64)) else {
            preconditionFailure("a number below the order is not accepted as a key")
        }
        return key
    }()

    static let device = CaptureDevice(publicKey: key.publicKey, counter: 8)
    static let application = CaptureApplication(teamIdentifier: "TEAM123456", bundleIdentifier: "org.example.pack")
    static let takenAt = CaptureTimestamp(utcSeconds: 1_772_366_400, nanoseconds: 7_900_000)
    static let now = CaptureTimestamp(utcSeconds: 1_772_366_430)
    static let photo: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array("no picture".utf8)

    /// Steps to the right and one downwards: likely a real scene.
    static let stairs = DepthMap.make(width: 256, height: 192) { column, row in
        0.5 + 0.5 * Float(column / 24) + (row > 96 ? 0.25 : 0)
    }
    /// A small map, for tests that judge it many times.
    static let steps = DepthMap.make(width: 8, height: 6) { column, _ in 0.5 + Float(column) / 2 }
    static let wall = DepthMap.constant(2, width: 256, height: 192)

    static func data(
        _ map: DepthMap = stairs, photo: [UInt8] = photo, location: CaptureLocation? = nil
    ) throws -> CaptureData {
        try CaptureData(
            photo: photo, depthMap: PackedDepthMap(map), takenAt: takenAt, deviceModel: "iPhone 14 Pro",
            location: location)
    }

    static func signer(_ form: SigningForm = .plain, counter: UInt32 = 9) -> TestKeySigner {
        TestKeySigner(key: key, application: application, counter: counter, form: form)
    }

    static func judge(_ payload: CapturePayload, isVerified: Bool = true) -> CaptureJudgement {
        CaptureJudge().judge(
            CaptureRequest(
                payload: payload, device: device, application: application, now: now, isRequestVerified: isVerified))
    }
}
