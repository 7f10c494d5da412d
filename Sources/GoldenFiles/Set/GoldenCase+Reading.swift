internal import DepthAnalysis
internal import PlainText

/// Why a file of a golden set cannot be used.
package struct GoldenFormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was found, and what was expected.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Takes the members of an object one by one and complains about each that is missing, of another kind or not known.
struct MemberReader {
    private let members: [String: JSONValue]
    private let path: String
    private var unread: Set<String>

    init(_ value: JSONValue, path: String) throws(GoldenFormatError) {
        guard let members = value.members else {
            throw GoldenFormatError("\(path.isEmpty ? "the file" : path) is \(value.kindName), expected an object")
        }
        self.members = Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.value) })
        self.path = path.isEmpty ? "" : "\(path)."
        unread = Set(members.map(\.key))
    }

    mutating func value(_ key: String) throws(GoldenFormatError) -> JSONValue {
        unread.remove(key)
        guard let value = members[key] else { throw GoldenFormatError("\(path)\(key) is missing") }
        return value
    }

    mutating func optional(_ key: String) -> JSONValue? {
        unread.remove(key)
        guard let value = members[key], value != .null else { return nil }
        return value
    }

    mutating func string(_ key: String) throws(GoldenFormatError) -> String {
        try expect(try value(key), key, "a string", \.string)
    }

    mutating func optionalString(_ key: String) throws(GoldenFormatError) -> String? {
        guard let value = optional(key) else { return nil }
        return try expect(value, key, "a string or null", \.string)
    }

    mutating func whole(_ key: String) throws(GoldenFormatError) -> Int {
        try expect(try value(key), key, "a whole number", \.whole)
    }

    mutating func optionalWhole(_ key: String) throws(GoldenFormatError) -> Int? {
        guard let value = optional(key) else { return nil }
        return try expect(value, key, "a whole number or null", \.whole)
    }

    mutating func flag(_ key: String) throws(GoldenFormatError) -> Bool {
        try expect(try value(key), key, "true or false", \.flag)
    }

    func expect<Value>(
        _ value: JSONValue, _ key: String, _ expected: String, _ read: (JSONValue) -> Value?
    ) throws(GoldenFormatError) -> Value {
        guard let found = read(value) else {
            throw GoldenFormatError("\(path)\(key) is \(value.kindName), expected \(expected)")
        }
        return found
    }

    /// To be called last: a misspelt key would guard nothing.
    func finish() throws(GoldenFormatError) {
        if let key = unread.min() { throw GoldenFormatError("\(path)\(key) is not known") }
    }
}

extension GoldenCase {
    /// Reads a golden.
    ///
    /// - Throws: ``GoldenFormatError``, also for another schema version, another name than the file's, and an expected field that
    ///   nothing compares.
    init(_ json: JSONValue, name: String, folder: String) throws(GoldenFormatError) {
        var reader = try MemberReader(json, path: "")
        let schema = try reader.whole("schema_version")
        guard schema == Self.schemaVersion else {
            throw GoldenFormatError("schema_version is \(schema), expected \(Self.schemaVersion)")
        }
        self.name = try reader.string("name")
        guard self.name == name else {
            throw GoldenFormatError("name is \"\(self.name)\", expected the file's: \"\(name)\"")
        }
        self.folder = folder
        guards = try reader.string("guards")
        guard !guards.isEmpty else { throw GoldenFormatError("guards is empty, expected the rule this golden guards") }
        input = try GoldenInput(try reader.value("input"))
        let profile = try reader.string("profile")
        guard let profile = AnalysisProfile(rawValue: profile) else {
            throw GoldenFormatError("profile is \"\(profile)\", expected \"server\" or \"client\"")
        }
        self.profile = profile
        algorithmVersion = try reader.string("algorithm_version")
        provenance = try Provenance(try reader.value("provenance"))
        expected = try reader.value("expected")
        try Self.checkExpected(expected)
        try reader.finish()
    }

    private static func checkExpected(_ expected: JSONValue) throws(GoldenFormatError) {
        func check(_ value: JSONValue, _ path: String, _ prefix: String) throws(GoldenFormatError) {
            guard let members = value.members, !members.isEmpty else {
                throw GoldenFormatError("\(path) is not an object with fields")
            }
            for member in members where !(prefix.isEmpty && member.key == Field.stagesKey) {
                guard Field.named(prefix + member.key) != nil else {
                    throw GoldenFormatError("\(path).\(member.key) is no field of a result; docs/JSON.md has them all")
                }
            }
        }
        try check(expected, "expected", "")
        if let stages = expected[Field.stagesKey] { try check(stages, "expected.stages", "stages.") }
        guard expected[Field.status.rawValue]?.string != nil else {
            throw GoldenFormatError("expected.status is missing")
        }
    }
}

extension GoldenInput {
    init(_ json: JSONValue) throws(GoldenFormatError) {
        var reader = try MemberReader(json, path: "input")
        file = try reader.string("file")
        sha256 = try reader.string("sha256")
        let given = (try reader.optionalWhole("given_width"), try reader.optionalWhole("given_height"))
        switch given {
        case (let width?, let height?): self.given = MapDimensions(width: width, height: height)
        case (nil, nil): self.given = nil
        default: throw GoldenFormatError("input has one of given_width and given_height, expected both or none")
        }
        used = MapDimensions(width: try reader.whole("width"), height: try reader.whole("height"))
        sampleCount = try reader.whole("samples")
        try reader.finish()
    }
}

extension Provenance {
    init(_ json: JSONValue) throws(GoldenFormatError) {
        var reader = try MemberReader(json, path: "provenance")
        implementation = try reader.string("implementation")
        version = try reader.optionalString("version")
        toolchain = try reader.optionalString("toolchain")
        answeredOn = try reader.optionalString("answered_on")
        importedOn = try reader.string("imported_on")
        isIndependent = try reader.flag("independent")
        isFrozen = try reader.flag("frozen")
        note = try reader.optionalString("note")
        try reader.finish()
    }
}
