#if canImport(CryptoKit)
    internal import CryptoKit
    internal import Security

    // No other file uses CryptoKit and Security, which are available only on Apple platforms.

    package enum CryptographyLibrary { package static func require() throws(CryptographyError) {} }

    final class HashState: @unchecked Sendable {
        private var hash = SHA256()

        init() {}
        init(_ begun: HashState) { hash = begun.hash }
        func append(_ bytes: UnsafeRawBufferPointer) { hash.update(bufferPointer: bytes) }

        /// The 32-byte digest of all bytes so far. The state must not be used afterwards.
        func finish() -> [UInt8] { Array(hash.finalize()) }
    }

    struct VerifyingKey: Sendable {
        private let key: P256.Signing.PublicKey

        /// Parses a point in SEC1 form, 65 or 33 bytes; nil if it is invalid.
        init?(sec1 bytes: [UInt8]) {
            let key =
                bytes.count == 65
                ? try? P256.Signing.PublicKey(x963Representation: bytes)
                : try? P256.Signing.PublicKey(compressedRepresentation: bytes)
            guard let key else { return nil }
            self.key = key
        }

        func verifies(der signature: [UInt8], of message: [UInt8]) -> Bool {
            guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: message)
        }
    }

    enum CertificateVerification {
        static func verifies(
            _ signature: [UInt8], of message: [UInt8], _ algorithm: CertificateKey.Algorithm, by key: CertificateKey
        ) -> Bool {
            switch (key.kind, algorithm) {
            case (.p256, .ecdsa(let hash)):
                guard let key = try? P256.Signing.PublicKey(x963Representation: key.bytes),
                    let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
                else { return false }
                return switch hash {
                case .sha256: key.isValidSignature(signature, for: SHA256.hash(data: message))
                case .sha384: key.isValidSignature(signature, for: SHA384.hash(data: message))
                case .sha512: key.isValidSignature(signature, for: SHA512.hash(data: message))
                }
            case (.p384, .ecdsa(let hash)):
                guard let key = try? P384.Signing.PublicKey(x963Representation: key.bytes),
                    let signature = try? P384.Signing.ECDSASignature(derRepresentation: signature)
                else { return false }
                return switch hash {
                case .sha256: key.isValidSignature(signature, for: SHA256.hash(data: message))
                case .sha384: key.isValidSignature(signature, for: SHA384.hash(data: message))
                case .sha512: key.isValidSignature(signature, for: SHA512.hash(data: message))
                }
            case (.ed25519, .ed25519):
                let key = try? Curve25519.Signing.PublicKey(rawRepresentation: key.bytes)
                return key?.isValidSignature(signature, for: message) ?? false
            case (.rsa, .rsa(let hash)): return verifies(signature, of: message, hash, rsa: key.bytes)
            default: return false
            }
        }

        private static func verifies(
            _ signature: [UInt8], of message: [UInt8], _ hash: CertificateKey.Hash, rsa key: [UInt8]
        ) -> Bool {
            let algorithm: SecKeyAlgorithm =
                switch hash {
                case .sha256: .rsaSignatureMessagePKCS1v15SHA256
                case .sha384: .rsaSignatureMessagePKCS1v15SHA384
                case .sha512: .rsaSignatureMessagePKCS1v15SHA512
                }
            var (keys, values) = (kCFTypeDictionaryKeyCallBacks, kCFTypeDictionaryValueCallBacks)
            guard let attributes = CFDictionaryCreateMutable(nil, 0, &keys, &values),
                let bytes = CFDataCreate(nil, key, key.count), let message = CFDataCreate(nil, message, message.count),
                let signature = CFDataCreate(nil, signature, signature.count)
            else { return false }
            for (name, value) in [(kSecAttrKeyType, kSecAttrKeyTypeRSA), (kSecAttrKeyClass, kSecAttrKeyClassPublic)] {
                CFDictionarySetValue(
                    attributes, Unmanaged.passUnretained(name).toOpaque(), Unmanaged.passUnretained(value).toOpaque())
            }
            guard let key = SecKeyCreateWithData(bytes, attributes, nil) else { return false }
            return SecKeyVerifySignature(key, algorithm, message, signature, nil)
        }
    }

    enum SigningKey {
        static func makePrivateKey() -> [UInt8] { Array(P256.Signing.PrivateKey().rawRepresentation) }

        static func number(pem text: String) -> [UInt8]? {
            (try? P256.Signing.PrivateKey(pemRepresentation: text)).map { Array($0.rawRepresentation) }
        }

        static func point(number: [UInt8]) -> [UInt8] { Array(key(number: number).publicKey.x963Representation) }

        static func signature(of message: [UInt8], number: [UInt8]) -> [UInt8] {
            guard let signature = try? key(number: number).signature(for: message)
            else { preconditionFailure("signing with an existing key failed") }
            return Array(signature.derRepresentation)
        }

        private static func key(number: [UInt8]) -> P256.Signing.PrivateKey {
            guard let key = try? P256.Signing.PrivateKey(rawRepresentation: number)
            else { preconditionFailure("not a private key") }
            return key
        }
    }
#endif
