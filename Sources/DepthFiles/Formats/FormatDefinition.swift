import DepthAnalysis

/// One depth format: its words, its extensions, its reader and its writer.
struct FormatDefinition: Sendable {
    /// The name without an article, such as "PNG".
    var noun: String
    /// Its name in lists, such as "PFM"; nil for the noun.
    var shortName: String?
    var article = "a"
    /// The start of its codes; nil for the name of its case.
    var codeStart: String?
    var extensions: [String] = []
    /// The expected contents of a file, after "expected" in an error.
    var content: String
    /// The remedy for a file with other contents.
    var remedy: String
    /// The library that decodes it, whose warnings are passed on.
    var decoder = "depthcheck"
    var libraryRemedy = "reinstall depthcheck"
    /// Nil for bare samples, whose files do not store their dimensions.
    var stored: StoredFormat?
    /// Nil for formats that depthcheck only reads.
    var encode: (@Sendable (_ map: DepthMap, _ format: WrittenFormat) throws(WritingError) -> [UInt8])?
}
