extension Assertion {
    /// The assertion in CBOR, encoded as iOS encodes it: 140 to 142 bytes for a DER signature without extension
    /// bytes.
    public var cbor: [UInt8] {
        let members = [(Member.signature, signature), (.authenticatorData, authenticatorData.bytes)]
        return CBORWriter.map(members.map { (CBORWriter.text($0.rawValue), CBORWriter.bytes($1)) })
    }

    /// ``cbor`` in base64, the form in which the app sends it.
    public var base64: String { StrictBase64.text(of: cbor) }
}
