package import DepthAnalysis
package import Support

/// The properties of a golden set: the place of its inputs, its folders, and the allowed tolerances.
package struct Manifest: Sendable, Hashable {
    package static let fileName = "manifest.json"
    package static let schemaVersion = 2

    /// One folder of the set. It must have a golden for each input unless one is excused.
    package struct Folder: Sendable, Hashable {
        package let name: String
        package let profile: AnalysisProfile
        /// The folder that this one complements: only inputs whose golden there lacks stages need a golden here.
        package let completes: String?
        /// The folder below ``Manifest/fixtures`` in which every file is an input as a whole, with or without a
        /// map; nil if the inputs are the maps of ``Manifest/fixtures`` itself.
        package let inputs: String?
        package let withoutGolden: [ExactText: String]
    }

    package let fixtures: String
    package let folders: [Folder]
    private let clientTolerances: [String: Tolerance]

    /// The manifest of a new set: a folder of goldens for each profile, and one for whole files.
    static func standard(fixtures: String) -> Manifest {
        func folder(_ name: String, _ profile: AnalysisProfile, inputs: String? = nil) -> Folder {
            Folder(name: name, profile: profile, completes: nil, inputs: inputs, withoutGolden: [:])
        }
        let folders =
            [folder(wholeFiles, .server, inputs: wholeFiles)]
            + AnalysisProfile.allCases.map { folder($0.rawValue, $0) }
        return Manifest(
            fixtures: fixtures, folders: folders, clientTolerances: [Field.edgeCoherence.path: Tolerance(ulp: 1)])
    }

    private static let wholeFiles = "containers"

    private init(fixtures: String, folders: [Folder], clientTolerances: [String: Tolerance]) {
        (self.fixtures, self.folders, self.clientTolerances) = (fixtures, folders, clientTolerances)
    }

    package func folder(_ name: String) -> Folder? { folders.first { $0.name.isExactly(name) } }

    /// The tolerances by field. All other fields are compared exactly, as are all fields of the server.
    package func tolerances(_ profile: AnalysisProfile) -> [String: Tolerance] {
        profile == .client ? clientTolerances : [:]
    }

    init(_ json: JSONValue) throws(GoldenFormatError) {
        let reader = try GoldenReader(json, path: "")
        try reader.requireSchema(Self.schemaVersion)
        fixtures = try reader.required("fixtures", .string)
        let tolerances = try GoldenReader(try reader.required("tolerances", .any), path: "tolerances")
        clientTolerances = try Self.tolerances(try tolerances.required(AnalysisProfile.client.rawValue, .object))
        try tolerances.requireMembers(among: [AnalysisProfile.client.rawValue])
        var folders: [Folder] = []
        for member in try reader.required("folders", .object) { folders.append(try Folder(member)) }
        for folder in folders {
            if let completed = folder.completes, !folders.contains(where: { $0.name.isExactly(completed) }) {
                throw .wrongValue("folders.\(folder.name).completes", found: .string(completed), expected: .folder)
            }
        }
        self.folders = folders.sorted { ExactText($0.name) < ExactText($1.name) }
        try reader.requireMembers(among: Self.schema.memberNames)
    }

    private static func tolerances(_ members: [JSONValue.Member]) throws(GoldenFormatError) -> [String: Tolerance] {
        let path = "tolerances.\(AnalysisProfile.client.rawValue)"
        var tolerances: [String: Tolerance] = [:]
        for member in members {
            let field = Field.named(member.key)
            guard field?.kind == .real || field?.kind == .reals else {
                throw .toleranceOfExactField("\(path).\(member.key)")
            }
            tolerances[member.key] = try Tolerance(member.value, path: "\(path).\(member.key)")
        }
        return tolerances
    }
}

extension Manifest.Folder {
    fileprivate init(_ member: JSONValue.Member) throws(GoldenFormatError) {
        let reader = try GoldenReader(member.value, path: "folders.\(member.key)")
        name = member.key
        profile = try reader.profile()
        completes = try reader.optional("completes", .string.orNull)
        inputs = try reader.optional("inputs", .string.orNull)
        var reasons: [ExactText: String] = [:]
        for excuse in try reader.required("without_golden", .object) {
            let reason = try reader.expect(
                excuse.value, at: "without_golden.\(excuse.key)", "the reason, as a string", \.string)
            reasons[ExactText(excuse.key)] = reason
        }
        withoutGolden = reasons
        try reader.requireMembers(among: Self.schema.memberNames)
    }
}

extension Tolerance {
    fileprivate init(_ json: JSONValue, path: String) throws(GoldenFormatError) {
        let reader = try GoldenReader(json, path: path)
        func limit(_ key: String) throws(GoldenFormatError) -> Double? {
            guard let limit = try reader.optional(key, .number) else { return nil }
            guard limit.isFinite, limit >= 0 else { throw .notALimit("\(path).\(key)", found: limit) }
            return limit
        }
        self.init(absolute: try limit("absolute"), relative: try limit("relative"))
        if let ulp = try reader.optional("ulp", .whole.orNull) {
            guard ulp >= 0 else { throw .notALimit("\(path).ulp", found: Double(ulp)) }
            self.ulp = UInt64(ulp)
        }
        guard !isExact else { throw .toleranceWithoutLimit(path) }
        try reader.requireMembers(among: Self.schema.memberNames)
    }
}

extension Manifest {
    package static let schema = JSONSchema.object([
        "schema_version": .constant(schemaVersion), "fixtures": .string,
        "tolerances": .object([AnalysisProfile.client.rawValue: .map(of: Tolerance.schema, names: inexactFields)]),
        "folders": .map(of: Folder.schema),
    ])

    private static let inexactFields = Field.allCases.filter { $0.kind == .real || $0.kind == .reals }.map(\.rawValue)
}

extension Manifest.Folder {
    fileprivate static let schema = JSONSchema.object(
        ["profile": .words(AnalysisProfile.self), "without_golden": .map(of: .string)],
        optional: ["completes": .string, "inputs": .string])
}

extension Tolerance {
    fileprivate static let schema = JSONSchema.object(
        [:], optional: ["absolute": .number, "relative": .number, "ulp": .count])
}

extension GoldenSet {
    package static func manifestPath(_ path: String) -> String { "\(path)/\(Manifest.fileName)" }

    /// Makes a set without goldens: its folders, and a manifest with every member.
    package static func create(_ path: String, fixtures: String, profile: AnalysisProfile) throws(FileAccessError) {
        for folder in [path, "\(path)/\(profile.rawValue)", fixtures] { try FileAccess.createFolders(folder) }
        let manifest = Manifest.text(fixtures: relativePath(of: fixtures, from: path), profile: profile)
        try FileAccess.write(Array(manifest.utf8), to: manifestPath(path))
    }

    private static func relativePath(of folder: String, from start: String) -> String {
        guard let folder = FileAccess.resolved(folder), let start = FileAccess.resolved(start) else { return folder }
        let (parts, ups) = (folder.split(separator: "/"), start.split(separator: "/"))
        let common = zip(parts, ups).prefix { $0.0 == $0.1 }.count
        let steps = Array(repeating: "..", count: ups.count - common) + parts.dropFirst(common).map(String.init)
        return steps.isEmpty ? "." : steps.joined(separator: "/")
    }
}

extension Manifest {
    fileprivate static func text(fixtures: String, profile: AnalysisProfile) -> String {
        func object(_ members: (String, JSONValue)...) -> JSONValue {
            .object(members.map { JSONValue.Member(key: $0.0, value: $0.1) })
        }
        let folder = object(("profile", .string(profile.rawValue)), ("without_golden", .object([])))
        var writer = JSONWriter(.indented, .texts)
        writer.value(
            object(
                ("schema_version", .number("\(schemaVersion)")), ("fixtures", .string(fixtures)),
                ("tolerances", object((AnalysisProfile.client.rawValue, .object([])))),
                ("folders", object((profile.rawValue, folder)))))
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }
}
