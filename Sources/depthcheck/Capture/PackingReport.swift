import Captures
import DepthAnalysis
import DepthFiles
import Support

struct PackingReport {
    let lines: [String]

    /// - Parameter request: the device and counter of the request that contains the capture.
    init(
        _ packed: PackedCapture, inputs: PackingInputs, depth: String, assertion: AssertionArguments, counter: UInt32,
        request: (deviceID: String, counter: UInt32)?
    ) {
        let kind = packed.payload.endpoint == .full ? "full capture" : "hash-only capture"
        let map = inputs.depthMap
        let packing = inputs.depthFile.format == .png16 ? "PNG" : inputs.depthFile.container.rawValue
        let sent =
            packed.payload.endpoint == .full
            ? "sent as gzip, \(map.bytes.count) bytes; no sample changed" : "not sent, only the phone's own analysis"
        var lines = [
            "\(kind), body of \(packed.body.count) bytes",
            "content type  \(packed.contentType)",
            "photo         \(inputs.photo.count) bytes",
            "depth         \(depth.printable), \(packing), \(map.map.width)x\(map.map.height); \(sent)",
            "samples       SHA-256 \(map.samplesHash)",
        ]
        if assertion.key != nil {
            let binding = assertion.binding ?? SatisfiedBinding(packed.payload.endpoint.binding, .plain)
            let app = "\(assertion.team).\(assertion.bundle)"
            lines += [
                "assertion     \(binding.name), counter \(counter), for \(app)"
            ]
            if let request {
                let form = SatisfiedBinding(.request, assertion.binding?.form ?? .plain)
                lines.append("request       \(form.name), counter \(request.counter), for device \(request.deviceID)")
                if request.counter >= counter {
                    lines.append(
                        "note: the server stores the counter of the request first, so the counter of the capture is "
                            + "too low and its assertion fails")
                }
            }
            lines.append("note: signed by a test key, not a device; a server knows the key only after registration")
        } else {
            lines.append("assertion     none")
        }
        lines += inputs.depthFile.notes.map { "note: \($0.description)" }
        self.lines = lines
    }

    init(_ attestation: TestAttestation, byteCount: Int, root: String?, time: CaptureTimestamp) {
        let app = "\(attestation.application.teamIdentifier).\(attestation.application.bundleIdentifier)"
        let map = attestation.extensionMap == nil ? "" : ", with the extension map of iOS 27"
        lines = [
            "registration, body of \(byteCount) bytes",
            "content type  application/json",
            "attestation   \(attestation.environment.rawValue), for \(app)\(map)",
            "key id        \(attestation.keyID)",
            "root          \(TestChain.rootName)" + (root.map { ", in \($0.printable)" } ?? ""),
            "note: this registration is not from a phone and contains no Apple certificate; a server in its default "
                + "mode still registers it as \(CaptureDevice.verifiedLevel), and only STRICT_ATTESTATION refuses it. "
                + "Send it only to your own server",
        ]
    }
}
