internal import Captures
internal import Support

extension AttestationDiagnosis {
    /// The contents of the object as labelled lines.
    func lines(sentKeyID: String?) -> [(label: String, text: String)] {
        if case .failure(let fault) = object { return [("object", "not a CBOR map: \(fault.wording)")] }
        var lines: [(label: String, text: String)] = []
        func add(_ label: String, _ text: String?) { if let text { lines.append((label, text)) } }
        let format = (try? object.get())?.format
        if format != AttestationObject.appleFormat { add("format", format.map { "\"\($0.printable)\"" } ?? "missing") }
        let isNamed = matchesNamedApplication ?? true
        add(
            "app",
            leafNames?.applicationIdentifier.map {
                "\($0.printable), from the leaf\(isNamed ? "" : ", which does not match the app hash")"
            } ?? receipt?.applicationIdentifier.map { "\($0.printable), from the receipt" })
        if let data {
            let environment = data.environment?.rawValue ?? "neither development nor production"
            let receipt = receipt?.environmentName.map { ", receipt \($0.printable)" } ?? ""
            add("made for", "\(environment), by the AAGUID\(receipt)")
            add("app hash", Hexadecimal.text(of: data.rpIDHash))
            add("flags", "\(Hexadecimal.text(of: [data.flags]))\(flagsRemark), counter \(data.counter)")
            add("credential", Hexadecimal.text(of: data.credentialID))
        } else {
            add("data", "the authenticator data cannot be read")
        }
        let isSent = sentKeyID.flatMap { sent in keyID.map { $0.utf8.elementsEqual(sent.utf8) } } ?? false
        add("key id", keyID.map { $0 + (isSent ? ", as sent" : "") })
        if let sentKeyID, !isSent { add("id sent", CaptureCheckValue.text(sentKeyID).wording(limit: 200)) }
        add("key", point.map { Hexadecimal.text(of: $0) + (isOnCurve ? "" : ", not a point on the curve") })
        if let extensionMap {
            let remark =
                data?.flagsExtensions == true
                ? "" : "; a parser that looks for it only if ED is set finds unexpected bytes after the key"
            add("iOS 27", "after the key: \(extensionMap.wording)\(remark)")
        } else if byteCountAfterKey > 0 {
            add("after it", NumberText.count(byteCountAfterKey, "byte"))
        }
        add("nonce", nonce.map { Hexadecimal.text(of: $0) })
        let fitting = bindings.map(\.definition)
        add("covers", fitting.isEmpty ? nil : fitting.joined(separator: "; "))
        add("system", leafNames?.wording)
        for (index, certificate) in certificates.enumerated() {
            add(index == 0 ? "leaf" : "cert. \(index + 1)", certificate?.wording ?? "cannot be read")
        }
        if let receipt {
            add("made at", receipt.createdAtText?.printable)
            add("receipt", receipt.wording)
        }
        return lines
    }
}

extension AttestationDiagnosis {
    /// A remark on the flag for extension data (ED), if the flag is set or the map of iOS 27 is present.
    private var flagsRemark: String {
        switch (data?.flagsExtensions ?? false, extensionMap != nil) {
        case (false, true): " (AT set, ED clear although the extension map is present, as phones with iOS 27 send it)"
        case (true, true): " (AT and ED set; phones with iOS 27 leave ED clear)"
        case (true, false): " (ED set, but no extension map follows the key)"
        case (false, false): ""
        }
    }
}

extension AppleExtensions {
    fileprivate var wording: String? {
        guard let systemVersion else { return nil }
        return ([systemVersion] + [systemBuild, platform, kind].compactMap { $0 }).map(\.printable)
            .joined(separator: ", ")
    }
}

extension AttestationCertificate {
    fileprivate var wording: String {
        "\((subjectName ?? "-").printable), by \((issuerName ?? "-").printable), \(validityText)"
    }
}

extension AttestationReceipt {
    fileprivate var wording: String {
        [
            applicationIdentifier.map { "app \($0.printable)" }, kind.map { "kind \($0.printable)" },
            clientDataHash.map { "client data hash \(Hexadecimal.text(of: $0))" },
            expiresAtText.map { "expires \($0.printable)" },
        ].compactMap { $0 }.joined(separator: ", ")
    }
}
