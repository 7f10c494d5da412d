/// Why there is no cryptography.
package struct CryptographyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What the loader of libraries says.
    package let reason: String

    /// In words, with what to do.
    package var description: String {
        "found no library of cryptography (\(reason)); expected libcrypto of OpenSSL 1.1.1 or later; "
            + "install it, on Debian and Ubuntu with apt-get install openssl"
    }
}
