/// Where a file is, or would be: the same for all paths that lead there, through links, and for all its hard links.
package enum FilePlace: Hashable {
    case file(FileStatus.Identity)
    /// A pipe, with or without a name.
    case pipe(FileStatus.Identity)
    /// Nothing is there yet.
    case name(ExactText, folder: FileStatus.Identity)

    /// The place of what a stream is connected to; nil for a device.
    package init?(of stream: Terminal.Stream) {
        guard let status = try? FileStatus(of: stream.rawValue) else { return nil }
        self.init(status)
    }

    private init?(_ status: FileStatus) {
        switch status.kind {
        case .regular, .folder: self = .file(status.identity)
        case .pipe: self = .pipe(status.identity)
        case .other: return nil
        }
    }

    /// The place that a path leads to, also through links to where nothing is yet.
    ///
    ///     if FilePlace(of: output) == FilePlace(of: input) { /* one would replace the other */ }
    ///
    /// Nil for a device, which can be read and written at once, and where nothing can be: in a folder that is missing.
    package init?(of path: String) {
        if let status = try? FileStatus(of: path) {
            self.init(status)
            return
        }
        guard let end = try? SystemCalls.endOfLinks(path) else { return nil }
        let (path, name) = SystemCalls.parts(of: end)
        guard let folder = try? FileStatus(of: path.isEmpty ? "." : path) else { return nil }
        self = .name(ExactText(name), folder: folder.identity)
    }
}

extension FileAccess {
    /// Whether a path lies in a folder that is there or below it, by itself or by where its links lead.
    package static func isBelow(_ path: String, folder: String) -> Bool {
        folders(of: path).contains { isBelow(resolved: $0, folder) }
    }

    /// Whether a path lies in a folder that is there or below it, and its links do not lead out of it.
    package static func staysBelow(_ path: String, folder: String) -> Bool {
        folders(of: path).allSatisfy { isBelow(resolved: $0, folder) }
    }

    /// The folder a path is in, and the one its links lead to; nil for one that is missing.
    private static func folders(of path: String) -> [String?] {
        [path, try? SystemCalls.endOfLinks(path)].map { path in
            path.flatMap { path in
                let folder = SystemCalls.parts(of: path).folder
                return try? SystemCalls.resolved(folder.isEmpty ? "." : folder)
            }
        }
    }

    private static func isBelow(resolved path: String?, _ folder: String) -> Bool {
        guard let path, let folder = try? SystemCalls.resolved(folder) else { return false }
        return (path + "/").utf8.starts(with: (folder == "/" ? folder : folder + "/").utf8)
    }
}
