#if !canImport(CryptoKit)
    internal import CLibraries

    // The only file that uses libcrypto.

    package enum CryptographyLibrary {
        private static let opened: Result<Void, CryptographyError> = {
            var message = Array(repeating: CChar(0), count: Int(COPENSSL_MESSAGE_SIZE))
            if copenssl_open(&message) == 0 { return .success(()) }
            let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            return .failure(CryptographyError(reason: String(decoding: text, as: UTF8.self)))
        }()

        /// Loads the library, once. Without it, the other functions end the process with the message of this error.
        package static func require() throws(CryptographyError) { try opened.get() }

        fileprivate static func use() {
            if case .failure(let error) = opened { preconditionFailure(error.description) }
        }
    }

    /// SAFETY: ``SHA256Stream`` changes a state only while the stream is its only owner.
    final class HashState: @unchecked Sendable {
        private let hash: OpaquePointer

        init() {
            CryptographyLibrary.use()
            hash = copenssl_hash_make(nil)
        }

        init(_ begun: HashState) { hash = copenssl_hash_make(begun.hash) }
        deinit { copenssl_hash_free(hash) }
        func append(_ bytes: UnsafeRawBufferPointer) { copenssl_hash_add(hash, bytes.baseAddress, bytes.count) }

        /// The 32-byte digest of all bytes so far. The state must not be used afterwards.
        func finish() -> [UInt8] {
            [UInt8](unsafeUninitializedCapacity: Int(COPENSSL_DIGEST_SIZE)) { digest, count in
                copenssl_hash_finish(hash, digest.baseAddress)
                count = digest.count
            }
        }
    }

    /// SAFETY: the library only reads an existing key, which is safe from any thread.
    final class VerifyingKey: @unchecked Sendable {
        private let key: OpaquePointer

        /// Parses a point in SEC1 form, 65 or 33 bytes; nil if it is invalid.
        init?(sec1 bytes: [UInt8]) {
            CryptographyLibrary.use()
            guard let key = copenssl_key_make(bytes, bytes.count) else { return nil }
            self.key = key
        }

        deinit { copenssl_key_free(key) }

        func verifies(der signature: [UInt8], of message: [UInt8]) -> Bool {
            copenssl_key_verifies(key, signature, signature.count, message, message.count) == 1
        }
    }

    enum CertificateVerification {
        static func verifies(
            _ signature: [UInt8], of message: [UInt8], _ algorithm: CertificateKey.Algorithm, by key: CertificateKey
        ) -> Bool {
            CryptographyLibrary.use()
            let bitCount: Int32 =
                switch algorithm {
                case .ecdsa(.sha256), .rsa(.sha256): 256
                case .ecdsa(.sha384), .rsa(.sha384): 384
                case .ecdsa(.sha512), .rsa(.sha512): 512
                case .ed25519: 0
                }
            return copenssl_info_verifies(
                key.info, key.info.count, bitCount, signature, signature.count, message, message.count) == 1
        }
    }

    enum SigningKey {
        static func makePrivateKey() -> [UInt8] {
            CryptographyLibrary.use()
            while true {
                var number = [UInt8](repeating: 0, count: Int(COPENSSL_NUMBER_SIZE))
                precondition(copenssl_random(&number, number.count) == 0, "the system has no random numbers")
                if P256Curve.hasNumber(number[...]) { return number }
            }
        }

        static func number(pem text: String) -> [UInt8]? {
            CryptographyLibrary.use()
            let text = Array(text.utf8)
            var number = [UInt8](repeating: 0, count: Int(COPENSSL_NUMBER_SIZE))
            return copenssl_private_number(text, text.count, &number) == 0 ? number : nil
        }

        static func point(number: [UInt8]) -> [UInt8] {
            CryptographyLibrary.use()
            var point = [UInt8](repeating: 0, count: Int(COPENSSL_POINT_SIZE))
            precondition(copenssl_private_point(number, &point) == 0, "a private number has no point")
            return point
        }

        static func signature(of message: [UInt8], number: [UInt8]) -> [UInt8] {
            var signature = [UInt8](repeating: 0, count: Int(COPENSSL_SIGNATURE_SIZE))
            let count = copenssl_private_sign(number, message, message.count, &signature)
            precondition(count > 0, "signing with an existing key failed")
            return Array(signature.prefix(count))
        }
    }
#endif

/// The reason why no cryptography library is available.
package struct CryptographyError: Error, Hashable, Sendable, CustomStringConvertible {
    package let reason: String

    /// Describes the error and what to do.
    package var description: String {
        "found no cryptography library (\(reason)); expected libcrypto of OpenSSL 1.1.1 or later; "
            + "install it (on Debian and Ubuntu: apt-get install openssl)"
    }
}
