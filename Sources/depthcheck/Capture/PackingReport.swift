import CapturePayloads
import DepthAnalysis
import DepthFiles
import PlainText
import Platform

/// What was packed, in words.
struct PackingReport {
    /// The answer first.
    let lines: [String]

    init(_ packed: PackedCapture, inputs: PackingInputs, depth: String, assertion: AssertionArguments) {
        let kind = packed.payload.endpoint == .full ? "full capture" : "hash-only capture"
        let map = inputs.depthMap
        let packing = inputs.depthFile.format == .png16 ? "PNG" : inputs.depthFile.container.rawValue
        let sent =
            packed.payload.endpoint == .full
            ? "sent as gzip, \(map.bytes.count) bytes; no sample changed" : "not sent; the phone's own analysis is"
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
                "assertion     \(binding.name), counter \(assertion.counter), for \(app)",
                "note: a test key signed, no device; a server knows it only if somebody registered it",
            ]
        } else {
            lines.append("assertion     none")
        }
        lines += inputs.depthFile.notes.map { "note: \($0.description)" }
        self.lines = lines
    }
}
