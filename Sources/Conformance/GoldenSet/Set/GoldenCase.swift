package import DepthAnalysis
internal import DepthFiles
package import Support

/// A stored answer with its input and provenance. The schema of the files is in `golden/README.md`.
package struct GoldenCase: Sendable, Hashable {
    package static let schemaVersion = 1

    package var name: String
    package var folder: String
    /// The rule of the specification that the golden guards, as a sentence.
    package var guards: String
    package var input: GoldenInput
    package var profile: AnalysisProfile
    package var algorithmVersion: String
    package var provenance: Provenance
    /// The answer: any of the fields in ``Field/compared``.
    package var expected: JSONValue
    /// The fields for which the server itself has more than one answer, by name.
    package var mayDiffer: [String: MayDiffer] = [:]

    package var id: String { "\(folder)/\(name)" }
    /// The name of the input, which identifies the request within a profile.
    package var inputName: String { GoldenSet.inputName(input.file) }
    var hasStages: Bool { expected[Field.stagesKey] != nil }
}

package struct GoldenInput: Sendable, Hashable {
    package var file: String
    /// Whether the request is for the file as the server reads it, rather than for its samples.
    package var isWholeFile = false
    /// SHA-256 in hexadecimal, of the unpacked float32 samples (which do not change when repacked) or of the whole
    /// file.
    package var sha256: String
    package var given: MapDimensions?
    /// The dimensions that the server used; 0 if it has no map. Their product may differ from `sampleCount`.
    package var used: MapDimensions
    package var sampleCount: Int
}

/// A number that varies between instances of the server itself.
package struct MayDiffer: Sendable, Hashable {
    /// The accepted alternatives to the stored value, compared bitwise.
    package var accepted: [Double]
    package var why: String
}

package struct Provenance: Sendable, Hashable {
    package var implementation: String
    package var version: String?
    package var toolchain: String?
    package var answeredOn: String?
    package var importedOn: String
    /// Whether the answer comes from a program other than depthcheck.
    package var isIndependent: Bool
    /// Whether this golden must never be replaced: it is an external reference that cannot be reproduced here.
    package var isFrozen: Bool
    package var note: String?
}

/// Patterns with `*` for any text and `?` for any one character.
package enum Pattern {
    /// Whether a name matches a filter (or there are no filters) and no name matches an exclusion.
    static func selects(_ names: [String], filters: [String], excluded: [String]) -> Bool {
        any(filters, match: names) && (excluded.isEmpty || !any(excluded, match: names))
    }

    package static func any(_ patterns: [String], match names: [String]) -> Bool {
        patterns.isEmpty || patterns.contains { pattern in names.contains { matches(pattern[...], $0[...]) } }
    }

    /// Matches character by character.
    static func matches(_ pattern: Substring, _ text: Substring) -> Bool {
        var (pattern, text) = (pattern, text)
        var afterStar: (pattern: Substring, text: Substring)?
        while !(pattern.isEmpty && text.isEmpty) {
            if pattern.first == "*" {
                pattern.removeFirst()
                afterStar = (pattern, text)
            } else if let wanted = pattern.first, let found = text.first, wanted == "?" || wanted == found {
                pattern.removeFirst()
                text.removeFirst()
            } else if let star = afterStar, !star.text.isEmpty {
                afterStar = (star.pattern, star.text.dropFirst())
                (pattern, text) = (star.pattern, star.text.dropFirst())
            } else {
                return false
            }
        }
        return true
    }
}

extension GoldenCase {
    /// Reads a golden.
    init(_ json: JSONValue, name: String, folder: String) throws(GoldenFormatError) {
        let reader = try GoldenReader(json, path: "")
        try reader.requireSchema(Self.schemaVersion)
        self.name = try reader.required("name", .string)
        guard self.name.isExactly(name) else {
            throw .wrongValue("name", found: .string(self.name), expected: .fileName(name))
        }
        self.folder = folder
        guards = try reader.required("guards", .string)
        guard !guards.isEmpty else { throw .wrongValue("guards", found: .string(guards), expected: .rule) }
        input = try GoldenInput(try reader.required("input", .any))
        // Missing goldens are detected by input name, so each golden must have the name of its input.
        guard GoldenSet.inputName(input.file.lastPathPart).isExactly(name) else {
            throw .wrongValue("input.file", found: .string(input.file), expected: .inputFile(name))
        }
        profile = try reader.profile()
        algorithmVersion = try reader.required("algorithm_version", .string)
        provenance = try Provenance(try reader.required("provenance", .any))
        expected = try reader.required("expected", .any)
        try Self.checkExpected(expected)
        for member in try reader.optional("may_differ", .object) ?? [] {
            guard Field.named(member.key)?.kind == .real, expected[member.key] != nil else {
                throw .notAField("may_differ.\(member.key)")
            }
            mayDiffer[member.key] = try MayDiffer(member.value, path: "may_differ.\(member.key)", profile)
        }
        try reader.requireMembers(among: Self.shape.names)
    }

    private static func checkExpected(_ expected: JSONValue) throws(GoldenFormatError) {
        func check(_ value: JSONValue, _ path: String, _ prefix: String) throws(GoldenFormatError) {
            guard let members = value.members, !members.isEmpty else { throw .withoutFields(path) }
            for member in members where !(prefix.isEmpty && member.key == Field.stagesKey) {
                guard Field.named(prefix + member.key) != nil else { throw .notAField("\(path).\(member.key)") }
            }
        }
        try check(expected, "expected", "")
        if let stages = expected[Field.stagesKey] { try check(stages, "expected.stages", "stages.") }
        guard expected[Field.status.rawValue]?.string != nil else { throw .missing("expected.status") }
    }
}

extension MayDiffer {
    fileprivate init(_ json: JSONValue, path: String, _ profile: AnalysisProfile) throws(GoldenFormatError) {
        let reader = try GoldenReader(json, path: path)
        accepted = []
        for element in try reader.required("accepted", .array) {
            accepted.append(try reader.expect(element, at: "accepted", JSONKind.number.name) { profile.real($0) })
        }
        why = try reader.required("why", .string)
        try reader.requireMembers(among: Self.shape.names)
    }
}

extension GoldenInput {
    fileprivate init(_ json: JSONValue) throws(GoldenFormatError) {
        let reader = try GoldenReader(json, path: "input")
        file = try reader.required("file", .string)
        let ofFile = try reader.optional(Self.fileDigest, .string.orNull)
        isWholeFile = ofFile != nil
        sha256 = if let ofFile { ofFile } else { try reader.required("sha256", .string) }
        let given = (
            try reader.optional("given_width", .whole.orNull), try reader.optional("given_height", .whole.orNull)
        )
        switch given {
        case (let width?, let height?): self.given = MapDimensions(width: width, height: height)
        case (nil, nil): self.given = nil
        default: throw .halfOfGivenDimensions
        }
        used = MapDimensions(width: try reader.required("width", .whole), height: try reader.required("height", .whole))
        sampleCount = try reader.required("samples", .whole)
        try reader.requireMembers(among: Self.members(isWholeFile: isWholeFile).names + [Self.fileDigest])
    }
}

extension Provenance {
    fileprivate init(_ json: JSONValue) throws(GoldenFormatError) {
        let reader = try GoldenReader(json, path: "provenance")
        implementation = try reader.required("implementation", .string)
        version = try reader.optional("version", .string.orNull)
        toolchain = try reader.optional("toolchain", .string.orNull)
        answeredOn = try reader.optional("answered_on", .string.orNull)
        importedOn = try reader.required("imported_on", .string)
        isIndependent = try reader.required("independent", .flag)
        isFrozen = try reader.required("frozen", .flag)
        note = try reader.optional("note", .string.orNull)
        try reader.requireMembers(among: Self.shape.names)
    }
}

extension GoldenCase {
    var text: String { Self.shape.text(of: self) + "\n" }

    package static let shape = Shape<GoldenCase> {
        Member("schema_version", .constant(schemaVersion)) { _ in schemaVersion }
        Member("name", .text) { $0.name }
        Member("guards", .text) { $0.guards }
        Member("input", GoldenInput.shape) { $0.input }
        Member("profile", .word) { $0.profile }
        Member("algorithm_version", .text) { $0.algorithmVersion }
        Member("provenance", Provenance.shape) { $0.provenance }
        Member("may_differ", .map(of: MayDiffer.shape, names: MayDiffer.fields), or: .absent) { golden in
            golden.mayDiffer.isEmpty ? nil : golden.mayDiffer.sorted { $0.key < $1.key }
        }.listedLast
        Member("expected", Shape(.object([status] + otherFields)) { $1.value($0) }) { $0.expected }
    }

    private static let status = JSONSchema.Member(Field.status.rawValue, Field.status.schema)
    private static let otherFields = Field.answerMembers.filter { $0.name != Field.status.rawValue }
}

extension GoldenInput {
    fileprivate static let shape = Shape<GoldenInput>(anyOf: [
        members(isWholeFile: false).when { $0.isWholeFile ? nil : $0 },
        members(isWholeFile: true).when { $0.isWholeFile ? $0 : nil },
    ])

    fileprivate static func members(isWholeFile: Bool) -> Shape<GoldenInput> {
        Shape {
            Member("file", .text) { $0.file }
            Member(isWholeFile ? fileDigest : "sha256", .hexadecimal) { $0.sha256 }
            Member("given_width", .count, or: .null) { $0.given?.width }
            Member("given_height", .count, or: .null) { $0.given?.height }
            Member("width", .count) { $0.used.width }
            Member("height", .count) { $0.used.height }
            Member("samples", .count) { $0.sampleCount }
        }
    }

    private static let fileDigest = "file_sha256"
}

extension Provenance {
    fileprivate static let shape = Shape<Provenance> {
        Member("implementation", .text) { $0.implementation }
        Member("version", .text, or: .null) { $0.version }
        Member("toolchain", .text, or: .null) { $0.toolchain }
        Member("answered_on", .text, or: .null) { $0.answeredOn }
        Member("imported_on", .text) { $0.importedOn }
        Member("independent", .flag) { $0.isIndependent }
        Member("frozen", .flag) { $0.isFrozen }
        Member("note", .text, or: .absentOrNull) { $0.note }
    }
}

extension MayDiffer {
    fileprivate static let fields = Field.allCases.filter { $0.kind == .real && !$0.isInStages }.map(\.rawValue)

    fileprivate static let shape = Shape<MayDiffer> {
        Member("accepted", .list(of: .number)) { $0.accepted }
        Member("why", .text) { $0.why }
    }
}
