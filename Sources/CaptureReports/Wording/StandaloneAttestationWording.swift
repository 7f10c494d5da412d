internal import Captures
internal import Support

// The messages about attestation objects in separate files.

extension StandaloneAttestation {
    /// Notes about the encoding of the file.
    var remarks: [JudgedInput.Reason] {
        var remarks: [JudgedInput.Reason] = []
        if !differences.isEmpty {
            let found = differences.map(\.wording).joined(separator: ", and ")
            remarks.append(
                JudgedInput.Reason(
                    code: "base64_form",
                    sentence: "the base64 in the file has \(found): in a request the server would refuse it with 400 "
                        + "(\(RegistrationRule.attestationObject.rawValue)); it takes the standard alphabet with "
                        + "padding, on one line"))
        }
        if let damage {
            remarks.append(
                JudgedInput.Reason(
                    code: "damaged_object", sentence: "the file holds \(damage.wording); \(damage.advice)"))
        }
        return remarks
    }
}

extension Base64Difference {
    fileprivate var wording: String {
        switch self {
        case .whiteSpace: "line breaks or blanks in it"
        case .alphabet: "the alphabet of URLs (- and _)"
        case .padding: "not the padding that belongs to it"
        case .incomplete: "an incomplete last group"
        }
    }
}

extension AttestationDamage {
    /// With its article.
    var wording: String {
        switch self {
        case .cbor(.truncated, let byteCount):
            "an attestation object that is cut short, \(NumberText.count(byteCount, "byte")) of it"
        case .cbor(let fault, let byteCount):
            "what begins as an attestation object does (\(NumberText.count(byteCount, "byte"))), but is no CBOR that "
                + "the server reads (\(fault.rawValue.asWords))"
        case .tag: "an attestation object behind a CBOR tag"
        case .hexadecimal: "an attestation object in hexadecimal digits"
        case .quoted: "an attestation object in quotation marks"
        case .json(let member):
            "JSON with an attestation object as \(member.printable), which is not the body of a registration"
        case .unknown(let byteCount):
            "\(NumberText.count(byteCount, "byte")) that do not begin as an attestation object does"
        }
    }

    var advice: String {
        switch self {
        case .cbor, .unknown: "copy what attestKey(_:clientDataHash:) gave, whole"
        case .tag: "leave the tag out: the server takes a map alone"
        case .hexadecimal: "write it in base64"
        case .quoted: "leave the quotation marks out"
        case .json:
            "name a file of the object alone, or write the body: platform, model, has_lidar, and attestation with "
                + "key_id, attestation_object and challenge"
        }
    }
}
