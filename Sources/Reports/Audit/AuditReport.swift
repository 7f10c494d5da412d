internal import Captures
internal import DepthAnalysis
internal import DepthFiles
package import Support

package enum AuditReport {
    package enum Format: String, Sendable, CaseIterable {
        case text, json
    }

    package static func text(of audit: CaptureAudit, format: Format, style: Style, width: Int) -> String {
        switch format {
        case .text: page(audit, style, min(max(width, 60), 120)) + "\n"
        case .json: shape.text(of: audit) + "\n"
        }
    }

    private static func page(_ audit: CaptureAudit, _ style: Style, _ width: Int) -> String {
        let verdict = audit.agrees ? style.good("AGREES") : style.bad("DOES NOT AGREE")
        var lines = ["\(verdict)  \(style.bold(audit.path.printable)) with \(audit.depthPath.printable)", ""]
        lines.append(style.dim("      " + columns("field", "payload", "phone", "server")))
        for field in AuditField.allCases {
            let mark = field.agrees(in: audit) ? style.good("ok    ") : style.bad("fail  ")
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

    private static func text(_ value: AnalysisFieldValue) -> String {
        switch value {
        case .flag(let flag): flag ? "yes" : "no"
        case .whole(let number): number.description
        default: value.number.map { NumberText.fixed($0, digits: 4) } ?? "-"
        }
    }

    private static let shape = shape(.none)

    package static func shape(_ codes: ReadingCodes) -> Shape<CaptureAudit> {
        Shape {
            Member("input", .text) { $0.path }
            Member("depth", .text) { $0.depthPath }
            Member("agrees", .flag) { $0.agrees }
            Member("fields", .list(of: field)) { audit in AuditField.allCases.map { ($0, audit) } }
            Member("believed_depth_status", .words(["pass", "fail"])) {
                $0.claimed.isLikelyRealScene ? "pass" : "fail"
            }
            Member("server_answer", .words(ServerAnswer.codeSchema)) { $0.serverAnswer.code }
            Member("server_code", .words(codes.refusals), or: .null) { $0.serverAnswer.reasonCode }
        }
    }

    private static let field = Shape<(of: AuditField, audit: CaptureAudit)> {
        Member("field", .words(AuditField.allCases.map(\.field.rawValue))) { $0.of.field.rawValue }
        Member("limit", .number, or: .null) { $0.of.limit }
        Member("agrees", .flag) { $0.of.agrees(in: $0.audit) }
        Member("payload", value(.client)) { $0.of.claim(in: $0.audit) }
        Member("client", value(.client)) { $0.of.field.value(in: $0.audit.client) }
        Member("server", value(.server)) { $0.of.field.value(in: $0.audit.server) }
    }

    private static func value(_ profile: AnalysisProfile) -> Shape<AnalysisFieldValue> {
        Shape(.anyOf([.flag, .number])) { $1.value($0, in: profile) }
    }
}
