internal import Captures
internal import Support

extension AttestationDiagnosis {
    /// The JSON member `object`.
    var json: JSONValue {
        if case .failure(let fault) = object { return .object(["error": .string(fault.rawValue.asWords)]) }
        let object = try? object.get()
        return .object([
            "format": .orNull(object?.format), "app_id": .orNull(leafNames?.applicationIdentifier),
            "environment": .orNull(data?.environment?.rawValue), "aaguid": .hexadecimal(data?.aaguid),
            "rp_id_hash": .hexadecimal(data?.rpIDHash),
            "flags": data.map { .number($0.flags.description) } ?? .null,
            "counter": data.map { .number($0.counter.description) } ?? .null, "key_id": .orNull(keyID),
            "credential_id": .hexadecimal(data?.credentialID), "public_key": .hexadecimal(point),
            "nonce": .hexadecimal(nonce), "operating_system": leafNames.map(\.json) ?? .null,
            "extension_map": extensionMap.map(\.json) ?? .null,
            "certificates": .array(certificates.map { $0.map(\.json) ?? .null }),
            "receipt": receipt.map(\.json) ?? .null,
        ])
    }
}

extension JSONValue {
    fileprivate static func hexadecimal(_ bytes: [UInt8]?) -> JSONValue {
        .orNull(bytes.map { Hexadecimal.text(of: $0) })
    }
}

extension AppleExtensions {
    fileprivate var json: JSONValue {
        .object([
            "version": .orNull(systemVersion), "build": .orNull(systemBuild), "platform": .orNull(platform),
            "kind": .orNull(kind),
        ])
    }
}

extension Certificate {
    fileprivate var json: JSONValue {
        .object([
            "subject": .orNull(subjectName), "issuer": .orNull(issuerName), "not_before": .string(notBefore.secondText),
            "not_after": .string(notAfter.secondText), "is_authority": .flag(isAuthority),
        ])
    }
}

extension AttestationReceipt {
    fileprivate var json: JSONValue {
        .object([
            "app_id": .orNull(applicationIdentifier), "client_data_hash": .hexadecimal(clientDataHash),
            "kind": .orNull(kind), "environment": .orNull(environmentName), "created_at": .orNull(createdAtText),
            "expires_at": .orNull(expiresAtText),
        ])
    }
}
