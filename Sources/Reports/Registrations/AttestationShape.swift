internal import Captures
internal import Support

extension AttestationDiagnosis {
    static let shape = Shape<AttestationDiagnosis>(anyOf: [
        contents.when { diagnosis in (try? diagnosis.object.get()).map { (diagnosis, $0) } },
        Shape<CBORFault> { Member("error", .text) { $0.wording } }.when { diagnosis in
            if case .failure(let fault) = diagnosis.object { fault } else { nil }
        },
    ])

    private static let contents = Shape<(of: AttestationDiagnosis, object: AttestationObject)> {
        Member("format", .text, or: .null) { $0.object.format }
        Member("app_id", .text, or: .null) { $0.of.leafNames?.applicationIdentifier }
        Member("environment", .word, or: .null) { $0.of.data?.environment }
        Member("aaguid", .bytes, or: .null) { $0.of.data?.aaguid }
        Member("rp_id_hash", .bytes, or: .null) { $0.of.data?.rpIDHash }
        Member("flags", .count, or: .null) { $0.of.data.map { Int($0.flags) } }
        Member("counter", .count, or: .null) { $0.of.data.map { Int($0.counter) } }
        Member("key_id", .text, or: .null) { $0.of.keyID }
        Member("credential_id", .bytes, or: .null) { $0.of.data?.credentialID }
        Member("public_key", .bytes, or: .null) { $0.of.point }
        Member("nonce", .bytes, or: .null) { $0.of.nonce }
        Member("operating_system", AppleExtensions.shape, or: .null) { $0.of.leafNames }
        Member("extension_map", AuthenticatorExtensions.shape, or: .null) { $0.of.extensionMap }
        Member("certificates", certificateList) { $0.of.certificates }
        Member("receipt", AttestationReceipt.shape, or: .null) { $0.of.receipt }
        Member("repeated_members", .list(of: RepeatedMember.shape)) { $0.of.repeatedMembers }
    }

    /// A list without a readable certificate takes one line.
    private static let certificateList = Shape<[AttestationCertificate?]>(
        .list(of: AttestationCertificate.shape.schema.orNull)
    ) {
        list, writer in
        writer.array(isInline: list.allSatisfy { $0 == nil }) { writer in
            for certificate in list { AttestationCertificate.shape.orNull.write(certificate, to: &writer) }
        }
    }
}

extension Shape<[UInt8]> {
    static var bytes: Shape { Shape<String>.hexadecimal.of { Hexadecimal.text(of: $0) } }
    static var utf8: Shape { Shape<String>.text.of { String(decoding: $0, as: UTF8.self) } }
}

extension AuthenticatorExtensions {
    static let shape = Shape<AuthenticatorExtensions> {
        Member("apple_bundle_version_01", .text, or: .null) { $0.bundleVersion }
        Member("apple_validation_category_01", .count, or: .null) { $0.validationCategory.map { Int($0) } }
        Member("validation_category_name", .text, or: .null) { $0.validationCategoryName }
    }
}

extension AppleExtensions {
    fileprivate static let shape = Shape<AppleExtensions> {
        Member("version", .text, or: .null) { $0.systemVersion }
        Member("build", .text, or: .null) { $0.systemBuild }
        Member("platform", .text, or: .null) { $0.platform }
        Member("kind", .text, or: .null) { $0.kind }
    }
}

extension AttestationCertificate {
    fileprivate static let shape = Shape<AttestationCertificate> {
        Member("subject", .text, or: .null) { $0.subjectName }
        Member("issuer", .text, or: .null) { $0.issuerName }
        Member("not_before", .text) { $0.notBefore.secondText }
        Member("not_after", .text) { $0.notAfter.secondText }
        Member("is_authority", .flag) { $0.isAuthority }
    }
}

extension AttestationReceipt {
    fileprivate static let shape = Shape<AttestationReceipt> {
        Member("app_id", .text, or: .null) { $0.applicationIdentifier }
        Member("client_data_hash", .bytes, or: .null) { $0.clientDataHash }
        Member("kind", .text, or: .null) { $0.kind }
        Member("environment", .text, or: .null) { $0.environmentName }
        Member("created_at", .text, or: .null) { $0.createdAtText }
        Member("expires_at", .text, or: .null) { $0.expiresAtText }
    }
}

extension RepeatedMember {
    static let shape = Shape<RepeatedMember> {
        Member("map", .word) { $0.map }
        Member("name", .text) { $0.name }
        Member("count", .count) { $0.count }
    }
}
