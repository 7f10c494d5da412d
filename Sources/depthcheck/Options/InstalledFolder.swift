import Support

/// A folder of this project that an installation has as well, in `PREFIX/share/depthcheck/conformance`.
enum InstalledFolder {
    /// The folder in the working folder or, if there is none, the installed one beside the running command; the
    /// former if both are absent.
    static func path(of name: String) -> String {
        if FileAccess.isFolder(name) { return name }
        // PREFIX/bin/depthcheck
        guard let program = FileAccess.runningProgram else { return name }
        let installed = program.folderPrefix + "../share/depthcheck/conformance/" + name
        return FileAccess.resolved(installed) ?? name
    }
}
