package import DepthAnalysis
package import Support

/// An error in a file of a golden set. Members are identified by their path in the file, such as `input.sha256`.
package enum GoldenFormatError: Error, Equatable, Sendable {
    package enum Value: Sendable, Hashable {
        case version(Int)
        case fileName(String)
        case inputFile(String)
        case profile
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
    case wrongKind(String, found: JSONValue, expected: String)
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

struct GoldenReader: MemberReader {
    private let json: JSONValue
    private let path: String

    init(_ json: JSONValue, path: String) throws(GoldenFormatError) {
        guard json.members != nil else { throw .wrongKind(path, found: json, expected: JSONKind.object.name) }
        (self.json, self.path) = (json, path.isEmpty ? "" : "\(path).")
    }

    func value(_ name: String) -> JSONValue? { json[name] }

    func failure(of fault: MemberFault) -> GoldenFormatError {
        switch fault {
        case .missing(let name): .missing(path + name)
        case .wrongKind(let name, let found, let expected): .wrongKind(path + name, found: found, expected: expected)
        }
    }

    func profile() throws(GoldenFormatError) -> AnalysisProfile {
        let name = try required("profile", .string)
        guard let profile = AnalysisProfile(rawValue: name) else {
            throw .wrongValue(path + "profile", found: .string(name), expected: .profile)
        }
        return profile
    }

    func requireSchema(_ version: Int) throws(GoldenFormatError) {
        let found = try required("schema_version", .whole)
        guard found == version else {
            throw .wrongValue("schema_version", found: .number("\(found)"), expected: .version(version))
        }
    }

    /// Call last: throws for members other than these, because a misspelt key would guard nothing.
    func requireMembers(among names: [String]) throws(GoldenFormatError) {
        let unknown = (json.members ?? []).map(\.key).exactTexts.subtracting(names.exactTexts)
        if let name = unknown.min() { throw .unknown(path + name.text) }
    }
}
