/// The reason why no cryptography library is available.
package struct CryptographyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The message of the dynamic loader.
    package let reason: String

    /// Describes the error and what to do.
    package var description: String {
        "found no cryptography library (\(reason)); expected libcrypto of OpenSSL 1.1.1 or later; "
            + "install it (on Debian and Ubuntu: apt-get install openssl)"
    }
}
