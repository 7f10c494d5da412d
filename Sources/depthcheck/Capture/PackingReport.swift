import Captures
import DepthAnalysis
import DepthFiles
import Support
import Tasks

struct PackingReport {
    let lines: [String]

    init(
        _ packed: PackTask.Packed, by task: PackTask, photoByteCount: Int, depth: String, _ file: PackTask.DepthMapFile,
        isSigned: Bool
    ) {
        let capture = packed.capture
        let kind = task.endpoint == .full ? "full capture" : "hash-only capture"
        let (map, file) = (file.packed, file.file)
        let packing = file.format == .png16 ? "PNG" : file.container.rawValue
        let sent =
            task.endpoint == .full
            ? "sent as gzip, \(map.bytes.count) bytes; no sample changed" : "not sent, only the phone's own analysis"
        var lines = [
            "\(kind), body of \(capture.body.count) bytes",
            "content type  \(capture.contentType)",
            "photo         \(photoByteCount) bytes",
            "depth         \(depth.printable), \(packing), \(map.map.width)x\(map.map.height); \(sent)",
            "samples       SHA-256 \(map.samplesHash)",
        ]
        if isSigned {
            let binding = task.binding ?? SatisfiedBinding(task.endpoint.binding, .plain)
            let app = "\(task.application.teamIdentifier).\(task.application.bundleIdentifier)"
            lines += [
                "assertion     \(binding.name), counter \(task.counter), for \(app)"
            ]
            if let device = task.deviceID {
                let form = SatisfiedBinding(.request, task.binding?.form ?? .plain)
                lines.append("request       \(form.name), counter \(task.requestCounter), for device \(device)")
                if task.requestCounter >= task.counter {
                    lines.append(
                        "note: the server stores the counter of the request first, so the counter of the capture is "
                            + "too low and its assertion fails")
                }
            }
            lines.append("note: signed by a test key, not a device; a server knows the key only after registration")
        } else {
            lines.append("assertion     none")
        }
        lines += file.notes.map { "note: \($0.description)" }
        self.lines = lines
    }

    init(_ attestation: TestAttestation, byteCount: Int, root: String?) {
        let app = "\(attestation.application.teamIdentifier).\(attestation.application.bundleIdentifier)"
        let flags = attestation.isExtensionFlagged ? "c0; phones send 40" : "40"
        let map = attestation.extensionMap == nil ? "" : ", with the extension map of iOS 27, flags \(flags)"
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
