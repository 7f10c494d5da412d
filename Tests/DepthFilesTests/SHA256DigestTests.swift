import DepthFiles
import Testing

@Suite struct SHA256DigestTests {
    /// FIPS 180-4's examples, and the empty message.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ])
    func digestsAreHexadecimalInLowerCase(message: String, digest: String) {
        #expect(SHA256Digest.hexadecimal(of: Array(message.utf8)) == digest)
    }
}
