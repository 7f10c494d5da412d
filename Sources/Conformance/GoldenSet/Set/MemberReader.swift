package import DepthAnalysis
package import Support

/// An error in a file of a golden set. Members are identified by their path in the file, such as `input.sha256`.
package enum GoldenFormatError: Error, Equatable, Sendable {
    package enum Kind: String, Sendable {
        case object = "an object"
        case array = "an array"
        case string = "a string"
        case stringOrNull = "a string or null"
        case whole = "a whole number"
        case wholeOrNull = "a whole number or null"
        case number = "a number"
        case flag = "true or false"
        case reason = "the reason, as a string"
    }

    /// The value that is expected of a member whose kind is correct.
    package enum Value: Sendable, Hashable {
        case version(Int)
        /// The name of the file itself.
        case fileName(String)
        case inputFile(String)
        case profile
        /// The profile of the golden's folder.
        case folderProfile(AnalysisProfile)
        case rule
        case folder
    }

    case inaccessible(FileAccessError)
    case notJSON(JSONError)
    case missing(String)
    /// An unknown member. A misspelt key would guard nothing.
    case unknown(String)
    /// A member of the wrong kind; the empty path means the whole file.
    case wrongKind(String, found: JSONValue, expected: Kind)
    case wrongValue(String, found: JSONValue, expected: Value)
    case withoutFields(String)
    case notAField(String)
    /// An entry of a fingerprint that is not the index of an input followed by a mark.
    case notAMark(String)
    case halfOfGivenDimensions
    case toleranceOfExactField(String)
    case notALimit(String, found: Double)
    case toleranceWithoutLimit(String)
    case answerWithoutStatus
}

/// Reads the members of an object, and throws if one is missing, of the wrong kind or unknown.
struct MemberReader {
    private let values: [ExactText: JSONValue]
    private let path: String
    private var unread: Set<ExactText>

    init(_ value: JSONValue, path: String) throws(GoldenFormatError) {
        guard let members = value.members else { throw .wrongKind(path, found: value, expected: .object) }
        values = Dictionary(uniqueKeysWithValues: members.map { (ExactText($0.key), $0.value) })
        self.path = path.isEmpty ? "" : "\(path)."
        unread = Set(values.keys)
    }

    mutating func value(_ key: String) throws(GoldenFormatError) -> JSONValue {
        unread.remove(ExactText(key))
        guard let value = values[ExactText(key)] else { throw .missing(path + key) }
        return value
    }

    private mutating func required<Value>(
        _ key: String, _ kind: GoldenFormatError.Kind, _ read: (JSONValue) -> Value?
    ) throws(GoldenFormatError) -> Value {
        try expect(try value(key), key, kind, read)
    }

    mutating func optional<Value>(
        _ key: String, _ kind: GoldenFormatError.Kind, _ read: (JSONValue) -> Value?
    ) throws(GoldenFormatError) -> Value? {
        unread.remove(ExactText(key))
        guard let value = values[ExactText(key)], value != .null else { return nil }
        return try expect(value, key, kind, read)
    }

    mutating func string(_ key: String) throws(GoldenFormatError) -> String {
        try required(key, .string, \.string)
    }

    mutating func optionalString(_ key: String) throws(GoldenFormatError) -> String? {
        try optional(key, .stringOrNull, \.string)
    }

    mutating func whole(_ key: String) throws(GoldenFormatError) -> Int {
        try required(key, .whole, \.whole)
    }

    mutating func optionalWhole(_ key: String) throws(GoldenFormatError) -> Int? {
        try optional(key, .wholeOrNull, \.whole)
    }

    mutating func flag(_ key: String) throws(GoldenFormatError) -> Bool {
        try required(key, .flag, \.flag)
    }

    mutating func members(_ key: String) throws(GoldenFormatError) -> [JSONValue.Member] {
        try required(key, .object, \.members)
    }

    mutating func elements(_ key: String) throws(GoldenFormatError) -> [JSONValue] {
        try required(key, .array, \.elements)
    }

    mutating func profile(_ key: String) throws(GoldenFormatError) -> AnalysisProfile {
        let name = try string(key)
        guard let profile = AnalysisProfile(rawValue: name) else {
            throw .wrongValue(path + key, found: .string(name), expected: .profile)
        }
        return profile
    }

    mutating func requireSchema(_ version: Int) throws(GoldenFormatError) {
        let found = try whole("schema_version")
        guard found == version else {
            throw .wrongValue("schema_version", found: .number("\(found)"), expected: .version(version))
        }
    }

    func expect<Value>(
        _ value: JSONValue, _ key: String, _ kind: GoldenFormatError.Kind, _ read: (JSONValue) -> Value?
    ) throws(GoldenFormatError) -> Value {
        guard let found = read(value) else { throw .wrongKind(path + key, found: value, expected: kind) }
        return found
    }

    /// Call last: throws for unread members, because a misspelt key would guard nothing.
    func finish() throws(GoldenFormatError) {
        if let key = unread.min() { throw .unknown(path + key.text) }
    }
}
