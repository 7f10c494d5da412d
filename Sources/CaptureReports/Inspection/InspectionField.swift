internal import Captures
package import Support

/// A member of the JSON of `capture inspect`, in output order; its schema and `docs/JSON.md` derive from this table.
package enum InspectionField: String, CaseIterable, Sendable {
    case input, form, endpoint
    case byteCount = "byte_count"
    case byteLimit = "byte_limit"
    case fault, parts, photo
    case depthMap = "depth_map"
    case metadata, payload, assertion, object, bindings, numbers
    case clientData = "client_data"
    case clientDataHash = "client_data_hash"
    case error
    case errorCode = "error_code"

    package static func object(of inspection: CaptureInspection) -> JSONValue {
        .object(
            allCases.compactMap { field in
                field.value(in: inspection).map { JSONValue.Member(key: field.rawValue, value: $0) }
            })
    }

    /// The description in `docs/JSON.md`.
    package var meaning: String {
        switch self {
        case .input: "comes first: the capture as named on the command line; `-` for standard input"
        case .form:
            "the form of the input: " + CaptureInput.Form.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        case .endpoint: "the endpoint it is sent to, below `/api/v1/`"
        case .byteCount: "bytes of the body"
        case .byteLimit: "the largest body accepted"
        case .fault: "only if a multipart body cannot be read to its end: the reason"
        case .parts:
            "full: `name`, `file_name`, `content_type`, `byte_count`, `sha256` of each part, and whether it `counts`: "
                + "the server knows the name and no later part repeats it"
        case .photo: "`is_jpeg`, `width`, `height`, `orientation` as in Exif and `orientation_name`; null if unknown"
        case .depthMap:
            "`container`, `width`, `height`, `total_count`, `status` of the map, and `server_answer` and "
                + "`server_code` as in a result of `analyze`"
        case .metadata: "full: the members as the server reads them, or `error`"
        case .payload: "hash-only: the members that are signed, as the server reads them, or `error`"
        case .assertion:
            "`rp_id_hash`, `flags`, `counter`, `extension`, `extension_map`, `authenticator_data`, `signature`, "
                + "`signature_form` (`der`, `raw` or null), or `error`; bytes in hexadecimal digits; `extension_map` "
                + "is null, or the map that iOS 27 appends: `apple_bundle_version_01`, `apple_validation_category_01` "
                + "and `validation_category_name`, null where they are unknown"
        case .object: "registrations: the contents of the attestation object, as `object` of a judgement"
        case .bindings: "registrations: the matching definitions of the data that the nonce covers"
        case .numbers:
            "numbers that the server reads as other numbers or, if signed, re-encodes differently: `path`, "
                + "`text`, `read`, and whether "
                + "it is the `nearest` to the text"
        case .clientData: "the text whose hash must be signed"
        case .clientDataHash: "SHA-256 of `client_data`"
        case .error: "only if nothing could be read: what was found, what was expected, what to do"
        case .errorCode: "only then: the code of the error"
        }
    }

    /// The JSON type in `docs/JSON.md`.
    package var type: String {
        switch self {
        case .byteCount, .byteLimit: "integer"
        case .parts, .numbers: "array of objects"
        case .photo, .depthMap, .metadata, .payload, .assertion, .object: "object"
        case .bindings: "array of strings"
        default: "string"
        }
    }

    private func value(in inspection: CaptureInspection) -> JSONValue? {
        switch inspection.result {
        case .failure(let error):
            switch self {
            case .input: .string(inspection.path.jsonName)
            case .error: .string(inspection.message(of: error))
            case .errorCode: .string(error.code)
            default: nil
            }
        case .success(.capture(let contents)): self == .input ? .string(inspection.path.jsonName) : value(in: contents)
        case .success(.attestation(let attestation)):
            switch self {
            case .input: .string(inspection.path.jsonName)
            case .form: .string(attestation.form.rawValue)
            case .endpoint: .string(RegistrationRequest.endpoint)
            case .byteCount: .number(attestation.byteCount.description)
            case .object: attestation.diagnosis.json
            case .bindings: .array(attestation.diagnosis.bindings.map { .string($0.rawValue) })
            default: nil
            }
        }
    }

    private func value(in contents: CaptureInspection.Contents) -> JSONValue? {
        switch self {
        case .input, .error, .errorCode, .object, .bindings: nil
        case .form: .string(contents.form.rawValue)
        case .endpoint: .string(contents.endpoint.rawValue)
        case .byteCount: .number(contents.byteCount.description)
        case .byteLimit: .number(CapturePayload.byteLimit.description)
        case .fault: contents.fault.map { .string($0.wording) }
        case .parts: contents.endpoint == .full ? .array(contents.parts.map(\.json)) : nil
        case .photo: contents.photo.map(\.json)
        case .depthMap: contents.depthMap.map(\.json)
        case .metadata: contents.metadata.map { Self.either($0, \.json, \.wording) }
        case .payload: contents.payload.map { Self.either($0, \.json, \.wording) }
        case .assertion: contents.assertion.map { Self.either($0, \.json, \.wording) }
        case .numbers: .array(contents.numbers.map(\.json))
        case .clientData: contents.clientData.map(JSONValue.text)
        case .clientDataHash: contents.clientData.map { .string(SHA256Digest.hexadecimal(of: $0)) }
        }
    }

    private static func either<Value, Failure: Error>(
        _ result: Result<Value, Failure>, _ json: (Value) -> JSONValue, _ wording: (Failure) -> String
    ) -> JSONValue {
        switch result {
        case .success(let value): json(value)
        case .failure(let error): .object(["error": .string(wording(error))])
        }
    }
}
