#if canImport(CryptoKit)
    internal import CryptoKit

    // The one file that knows CryptoKit, which Apple's systems have.

    /// The system's library.
    package enum CryptographyLibrary {
        /// It is always there.
        package static func require() throws(CryptographyError) {}
    }

    /// A hash under way.
    ///
    /// SAFETY: ``SHA256Stream`` changes one only while it is its only owner.
    final class HashState: @unchecked Sendable {
        private var hash = SHA256()

        init() {}

        /// A copy, which goes on for itself.
        init(_ begun: HashState) { hash = begun.hash }

        func append(_ bytes: UnsafeRawBufferPointer) { hash.update(bufferPointer: bytes) }

        /// The digest of all bytes so far, in 32 bytes; the hash is of no further use.
        func finish() -> [UInt8] { Array(hash.finalize()) }
    }

    /// A point of the curve, with which the library verifies.
    struct VerifyingKey: Sendable {
        private let key: P256.Signing.PublicKey

        /// A point in SEC1 form, 65 or 33 bytes; nil for what is none.
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

    /// Signatures in certificates.
    enum CertificateVerification {
        static func verifies(
            der signature: [UInt8], of message: [UInt8], _ hash: EllipticCurveKey.Hash, by key: EllipticCurveKey
        ) -> Bool {
            switch key.curve {
            case .p256:
                guard let key = try? P256.Signing.PublicKey(x963Representation: key.point),
                    let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
                else { return false }
                return switch hash {
                case .sha256: key.isValidSignature(signature, for: SHA256.hash(data: message))
                case .sha384: key.isValidSignature(signature, for: SHA384.hash(data: message))
                }
            case .p384:
                guard let key = try? P384.Signing.PublicKey(x963Representation: key.point),
                    let signature = try? P384.Signing.ECDSASignature(derRepresentation: signature)
                else { return false }
                return switch hash {
                case .sha256: key.isValidSignature(signature, for: SHA256.hash(data: message))
                case .sha384: key.isValidSignature(signature, for: SHA384.hash(data: message))
                }
            }
        }
    }

    /// What a private number is good for.
    enum SigningKey {
        /// A new private number.
        static func makeNumber() -> [UInt8] { Array(P256.Signing.PrivateKey().rawRepresentation) }

        /// The 32 bytes that a key in PEM has, PKCS #8 or SEC 1, for a private number; nil for anything else.
        static func number(pem text: String) -> [UInt8]? {
            (try? P256.Signing.PrivateKey(pemRepresentation: text)).map { Array($0.rawRepresentation) }
        }

        /// The point in SEC1 form, 65 bytes.
        static func point(number: [UInt8]) -> [UInt8] { Array(key(number: number).publicKey.x963Representation) }

        /// A signature of SHA-256 of `message`, in DER; another one each time.
        static func signature(of message: [UInt8], number: [UInt8]) -> [UInt8] {
            guard let signature = try? key(number: number).signature(for: message) else {
                preconditionFailure("a key that is there does not sign")
            }
            return Array(signature.derRepresentation)
        }

        private static func key(number: [UInt8]) -> P256.Signing.PrivateKey {
            guard let key = try? P256.Signing.PrivateKey(rawRepresentation: number) else {
                preconditionFailure("a private number is no key")
            }
            return key
        }
    }
#endif
