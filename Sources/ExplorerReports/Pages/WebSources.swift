internal import CWebSources
internal import Reports

/// The files of tools/web/source that pages are put together from, `WebSources.text("depthcheck.js")`.
package enum WebSources {
    /// Their paths from that folder.
    package static let names = files.map(\.name)

    /// What stands in a file. There is one of that name, or the pages are wrong.
    package static func text(_ name: String) -> String {
        guard let file = files.first(where: { $0.name == name }) else {
            preconditionFailure("\(name) is not among the web sources")
        }
        return String(decoding: file.bytes, as: UTF8.self)
    }

    /// The ES module `depthcheck.js` as one file, with the description in the place where it is imported.
    package static var libraryModule: String {
        let lines = text("depthcheck.js").split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { line in
            line.hasSuffix("from \"./\(descriptionName)\";")
                ? "const description = \(AnalysisDescription.json);" : String(line)
        }.joined(separator: "\n")
    }

    /// What stands in a file or in the description of the analysis, which is none.
    static func module(_ name: String) -> String {
        name == descriptionName ? "export const description = \(AnalysisDescription.json);\n" : text(name)
    }

    private static let descriptionName = "description.js"

    private static let files: [(name: String, bytes: [UInt8])] = {
        var files: [(name: String, bytes: [UInt8])] = []
        // SAFETY: the list is constant and ends with an entry without a name.
        var next = first_web_source
        while let source = next?.pointee, let name = source.name {
            files.append((String(cString: name), Array(UnsafeBufferPointer(start: source.bytes, count: source.count))))
            next = next?.successor()
        }
        return files
    }()
}
