internal import DepthAnalysis
internal import PlainText

extension GoldenCase {
    /// The golden as the text of its file.
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
                writer.key("independent")
                writer.value(provenance.isIndependent)
                writer.key("frozen")
                writer.value(provenance.isFrozen)
                if let note = provenance.note { writer.member("note", note) }
            }
            writer.key("expected")
            writer.value(expected)
        }
        return writer.text + "\n"
    }
}

extension JSONWriter {
    mutating func member(_ key: String, _ value: String?) {
        self.key(key)
        if let value { self.value(value) } else { null() }
    }

    mutating func member(_ key: String, _ value: Int?) {
        self.key(key)
        if let value { self.value(value) } else { null() }
    }
}
