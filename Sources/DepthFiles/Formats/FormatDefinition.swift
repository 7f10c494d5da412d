import DepthAnalysis

/// One depth format: its words, its extensions, its reader and its writer.
struct FormatDefinition: Sendable {
    var noun: String
    /// The name in lists, such as "PFM"; nil if it is the noun.
    var shortName: String?
    var article = "a"
    var codeStart: String?
    var extensions: [String] = []
    /// The extension that only this format has, so that a file with it but with other contents is damaged.
    var ownedExtension: FileExtension?
    /// The expected contents of a file, after "expected" in an error.
    var content: String
    /// The remedy for a file with other contents.
    var remedy: String
    /// The library that decodes it, whose warnings are passed on.
    var decoder = "depthcheck"
    var libraryRemedy = "reinstall depthcheck"
    var stored: StoredFormat?
    /// Nil for formats that depthcheck only reads.
    var encode: (@Sendable (_ map: DepthMap, _ format: WrittenFormat) throws(WritingError) -> [UInt8])?
}

extension DepthFileFormat {
    /// For help texts: "float32, float16 and uint16 samples, bare or in gzip, …; PNG, … files".
    package static var listText: String {
        let bare = allCases.filter { $0.definition.stored == nil }
        let stored = allCases.filter { $0.definition.stored != nil }
        return "\(list(bare.map(\.shortName), "and")) samples, bare or in "
            + "\(list(DepthContainer.allCases.compactMap(\.compression), "or")); "
            + "\(list(stored.map(\.shortName), "and")) files"
    }
}

private func list(_ names: [String], _ conjunction: String) -> String {
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return "\(names.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
}

// Samples without a header: the dimensions are not stored.

extension FormatDefinition {
    static let float32 = FormatDefinition(
        noun: "float32 file", shortName: "float32", extensions: ["bin", "f32", "depth", "raw"],
        content: "float32 samples", remedy: "write the samples as float32",
        encode: { (map, format) throws(WritingError) in
            try format.requirePackable(4 * map.samples.count)
            return DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: map), as: format.container)
        })

    static let float16 = FormatDefinition(
        noun: "float16 file", shortName: "float16", content: "float16 samples", remedy: "write the samples as float32",
        encode: { (map, format) throws(WritingError) in
            try format.requirePackable(2 * map.samples.count)
            return DepthFileWriter.pack(float16Bytes(of: map.samples), as: format.container)
        })

    static let uint16 = FormatDefinition(
        noun: "uint16 file", shortName: "uint16", content: "uint16 samples", remedy: "write the samples as float32")
}
