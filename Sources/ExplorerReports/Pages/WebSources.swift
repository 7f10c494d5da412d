internal import CWebSources
internal import Reports
package import Support

/// The embedded files of tools/web/source: `WebSources.text("depthcheck.js")`.
package enum WebSources {
    package static let names = files.map(\.name)

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

/// The analysis as WebAssembly modules, built by `tools/web/build`, for pages that analyse maps.
package struct WebModule {
    /// The modules of the analysis, of the gzip reader and, if requested, of the candidates.
    package let data: [WebPage.DataBlock]

    private static let names = ["depthcheck.wasm", "depthcheck-gzip.wasm"]

    /// Reads the gzipped modules in a folder.
    package init(folder: String, candidates: Bool = false) throws(FileAccessError) {
        var data: [WebPage.DataBlock] = []
        for name in Self.names + (candidates ? ["depthcheck-candidates.wasm"] : []) {
            let bytes = try FileAccess.readFile("\(folder)/\(name).gz", maximumByteCount: 1 << 20)
            data.append(WebPage.DataBlock(id: name, bytes: bytes))
        }
        self.data = data
    }

    /// The modules of the running program: from `share/depthcheck` beside its folder `bin`, or from the folder `web` of
    /// its build; nil if they are in neither.
    package static func installed() throws(FileAccessError) -> WebModule? {
        guard let program = FileAccess.runningProgram else { throw FileAccessError("/proc/self/exe", .missing) }
        let parts = program.split(separator: "/").dropLast()
        var folders: [String] = []
        func folder(_ parts: some Sequence<Substring>) -> String { parts.map { "/" + $0 }.joined() }
        if parts.last == "bin" { folders.append(folder(parts.dropLast()) + "/share/depthcheck") }
        if let build = parts.lastIndex(of: ".build") { folders.append(folder(parts[...build]) + "/web") }
        for folder in folders {
            do throws(FileAccessError) { return try WebModule(folder: folder) } catch {
                guard error.reason == .missing else { throw error }
            }
        }
        return nil
    }
}
