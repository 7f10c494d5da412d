internal import CWebSources
internal import Reports

/// The embedded files of tools/web/source: `WebSources.text("depthcheck.js")`.
package enum WebSources {
    /// The paths relative to tools/web/source.
    package static let names = files.map(\.name)

    /// The contents of a file, which must exist.
    package static func text(_ name: String) -> String {
        guard let file = files.first(where: { $0.name == name }) else {
            preconditionFailure("\(name) is not among the web sources")
        }
        return String(decoding: file.bytes, as: UTF8.self)
    }

    /// The ES module `depthcheck.js` in one file, with the description inlined.
    package static var libraryModule: String {
        let lines = text("depthcheck.js").split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { line in
            line.hasSuffix("from \"./\(descriptionName)\";")
                ? "const description = \(AnalysisDescription.json);" : String(line)
        }.joined(separator: "\n")
    }

    /// The contents of a file, or of the generated description.
    static func module(_ name: String) -> String {
        name == descriptionName ? "export const description = \(AnalysisDescription.json);\n" : text(name)
    }

    private static let descriptionName = "description.js"

    private static let files: [(name: String, bytes: [UInt8])] = {
        var files: [(name: String, bytes: [UInt8])] = []
        // SAFETY: the array is constant and ends with a null name.
        var next = first_web_source
        while let source = next?.pointee, let name = source.name {
            files.append((String(cString: name), Array(UnsafeBufferPointer(start: source.bytes, count: source.count))))
            next = next?.successor()
        }
        return files
    }()
}
