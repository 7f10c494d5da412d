package import Support

/// The analysis as WebAssembly, which `tools/web/build` makes, for pages that analyse.
package struct WebModule {
    /// What a page holds: the module with SIMD, without, and the reader of gzip; what was asked for besides.
    package let data: [WebPage.DataBlock]

    private static let names = ["depthcheck.wasm", "depthcheck-nosimd.wasm", "depthcheck-gzip.wasm"]

    /// The modules in a folder, as gzip files.
    ///
    /// - Parameter candidates: whether those beside the verdict are to be measured, which is a module of its own.
    /// - Throws: `FileAccessError` for the first that cannot be read.
    package init(folder: String, candidates: Bool = false) throws(FileAccessError) {
        var data: [WebPage.DataBlock] = []
        for name in Self.names + (candidates ? ["depthcheck-candidates.wasm"] : []) {
            let bytes = try FileAccess.readFile("\(folder)/\(name).gz", maximumByteCount: 1 << 20)
            data.append(WebPage.DataBlock(id: name, bytes: bytes))
        }
        self.data = data
    }

    /// The modules that belong to the program that runs: in `share/depthcheck` beside its folder, where they are
    /// installed, or in the folder `web` of the build that it is part of. Nil where there are none.
    ///
    /// - Throws: `FileAccessError` for what is there and cannot be read, or where the program cannot be found.
    package static func installed() throws(FileAccessError) -> WebModule? {
        guard let program = FileAccess.runningProgram else { throw FileAccessError("/proc/self/exe", .missing) }
        let parts = program.split(separator: "/").dropLast()
        var folders: [String] = []
        func folder(_ parts: some Sequence<Substring>) -> String { parts.map { "/" + $0 }.joined() }
        if parts.last == "bin" { folders.append(folder(parts.dropLast()) + "/share/depthcheck") }
        if let build = parts.lastIndex(of: ".build") { folders.append(folder(parts[...build]) + "/web") }
        for folder in folders {
            do throws(FileAccessError) {
                return try WebModule(folder: folder)
            } catch {
                guard error.reason == .missing else { throw error }
            }
        }
        return nil
    }
}
