import Captures
import Support
import Testing

extension CaptureJudgement {
    /// The judgement in the format of the reference.
    var asExpected: JSONValue {
        func object(_ members: [(String, JSONValue?)]) -> JSONValue {
            .object(members.map { JSONValue.Member(key: $0.0, value: $0.1 ?? .null) })
        }
        let evidence = metadataEvidence.map { evidence in
            object([
                ("timestamp_valid", .flag(evidence.isTimestampValid)),
                ("timestamp_delta_seconds", .number(evidence.timestampDelta.description)),
                ("model_verified", .flag(evidence.isModelVerified)), ("model_name", .string(evidence.modelName)),
                ("resolution_valid", .flag(evidence.isResolutionValid)),
                ("location_available", .flag(evidence.isLocationAvailable)),
                ("location_opted_out", .flag(evidence.isLocationOptedOut)),
                ("location_coarse", evidence.coarseLocation.map { .string($0) }),
            ])
        }
        let flags = assertion.map { assertion in
            object([
                ("status", .string(assertion.status.rawValue)),
                ("reason", assertion.failure.map { .string($0.code) }),
                ("assertion_verified", .flag(assertion.isMarkedVerified)),
                ("counter_valid", .flag(assertion.isCounterMarkedValid)),
                ("new_counter", assertion.newCounter.map { .number($0.description) }),
            ])
        }
        let text = clientData.map { JSONValue.string(String(decoding: $0, as: UTF8.self)) }
        return object([
            (
                "answer",
                object([
                    ("http_status", answer.map { .number($0.httpStatus.description) }),
                    ("error_code", answer?.errorCode.map { .string($0.rawValue) }),
                    ("stage", answer.map { .string($0.stage.rawValue) }),
                    ("reason", answer?.reason.map { .string($0) }),
                ])
            ),
            ("assertion", flags), ("depth_status", depth.map { .string($0.status.rawValue) }),
            ("confidence", confidence.map { .string($0.rawValue) }), ("metadata_evidence", evidence),
            ("client_data", endpoint == .full ? text : nil), ("signed_json", endpoint == .hashOnly ? text : nil),
            ("client_data_hash", clientDataHash.map { .string(Hexadecimal.text(of: $0)) }),
            ("bindings", .array(bindings.map { .string($0.name) })),
            ("location_coarse", metadataEvidence?.coarseLocation.map { .string($0) }),
        ])
    }
}

/// Expects every member of the reference, and returns their number.
func expectFields(_ found: JSONValue, _ expected: JSONValue, at path: String) -> Int {
    guard let members = expected.members else {
        #expect(found == expected, "\(path)")
        return 1
    }
    return members.filter { !["provenance", "notes", "contradicts"].contains($0.key) }.reduce(0) { count, member in
        guard let value = found[member.key] else {
            Issue.record("\(path).\(member.key) is not answered")
            return count
        }
        return count + expectFields(value, member.value, at: "\(path).\(member.key)")
    }
}
