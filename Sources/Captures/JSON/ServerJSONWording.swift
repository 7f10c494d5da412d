internal import Support

// The sentences about JSON that the server cannot read.

extension ServerJSONError: CustomStringConvertible {
    /// The error in one line: "found …; expected …; …".
    public var description: String {
        "found a text that the server cannot read, \(wording); expected JSON of the documented shape; correct it there"
    }

    /// The error and its place, as a phrase.
    package var wording: String {
        switch self {
        case .grammar(let fault, let offset): "not JSON from byte \(offset) on (\(fault.wording))"
        case .shape(_, let offset): "\(code.printable) at byte \(offset)"
        }
    }

    /// - Parameter remark: The likely cause. The place of a fault at the start of the text is not printed with it.
    func wording(with remark: String?) -> String {
        switch (self, remark) {
        case (.grammar(_, let offset), let remark?): remark + (offset > 1 ? " (byte \(offset))" : "")
        case (.shape, let remark?): "\(wording): \(remark)"
        case (_, nil): wording
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
