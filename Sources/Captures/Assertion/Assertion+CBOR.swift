extension Assertion {
    /// The assertion in CBOR, as iOS encodes it: 140 to 142 bytes with a DER signature and without extensions.
    public var cbor: [UInt8] {
        let members = [(Member.signature, signature), (.authenticatorData, authenticatorData.bytes)]
        return CBORWriter.map(members.map { (CBORWriter.text($0.rawValue), CBORWriter.bytes($1)) })
    }

    /// ``cbor`` in base64, the form in which the app sends it.
    public var base64: String { StrictBase64.text(of: cbor) }
}
