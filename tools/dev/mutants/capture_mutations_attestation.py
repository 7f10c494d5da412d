"""Mutations of attestations: the object, certificates, the nonce, the key, Apple's further requirements."""

OBJECT = "Attestation/AttestationObject.swift"
VERIFIER = "Attestation/AttestationVerifier.swift"
DATA = "Attestation/AttestedData.swift"
COSE = "Attestation/COSEKey.swift"
APPLE = "Attestation/AppleRequirement.swift"
FAILURE = "Attestation/AttestationFailure.swift"
CERTIFICATE = "Certificates/Certificate.swift"
PARTS = "Certificates/CertificateParts.swift"
DER = "Certificates/DERValueLimit.swift"
NONCE = "Certificates/NonceExtension.swift"
BER = "Certificates/BERElement.swift"
CBOR = "Assertion/CBORReader.swift"


def moved(first: str, second: str, rule: str) -> tuple[str, str, str, str]:
    """Swaps two consecutive guards of the verifier."""
    return (VERIFIER, f"{first}\n        {second}", f"{second}\n        {first}", rule)


FORMAT = "guard let format = object.format else { throw .missingMember(.format) }"
NAME = ("guard format.utf8.elementsEqual(AttestationObject.appleFormat.utf8) else "
        "{ throw .invalidFormat(found: format) }")
BYTES = "guard let bytes = object.authenticatorData else { throw .missingMember(.authenticatorData) }"
STATEMENT = "guard object.hasStatement else { throw .missingMember(.statement) }"
CHAIN = "guard let chain = object.certificates else { throw .missingMember(.chain) }"
EMPTY = "guard !chain.isEmpty else { throw .missingMember(.certificates) }"
ATTESTED = ("guard let data = AttestedData(bytes) else "
            "{ throw .invalidAuthenticatorData(byteCount: bytes.count) }")
ISSUER = "guard intermediate.issuer == root.subject else { throw .chain(.intermediateIssuer) }"
UPPER = "guard intermediate.isSigned(by: root) else { throw .chain(.intermediateSignature) }"
LOWER = "guard leaf.isSigned(by: intermediate) else { throw .chain(.leafSignature) }"
COUNTER = "guard data.counter == 0 else { throw .counterNotZero(data.counter) }"
NONCE_STEP = "try checkNonce(in: certificates[0], data, challenge)"
CHAIN_STEP = "try checkChain(certificates, isStrict: isStrict)"

MEMBERS = [
    (OBJECT, 'named: ["fmt", "authData", "attStmt"]', 'named: ["Fmt", "authData", "attStmt"]', "object: fmt"),
    (OBJECT, 'named: ["fmt", "authData", "attStmt"]', 'named: ["fmt", "authdata", "attStmt"]', "object: authData"),
    (OBJECT, 'named: ["fmt", "authData", "attStmt"]', 'named: ["fmt", "authData", "attstmt"]', "object: attStmt"),
    (OBJECT, 'named: ["x5c", "receipt"]', 'named: ["x5C", "receipt"]', "object: x5c"),
    (OBJECT, 'appleFormat = "apple-appattest"', 'appleFormat = "packed"', "object: apple-appattest"),
    (OBJECT, "if let certificate = element.byteString { certificates.append(certificate) }",
     "certificates.append(element.byteString ?? [])", "object: other elements of x5c are dropped"),
    (OBJECT, "if isFirstElementBytes == nil { isFirstElementBytes", "if true { isFirstElementBytes",
     "object: what Apple asks for is not told where the first element is dropped"),
    (VERIFIER, f"        {FORMAT}\n        {NAME}\n", "", "object: a format is there and Apple's"),
    (VERIFIER, "guard format.utf8.elementsEqual(AttestationObject.appleFormat.utf8)",
     "guard format.lowercased() == AttestationObject.appleFormat", "object: the format to the letter"),
    (VERIFIER, f"        {STATEMENT}\n", "", "object: attStmt is a map"),
    (VERIFIER, f"        {EMPTY}\n", "", "object: a certificate in x5c"),
    moved(BYTES, STATEMENT, "order of attestation: authData, attStmt"),
    moved(EMPTY, ATTESTED, "order of attestation: certificates, authData's length"),
    moved(NAME, BYTES, "order of attestation: format, authData"),
    (CBOR, "guard head.type == .array else { throw .notArray }", "", "= object: only arrays are read as such"),
    (VERIFIER, "guard data.rpIDHash == application.rpIDHash else {", "guard true else {", "attestation: the app"),
    (VERIFIER, f"        {COUNTER}\n", "", "attestation: the counter is 0"),
    (VERIFIER, "guard data.counter == 0 else", "guard data.counter <= 1 else", "attestation: a counter of 1"),
]

ATTESTED_DATA = [
    (DATA, "minimumByteCount = 55", "minimumByteCount = 54", "attested data: 55 bytes before the credential id"),
    (DATA, "minimumByteCount = 55", "minimumByteCount = 56", "attested data: no more before it"),
    (DATA, "Int(bytes[53]) << 8 | Int(bytes[54])", "Int(bytes[54]) << 8 | Int(bytes[53])",
     "attested data: the length is big-endian"),
    (DATA, "Int(bytes[53]) << 8 | Int(bytes[54])", "Int(bytes[54])", "attested data: the length has two bytes"),
    (DATA, "guard bytes.count > credentialEnd else", "guard bytes.count >= credentialEnd else",
     "attested data: a byte behind the credential id"),
    (DATA, "bytes[33..<37].reduce(0)", "bytes[34..<37].reduce(0)", "attested data: the counter has four bytes"),
    (DATA, "Array(bytes[..<32])", "Array(bytes[1..<33])", "attested data: the hash comes first"),
    (DATA, "Array(bytes[credentialEnd...])", "Array(bytes[credentialEnd...].prefix(77))",
     "attested data: all that follows is the key"),
]

CERTIFICATES = [
    (VERIFIER, "guard chain.count >= 2 else", "guard chain.count >= 1 else", "chain: two certificates"),
    (VERIFIER, "guard chain.count >= 2 else", "guard chain.count == 2 else", "chain: more than two"),
    (VERIFIER, "let read = chain.map { Certificate($0) }", "let read = chain.prefix(2).map { Certificate($0) }",
     "chain: all are read"),
    (VERIFIER, "in certificates.enumerated() where !certificate.isValid(at: now)",
     "in certificates.prefix(2).enumerated() where !certificate.isValid(at: now)", "chain: all are in time"),
    (VERIFIER, "in certificates.enumerated() where !certificate.isValid(at: now)",
     "in certificates.prefix(1).enumerated() where !certificate.isValid(at: now)",
     "chain: the intermediate is in time"),
    (VERIFIER, "in certificates.enumerated() where !certificate.isValid(at: now)",
     "in certificates.dropFirst().enumerated() where !certificate.isValid(at: now)", "chain: the leaf is in time"),
    (VERIFIER, "if let failure = Self.failure(toRead: chain, as: read) { throw failure }\n",
     "if let failure = Self.failure(toRead: chain, as: read), read[0]?.isValid(at: now) ?? true { throw failure }\n",
     "chain: all are read before one is found over"),
    (CERTIFICATE, "(notBefore.utcSeconds...max(", "(notBefore.utcSeconds + 1...max(1 + ",
     "chain: the first second counts"),
    (CERTIFICATE, "notAfter.utcSeconds)).contains", "notAfter.utcSeconds - 1)).contains",
     "chain: the last second counts"),
    (CERTIFICATE, "notAfter.utcSeconds)).contains", "notAfter.utcSeconds + 1)).contains", "chain: and no more"),
    (CERTIFICATE, "(notBefore.utcSeconds...max(", "(notBefore.utcSeconds - 1...max(", "chain: and none before"),
    (CERTIFICATE, "            && notBefore.utcSeconds <= notAfter.utcSeconds\n", "",
     "chain: times that are exchanged"),
    (CERTIFICATE, "DER.parse(bytes[..<end])", "DER.parse(bytes)", "certificate: bytes behind it are ignored"),
    (VERIFIER, "        guard leaf.issuer == intermediate.subject else { throw .chain(.leafIssuer) }\n", "",
     "chain: the leaf's issuer"),
    (VERIFIER, "guard leaf.issuer == intermediate.subject else",
     "guard leaf.issuerName == intermediate.subjectName else",
     "chain: names as encoded"),
    (VERIFIER, "        guard isStrict else { return }\n", "", "chain: only strict servers look further"),
    (VERIFIER, f"        {ISSUER}\n", "", "chain: the intermediate's issuer"),
    (VERIFIER, f"        {UPPER}\n", "", "chain: the intermediate's signature"),
    (VERIFIER, f"        {LOWER}\n", "", "chain: the leaf's signature"),
    moved(ISSUER, UPPER, "order of attestation: the root's name, signatures"),
    moved(UPPER, LOWER, "order of attestation: the intermediate's signature, the leaf's"),
    moved(CHAIN_STEP, NONCE_STEP, "order of attestation: chain, nonce"),
    (PARTS, "case [1, 2, 840, 10045, 4, 3, 3]: .ecdsa(.sha384)", "case [1, 2, 840, 10045, 4, 3, 3]: .ecdsa(.sha256)",
     "certificate: SHA-384"),
    (PARTS, "case [1, 2, 840, 10045, 4, 3, 2]: .ecdsa(.sha256)", "case [1, 2, 840, 10045, 4, 3, 2]: .ecdsa(.sha384)",
     "certificate: SHA-256"),
    (PARTS, "case [1, 3, 132, 0, 34]: kind = .p384", "case [1, 3, 132, 0, 35]: kind = .p384", "certificate: P-384"),
    (PARTS, "case [1, 2, 840, 10045, 3, 1, 7]: kind = .p256", "case [1, 2, 840, 10045, 3, 1, 6]: kind = .p256",
     "certificate: P-256"),
    (PARTS, "1, 1, 11]: .rsa(.sha256)", "1, 1, 11]: nil", "certificate: RSA with SHA-256"),
    (PARTS, "1, 1, 12]: .rsa(.sha384)", "1, 1, 12]: nil", "certificate: RSA with SHA-384"),
    (PARTS, "1, 1, 13]: .rsa(.sha512)", "1, 1, 13]: nil", "certificate: RSA with SHA-512"),
    (PARTS, "case [1, 3, 101, 112]: .ed25519", "case [1, 3, 101, 112]: nil", "certificate: Ed25519"),
    (PARTS, "guard try isSupported(rsa: bytes) else { return nil }", "", "certificate: RSA keys of 2048 bits"),
    (PARTS, "_ = try Bool(derEncoded: value)\n                            value = try next(&nodes)",
     "_ = try Bool(derEncoded: value)", "certificate: critical extensions"),
    (PARTS, "if node.identifier == .utcTime {", "if false {", "certificate: years of two digits"),
    (PARTS, "guard node.identifier == .utcTime || node.identifier == .generalizedTime,",
     "guard node.identifier == .utcTime,", "certificate: years of four digits"),
    (PARTS, "(last + 1..<4).first", "(3..<4).first", "certificate: unique identifiers before the extensions"),
]

NONCES = [
    (VERIFIER, "guard nonce == expected else", "guard nonce.prefix(31) == expected.prefix(31) else",
     "nonce: all 32 bytes"),
    (VERIFIER, "guard nonce == expected else", "guard nonce.starts(with: expected) else", "nonce: no byte more"),
    (VERIFIER, "data.bytes + SHA256Digest.bytes(of: challenge)", "data.bytes + challenge",
     "nonce: a hash of the challenge"),
    (VERIFIER, "SHA256Digest.bytes(of: data.bytes + SHA256Digest", "SHA256Digest.bytes(of: SHA256Digest",
     "nonce: of the authenticator data"),
    (CERTIFICATE, 'case nonce = "1.2.840.113635.100.8.2"', 'case nonce = "1.2.840.113635.100.8.3"',
     "nonce: its extension"),
    (CERTIFICATE, "extensions.first { $0.identifier", "extensions.last { $0.identifier",
     "nonce: of two extensions the first"),
    (NONCE, "sequence.tagClass == DERHeader.universal, sequence.tag == 16,\n            sequence.isConstructed,",
     "sequence.tagClass == DERHeader.universal,\n            sequence.isConstructed,", "nonce: in a SEQUENCE"),
    (NONCE, "            sequence.isConstructed, let end", "            let end", "nonce: in a constructed one"),
    (NONCE, "nonce = nonce ?? self.nonce(in: element)", "nonce = self.nonce(in: element)",
     "nonce: of several elements the first"),
    (NONCE, "            nonce = nonce ?? self.nonce(in: element)\n",
     "            if let nonce = self.nonce(in: element) { return Array(nonce) }\n",
     "nonce: all elements are read before any is used"),
    (NONCE, "element.isReadable(depth: 1) else { return nil }", "true else { return nil }",
     "nonce: elements that cannot be read"),
    (NONCE, "case nil: return octets(in: content) ?? content", "case nil: return octets(in: content)",
     "nonce: a tag of bytes alone"),
    (NONCE, "case nil: return octets(in: content) ?? content", "case nil: return content",
     "nonce: the OCTET STRING in a tag"),
    (NONCE, "case .octetString: return content", "case .octetString: return octets(in: content) ?? content",
     "nonce: an OCTET STRING as it is"),
    (NONCE, "case .bitString: return content.count > 32 ? octets(in: content.dropFirst()) : nil",
     "case .bitString: return nil", "nonce: in a BIT STRING"),
    (NONCE, "octets(in: content.dropFirst())", "octets(in: content)", "nonce: behind the unused bits"),
    (NONCE, "case .integer, .objectDescriptor", "case .objectDescriptor", "nonce: in an INTEGER"),
    (NONCE, ".generalString, .universalString, .bmpString:", ".generalString, .bmpString:", "nonce: in a string"),
    (NONCE, "return content.count >= 32 ? octets(in: content) : nil", "return octets(in: content)",
     "nonce: in strings of 32 bytes at least"),
    (NONCE, "        default: return nil\n", "        default: return octets(in: content)\n",
     "nonce: not in a SEQUENCE"),
    (BER, "guard header.tagClass == DERHeader.universal else { return nil }",
     "guard header.tagClass != 2 else { return nil }", "nonce: in tags of any other class"),
    (BER, "case enumerated = 10", "case real = 9, enumerated", "nonce: a REAL is not looked into"),
    (BER, "case bmpString = 30", "case bmpString = 30, universal31", "nonce: nor universal 31"),
    (BER, "guard header.tagByteCount <= 6, depth", "guard depth", "nonce: tags of six bytes"),
    (BER, "guard header.isConstructed else { return nil }\n", "\n", "nonce: indefinite lengths are constructed"),
    (BER, "return header.contentEnd != nil && content.count == 1", "return content.first == 0 || content.first == 0xFF",
     "nonce: any byte of a BOOLEAN"),
    (BER, "return header.contentEnd != nil && content.count == 1", "return true", "nonce: a BOOLEAN has one byte"),
    (BER, "case .bitString: return !header.isConstructed && !content.isEmpty",
     "case .bitString: return !content.isEmpty", "nonce: a primitive BIT STRING"),
    (BER, "case .bitString: return !header.isConstructed && !content.isEmpty",
     "case .bitString: return !header.isConstructed", "nonce: an empty BIT STRING"),
    (BER, "content.drop { $0 == 0 }.count <= 4", "true", "nonce: an ENUMERATED of 32 bits"),
    (BER, "case .enumerated: return !header.isConstructed && ", "case .enumerated: return ",
     "nonce: a primitive ENUMERATED"),
    (BER, "            guard header.isConstructed else { return false }\n", "",
     "nonce: a SEQUENCE is constructed"),
    (BER, "guard depth < Self.maximumDepth else { return false }", "", "nonce: 50 others around an element"),
    (BER, "default: return !header.isConstructed && isText", "default: return isText", "nonce: primitive strings"),
    (BER, "case .numericString: return content.allSatisfy { $0 == 0x20 || (0x30...0x39).contains($0) }",
     "case .numericString: return true", "nonce: NumericString"),
    (BER, "case .printableString: return content.allSatisfy(Self.isPrintable)",
     "case .printableString: return true", "nonce: PrintableString"),
    (BER, '" \'()+,-./:=?".utf8', '" \'()+,-./:=".utf8', "nonce: PrintableString has a question mark"),
    (BER, "case .asciiString: return content.allSatisfy { $0 < 0x80 }", "case .asciiString: return true",
     "nonce: IA5String"),
    (BER, "(0x20..<0x80).contains(byte)", "(0x1F..<0x80).contains(byte)", "nonce: VisibleString"),
    (BER, "default: return String(validating: content, as: UTF8.self) != nil", "default: return true",
     "nonce: UTF8String"),
    (BER, "case .bmpString where !Self.isUTF16(content): return false\n", "\n", "nonce: BMPString"),
    (BER, "return bytes.count.isMultiple(of: 2) && String", "return String", "nonce: BMPString of whole units"),
    (BER, "month <= 12,", "month <= 13,", "nonce: times have twelve months"),
    (BER, "hour <= 23,", "hour <= 24,", "nonce: times have 24 hours"),
    (BER, "second <= 59", "second <= 60", "nonce: times have no second 60"),
    (BER, "let second = rest.count < 2 ? 0 : number()", "let second = number()", "nonce: times without seconds"),
    (BER, "if digits.count > 3 || ", "if ", "nonce: times with three digits of a second"),
    (BER, "digits.isEmpty && rest.isEmpty { return false }", "false { return false }",
     "nonce: times with digits after a point"),
    (BER, "if rest.isEmpty { return hasCentury }", "if rest.isEmpty { return true }", "nonce: a UTCTime has a zone"),
    (BER, "if hasCentury, !rest.isEmpty {", "if !rest.isEmpty {", "nonce: a UTCTime has no fraction"),
    (BER, "&& rest.count == 4\n", "\n", "nonce: zones of four digits"),
    (DER, "guard let count = FileSize(count).int(atMost: rest.count) else { return nil }",
     "let count = FileSize(count).int(atMost: rest.count) ?? rest.count",
     "DER: a length that is beyond the bytes"),
    (DER, "if length == 0x80 {", "if false {", "DER: an indefinite length"),
    (VERIFIER, "guard let value = leaf.extensionValue(.nonce) else { throw .nonceMissing }",
     "let value = leaf.extensionValue(.nonce) ?? []", "nonce: an extension that is missing"),
]

KEYS = [
    (COSE, "guard reader.position == bytes.count else {", "guard reader.position <= bytes.count else {",
     "key: it ends where the data does"),
    (COSE, "guard texts.insert(text).inserted else { throw .label }", "texts.insert(text)",
     "key: texts as labels once"),
    (COSE, "values.updateValue(value, forKey: label) == nil else { throw .label }",
     "values.updateValue(value, forKey: label) == nil || true else { throw .label }", "key: numbers as labels once"),
    (COSE, "guard let label = label.signed, values", "let label = label.signed ?? 99\n                guard values",
     "key: labels are numbers of 64 bits or texts"),
    (COSE, "guard values[Label.keyType]?.signed == 2", "guard (values[Label.keyType]?.signed ?? 2) == 2",
     "key: its type is there"),
    (COSE, "guard values[Label.keyType]?.signed == 2", "guard (values[Label.keyType]?.signed ?? 0) > 0",
     "key: its type is 2"),
    (COSE, "guard values[Label.curve]?.signed == 1", "guard (values[Label.curve]?.signed ?? 1) == 1",
     "key: its curve is there"),
    (COSE, "guard values[Label.curve]?.signed == 1", "guard (values[Label.curve]?.signed ?? 0) > 0",
     "key: its curve is 1"),
    (COSE, "x.count == 32, y.count == 32\n        else", "y.count == 32\n        else", "key: x has 32 bytes"),
    (COSE, "x.count == 32, y.count == 32\n        else", "x.count == 32\n        else", "key: y has 32 bytes"),
    (COSE, "point = [4] + x + y\n    }\n\n    /// Why", "point = [4] + y + x\n    }\n\n    /// Why", "key: x before y"),
    (COSE, "for label in [Label.identifier, Label.initialVector]", "for label in [Label.initialVector]",
     "key: an identifier has bytes"),
    (COSE, "for label in [Label.identifier, Label.initialVector]", "for label in [Label.identifier]",
     "key: an initial vector has bytes"),
    (COSE, "guard let content = value.byteString, !content.isEmpty", "guard value.byteString?.isEmpty != true",
     "key: an identifier is bytes"),
    (COSE, "values[Label.algorithm], algorithm.string == nil {", "values[Label.algorithm] {",
     "key: a text as algorithm"),
    (COSE, "guard let number = algorithm.signed, isRegistered(algorithm: number) else { throw .algorithm }",
     "guard algorithm.signed != nil else { throw .algorithm }", "key: a registered algorithm"),
    (COSE, "case ..<(-65536), -65535,", "case -65535,", "key: private algorithms"),
    (COSE, "case ..<(-65536), -65535,", "case ...(-65536), -65535,", "key: -65536 is not private"),
    (COSE, "-47 ... -25,", "-47 ... -36,", "key: ES384"),
    (COSE, "0...7, 10...15", "0...15", "key: algorithm 8 is not registered"),
    (COSE, "guard case .array(let start) = operations, areOperations(at: start, bytes) else { throw .operations }",
     "guard case .array = operations else { throw .operations }", "key: operations that are known"),
    (COSE, "(1...10).contains($0)", "(0...10).contains($0)", "key: operation 0"),
    (COSE, "(1...10).contains($0)", "(1...11).contains($0)", "key: operation 11"),
    (COSE, "(1...10).contains($0)", "(1...9).contains($0)", "key: operation 10"),
    (COSE, "seen.insert(text).inserted && areAllNew", "!seen.insert(text).memberAfterInsert.isEmpty && areAllNew",
     "key: texts among the operations once"),
    (COSE, "numbers.insert($0).inserted }", "numbers.insert($0).memberAfterInsert > 0 }", "key: operations once"),
    (COSE, " && !(seen.isEmpty && numbers.isEmpty)", "", "key: one operation at least"),
    (COSE, "case .negative(let number): Int64(exactly: number).map { -1 - $0 }",
     "case .negative(let number): Int64(exactly: number).map { 0 - $0 }", "key: negative numbers"),
]

BESIDES = [
    (APPLE, "keyID.utf8.elementsEqual(StrictBase64.text(of: hash).utf8)", "true", "Apple: key_id"),
    (APPLE, "case .credentialID: data.credentialID == hash", "case .credentialID: true", "Apple: credential_id"),
    (APPLE, "case .aaguid: data.environment != nil", "case .aaguid: true", "Apple: aaguid"),
    (APPLE, "case .leafKey: leaf?.publicKey == point", "case .leafKey: leaf != nil", "Apple: leaf_key"),
    (APPLE, "coordinates.point.flatMap { P256PublicKey(sec1: $0) } != nil", "coordinates.point != nil", "Apple: point"),
    (APPLE, "            object.isFirstElementBytes != false\n", "            true\n",
     "Apple: nothing is told where the first element is dropped"),
    (DATA, 'Array("appattestdevelop".utf8)', 'Array("appattestdevelo_".utf8)', "Apple: the AAGUID of development"),
    (DATA, 'Array("appattest".utf8) + Array(repeating: 0, count: 7)', 'Array("appattest-------".utf8)',
     "Apple: the AAGUID of production"),
]

CODES = [
    (FAILURE, f'case .{name}: "{code}"', f'case .{name}: "other"', f"reason: {code}")
    for name, code in {
        "noChallenge": "no_challenge", "invalidCBOR": "invalid_cbor", "invalidFormat": "invalid_format",
        "invalidAuthenticatorData": "invalid_auth_data", "incompleteChain": "incomplete_chain",
        "invalidCertificate": "invalid_certificate", "certificateExpired": "certificate_expired", "chain": "chain",
        "nonceMissing": "nonce_missing", "invalidNonceFormat": "invalid_nonce_format",
        "nonceMismatch": "nonce_mismatch", "appIDMismatch": "app_id_mismatch",
        "invalidPublicKey": "invalid_public_key", "counterNotZero": "counter_not_zero",
    }.items()
]

MUTATIONS: list[tuple[str, str, str, str]] = [
    *MEMBERS, *ATTESTED_DATA, *CERTIFICATES, *NONCES, *KEYS, *BESIDES, *CODES,
]
