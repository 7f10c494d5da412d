internal import Captures
package import Reports
package import Support

extension SessionReport {
    static func json(_ session: JudgedSession) -> String {
        var writer = JSONWriter(.indented, .texts)
        writer.object { writer in
            writer.member("input", session.path.jsonName)
            writer.member("trusted", session.isTrusted)
            writer.member("requests", session.requestCount)
            writer.member("failures", session.failureCount)
            writer.member("first_failure", session.firstFailure?.name.jsonName)
            writer.member("strict_attestation", session.configuration.isAttestationStrict)
            writer.member("require_verified_devices", session.configuration.requiresVerifiedDevices)
            writer.objects("files", session.entries) { entry, writer in
                writer.member("file", entry.name.jsonName)
                writer.member("time", entry.time?.millisecondText)
                writer.member("time_stated", entry.isTimeStated)
                writer.member("kind", entry.kind.code)
                writer.objects("notes", entry.notes) { note, writer in
                    writer.member("code", note.code)
                    writer.member("sentence", note.sentence)
                }
                writer.objects("earlier", entry.causes) { cause, writer in
                    writer.member("effect", cause.cause.code)
                    writer.member("file", cause.name.jsonName)
                }
                switch entry.kind {
                case .request(let result): writer.member("result") { $0.value(result.json) }
                case .challenge(let end): writer.member("expires_at", end.millisecondText)
                case .device(let identifier): writer.member("device_id", identifier)
                case .other(let method, let target, let result):
                    writer.member("method", method)
                    writer.member("target", target)
                    if let result { writer.member("result") { $0.value(result.json) } }
                case .unreadable(let error):
                    writer.member("error", error.message)
                    writer.member("error_code", error.code)
                case .challengeRequest, .answer: break
                }
            }
            writer.member("skipped", session.skipped.map(\.jsonName))
        }
        return writer.text + "\n"
    }

    /// The schema of the output of `capture session`.
    package static func schema(_ codes: ReadingCodes) -> JSONSchema {
        let earlier = JSONSchema.list(
            of: .object(["effect": .words(SessionCause.codes), "file": .string]))
        let notes = JSONSchema.list(
            of: .object(["code": .words(SessionNote.codes), "sentence": .string]))
        let other: KeyValuePairs<String, JSONSchema> = ["method": .string, "target": .string]
        let signed: KeyValuePairs<String, JSONSchema> = [
            "method": .string, "target": .string, "result": JudgedInput.schema(codes),
        ]
        func file(_ kind: String, _ members: KeyValuePairs<String, JSONSchema>) -> JSONSchema {
            .object(
                JSONSchema.members([
                    "file": .string, "time": .string.orNull, "time_stated": .flag, "kind": .words([kind]),
                    "notes": notes,
                    "earlier": earlier,
                ]) + JSONSchema.members(members))
        }
        let files = [
            file("request", ["result": JudgedInput.schema(codes)]), file("challenge_request", [:]),
            file("challenge", ["expires_at": .string.orNull]), file("device", ["device_id": .string]),
            file("answer", [:]), file("other", other), file("other", signed),
            file(
                "unreadable",
                [
                    "error": .string,
                    "error_code": .words(codes.errors + CaptureInputError.Code.allCases.map(\.rawValue)),
                ]),
        ]
        return .object([
            "input": .string, "trusted": .flag, "requests": .count, "failures": .count,
            "first_failure": .string.orNull, "strict_attestation": .flag, "require_verified_devices": .flag,
            "files": .list(of: .anyOf(files)), "skipped": .strings,
        ])
    }
}

extension JudgedSession.Kind {
    fileprivate var code: String {
        switch self {
        case .request: "request"
        case .challengeRequest: "challenge_request"
        case .challenge: "challenge"
        case .device: "device"
        case .answer: "answer"
        case .other: "other"
        case .unreadable: "unreadable"
        }
    }
}
