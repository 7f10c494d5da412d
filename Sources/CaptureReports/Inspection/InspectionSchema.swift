internal import Captures
internal import DepthAnalysis
internal import DepthFiles
package import Reports
package import Support

extension CaptureInspection {
    /// The schema of the output of `capture inspect` for one input.
    package static func schema(_ codes: ReadingCodes) -> JSONSchema {
        func members(_ fields: [InspectionField], optional: [InspectionField] = []) -> [JSONSchema.Member] {
            InspectionField.allCases.filter { (fields + optional).contains($0) }.map { field in
                .init(field.rawValue, field.schema(codes), optional.contains(field) ? .optional : .required)
            }
        }
        return .anyOf([
            .object(
                members(
                    [.input, .form, .endpoint, .byteCount, .byteLimit, .numbers],
                    optional: [
                        .fault, .parts, .photo, .depthMap, .metadata, .payload, .assertion, .clientData,
                        .clientDataHash,
                    ])),
            .object(members([.input, .form, .endpoint, .byteCount, .object, .bindings])),
            .object(members([.input, .error, .errorCode])),
        ])
    }
}

extension InspectionField {
    fileprivate func schema(_ codes: ReadingCodes) -> JSONSchema {
        switch self {
        case .input, .fault, .clientData, .error: .string
        case .form: .words(CaptureInput.Form.self)
        case .endpoint: .words(CaptureEndpoint.allCases.map(\.rawValue) + [RegistrationRequest.endpoint])
        case .byteCount, .byteLimit: .count
        case .parts:
            .list(
                of: .object([
                    "name": .string.orNull, "file_name": .string.orNull, "content_type": .string.orNull,
                    "byte_count": .count, "sha256": .hexadecimal, "counts": .flag,
                ]))
        case .photo:
            .anyOf([
                .object(["is_jpeg": .flag]),
                .object([
                    "is_jpeg": .flag, "width": .count.orNull, "height": .count.orNull, "orientation": .count.orNull,
                    "orientation_name": .string.orNull,
                ]),
            ])
        case .depthMap:
            .object([
                "container": JSONSchema.words(DepthContainer.self).orNull, "width": .count, "height": .count,
                "total_count": .count, "status": .words(SceneAnalysis.Status.self),
                "server_answer": ServerAnswer.codeSchema, "server_code": JSONSchema.words(codes.refusals).orNull,
            ])
        case .metadata: .orError(Self.metadataSchema)
        case .payload: .orError(HashOnlyPayload.signedSchema)
        case .assertion: .orError(Self.assertionSchema)
        case .object: AttestationDiagnosis.schema
        case .bindings: .list(of: .words(ChallengeBinding.self))
        case .numbers:
            .list(of: .object(["path": .string, "text": .string, "read": .string, "nearest": .flag]))
        case .clientDataHash: .hexadecimal
        case .errorCode: .words(codes.errors + CaptureInputError.Code.allCases.map(\.rawValue))
        }
    }

    private static let metadataSchema = JSONSchema.object([
        "captured_at": .string, "device_model": .string, "photo_hash": .string,
        "depth_map_dimensions": .object(["width": .count, "height": .count]),
        "location": JSONSchema.object([
            "latitude": .number, "longitude": .number, "altitude": .number.orNull, "accuracy": .number.orNull,
        ]).orNull,
    ])
    private static let assertionSchema = JSONSchema.object([
        "rp_id_hash": .hexadecimal, "flags": .hexadecimal, "counter": .count, "extension": .hexadecimal,
        "extension_map": ExtensionMap.schema.orNull, "authenticator_data": .hexadecimal, "signature": .hexadecimal,
        "signature_form": JSONSchema.words(["der", "raw"]).orNull,
    ])
}

extension JSONSchema {
    fileprivate static func orError(_ value: JSONSchema) -> JSONSchema { .anyOf([value, .object(["error": .string])]) }
}
