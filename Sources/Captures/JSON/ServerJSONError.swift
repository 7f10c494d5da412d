/// Why the server would not take a JSON text: the first problem in reading order.
///
///     do throws(ServerJSONError) { … } catch { print(error.code, error.offset) }
///
/// Its answers differ by the kind: to a hash-only capture 400 for grammar, 422 for shape.
public enum ServerJSONError: Error, Hashable, Sendable {
    /// The text is no JSON.
    case grammar(GrammarFault, offset: Int)
    /// The text is JSON so far, but not of the shape that was asked for.
    case shape(ShapeFault, offset: Int)

    /// What breaks the grammar of RFC 8259.
    public enum GrammarFault: String, Hashable, Sendable, CaseIterable {
        /// The text ends too early.
        case endOfText
        /// No value begins here.
        case noValue
        /// A word other than `null`, `true` and `false`.
        case unknownWord
        /// Digits that are no number: `01`, `1.`, `1e`.
        case number
        /// A number beyond binary64.
        case numberTooLarge
        /// A control character inside a string.
        case controlCharacter
        /// A backslash before what cannot be escaped.
        case escape
        /// Half a surrogate pair.
        case loneSurrogate
        /// A string that is not UTF-8.
        case notUTF8
        /// The name of a member is no string.
        case memberName
        /// No colon after the name of a member.
        case colon
        /// Neither a comma nor the end of the object or array.
        case commaOrEnd
        /// A comma before the end of the object or array.
        case trailingComma
        /// Something after the value.
        case textAfterValue
    }

    /// What is of another shape than asked for.
    public enum ShapeFault: Hashable, Sendable {
        /// Something else where a string must stand.
        case notString
        /// Something else where `true` or `false` must stand.
        case notBoolean
        /// Something else where a number must stand.
        case notNumber
        /// A number that is not written as an integer of this range.
        case notInteger(ClosedRange<Int64>)
        /// Neither an object nor an array of its members.
        case notObject
        /// Something else where an array must stand.
        case notArray
        /// A member that must be there is not.
        case missingMember(String)
        /// A member stands twice.
        case duplicateMember(String)
        /// An array in place of an object has too few elements.
        case tooFewElements(found: Int, expected: Int)
    }

    /// Where the problem was met, in bytes from the beginning.
    public var offset: Int {
        switch self {
        case .grammar(_, let offset), .shape(_, let offset): offset
        }
    }

    /// The reason as the reference names it: `syntax`, or what was expected.
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
