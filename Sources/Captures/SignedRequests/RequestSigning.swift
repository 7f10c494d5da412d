internal import Support

/// The message that a request's signature covers: the server's definition, or one found in public code or drafts.
package struct RequestSigning: Sendable, Hashable {
    package var time: Time? = .form(.milliseconds)
    package var body: BodyText? = .hexadecimal
    package var separator = "|"
    package var isReversed = false
    package var endsWithLineBreak = false
    package var hashing = Hashing.once
    package var form = Form.plain

    package enum Time: Sendable, Hashable {
        case form(TimestampFormat)
        /// The header verbatim, for example with leading zeros. The server signs the parsed number.
        case verbatim
    }

    package enum BodyText: String, Sendable, CaseIterable {
        case hexadecimal
        case upperHexadecimal = "upper-hexadecimal"
        case base64
        case hashBytes = "hash-bytes"
        case hashedTwice = "body-hashed-twice"
        case hexadecimalHashed = "hexadecimal-hashed"
        case raw = "raw-body"
        case rawBase64 = "base64-body"
        case empty = "empty-body"
    }

    package enum Hashing: String, Sendable, CaseIterable {
        case once
        case none = "not-hashed"
        case twice = "hashed-twice"
        case hexadecimal = "hash-hexadecimal-hashed"
        case base64 = "hash-base64-hashed"
    }

    package enum Form: String, Sendable, CaseIterable {
        case plain, nonce
        /// The hash alone, without authenticator data.
        case alone
    }

    package init() {}

    package var name: String {
        var parts = ["request"]
        switch time {
        case .form(.milliseconds): break
        case .form(let form): parts.append(form.rawValue)
        case .verbatim: parts.append("time-as-written")
        case nil: parts.append("without-time")
        }
        if body != .hexadecimal { parts.append(body?.rawValue ?? "without-body") }
        if separator != "|" { parts.append(Self.separators.first { $0.text == separator }?.name ?? "separator") }
        if isReversed { parts.append("reversed") }
        if endsWithLineBreak { parts.append("line") }
        if hashing != .once { parts.append(hashing.rawValue) }
        return parts.joined(separator: "-") + "/" + form.rawValue
    }

    package var definition: String {
        let timeText: String? =
            switch time {
            case .form(let form)?: form == .date ? "the RFC 3339 time" : form.wording
            case .verbatim?: "the header X-Device-Timestamp verbatim"
            case nil: nil
            }
        var parts = [timeText, body?.definition].compactMap { $0 }
        if isReversed { parts.reverse() }
        let shown = separator == "\n" ? "\\n" : separator
        let text =
            parts.joined(separator: separator.isEmpty ? " ‖ " : " ‖ \"\(shown)\" ‖ ")
            + (endsWithLineBreak ? " ‖ \"\\n\"" : "")
        return hashing.definition(of: text)
    }

    private static let separators: [(text: String, name: String)] = [
        ("", "no-separator"), (":", "colon"), (".", "point"), ("\n", "line-break"), (" ", "space"), (",", "comma"),
        ("-", "hyphen"), ("_", "underscore"), (";", "semicolon"), ("||", "two-bars"),
    ]

    /// The definitions to test for each form: first the server's, then those that differ in one step, then in two.
    private static let candidates: [RequestSigning] = {
        let times: [Time] = [.form(.milliseconds), .verbatim] + TimestampFormat.allCases.dropFirst().map { .form($0) }
        var steps: [RequestSigning] = [RequestSigning()]
        func step(_ change: (inout RequestSigning) -> Void) {
            var signing = RequestSigning()
            change(&signing)
            steps.append(signing)
        }
        for body in BodyText.allCases.dropFirst() { step { $0.body = body } }
        for separator in separators { step { $0.separator = separator.text } }
        step { $0.isReversed = true }
        step { $0.endsWithLineBreak = true }
        for hashing in Hashing.allCases.dropFirst() { step { $0.hashing = hashing } }
        step { $0.body = nil }
        for hashing in Hashing.allCases {
            for body in BodyText.allCases { step { ($0.time, $0.body, $0.hashing) = (nil, body, hashing) } }
        }
        let all =
            steps
            + times.dropFirst().flatMap { time in
                steps.filter { $0.time != nil }.map { step in
                    var signing = step
                    signing.time = time
                    return signing
                }
            }
        return Form.allCases.flatMap { form in
            // Leaving out the authenticator data is a step itself, so at most one other step is tried with it.
            (form == .alone ? steps : all).map { signing in
                var signing = signing
                signing.form = form
                return signing
            }
        }
    }()

    package static var definitionCount: Int { candidates.count }

    /// The largest body, in bytes, for which all definitions are tried. For a larger body, a definition that hashes the
    /// whole body is tried only if its time is in milliseconds, or if it has no time and hashes once.
    private static let bodyLimit = 1 << 18

    package static func matching(_ request: AuthenticationRequest, milliseconds: Int64) -> RequestSigning? {
        guard let assertion = request.headers.assertion, let signature = P256Signature(assertion.signature),
            case .bytes(let body) = request.body, let key = request.device?.publicKey.flatMap(P256PublicKey.init(sec1:))
        else { return nil }
        let header = request.headers.text(SignatureHeader.timestamp.rawValue).flatMap { $0 } ?? ""
        let bodyTexts = BodyTexts(body)
        var tried: Set<[UInt8]> = []
        return candidates.first { signing in
            guard body.count <= bodyLimit || !signing.hashesBody || signing.isLikely,
                let text = signing.text(header, milliseconds, bodyTexts)
            else { return false }
            let message = signing.message(text, assertion.authenticatorData.bytes)
            return tried.insert(SHA256Digest.bytes(of: message)).inserted && key.verifies(signature.raw, of: message)
        }
    }

    private var hashesBody: Bool { body == .raw || body == .rawBase64 }
    private var isLikely: Bool { time == .form(.milliseconds) || time == nil && hashing == .once }

    private func text(_ header: String, _ milliseconds: Int64, _ bodies: BodyTexts) -> [UInt8]? {
        var parts: [[UInt8]] = []
        switch time {
        case .form(let form)?:
            guard let text = form.text(milliseconds: milliseconds) else { return nil }
            parts.append(Array(text.utf8))
        case .verbatim?: parts.append(Array(header.utf8))
        case nil: break
        }
        if let body { parts.append(bodies.text(body)) }
        if isReversed { parts.reverse() }
        return Array(parts.joined(separator: Array(separator.utf8))) + (endsWithLineBreak ? [0x0A] : [])
    }

    private func message(_ text: [UInt8], _ authenticatorData: [UInt8]) -> [UInt8] {
        let covered = hashing.clientDataHash(of: text)
        return switch form {
        case .plain: SigningForm.plain.message(authenticatorData, covered)
        case .nonce: SigningForm.nonce.message(authenticatorData, covered)
        case .alone: covered
        }
    }
}

extension RequestSigning.Hashing {
    /// The bytes that are signed after the authenticator data.
    func clientDataHash(of text: [UInt8]) -> [UInt8] {
        let hash = SHA256Digest.bytes(of: text)
        return switch self {
        case .once: hash
        case .none: text
        case .twice: SHA256Digest.bytes(of: hash)
        case .hexadecimal: SHA256Digest.bytes(of: Array(Hexadecimal.text(of: hash).utf8))
        case .base64: SHA256Digest.bytes(of: Array(StrictBase64.text(of: hash).utf8))
        }
    }

    func definition(of text: String) -> String {
        switch self {
        case .once: "H(\(text))"
        case .none: "\(text), not hashed"
        case .twice: "H(H(\(text)))"
        case .hexadecimal: "H(hexadecimal H(\(text)))"
        case .base64: "H(base64 H(\(text)))"
        }
    }
}

/// The representations of a body that signatures cover.
private struct BodyTexts {
    let body: [UInt8]
    let hash: [UInt8]

    init(_ body: [UInt8]) { (self.body, hash) = (body, SHA256Digest.bytes(of: body)) }

    func text(_ kind: RequestSigning.BodyText) -> [UInt8] {
        func hexadecimal(_ bytes: [UInt8]) -> [UInt8] { Array(Hexadecimal.text(of: bytes).utf8) }
        return switch kind {
        case .hexadecimal: hexadecimal(hash)
        case .upperHexadecimal: Array(Hexadecimal.text(of: hash).uppercased().utf8)
        case .base64: Array(StrictBase64.text(of: hash).utf8)
        case .hashBytes: hash
        case .hashedTwice: hexadecimal(SHA256Digest.bytes(of: hash))
        case .hexadecimalHashed: hexadecimal(SHA256Digest.bytes(of: hexadecimal(hash)))
        case .raw: body
        case .rawBase64: Array(StrictBase64.text(of: body).utf8)
        case .empty: hexadecimal(SHA256Digest.bytes(of: []))
        }
    }
}

extension RequestSigning.BodyText {
    fileprivate var definition: String {
        switch self {
        case .hexadecimal: "hexadecimal H(body)"
        case .upperHexadecimal: "upper-case hexadecimal H(body)"
        case .base64: "base64 H(body)"
        case .hashBytes: "H(body) as bytes"
        case .hashedTwice: "hexadecimal H(H(body))"
        case .hexadecimalHashed: "hexadecimal H(hexadecimal H(body))"
        case .raw: "the body itself"
        case .rawBase64: "base64 of the body"
        case .empty: "hexadecimal H(no bytes)"
        }
    }
}
