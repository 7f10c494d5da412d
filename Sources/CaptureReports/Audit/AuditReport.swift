internal import Captures
internal import DepthAnalysis
internal import DepthFiles
package import Reports
package import Support

package enum AuditReport {
    package enum Format: String, Sendable, CaseIterable {
        case text, json
    }

    /// Formats an audit, with a final newline.
    package static func text(of audit: CaptureAudit, format: Format, style: Style, width: Int) -> String {
        switch format {
        case .text: page(audit, style, min(max(width, 60), 120)) + "\n"
        case .json: json(audit) + "\n"
        }
    }

    private static func page(_ audit: CaptureAudit, _ style: Style, _ width: Int) -> String {
        let verdict = audit.agrees ? style.good("AGREES") : style.bad("DOES NOT AGREE")
        var lines = ["\(verdict)  \(style.bold(audit.path.printable)) with \(audit.depthPath.printable)", ""]
        lines.append(style.dim("      " + columns("field", "payload", "phone", "server")))
        for field in AuditField.allCases {
            let mark = field.agrees(in: audit) ? style.good("ok    ") : style.bad("no    ")
            lines.append(
                mark
                    + columns(
                        field.field.rawValue, text(field.claim(in: audit)), text(field.field.value(in: audit.client)),
                        text(field.field.value(in: audit.server))))
        }
        let believed = audit.claimed.isLikelyRealScene ? "pass" : "fail"
        for sentence in [
            "phone and server: each one's result for the map. Numbers may differ by "
                + "\(AuditField.standardDeviation.limit ?? 0) from the phone's; layers and verdict must be equal",
            "the server never sees the map: it trusts the phone, depth \(believed); "
                + "for the file itself it would answer: \(audit.serverAnswer)",
        ] + unavailable(audit) {
            lines += [""] + sentence.sanitisedLine.wrapped(width: width, indent: 0)
        }
        return lines.joined(separator: "\n")
    }

    /// Explains why all numbers of the phone are 0; empty if the phone has a verdict.
    private static func unavailable(_ audit: CaptureAudit) -> [String] {
        guard audit.client.status == .unavailable else { return [] }
        let reasons = audit.client.reasons.map(\.wording).joined(separator: ", ")
        return ["the phone has no verdict on this map, and its numbers are 0: \(reasons)"]
    }

    private static func columns(_ name: String, _ claim: String, _ client: String, _ server: String) -> String {
        name.padded(to: 21) + claim.padded(to: 11) + client.padded(to: 11) + server
    }

    private static func text(_ value: FieldValue) -> String {
        switch value {
        case .flag(let flag): flag ? "yes" : "no"
        case .whole(let number): number.description
        default: value.number.map { NumberText.fixed($0, digits: 4) } ?? "-"
        }
    }

    private static func json(_ audit: CaptureAudit) -> String {
        var writer = JSONWriter(.indented)
        writer.object { writer in
            writer.member("input", audit.path)
            writer.member("depth", audit.depthPath)
            writer.member("agrees", audit.agrees)
            writer.objects("fields", AuditField.allCases) { field, writer in
                writer.member("field", field.field.rawValue)
                writer.member("limit", field.limit)
                writer.member("agrees", field.agrees(in: audit))
                writer.member("payload") { $0.value(field.claim(in: audit), in: .client) }
                writer.member("client") { $0.value(field.field.value(in: audit.client), in: .client) }
                writer.member("server") { $0.value(field.field.value(in: audit.server), in: .server) }
            }
            writer.member("believed_depth_status", audit.claimed.isLikelyRealScene ? "pass" : "fail")
            writer.member("server_answer", audit.serverAnswer.code)
            writer.member("server_code", audit.serverAnswer.reasonCode)
        }
        return writer.text
    }
}

extension AuditReport {
    package static func schema(_ codes: ReadingCodes) -> JSONSchema {
        let fields = AuditField.allCases.map(\.field)
        let values = JSONSchema.anyOf([.flag, .number])
        return .object([
            "input": .string, "depth": .string, "agrees": .flag,
            "fields": .list(
                of: .object([
                    "field": .words(fields.map(\.rawValue)), "limit": .number.orNull, "agrees": .flag,
                    "payload": values, "client": values, "server": values,
                ])), "believed_depth_status": .words(["pass", "fail"]), "server_answer": ServerAnswer.codeSchema,
            "server_code": JSONSchema.words(codes.refusals).orNull,
        ])
    }
}
