extension Assertion {
    /// The CBOR of an assertion as a phone writes it: 140 to 142 bytes, if its signature is DER and nothing follows the
    /// counter.
    public var cbor: [UInt8] {
        let members = [(Member.signature, signature), (.authenticatorData, authenticatorData.bytes)]
        return CBORWriter.map(members.map { (CBORWriter.text($0.rawValue), CBORWriter.bytes($1)) })
    }

    /// The assertion as it is sent: CBOR in base64.
    public var base64: String { StrictBase64.text(of: cbor) }
}
