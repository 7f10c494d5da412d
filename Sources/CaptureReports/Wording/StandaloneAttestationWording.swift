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
                        + "(\(RegistrationRule.attestationObject.rawValue)); it accepts the standard alphabet with "
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
        case .whiteSpace: "line breaks or blanks"
        case .alphabet: "the URL-safe alphabet (- and _)"
        case .padding: "wrong padding"
        case .incomplete: "an incomplete last group"
        }
    }
}

extension AttestationDamage {
    /// The damaged file as a noun with its article.
    var wording: String {
        switch self {
        case .cbor(.truncated, let byteCount):
            "an attestation object that is cut off after \(NumberText.count(byteCount, "byte"))"
        case .cbor(let fault, let byteCount):
            "\(NumberText.count(byteCount, "byte")) that begin like an attestation object but are not CBOR that "
                + "the server can read (\(fault.rawValue.asWords))"
        case .tag: "an attestation object after a CBOR tag"
        case .hexadecimal: "an attestation object in hexadecimal digits"
        case .quoted: "an attestation object in quotation marks"
        case .json(let member):
            "JSON with an attestation object as \(member.printable), which is not the body of a registration"
        case .unknown(let byteCount):
            "\(NumberText.count(byteCount, "byte")) that do not begin like an attestation object"
        }
    }

    var advice: String {
        switch self {
        case .cbor, .unknown: "copy all of what attestKey(_:clientDataHash:) returned"
        case .tag: "remove the tag: the server accepts only a map"
        case .hexadecimal: "write it in base64"
        case .quoted: "remove the quotation marks"
        case .json:
            "name a file with the object only, or write the body: platform, model, has_lidar, and attestation with "
                + "key_id, attestation_object and challenge"
        }
    }
}
