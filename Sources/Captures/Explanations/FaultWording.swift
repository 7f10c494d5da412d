internal import Support

// The phrases that describe faults of bodies, assertions, requests and case files.

extension AssertionFailure {
    package var wording: String {
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
    package var wording: String {
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

    package var wording: String {
        switch self {
        case .grammar(let fault, let offset): "not JSON from byte \(offset) on (\(fault.wording))"
        case .shape(_, let offset): "\(code.printable) at byte \(offset)"
        }
    }
}

extension CaptureCheckValue {
    /// The value as messages show it; long text and bytes are truncated.
    package var wording: String { wording(limit: 40) }

    /// - Parameter limit: The number of characters above which a text is truncated.
    package func wording(limit: Int) -> String {
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
    package var wording: String {
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

extension HTTPRequestMessage.Fault {
    package var wording: String {
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
    package var wording: String {
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
