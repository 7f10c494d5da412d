internal import Captures
internal import DepthAnalysis
internal import DepthFiles
internal import Support

// The objects of an inspection, as specified in `docs/JSON.md`.

extension CaptureInspection.Part {
    /// Whether the server uses this part.
    var counts: Bool { isKnown && !isReplaced }

    var json: JSONValue {
        .object([
            "name": .orNull(name), "file_name": .orNull(fileName), "content_type": .orNull(contentType),
            "byte_count": .number(byteCount.description), "sha256": .string(hash), "counts": .flag(counts),
        ])
    }
}

extension CaptureInspection.Photo {
    var json: JSONValue {
        switch self {
        case .noJPEG: .object(["is_jpeg": .flag(false)])
        case .jpeg(let header):
            .object([
                "is_jpeg": .flag(true), "width": .orNull(header.width), "height": .orNull(header.height),
                "orientation": .orNull(header.orientation?.rawValue),
                "orientation_name": .orNull(header.orientation?.wording),
            ])
        }
    }
}

extension CaptureInspection.DepthPart {
    var json: JSONValue {
        let map = analysis.analysis
        return .object([
            "container": .orNull(container?.rawValue), "width": .number(map.width.description),
            "height": .number(map.height.description), "total_count": .number(map.totalCount.description),
            "status": .string(map.status.rawValue), "server_answer": .string(analysis.serverAnswer.code),
            "server_code": .orNull(analysis.serverAnswer.reasonCode),
        ])
    }
}

extension CaptureMetadata {
    var json: JSONValue {
        .object([
            "captured_at": .string(capturedAt), "device_model": .string(deviceModel), "photo_hash": .string(photoHash),
            "depth_map_dimensions": .object([
                "width": .number(width.description), "height": .number(height.description),
            ]),
            "location": location.map(\.json) ?? .null,
        ])
    }
}

extension CaptureLocation {
    fileprivate var json: JSONValue {
        .object([
            "latitude": .number(ServerJSONWriter.text(of: latitude)),
            "longitude": .number(ServerJSONWriter.text(of: longitude)),
            "altitude": altitude.map { .number(ServerJSONWriter.text(of: $0)) } ?? .null,
            "accuracy": accuracy.map { .number(ServerJSONWriter.text(of: $0)) } ?? .null,
        ])
    }
}

extension HashOnlyPayload {
    /// The signed members, parsed from the server's serialisation.
    var json: JSONValue { (try? JSONReader.read(signedJSON, .texts)) ?? .null }
}

extension Assertion {
    var json: JSONValue {
        let data = authenticatorData
        return .object([
            "rp_id_hash": .string(Hexadecimal.text(of: data.rpIDHash)),
            "flags": .string(Hexadecimal.text(of: [data.flags])), "counter": .number(data.counter.description),
            "extension": .string(Hexadecimal.text(of: data.extensionBytes)),
            "extension_map": ExtensionMap(data.extensionBytes)?.json ?? .null,
            "authenticator_data": .string(Hexadecimal.text(of: data.bytes)),
            "signature": .string(Hexadecimal.text(of: signature)),
            "signature_form": .orNull(P256Signature(signature)?.form.rawValue),
        ])
    }
}

extension ExtensionMap {
    var json: JSONValue {
        .object([
            "apple_bundle_version_01": .orNull(bundleVersion),
            "apple_validation_category_01": .orNull(validationCategory.map(Int.init)),
            "validation_category_name": .orNull(validationCategoryName),
        ])
    }
}

extension NotedNumber {
    var json: JSONValue {
        .object([
            "path": .string(path), "text": .string(text), "read": .string(read), "nearest": .flag(isNearest),
        ])
    }
}

extension JSONValue {
    fileprivate static func orNull(_ number: Int?) -> JSONValue { number.map { .number($0.description) } ?? .null }
}
