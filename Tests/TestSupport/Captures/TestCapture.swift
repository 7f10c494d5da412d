package import Captures
import DepthFiles
import Support

/// Captures signed with a key that is derived from a fixed number.
package enum TestCapture {
    private static let privateKey: P256PrivateKey = {
        guard let key = P256PrivateKey(number: Array(1...32)) else {
            preconditionFailure("a number below the order is not accepted as a key")
        }
        return key
    }()

    package static let device = CaptureDevice(publicKey: privateKey.publicKey, counter: 5)
    package static let application = CaptureApplication(
        teamIdentifier: "TEAM123456", bundleIdentifier: "org.example.capture")
    package static let now = CaptureTimestamp(utcSeconds: 1_764_583_230)

    /// A base64 assertion over a hash.
    package static func assertion(of clientDataHash: [UInt8], counter: UInt32 = 6, form: SigningForm = .plain) -> String
    {
        let data = AuthenticatorData(rpIDHash: application.rpIDHash, counter: counter).bytes
        let signature = privateKey.signature(of: form.message(data, clientDataHash))
        return assertion(signature: signature, authenticatorData: data)
    }

    package static func assertion(signature: [UInt8], authenticatorData: [UInt8]) -> String {
        StrictBase64.text(of: cbor(signature: signature, authenticatorData: authenticatorData))
    }

    /// Members in the order of a genuine assertion.
    package static func cbor(signature: [UInt8], authenticatorData: [UInt8]) -> [UInt8] {
        [0xA2, 0x69] + Array("signature".utf8) + [0x58, UInt8(signature.count)] + signature + [0x71]
            + Array("authenticatorData".utf8) + [0x58, UInt8(authenticatorData.count)] + authenticatorData
    }

    package static let photo = Array("a photo".utf8)
    package static let photoHash = SHA256Digest.hexadecimal(of: photo)
    /// A step at every other sample gives the map some depth.
    package static let depthMap = DepthFileWriter.pack(
        (0..<48).flatMap { index in
            (0..<4).map { UInt8(truncatingIfNeeded: (Float(index % 12) / 2 + 0.5).bitPattern >> (8 * $0)) }
        }, as: .gzip)
    package static let capturedAt = "2025-12-01T10:00:00.123Z"

    /// Metadata; each replacement applies to the whole text.
    package static func metadata(assertion: String? = nil, _ replacements: [String: String] = [:]) -> [UInt8] {
        let assertion = assertion.map { #","assertion":"\#($0)""# } ?? ""
        let text =
            #"{"captured_at":"\#(capturedAt)","device_model":"iPhone 15 Pro","photo_hash":"\#(photoHash)","#
            + #""depth_map_dimensions":{"width":8,"height":6}\#(assertion)}"#
        return replace(replacements, in: text)
    }

    /// Computed once: each signature is random and may differ in length.
    package static let fullAssertion = assertion(of: clientDataHash(Array("\(photoHash)|\(capturedAt)".utf8)))

    package static func clientDataHash(_ clientData: [UInt8]) -> [UInt8] { SHA256Digest.bytes(of: clientData) }

    package static func part(_ part: CapturePart, _ content: [UInt8]) -> BodyPart {
        BodyPart(name: part.rawValue, fileName: "x", contentType: "application/octet-stream", content: content)
    }

    /// The parts of a full capture that verifies.
    package static var parts: [BodyPart] {
        [part(.photo, photo), part(.depthMap, depthMap), part(.metadata, metadata(assertion: fullAssertion))]
    }

    package static func request(_ parts: [BodyPart], isVerified: Bool = true) -> CaptureRequest {
        CaptureRequest(
            payload: .full(.parts(parts)), device: device, application: application, now: now,
            isRequestVerified: isVerified)
    }

    /// A hash-only payload with the assertion `QUJD`; each replacement applies to the whole text.
    package static func payload(_ replacements: [String: String] = [:]) -> [UInt8] {
        let text =
            #"{"capture_mode":"hash_only","media_hash":"\#(photoHash)","media_type":"photo","depth_analysis":"#
            + #"{"depth_variance":2.5,"depth_layers":5,"edge_coherence":0.75,"min_depth":0.5,"max_depth":8.0,"#
            + #""is_likely_real_scene":true,"algorithm_version":"1.0"},"metadata":{},"metadata_flags":"#
            + #"{"location_included":false,"location_level":"none","timestamp_included":true,"#
            + #""timestamp_level":"exact","#
            + #""device_info_included":true,"device_info_level":"model_only"},"captured_at":"2025-12-01T10:00:00Z","#
            + #""assertion":"QUJD"}"#
        return replace(replacements, in: text)
    }

    /// A hash-only request. Its assertion verifies unless the replacements change the assertion.
    package static func hashOnlyRequest(_ replacements: [String: String] = [:]) -> CaptureRequest {
        var body = payload(replacements)
        if let payload = try? HashOnlyPayload(json: body), payload.assertion == "QUJD" {
            let assertion = assertion(of: SHA256Digest.bytes(of: payload.signedJSON))
            body.replaceSubrange(payload.assertionRange, with: assertion.utf8)
        }
        return CaptureRequest(
            payload: .hashOnly(body, contentType: "application/json"), device: device, application: application,
            now: now)
    }

    private static func replace(_ replacements: [String: String], in text: String) -> [UInt8] {
        Array(
            replacements.reduce(text) { text, replacement in
                let pieces = text.split(separator: replacement.key, omittingEmptySubsequences: false)
                precondition(pieces.count == 2, "\(replacement.key) does not occur exactly once")
                return pieces.joined(separator: replacement.value)
            }.utf8)
    }
}
