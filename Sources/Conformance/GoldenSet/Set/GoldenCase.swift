package import DepthAnalysis
internal import DepthFiles
package import Support

/// A stored answer with its input and provenance. The schema of the files is in `golden/README.md`.
package struct GoldenCase: Sendable, Hashable {
    /// The schema version that this module reads and writes.
    package static let schemaVersion = 1

    package var name: String
    /// The folder in the set, such as `server`.
    package var folder: String
    /// The rule of the specification that the golden guards, as a sentence.
    package var guards: String
    package var input: GoldenInput
    /// The profile whose arithmetic the answer uses.
    package var profile: AnalysisProfile
    package var algorithmVersion: String
    package var provenance: Provenance
    /// The answer: any of the fields in ``Field/compared``.
    package var expected: JSONValue
    /// The fields for which the server itself has more than one answer, by name.
    package var mayDiffer: [String: MayDiffer] = [:]

    /// The folder and name, unique in a set.
    package var id: String { "\(folder)/\(name)" }
    /// The name of the input, which identifies the request within a profile.
    package var inputName: String { GoldenSet.inputName(input.file) }
    /// Whether the answer includes intermediate results.
    var hasStages: Bool { expected[Field.stagesKey] != nil }
}

package struct GoldenInput: Sendable, Hashable {
    package var file: String
    /// Whether the request is for the file as the server reads it, rather than for its samples.
    package var isWholeFile = false
    /// SHA-256 in hexadecimal, of the unpacked float32 samples (which do not change when repacked) or of the whole
    /// file.
    package var sha256: String
    /// The dimensions given with the map; nil if they are inferred.
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

/// The origin of an answer.
package struct Provenance: Sendable, Hashable {
    package var implementation: String
    package var version: String?
    package var toolchain: String?
    /// The day of the answer, such as `2026-11-21`, if known.
    package var answeredOn: String?
    package var importedOn: String
    /// Whether the answer comes from a program other than depthcheck. Goldens made by the code under test drift
    /// with it.
    package var isIndependent: Bool
    /// Whether this golden must never be replaced: it is an external reference that cannot be reproduced here.
    package var isFrozen: Bool
    /// Anything else a reader should know, such as that the answer is not the real server's.
    package var note: String?
}

/// Patterns with `*` for any text and `?` for any one character.
package enum Pattern {
    package static func any(_ patterns: [String], match names: [String]) -> Bool {
        patterns.isEmpty || patterns.contains { pattern in names.contains { matches(pattern[...], $0[...]) } }
    }

    /// Matches character by character. Only the last `*` is retried, one character further each time, because an
    /// earlier one could not match more. The time is at most proportional to the product of the lengths.
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

// The file format of goldens. The schema is in golden/README.md.

extension GoldenCase {
    /// Reads a golden. A different schema version, a name that differs from the file or the input, and an expected
    /// field that is never compared are errors too.
    init(_ json: JSONValue, name: String, folder: String) throws(GoldenFormatError) {
        var reader = try MemberReader(json, path: "")
        try reader.requireSchema(Self.schemaVersion)
        self.name = try reader.string("name")
        guard self.name.isExactly(name) else {
            throw .wrongValue("name", found: .string(self.name), expected: .fileName(name))
        }
        self.folder = folder
        guards = try reader.string("guards")
        guard !guards.isEmpty else { throw .wrongValue("guards", found: .string(guards), expected: .rule) }
        input = try GoldenInput(try reader.value("input"))
        // Missing goldens are detected by input name, so each golden must have the name of its input.
        guard GoldenSet.inputName(input.file.lastPathPart).isExactly(name) else {
            throw .wrongValue("input.file", found: .string(input.file), expected: .inputFile(name))
        }
        profile = try reader.profile("profile")
        algorithmVersion = try reader.string("algorithm_version")
        provenance = try Provenance(try reader.value("provenance"))
        expected = try reader.value("expected")
        try Self.checkExpected(expected)
        for member in try reader.optional("may_differ", .object, \.members) ?? [] {
            guard Field.named(member.key)?.kind == .real, expected[member.key] != nil else {
                throw .notAField("may_differ.\(member.key)")
            }
            mayDiffer[member.key] = try MayDiffer(member.value, path: "may_differ.\(member.key)", profile)
        }
        try reader.finish()
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
    fileprivate init(
        _ json: JSONValue, path: String, _ profile: AnalysisProfile
    ) throws(GoldenFormatError) {
        var reader = try MemberReader(json, path: path)
        accepted = []
        for element in try reader.elements("accepted") {
            accepted.append(try reader.expect(element, "accepted", .number) { profile.real($0) })
        }
        why = try reader.string("why")
        try reader.finish()
    }
}

extension GoldenInput {
    fileprivate init(_ json: JSONValue) throws(GoldenFormatError) {
        var reader = try MemberReader(json, path: "input")
        file = try reader.string("file")
        let ofFile = try reader.optionalString("file_sha256")
        isWholeFile = ofFile != nil
        sha256 = if let ofFile { ofFile } else { try reader.string("sha256") }
        let given = (try reader.optionalWhole("given_width"), try reader.optionalWhole("given_height"))
        switch given {
        case (let width?, let height?): self.given = MapDimensions(width: width, height: height)
        case (nil, nil): self.given = nil
        default: throw .halfOfGivenDimensions
        }
        used = MapDimensions(width: try reader.whole("width"), height: try reader.whole("height"))
        sampleCount = try reader.whole("samples")
        try reader.finish()
    }
}

extension Provenance {
    fileprivate init(_ json: JSONValue) throws(GoldenFormatError) {
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

extension GoldenCase {
    var text: String {
        var writer = JSONWriter(.indented)
        writer.object { writer in
            writer.member("schema_version", Self.schemaVersion)
            writer.member("name", name)
            writer.member("guards", guards)
            writer.key("input")
            writer.object { writer in
                writer.member("file", input.file)
                writer.member(input.isWholeFile ? "file_sha256" : "sha256", input.sha256)
                writer.member("given_width", input.given?.width)
                writer.member("given_height", input.given?.height)
                writer.member("width", input.used.width)
                writer.member("height", input.used.height)
                writer.member("samples", input.sampleCount)
            }
            writer.member("profile", profile.rawValue)
            writer.member("algorithm_version", algorithmVersion)
            writer.key("provenance")
            writer.object { writer in
                writer.member("implementation", provenance.implementation)
                writer.member("version", provenance.version)
                writer.member("toolchain", provenance.toolchain)
                writer.member("answered_on", provenance.answeredOn)
                writer.member("imported_on", provenance.importedOn)
                writer.member("independent", provenance.isIndependent)
                writer.member("frozen", provenance.isFrozen)
                if let note = provenance.note { writer.member("note", note) }
            }
            if !mayDiffer.isEmpty {
                writer.key("may_differ")
                writer.object { writer in
                    for (field, numbers) in mayDiffer.sorted(by: { $0.key < $1.key }) {
                        writer.key(field)
                        writer.object { writer in
                            writer.key("accepted")
                            writer.value(.array(numbers.accepted.map { .number($0.description) }))
                            writer.member("why", numbers.why)
                        }
                    }
                }
            }
            writer.key("expected")
            writer.value(expected)
        }
        return writer.text + "\n"
    }
}

extension GoldenCase {
    package static var schema: JSONSchema {
        let dimensions: KeyValuePairs<String, JSONSchema> = [
            "given_width": .count.orNull, "given_height": .count.orNull, "width": .count, "height": .count,
            "samples": .count,
        ]
        let inputs = ["sha256", "file_sha256"].map { key in
            JSONSchema.object(
                JSONSchema.members(["file": .string, key: .hexadecimal]) + JSONSchema.members(dimensions))
        }
        let provenance = JSONSchema.object(
            [
                "implementation": .string, "version": .string.orNull, "toolchain": .string.orNull,
                "answered_on": .string.orNull, "imported_on": .string, "independent": .flag, "frozen": .flag,
            ], optional: ["note": .string.orNull])
        let numbers = Field.allCases.filter { $0.kind == .real && !$0.isInStages }.map(\.rawValue)
        let status = JSONSchema.Member(Field.status.rawValue, Field.status.schema)
        let fields = Field.answerMembers.filter { $0.name != Field.status.rawValue }
        return .object(
            [
                "schema_version": .constant(schemaVersion), "name": .string, "guards": .string,
                "input": .anyOf(inputs), "profile": .words(AnalysisProfile.self), "algorithm_version": .string,
                "provenance": provenance, "expected": .object([status] + fields),
            ],
            optional: [
                "may_differ": .map(of: .object(["accepted": .list(of: .number), "why": .string]), names: numbers)
            ])
    }
}
