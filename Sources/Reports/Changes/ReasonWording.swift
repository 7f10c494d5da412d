internal import Captures
internal import DepthAnalysis
internal import DepthFiles
package import Support

// The sentences and phrases that describe reasons, check values and errors.

extension CaptureReason {
    /// The reason, without a period, with the cause that a required change names.
    func sentence(in capture: DecodedCapture, _ changes: [CaptureChange]) -> String {
        func cause(_ code: String, _ fault: String) -> String {
            // A fault that needs no change of its own follows from that of the parts.
            (changes.first { $0.code == code } ?? changes.first(where: \.isOfBoundaries))?.reason(fault) ?? fault
        }
        return switch self {
        case .refusal(let failure) where failure.fault == .assertion(.signatureInvalid):
            "the assertion fails: \(capture.signatureWording)"
        case .refusal(let failure): cause(failure.check.name, failure.fault.wording)
        case .assertion(let failure) where failure.fault == .signatureInvalid:
            "the assertion fails: \(capture.signatureWording)"
        case .assertion(let failure): "the assertion fails: \(failure.fault.wording)"
        case .noAssertion: "there is no assertion"
        case .unknownDevice: "the assertion was not checked, because the server's record of the device was not given"
        case .depthRefused(let refusal): cause("depth_container", "the server finds no depth map: \(refusal)")
        case .depth(.unknown, _): "the depth map inflates beyond the limit of this program"
        case .depth(.unavailable, let reasons):
            cause(
                "depth_container",
                "the depth map has no verdict: \(reasons.map(\.wording).joined(separator: ", "))")
        case .depth(_, let reasons):
            cause(
                "depth_container",
                "the depth map is likely not a real scene: \(reasons.map(\.wording).joined(separator: ", "))")
        case .claimedNotReal: "the phone itself reports that the scene is not real"
        case .requestNotVerified: "the signature of the request did not verify, which limits the confidence to medium"
        }
    }
}

extension DecodedCapture {
    /// The message that an invalid signature covers, as far as it is known.
    fileprivate var signatureWording: String {
        if let signedText { return "its signature covers \(signedText.wording(wantedBinding))" }
        let signed = judgement.readableBindings.map(\.name).joined(separator: " and ")
        guard !signed.isEmpty else { return AssertionFailure.signatureInvalid.wording }
        return "its signature covers \(signed), where the server checks \(wantedBinding.name)/plain"
    }
}

extension SignedText {
    /// The text that is signed, and the text that was sent.
    ///
    /// - Parameter wanted: The binding that the server checks.
    func wording(_ wanted: AssertionBinding) -> String {
        switch source {
        case .member(let name, let sent, let signed, let form):
            "\(wanted.name)/\(self.form.rawValue) of \(name) \(form) (\(signed.quotedStart)), where "
                + "\(sent.quotedStart) was sent"
        case .json(let form): form.wording + remark
        case .definition(let definition):
            "\(definition)\(remark), where the server checks \(wanted.name)/plain (\(wanted.definition))"
        }
    }

    private var remark: String { form == .nonce ? ", hashed once more, as Apple's hardware does" : "" }
}

extension String {
    /// The text in quotation marks, truncated if it is as long as a hash.
    fileprivate var quotedStart: String { CaptureCheckValue.text(self).wording }
}

extension SignedJSONForm {
    /// The layout as a noun.
    var wording: String {
        if let number {
            return "the payload with its numbers as they were sent, such as \(number.signed) where the server writes "
                + number.server
        }
        let contents =
            switch members {
            case .signed: "the signed members of the JSON"
            case .withoutAssertion: "the JSON without its assertion"
            case .emptyAssertion: "the JSON with an empty assertion"
            case .nullAssertion: "the JSON with null as assertion"
            }
        let orderWords =
            switch order {
            case .asSent: "in the order in which they were sent"
            case .sorted: "sorted"
            case .outermostSorted: "with the outermost sorted"
            }
        let layoutWords =
            switch layout {
            case .compact: "compact"
            case .spaced: "with a space after each comma and colon"
            case .indented: "indented by two spaces"
            case .indentedByFour: "indented by four spaces"
            case .indentedByTab: "indented by tabs"
            case .foundation: "indented as Foundation does"
            }
        let escapeWords =
            switch escape {
            case .none: ""
            case .slashes: ", with \\/ for each slash"
            case .nonASCII: ", with \\u for each character beyond ASCII"
            case .html: ", with \\u for each character of HTML"
            }
        return "\(contents), members \(orderWords), \(layoutWords)"
            + escapeWords
    }
}

extension VerdictReason {
    package var wording: String {
        switch self {
        case .mapTooSmall: "a side is below 3 samples"
        case .unreadable: "no depth map could be read"
        default: description
        }
    }
}

extension CaptureRefusal {
    var wording: String {
        switch self {
        case .contentType(let found, let endpoint):
            "the content type is \(found.map { "\"\($0.printable)\"" } ?? "missing"); expected "
                + (endpoint == .full ? "multipart/form-data with a boundary" : "a JSON type")
        case .bodyTooLarge(let byteCount, let limit): "the body has \(byteCount) bytes, more than \(limit)"
        case .multipart(let fault): fault.wording
        case .emptyPart(let part): "the part \(part.rawValue) is empty"
        case .metadataJSON(let error): "the metadata: \(error.wording)"
        case .metadataRule(let rule): "the metadata: \(rule.fault)"
        case .missingPart(let part): "there is no part \(part.rawValue)"
        case .photoHashEncoding: "photo_hash has white space around it"
        case .photoHashMismatch(let claimed, let found):
            "photo_hash is \(Hexadecimal.text(of: claimed)), but the hash of the photo is "
                + Hexadecimal.text(of: found)
        case .payloadJSON(let error): "the payload: \(error.wording)"
        case .payloadRule(let rule): "the payload: \(rule.fault)"
        case .assertion(let failure): "the assertion fails: \(failure.wording)"
        case .nulCharacter(let member): "\(member) contains U+0000, which the database does not store"
        case .mediaStored: "media with this hash is already stored"
        case .notModelled(let reason): reason.wording
        }
    }
}

extension UnmodelledBehaviour {
    var wording: String { "not modelled: \(description)" }
}

extension PartFault {
    var wording: String {
        switch self {
        case .json(let error): error.wording
        case .notModelled(let reason): reason.wording
        }
    }
}

extension AssertionFailure {
    var wording: String {
        switch self {
        case .invalidBase64: "it is not strict base64"
        case .invalidCBOR(let fault): "it is not a CBOR map that the server can read (\(fault.wording))"
        case .missingMember(let member): "\(member.rawValue) is missing or not a byte string"
        case .invalidAuthenticatorData(let byteCount): "its authenticator data has \(byteCount) bytes, fewer than 37"
        case .rpIDMismatch: "it was made for a different app than the server expects"
        case .counterNotIncreasing(let found, let stored): "its counter is \(found), not above the stored \(stored)"
        case .missingPublicKey: "the device has no public key"
        case .invalidPublicKey: "the device's public key is not a point on P-256"
        case .signatureFormat: "its signature has neither of the formats that the server reads"
        case .signatureInvalid:
            "its signature covers a message other than the one the server checks, or was made with another key"
        }
    }
}

extension MultipartFault {
    var wording: String {
        switch self {
        case .tooLarge(let byteCount, let limit):
            "the body has \(byteCount) bytes, more than the framework's \(limit)"
        case .noBoundary: "no boundary was given, and the body does not begin with one"
        case .boundaryNotFound: "the boundary does not occur"
        case .noLineAfterBoundary(let offset): "no line ends after the boundary (byte \(offset))"
        case .endlessHeaders(let offset): "the headers of a part do not end (byte \(offset))"
        case .noHeaders(let offset): "a part has no headers (byte \(offset))"
        case .badHeader(let offset): "a line among the headers is not a header (byte \(offset))"
        case .tooManyHeaders(let offset): "a part has more than 32 headers (byte \(offset))"
        case .endlessPart(let name, let offset):
            "the part \(name.map { "\"\($0.printable)\"" } ?? "without a name") does not end (from byte \(offset))"
        }
    }
}

extension ServerJSONError {
    /// - Parameter remark: The likely cause. The place of a fault at the start of the text is not printed with it.
    func wording(with remark: String?) -> String {
        switch (self, remark) {
        case (.grammar(_, let offset), let remark?): remark + (offset > 1 ? " (byte \(offset))" : "")
        case (.shape, let remark?): "\(wording): \(remark)"
        case (_, nil): wording
        }
    }

    var wording: String {
        switch self {
        case .grammar(let fault, let offset): "not JSON from byte \(offset) on (\(fault.wording))"
        case .shape(_, let offset): "\(code.printable) at byte \(offset)"
        }
    }
}

extension CaptureCheckValue {
    /// The value as messages show it; long text and bytes are truncated.
    var wording: String { wording(limit: 40) }

    /// - Parameter limit: The number of characters above which a text is truncated.
    func wording(limit: Int) -> String {
        switch self {
        case .text(let text):
            text.count > limit
                ? "\"\(text.prefix(limit - 3).description.printable)…\"" : "\"\(text.printable)\""
        case .integer(let number): number.description
        case .number(let number): number.description
        case .bytes(let bytes):
            Hexadecimal.text(of: bytes.prefix(4)) + (bytes.count > 4 ? "… (\(bytes.count) bytes)" : "")
        }
    }
}

extension CBORFault {
    /// The fault as a clause about the bytes.
    var wording: String {
        switch self {
        case .truncated: "it is cut off, or a length in it is too large"
        case .reservedForm: "it has a reserved form of a length or value"
        case .unknownSimpleValue: "it has an unknown simple value"
        case .unexpectedBreak: "it has a break outside an item of indefinite length"
        case .wrongChunk: "a string in it has a chunk of another type"
        case .notUTF8: "a text in it is not UTF-8"
        case .nestedTooDeep: "it has more than 256 levels"
        case .unreadableBignum: "it has a bignum that is too large or not a byte string"
        case .notMap: "its first item is not a map"
        case .notArray: "its first item is not an array"
        }
    }
}

extension ServerJSONError.GrammarFault {
    /// A description of the byte of the fault.
    fileprivate var wording: String {
        switch self {
        case .endOfText: "the text ends early"
        case .noValue: "a value is missing"
        case .unknownWord: "a word other than true, false and null"
        case .number: "a malformed number"
        case .numberTooLarge: "a number beyond the range of binary64"
        case .controlCharacter: "a control character, such as a line break, in a string"
        case .escape: "a backslash before a character that has no escape"
        case .loneSurrogate: "half of a surrogate pair"
        case .notUTF8: "bytes that are not UTF-8"
        case .memberName: "a member without a name in quotation marks"
        case .colon: "no colon after the name of a member"
        case .commaOrEnd: "neither a comma nor the end of the object or array"
        case .trailingComma: "a comma before the end of the object or array"
        case .textAfterValue: "text after the end of the value"
        }
    }
}

extension CaptureInputError: PresentedError {
    /// The error in one line: "found …; expected …; …". The caller prefixes ``path``.
    package var wording: Message {
        switch self {
        case .inaccessible(let error): "\(error.text(.none))"
        case .namedFileInaccessible(_, let error):
            "the case names the file \(error.path.printable): \(error.text(.none))"
        case .noCapture:
            "found no multipart body, no JSON, no HTTP/1.1 request and no attestation object in CBOR or base64; "
                + "expected a capture or a registration; check the path, or give "
                + "\(option: .boundary) for a multipart body, or \(option: .challenge) for an attestation object"
        case .foreign(_, let file):
            "not a capture: this is \(file.noun); expected a capture, a registration, or an export with requests; "
                + "\(file.advice)"
        case .noRequest(_, let noun, let count, let examples):
            "found \(noun) with \(NumberText.count(count, "request")), none to the capture server"
                + (examples.isEmpty ? "" : " (\(examples.map(\.printable).joined(separator: ", ")))")
                + "; expected one to \(CaptureInputError.targets); export the session in which the app sends it"
        case .severalRequests(_, let count):
            "found an export with \(count) requests to the capture server; expected one; save it alone"
        case .damagedExport(_, let noun, let damage):
            "found \(noun) with \(damage.finding); expected a complete file; export it again"
        case .incompleteRequest(_, let fault):
            "found \(fault.wording); expected the bytes of the request; \(fault.advice)"
        case .empty:
            "found no bytes; expected a capture, a registration, a request or an attestation object; check how the "
                + "file was written"
        case .noCaptureInFolder(_, let count, let misnamed):
            "found \(count == 0 ? "an empty folder" : "a folder with \(NumberText.count(count, "other file"))"); "
                + "expected photo.jpg, depth.bin or metadata.json in it, or *.json and *.body; "
                + "\(MisnamedFile.list(misnamed))to use another form, such as an attestation object, name the file "
                + "itself"
        case .damagedAttestation(_, let damage):
            "found \(damage.wording); expected an attestation object in CBOR or base64; \(damage.advice), or give "
                + "\(option: .challenge) or \(option: .keyID) for the server's answer to it"
        case .unusedOptions(_, let options):
            "found a case file, which contains its own server state; expected no "
                + options.joined(separator: ", ") + "; edit the case, or omit the "
                + (options.count == 1 ? "option" : "options")
        case .badCase(_, let error): "found \(error.wording); expected a case file; correct it"
        case .fileElsewhere(_, let name):
            "found the file name \"\(name.printable)\"; expected a file in the folder of the case or in its parent; "
                + "move the file"
        case .clockMissing:
            "found a request whose time is not stated; expected a time in times or now of session.json; add it"
        case .badMessage(_, let fault):
            "found \(fault.wording); expected an HTTP/1.1 request as exported by a proxy; export it again"
        case .otherTarget(_, let method, let target):
            "found a request \(method.printable) \(target.printable); expected "
                + "\(CaptureInputError.targets); choose another request"
        case .inputWithoutCapture(_, let form):
            "found \(form.wording) without a capture in it; expected a capture; name one"
        case .noPayload(_, let error):
            "found \(error.map(\.wording) ?? "a full capture"); expected a hash-only payload; name its JSON"
        case .notInSession(_, let form):
            "found \(form?.wording ?? "another kind of file"); expected an HTTP/1.1 request, or the JSON body of a "
                + "registration or of a hash-only capture; export the request"
        case .noSession(_, let count):
            "found "
                + (count == 0 ? "an empty folder" : "a folder with \(NumberText.count(count, "other file"))")
                + "; expected requests in it whose names begin with a digit, such as 02-register.http; rename them"
        case .badSession(_, let fault): "found \(fault.finding); expected \(fault.expected); correct it"
        case .badResponse(_, let finding):
            "found \(finding); expected an answer of the server, {\"data\": {…}}; correct it"
        }
    }
}

extension CaptureInputError {
    /// The requests that can be judged.
    fileprivate static var targets: String {
        ([RegistrationRequest.endpoint] + CaptureEndpoint.allCases.map(\.rawValue))
            .map { "POST /api/v1/\($0)" }.joined(separator: ", ") + ", or another one below /api/v1/captures"
    }
}

extension CaptureInput.Form {
    /// The form with its indefinite article.
    package var wording: String {
        switch self {
        case .multipart: "a multipart body"
        case .folder: "a folder of parts"
        case .hashOnly: "a hash-only body"
        case .caseFile: "a case file"
        case .registration: "the body of a registration"
        case .attestationObject: "an attestation object"
        case .httpRequest: "an HTTP request"
        }
    }
}

extension HTTPRequestMessage.Fault {
    var wording: String {
        switch self {
        case .requestLine: "no request line"
        case .header(let line): "line \(line), which is not a header"
        case .endlessHeaders: "headers without an empty line at their end"
        case .tooManyHeaders(let count, let limit):
            "\(count) headers, where the server's framework accepts \(limit) and answers 431 to more"
        case .contentLength: "a Content-Length that is not a number"
        case .conflictingLengths(let first, let second):
            "the two lengths \"\(first.printable)\" and \"\(second.printable)\" in Content-Length"
        case .codingBesideLength:
            "both Transfer-Encoding and Content-Length, but a request may have only one (a body whose chunks are "
                + "joined has Content-Length)"
        case .transferCoding(let coding):
            "the Transfer-Encoding \"\(coding.printable)\", but only chunked is read (compression belongs in "
                + "Content-Encoding, which the server does not decode)"
        case .trailingBytes(let count, let expected):
            "\(NumberText.count(count, "byte")) after the body, which has \(expected) according to Content-Length (a "
                + "server reads them as another request)"
        case .bodyTooShort(let found, let expected):
            "\(found) bytes of body, where Content-Length states \(expected)"
        case .chunks:
            "malformed chunks: each is a size in hexadecimal digits, that many bytes and a line break, and the last "
                + "has size 0 (a body whose chunks are joined has no Transfer-Encoding)"
        }
    }
}

extension CaptureCaseError {
    fileprivate var wording: String {
        switch self {
        case .json(let error): error.wording
        case .unknownEndpoint(let name):
            "the endpoint \"\(name.printable)\", none of "
                + ([RegistrationRequest.endpoint, AuthenticationRequest.endpoint]
                + CaptureEndpoint.allCases.map(\.rawValue)).joined(separator: ", ")
        case .notTimestamp(let found): "\"\(found.printable)\" as now"
        case .missing(let member): "no member \(member)"
        case .device(let fault): "\(fault.finding), in device"
        case .noSingleContent(let member): "not exactly one of text, base64 and ref in \(member)"
        case .notBase64(let member): "no base64 in \(member)"
        case .notHexadecimal(let member): "the wrong number of hexadecimal digits in \(member)"
        case .notCertificate(let member): "no certificate in \(member)"
        case .unknownChallengeState(let name):
            "the challenge state \"\(name.printable)\", none of "
                + ChallengeState.allCases.map(\.rawValue).joined(separator: ", ")
        case .malformedHeaders: "headers that are neither an object of strings nor pairs of strings"
        case .tooManySpaces(let member): "more than \(CaseContent.spaceLimit) spaces in \(member)"
        case .wrongType(let member, let expected): "\(member) that is not \(expected)"
        case .exclusive(let first, let second): "both \(first) and \(second)"
        }
    }
}
