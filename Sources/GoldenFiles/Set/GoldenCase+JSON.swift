internal import DepthAnalysis
internal import PlainText

// A golden as it lies in its file: read and written. The schema is in golden/README.md.

extension GoldenCase {
    /// Reads a golden.
    ///
    /// - Throws: ``GoldenFormatError``, also for another schema version, another name than the file's and the input's,
    ///   and an expected field that nothing compares.
    init(_ json: JSONValue, name: String, folder: String) throws(GoldenFormatError) {
        var reader = try MemberReader(json, path: "")
        try reader.requireSchema(Self.schemaVersion)
        self.name = try reader.string("name")
        guard self.name == name else { throw .wrongValue("name", found: .string(self.name), expected: .fileName(name)) }
        self.folder = folder
        guards = try reader.string("guards")
        guard !guards.isEmpty else { throw .wrongValue("guards", found: .string(guards), expected: .rule) }
        input = try GoldenInput(try reader.value("input"))
        // What is expected of a folder is known by the inputs alone, so each golden has the name of its own.
        guard GoldenSet.inputName(input.file) == name else {
            throw .wrongValue("input.file", found: .string(input.file), expected: .inputFile(name))
        }
        profile = try reader.profile("profile")
        algorithmVersion = try reader.string("algorithm_version")
        provenance = try Provenance(try reader.value("provenance"))
        expected = try reader.value("expected")
        try Self.checkExpected(expected)
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

extension GoldenInput {
    fileprivate init(_ json: JSONValue) throws(GoldenFormatError) {
        var reader = try MemberReader(json, path: "input")
        file = try reader.string("file")
        sha256 = try reader.string("sha256")
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
                writer.member("sha256", input.sha256)
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
            writer.key("expected")
            writer.value(expected)
        }
        return writer.text + "\n"
    }
}
