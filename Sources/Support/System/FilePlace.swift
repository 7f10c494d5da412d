/// The identity of an existing or future file: equal for all paths and hard links that lead to it.
package enum FilePlace: Hashable {
    case file(FileStatus.Identity)
    /// A named or unnamed pipe.
    case pipe(FileStatus.Identity)
    /// A file that does not exist yet.
    case name(ExactText, folder: FileStatus.Identity)

    /// The place of a stream's target; nil for a device.
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

    /// The place of a path, also through links to a file that does not exist yet.
    ///
    /// Nil for a device, which can be read and written at once, and for a path in a missing folder.
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
    /// Whether a path, or the target of its links, is inside an existing folder, at any depth.
    package static func isBelow(_ path: String, folder: String) -> Bool {
        folders(of: path).contains { isBelow(resolved: $0, folder) }
    }

    /// Whether a path and the target of its links are both inside an existing folder, at any depth.
    package static func staysBelow(_ path: String, folder: String) -> Bool {
        folders(of: path).allSatisfy { isBelow(resolved: $0, folder) }
    }

    /// The folders of a path and of the target of its links; nil for a missing one.
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
