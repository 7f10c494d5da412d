internal import Captures
internal import Support

extension ExtensionMap {
    static var schema: JSONSchema {
        .object([
            "apple_bundle_version_01": .string.orNull, "apple_validation_category_01": .count.orNull,
            "validation_category_name": .string.orNull,
        ])
    }
}

extension AttestationDiagnosis {
    /// The schema of the contents of an object, or of the error if it cannot be decoded.
    static var schema: JSONSchema {
        let hexadecimal = JSONSchema.hexadecimal.orNull
        let system = JSONSchema.object([
            "version": .string.orNull, "build": .string.orNull, "platform": .string.orNull, "kind": .string.orNull,
        ])
        let certificate = JSONSchema.object([
            "subject": .string.orNull, "issuer": .string.orNull, "not_before": .string, "not_after": .string,
            "is_authority": .flag,
        ])
        let receipt = JSONSchema.object([
            "app_id": .string.orNull, "client_data_hash": hexadecimal, "kind": .string.orNull,
            "environment": .string.orNull, "created_at": .string.orNull, "expires_at": .string.orNull,
        ])
        let object = JSONSchema.object([
            "format": .string.orNull, "app_id": .string.orNull,
            "environment": JSONSchema.words(AttestationEnvironment.self).orNull, "aaguid": hexadecimal,
            "rp_id_hash": hexadecimal, "flags": .count.orNull, "counter": .count.orNull, "key_id": .string.orNull,
            "credential_id": hexadecimal, "public_key": hexadecimal, "nonce": hexadecimal,
            "operating_system": system.orNull, "extension_map": ExtensionMap.schema.orNull,
            "certificates": .list(of: certificate.orNull), "receipt": receipt.orNull,
        ])
        return .anyOf([object, .object(["error": .string])])
    }
}
