internal import Support

// The phrases that describe a signed text.

extension SignedText {
    /// The text that is signed, and the text that was sent.
    ///
    /// - Parameter wanted: The binding that the server checks.
    package func wording(_ wanted: AssertionBinding) -> String {
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
    fileprivate var quotedStart: String { CaptureCheckValue.text(self).description }
}

extension SignedJSONForm {
    /// The layout as a noun.
    package var wording: String {
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
