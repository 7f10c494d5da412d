internal import Captures
internal import DepthAnalysis
internal import DepthFiles
package import Support

/// Formats inspections as text. Lines with file names, hashes or other long words can exceed the width.
package struct InspectionText {
    let style: Style
    private let width: Int

    package init(style: Style, width: Int) {
        self.style = style
        self.width = min(max(width, 60), 120)
    }

    package func page(_ inspection: CaptureInspection) -> String {
        let name = style.bold(inspection.path.printable)
        switch inspection.result {
        case .failure(let error):
            let lines = "error: \(error.text(style.names))".sanitisedLine.wrapped(width: width, indent: 2)
            return (["\(style.warning("unreadable"))  \(name)"] + lines).joined(separator: "\n")
        case .success(.attestation(let attestation)):
            let size = "attestation object in \(attestation.form.wording), \(attestation.byteCount) bytes"
            return
                (["\(size)  \(name)"]
                + origin(inspection)
                + attestation.diagnosis.repeatedMembers.flatMap { row("repeated", $0.sentence) }
                + attestation.diagnosis.lines(sentKeyID: attestation.keyID).flatMap { row($0.label, $0.text) }
                + attestation.remarks.flatMap { row("note", $0.sentence) }).joined(separator: "\n")
        case .success(.capture(let contents)):
            let kind = contents.endpoint == .full ? "full capture" : "hash-only capture"
            let size = "\(kind) in \(contents.form.wording), \(contents.byteCount) of \(CapturePayload.byteLimit) bytes"
            return
                (["\(contents.byteCount > CapturePayload.byteLimit ? style.bad(size) : size)  \(name)"]
                + origin(inspection) + body(contents) + decoded(contents) + numbers(contents) + signed(contents))
                .joined(separator: "\n")
        }
    }

    private func origin(_ inspection: CaptureInspection) -> [String] {
        inspection.origin.map { row("origin", $0.wording) } ?? []
    }

    private func body(_ contents: CaptureInspection.Contents) -> [String] {
        var lines: [String] = []
        if let fault = contents.fault { lines += paragraph("incomplete: \(fault)") }
        for part in contents.parts {
            let name = part.name.map { $0.printable } ?? "(nameless)"
            let remark = part.counts ? "" : part.isReplaced ? ", replaced by a later one" : ", ignored"
            lines += ["", style.bold("part \(name)") + ": \(part.byteCount) bytes\(remark)"]
            let named = [part.fileName, part.contentType].compactMap { $0?.printable }
            if !named.isEmpty { lines += paragraph(named.joined(separator: ", ")) }
            lines.append("  SHA-256 \(part.hash)")
            if part.counts { lines += details(part.name, contents) }
        }
        return lines
    }

    private func details(_ name: String?, _ contents: CaptureInspection.Contents) -> [String] {
        switch name.flatMap(CapturePart.init(rawValue:)) {
        case .photo: contents.isPhotoJPEG.map { paragraph($0 ? "JPEG" : "not a JPEG; the server does not check") } ?? []
        case .depthMap: contents.depthMap.map { paragraph($0.wording) } ?? []
        case .metadata, nil: []
        }
    }

    private func decoded(_ contents: CaptureInspection.Contents) -> [String] {
        var lines: [String] = []
        switch contents.metadata {
        case .success(let metadata)?: lines += section("metadata", CaptureMetadata.shape.json(of: metadata))
        case .failure(let error)?: lines += ["", style.bold("metadata")] + paragraph(error.wording)
        case nil: break
        }
        switch contents.payload {
        case .success(let payload)?: lines += section("payload, the signed members", payload.json)
        case .failure(let error)?: lines += ["", style.bold("payload")] + paragraph(error.wording)
        case nil: break
        }
        switch contents.assertion {
        case .success(let assertion)?: lines += ["", style.bold("assertion")] + self.assertion(assertion)
        case .failure(let failure)?: lines += ["", style.bold("assertion")] + paragraph(failure.wording)
        case nil: lines += ["", style.bold("assertion") + ": none"]
        }
        if let form = contents.assertionForm {
            lines += paragraph("not strict base64, as the server requires: \(form)")
        }
        lines += contents.repeatedMembers.flatMap { row("repeated", $0.sentence) }
        return lines
    }

    private func assertion(_ assertion: AppAttestAssertion) -> [String] {
        let data = assertion.authenticatorData
        let form = P256Signature(assertion.signature)?.form
        let flags = Hexadecimal.text(of: [data.flags])
        var lines =
            row("app", Hexadecimal.text(of: data.rpIDHash)) + row("", "SHA-256 of team.bundle")
            + row("flags", "\(flags), not checked by the server" + (data.flags == 0x40 ? "; usual for phones" : ""))
            + row("counter", data.counter.description)
        if !data.extensionBytes.isEmpty {
            lines += row("extension", Hexadecimal.text(of: data.extensionBytes))
            lines += row("", Self.wording(ofExtension: data.extensionBytes))
        }
        lines += row("signature", Hexadecimal.text(of: assertion.signature))
        return lines + row("", form.map { $0.wording } ?? "neither strict DER nor 64 bytes, or out of range")
    }

    private static func wording(ofExtension bytes: [UInt8]) -> String {
        guard let map = AuthenticatorExtensions(bytes) else { return "signed with the rest" }
        return "the extension map of iOS 27, signed with the rest: \(map.wording)"
    }

    private func numbers(_ contents: CaptureInspection.Contents) -> [String] {
        guard !contents.numbers.isEmpty else { return [] }
        return ["", style.bold("numbers that the server reads or writes differently")]
            + contents.numbers.flatMap { number in
                paragraph(
                    "\(number.path): \(number.text) is \(number.read)"
                        + (number.isNearest ? "" : ", which is not the nearest number"))
            }
    }

    private func signed(_ contents: CaptureInspection.Contents) -> [String] {
        guard let text = contents.clientData else { return [] }
        return [
            "", style.bold("text whose hash must be signed"),
            "  " + String(decoding: text, as: UTF8.self).printable, "  SHA-256 \(SHA256Digest.hexadecimal(of: text))",
        ]
    }

    private func section(_ title: String, _ object: JSONValue) -> [String] {
        ["", style.bold(title)] + Self.rows(object, at: "").map { "  \($0)" }
    }

    private static func rows(_ value: JSONValue, at path: String) -> [String] {
        if let members = value.members {
            return members.flatMap { rows($0.value, at: path.isEmpty ? $0.key : "\(path).\($0.key)") }
        }
        let text: String =
            switch value {
            case .string(let text): text.printable
            case .number(let text): text
            case .flag(let flag): flag.description
            default: "-"
            }
        return ["\(path.padded(to: 36))\(text)"]
    }

    private func row(_ name: String, _ text: String) -> [String] {
        let lines = text.wrapped(width: width, indent: 13, firstIndent: 13)
        guard let first = lines.first, !name.isEmpty else { return lines }
        return ["  " + name.padded(to: 11) + first.dropFirst(13)] + lines.dropFirst()
    }

    private func paragraph(_ text: String) -> [String] {
        text.sanitisedLine.wrapped(width: width, indent: 4, firstIndent: 2)
    }
}

extension CaptureInspection.DepthPart {
    fileprivate var wording: String {
        let map = analysis.analysis
        if let error = analysis.error { return "no depth map: \(error.message)" }
        let packed = container.map { $0.wording } ?? "unknown"
        return "\(packed), \(map.width)x\(map.height) samples; the map: \(map.status.rawValue); "
            + "the server would answer: \(analysis.serverAnswer)"
    }
}

extension DepthContainer {
    fileprivate var wording: String {
        switch self {
        case .gzip: "gzip"
        case .zlib: "zlib"
        case .deflate: "raw DEFLATE"
        case .lzfse: "LZFSE"
        case .none: "not compressed"
        }
    }
}

extension P256Signature.Form {
    fileprivate var wording: String {
        switch self {
        case .der: "strict DER"
        case .raw: "64 bytes, r and s"
        }
    }
}

extension ResultStream<CaptureInspection> {
    package init(_ format: ResultFormat, isList: Bool, text: InspectionText) {
        self.init(
            format, isList: isList, text.style.names, .rows, .texts, shape: CaptureInspection.shape, text: text.page)
    }
}
