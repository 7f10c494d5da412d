internal import Support

/// The reason the server rejects a JSON text: the first problem in reading order.
///
///     do throws(ServerJSONError) { … } catch { print(error.code, error.offset) }
///
/// The kind affects the response. For a hash-only capture, the server answers a grammar error with 400 and a shape
/// error with 422; for metadata, it answers both with 400.
public enum ServerJSONError: Error, Hashable, Sendable {
    /// The text is not JSON.
    case grammar(GrammarFault, offset: Int)
    /// The text is JSON up to here, but not of the expected shape.
    case shape(ShapeFault, offset: Int)

    /// A violation of the grammar of RFC 8259.
    public enum GrammarFault: String, Hashable, Sendable, CaseIterable {
        /// The text ends inside a value.
        case endOfText
        /// A character with which no value begins.
        case noValue
        /// A word other than `true`, `false` and `null`.
        case unknownWord
        /// A malformed number, such as `01`, `1.` or `1e`.
        case number
        /// A number beyond the range of binary64.
        case numberTooLarge
        /// A character below U+0020 in a string.
        case controlCharacter
        /// A backslash before a character that has no escape.
        case escape
        /// An unpaired surrogate.
        case loneSurrogate
        /// A string that is not UTF-8.
        case notUTF8
        /// A member name that is not a string.
        case memberName
        /// No colon after a member name.
        case colon
        /// Neither a comma nor the end after a member or element.
        case commaOrEnd
        /// A comma before the end of an object or array.
        case trailingComma
        /// Text after the end of the value.
        case textAfterValue
    }

    /// A value or member that differs from the expected shape.
    public enum ShapeFault: Hashable, Sendable {
        /// Not a string.
        case notString
        /// Neither `true` nor `false`.
        case notBoolean
        /// Not a number.
        case notNumber
        /// Not an integer of this range, written without point and exponent.
        case notInteger(ClosedRange<Int64>)
        /// Neither an object nor an array of its members.
        case notObject
        /// Not an array.
        case notArray
        /// A required member is absent.
        case missingMember(String)
        /// A member occurs twice.
        case duplicateMember(String)
        /// An array that was sent instead of an object has too few elements.
        case tooFewElements(found: Int, expected: Int)
    }

    var isGrammar: Bool { if case .grammar = self { true } else { false } }

    /// The byte offset of the problem.
    public var offset: Int {
        switch self {
        case .grammar(_, let offset), .shape(_, let offset): offset
        }
    }

    /// The server's code for this error: `syntax`, or the expected type.
    public var code: String {
        switch self {
        case .grammar: "syntax"
        case .shape(let fault, _): fault.code
        }
    }
}

extension ServerJSONError.ShapeFault {
    fileprivate var code: String {
        switch self {
        case .notString: "expected string"
        case .notBoolean: "expected boolean"
        case .notNumber: "expected number"
        case .notInteger(let range): "expected integer \(range)"
        case .notObject: "expected object"
        case .notArray: "expected array"
        case .missingMember(let name): "missing field `\(name)`"
        case .duplicateMember(let name): "duplicate field `\(name)`"
        case .tooFewElements: "invalid length"
        }
    }
}

extension ServerJSONError: CustomStringConvertible {
    /// The error in one line: "found …; expected …; …".
    public var description: String {
        "found a text that the server cannot read, \(wording); expected JSON of the documented shape; correct it there"
    }

    package var wording: String {
        switch self {
        case .grammar(let fault, let offset): "not JSON from byte \(offset) on (\(fault.wording))"
        case .shape(_, let offset): "\(code.printable) at byte \(offset)"
        }
    }

    /// - Parameter remark: The likely cause. If it is given, the place of a fault at the start of the text is omitted.
    func wording(with remark: String?) -> String {
        switch (self, remark) {
        case (.grammar(_, let offset), let remark?): remark + (offset > 1 ? " (byte \(offset))" : "")
        case (.shape, let remark?): "\(wording): \(remark)"
        case (_, nil): wording
        }
    }
}

extension ServerJSONError.GrammarFault {
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
