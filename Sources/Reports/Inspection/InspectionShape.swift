internal import Captures
internal import DepthAnalysis
internal import DepthFiles
package import Support

extension CaptureInspection {
    package static let shape = shape(.none)

    package static func shape(_ codes: ReadingCodes) -> Shape<CaptureInspection> {
        Shape(anyOf: [
            Contents.shape(codes).when { inspection in
                if case .success(.capture(let contents)) = inspection.result { (inspection, contents) } else { nil }
            },
            Attestation.shape.when { inspection in
                if case .success(.attestation(let object)) = inspection.result { (inspection, object) } else { nil }
            },
            failure(codes).when { inspection in
                if case .failure(let error) = inspection.result { (inspection, error) } else { nil }
            },
        ])
    }

    fileprivate static let input = Shape<CaptureInspection> {
        Member("input", .text, "comes first: the capture as named on the command line; `-` for standard input") {
            $0.path.jsonName
        }
        Member("origin", InputOrigin.shape, or: .absent, InputOrigin.meaning) { $0.origin }
    }

    package static func failure(_ codes: ReadingCodes) -> Shape<(of: CaptureInspection, error: CaptureInputError)> {
        Shape {
            input.members { $0.of }
            Member("error", .message, "only if nothing could be read: what was found, what was expected, what to do") {
                $0.error.wording
            }
            Member("error_code", .words(codes.errors + CaptureInputError.codes), "only then: the code of the error") {
                $0.error.code
            }
        }
    }
}

extension CaptureInputError {
    static var codes: [String] { Code.allCases.map(\.rawValue) }
}

extension CaptureInspection.Attestation {
    package static let shape = Shape<(of: CaptureInspection, object: CaptureInspection.Attestation)> {
        CaptureInspection.input.members { $0.of }
        Member("form", .word) { $0.object.form }
        Member("endpoint", CaptureInspection.endpoint) { _ in RegistrationRequest.endpoint }
        Member("byte_count", .count) { $0.object.byteCount }
        Member(
            "object", AttestationDiagnosis.shape,
            "registrations: the contents of the attestation object, as `object` of a judgement"
        ) { $0.object.diagnosis }
        Member(
            "bindings", .list(of: .word), "registrations: the matching definitions of the data that the nonce covers"
        ) { $0.object.diagnosis.bindings }
    }
}

extension CaptureInspection.Contents {
    package static func shape(
        _ codes: ReadingCodes
    ) -> Shape<(of: CaptureInspection, contents: CaptureInspection.Contents)> {
        Shape {
            CaptureInspection.input.members { $0.of }
            Member("form", .word, "the form of the input: " + CaptureInput.Form.codeList) { $0.contents.form }
            Member("endpoint", CaptureInspection.endpoint, "the endpoint it is sent to, below `/api/v1/`") {
                $0.contents.endpoint.rawValue
            }
            Member("byte_count", .count, "bytes of the body") { $0.contents.byteCount }
            Member("byte_limit", .count, "the largest body accepted") { _ in CapturePayload.byteLimit }
            Member(
                "fault", .text, or: .absent, "only if a multipart body cannot be read to its end: the reason"
            ) { $0.contents.fault }
            Member(
                "parts", .list(of: CaptureInspection.Part.shape), or: .absent,
                "full: `name`, `file_name`, `content_type`, `byte_count`, `sha256` of each part, and whether it "
                    + "`counts`: the server knows the name and no later part repeats it"
            ) { $0.contents.endpoint == .full ? $0.contents.parts : nil }
            Member(
                "photo", Shape<Bool> { Member("is_jpeg", .flag) { $0 } }, or: .absent,
                "`is_jpeg`, whether it begins like a JPEG, which the server does not check"
            ) { $0.contents.isPhotoJPEG }
            Member(
                "depth_map", CaptureInspection.DepthPart.shape(codes), or: .absent,
                "`container`, `width`, `height`, `total_count`, `status` of the map, and `server_answer` and "
                    + "`server_code` as in a result of `analyze`"
            ) { $0.contents.depthMap }
            Member(
                "metadata", CaptureMetadata.shape.orError { $0.wording }, or: .absent,
                "full: the members as the server reads them, or `error`"
            ) { $0.contents.metadata }
            Member(
                "payload", HashOnlyPayload.shape.orError { $0.wording }, or: .absent,
                "hash-only: the members that are signed, as the server reads them, or `error`"
            ) { $0.contents.payload }
            Member(
                "assertion", CaptureInspection.assertion.orError { $0.wording }, or: .absent,
                "`rp_id_hash`, `flags`, `counter`, `extension`, `extension_map`, `authenticator_data`, `signature`, "
                    + "`signature_form` (`der`, `raw` or null), or `error`; bytes in hexadecimal digits; "
                    + "`extension_map` is null, or the map that iOS 27 appends: `apple_bundle_version_01`, "
                    + "`apple_validation_category_01` and `validation_category_name`, null where they are unknown"
            ) { $0.contents.assertion }
            Member(
                "assertion_form", .text, or: .absent,
                "only for an assertion that is not strict base64, which the server refuses: the form of its text"
            ) { $0.contents.assertionForm }
            Member(
                "repeated_members", .list(of: RepeatedMember.shape),
                "`map`, `name` and `count` of each CBOR member that occurs more than once"
            ) { $0.contents.repeatedMembers }
            Member(
                "numbers", .list(of: NotedNumber.shape),
                "numbers that the server reads as other numbers or, if signed, re-encodes differently: `path`, "
                    + "`text`, `read`, and whether it is the `nearest` to the text"
            ) { $0.contents.numbers }
            Member("client_data", .utf8, or: .absent, "the text whose hash must be signed") {
                $0.contents.clientData
            }
            Member("client_data_hash", .hexadecimal, or: .absent, "SHA-256 of `client_data`") {
                $0.contents.clientData.map { SHA256Digest.hexadecimal(of: $0) }
            }
        }
    }
}

extension CaptureInspection {
    fileprivate static let endpoint = Shape<String>.words(
        CaptureEndpoint.allCases.map(\.rawValue) + [RegistrationRequest.endpoint])

    /// Not in an extension of `AppAttestAssertion`, whose own type `Member` would be used instead of the shape's.
    fileprivate static let assertion = Shape<AppAttestAssertion> {
        Member("rp_id_hash", .bytes) { $0.authenticatorData.rpIDHash }
        Member("flags", .bytes) { [$0.authenticatorData.flags] }
        Member("counter", .count) { Int($0.authenticatorData.counter) }
        Member("extension", .bytes) { $0.authenticatorData.extensionBytes }
        Member("extension_map", AuthenticatorExtensions.shape, or: .null) {
            AuthenticatorExtensions($0.authenticatorData.extensionBytes)
        }
        Member("authenticator_data", .bytes) { $0.authenticatorData.bytes }
        Member("signature", .bytes) { $0.signature }
        Member("signature_form", .words(["der", "raw"]), or: .null) { P256Signature($0.signature)?.form.rawValue }
    }
}

extension CaptureInspection.Part {
    var counts: Bool { isKnown && !isReplaced }

    fileprivate static let shape = Shape<CaptureInspection.Part> {
        Member("name", .text, or: .null) { $0.name }
        Member("file_name", .text, or: .null) { $0.fileName }
        Member("content_type", .text, or: .null) { $0.contentType }
        Member("byte_count", .count) { $0.byteCount }
        Member("sha256", .hexadecimal) { $0.hash }
        Member("counts", .flag) { $0.counts }
    }
}

extension CaptureInspection.DepthPart {
    fileprivate static func shape(_ codes: ReadingCodes) -> Shape<CaptureInspection.DepthPart> {
        Shape {
            Member("container", .word, or: .null) { $0.container }
            Member("width", .count) { $0.analysis.analysis.width }
            Member("height", .count) { $0.analysis.analysis.height }
            Member("total_count", .count) { $0.analysis.analysis.totalCount }
            Member("status", .word) { $0.analysis.analysis.status }
            Member("server_answer", .words(ServerAnswer.codeSchema)) { $0.analysis.serverAnswer.code }
            Member("server_code", .words(codes.refusals), or: .null) { $0.analysis.serverAnswer.reasonCode }
        }
    }
}

extension CaptureMetadata {
    static let shape = Shape<CaptureMetadata> {
        Member("captured_at", .text) { $0.capturedAt }
        Member("device_model", .text) { $0.deviceModel }
        Member("photo_hash", .text) { $0.photoHash }
        Member("depth_map_dimensions", dimensions) { $0 }
        Member("location", place, or: .null) { $0.location }
    }
    private static let dimensions = Shape<CaptureMetadata> {
        Member("width", .count) { Int($0.width) }
        Member("height", .count) { Int($0.height) }
    }
    private static let place = Shape<CaptureLocation> {
        Member("latitude", number) { $0.latitude }
        Member("longitude", number) { $0.longitude }
        Member("altitude", number, or: .null) { $0.altitude }
        Member("accuracy", number, or: .null) { $0.accuracy }
    }
    private static let number = Shape<Double>(.number) { $1.value(.number(ServerJSONWriter.text(of: $0))) }
}

extension HashOnlyPayload {
    /// The signed members, parsed from the server's serialisation.
    var json: JSONValue { (try? JSONReader.read(signedJSON, .texts)) ?? .null }

    fileprivate static let shape = Shape<HashOnlyPayload>(signedSchema) { $1.value($0.json) }
}

extension NotedNumber {
    fileprivate static let shape = Shape<NotedNumber> {
        Member("path", .text) { $0.path }
        Member("text", .text) { $0.text }
        Member("read", .text) { $0.read }
        Member("nearest", .flag) { $0.isNearest }
    }
}

extension Shape {
    fileprivate func orError<Failure>(
        _ wording: @escaping @Sendable (Failure) -> String
    ) -> Shape<Result<Value, Failure>> {
        Shape<Result<Value, Failure>>(anyOf: [
            when { try? $0.get() },
            Shape<String> { Member("error", .text) { $0 } }.when { result in
                if case .failure(let error) = result { wording(error) } else { nil }
            },
        ])
    }
}
