package import Support

package struct ConformanceCase: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case full
        case hashOnly = "hash-only"
        case registration
        case request
        /// A capture together with the signature of its request.
        case chain
    }

    /// The server's decision, as far as the rules of the case determine it.
    package enum Class: String, Sendable, CaseIterable {
        /// It takes and trusts the request.
        case accepted
        /// It answers with an error, or does not trust the request.
        case refused
        /// Implementations may differ without harm to phones: a difference is reported and is no failure.
        case mayDiffer = "may_differ"
    }

    /// The members of a case file for people and reports, which a program does not get.
    package enum Remark: String, CaseIterable, Sendable {
        case id, notes, rules
        case `class`
    }

    package let name: String
    package let path: String
    package let folder: String
    package let kind: Kind
    package let rules: [String]
    package let category: Class?
    let notes: String?
    /// The request as a program gets it: the case without remarks and with the bytes of the files it names.
    package let request: JSONValue
    package var expected: JSONValue
    let files: [String]
    /// What makes a generated case differ from a valid one; nil for a stored case.
    package var cause: String?

    var id: RequestID { RequestID(name: name) }

    package var line: String {
        var writer = JSONWriter(.compact, .texts)
        writer.value(request)
        return writer.text
    }
}

extension ConformanceCase.Kind {
    package var folder: String {
        switch self {
        case .full, .hashOnly: "cases"
        case .registration: "registrations"
        case .request, .chain: "requests"
        }
    }

    /// Whether an answer accepts a request and trusts it fully.
    func isTrusted(_ answer: JSONValue) -> Bool {
        let modes = RequiredMembers.modes
        switch self {
        case .registration: return modes.allSatisfy { answer[$0]?["attestation_level"]?.string == "secure_enclave" }
        case .request: return modes.allSatisfy { answer[$0]?["request_verified"]?.flag == true }
        case .chain:
            return Self.request.isTrusted(answer["request"] ?? .null)
                && modes.allSatisfy { Self.full.isTrusted(answer[$0] ?? .null) }
        case .full, .hashOnly:
            let status = answer["assertion"]?["status"]?.string
            return answer["answer"]?["http_status"]?.whole == 202 && status != "fail"
                && answer["depth_status"]?.string == "pass"
                && answer["confidence"]?.string == (status == "pass" ? "high" : "medium")
        }
    }
}

extension ConformanceCase {
    /// The class of the expected answer, whether or not servers may differ in the case.
    package var classOfAnswer: Class { kind.isTrusted(expected) ? .accepted : .refused }
}

enum CaseFileError: Error, Sendable, Hashable {
    case inaccessible(FileAccessError)
    case notJSON(JSONError)
    case wrongMember(String, expected: String)
}

extension ConformanceCase {
    init(_ path: String, folder: String, name: String, expected: JSONValue) throws(CaseFileError) {
        try self.init(try CaseFile.json(path), path, folder: folder, name: name, expected: expected)
    }

    private init(
        _ json: JSONValue, _ path: String, folder: String, name: String, expected: JSONValue
    ) throws(CaseFileError) {
        (self.name, self.path, self.folder, self.expected) = (name, path, folder, expected)
        kind = try Self.kind(of: json)
        func words(_ remark: Remark) throws(CaseFileError) -> [String] {
            guard let value = json[remark.rawValue], value != .null else { return [] }
            guard let words = value.elements?.map(\.string), !words.contains(nil) else {
                throw .wrongMember(remark.rawValue, expected: "a list of texts")
            }
            return words.compactMap(\.self)
        }
        rules = try words(.rules)
        notes = json[Remark.notes.rawValue]?.string
        if let value = json[Remark.class.rawValue], value != .null {
            guard let found = value.string.flatMap(Class.init) else {
                throw .wrongMember(
                    Remark.class.rawValue, expected: Class.allCases.map(\.rawValue).joined(separator: ", "))
            }
            category = found
        } else {
            category = nil
        }
        for member in ["apple_team_id", "apple_bundle_id"] where json["config"]?[member]?.string == nil {
            throw .wrongMember("config.\(member)", expected: "a text, because programs have no default")
        }
        let head = [("name", name.jsonName), ("kind", kind.rawValue)].map {
            JSONValue.Member(key: $0.0, value: .string($0.1))
        }
        let remarks = Set(Remark.allCases.map(\.rawValue) + head.map(\.key))
        var members: [JSONValue.Member] = []
        var files: [String] = []
        for member in json.members ?? [] where !remarks.contains(member.key) {
            let value = try CaseFile.resolved(member.value, besides: path, &files)
            members.append(.init(key: member.key, value: value))
        }
        request = .object(head + members)
        self.files = files
    }

    /// A generated case, which is in no file and names no files.
    package init(generated json: JSONValue, name: String, cause: String, expected: JSONValue) {
        do throws(CaseFileError) {
            let kind = try Self.kind(of: json)
            try self.init(json, name, folder: kind.folder, name: name, expected: expected)
        } catch {
            preconditionFailure("the generator made \(name), which is no case: \(error.finding)")
        }
        self.cause = cause
    }

    private static func kind(of json: JSONValue) throws(CaseFileError) -> Kind {
        let isSigned = json["headers"] != nil
        switch json["endpoint"]?.string {
        case "devices/register": return .registration
        case "request-authentication": return .request
        case "captures": return isSigned ? .chain : .full
        case "captures/hash-only": return isSigned ? .chain : .hashOnly
        default:
            throw .wrongMember(
                "endpoint", expected: "captures, captures/hash-only, devices/register or request-authentication")
        }
    }
}

enum CaseFile {
    private static let maximumByteCount = 256 << 20

    static func bytes(_ path: String) throws(CaseFileError) -> [UInt8] {
        do throws(FileAccessError) {
            return try FileAccess.readFile(path, maximumByteCount: maximumByteCount)
        } catch {
            throw .inaccessible(error)
        }
    }

    static func json(_ path: String) throws(CaseFileError) -> JSONValue {
        let bytes = try bytes(path)
        do throws(JSONError) { return try JSONReader.read(bytes, .texts) } catch { throw .notJSON(error) }
    }

    /// Replaces each `ref` by the `base64` of the file it names, in the folder of the case or the one above.
    static func resolved(
        _ value: JSONValue, besides path: String, _ files: inout [String]
    ) throws(CaseFileError) -> JSONValue {
        switch value {
        case .array(let elements):
            var resolved: [JSONValue] = []
            for element in elements { resolved.append(try Self.resolved(element, besides: path, &files)) }
            return .array(resolved)
        case .object(let members):
            var resolved: [JSONValue.Member] = []
            for member in members {
                if member.key == "ref", let name = member.value.string {
                    let file = try file(name, besides: path)
                    files.append(file)
                    let text = String(decoding: Base64.text(of: try bytes(file)), as: UTF8.self)
                    resolved.append(.init(key: "base64", value: .string(text)))
                } else {
                    let value = try Self.resolved(member.value, besides: path, &files)
                    resolved.append(.init(key: member.key, value: value))
                }
            }
            return .object(resolved)
        default: return value
        }
    }

    private static func file(_ name: String, besides path: String) throws(CaseFileError) -> String {
        let name = String(jsonName: name)
        let steps = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !steps.contains(where: { $0.isEmpty || $0 == ".." }) else {
            throw .wrongMember("ref", expected: "the name of a file in the folder of the case or the one above")
        }
        let beside = path.folderPrefix + name
        let above = path.folderPrefix + "../" + name
        return !FileAccess.isFile(beside) && FileAccess.isFile(above) ? above : beside
    }
}
