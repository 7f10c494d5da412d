public import Platform

/// Finding depth files: below a folder, or from a list of paths.
///
///     for path in try DepthFileList.files(below: "captures").files { print(path) }
public enum DepthFileList {
    /// The extensions by which depth files are known, in lower case; case does not matter.
    public static let extensions = ["bin", "f32", "depth", "raw", "gz", "zlib", "zz", "z", "deflate", "dfl", "png"]

    /// What was found below a folder.
    public struct Found: Sendable {
        /// The depth files, sorted by the bytes of their paths. Each path begins with that of the folder.
        public fileprivate(set) var files: [String]
        /// Files left out because their names have none of the ``extensions``, sorted likewise; hidden ones aside.
        public fileprivate(set) var leftOut: [String]
        /// Pipes, sockets and devices named like depth files, sorted likewise. They were not opened.
        public fileprivate(set) var notFiles: [String]
        /// Folders below that could not be listed, sorted likewise. The rest was.
        public fileprivate(set) var failures: [FileAccessError]
    }

    /// Lists the depth files in a folder and in all folders below.
    ///
    /// Hidden files and folders (".name") are skipped, as is whatever has none of the ``extensions``. Symbolic links
    /// are followed, but each folder is listed once only, so a link to a folder above ends there. Any name can be read
    /// again; bytes in it that are no UTF-8 stand in the path as private characters.
    ///
    /// - Throws: ``FileAccessError``: the folder cannot be listed, or there is no depth file
    ///   (``FileAccessError/Reason/noDepthFiles``) and no folder failed either.
    public static func files(below folder: String) throws(FileAccessError) -> Found {
        var found = Found(files: [], leftOut: [], notFiles: [], failures: [])
        var seen: Set<FileStatus.Identity> = []
        do throws(FileAccessError.Reason) {
            seen.insert(try FileStatus(of: folder).identity)
            try list(folder, &seen, &found)
        } catch {
            throw FileAccessError(folder, error)
        }
        if found.files.isEmpty && found.failures.isEmpty {
            throw FileAccessError(folder, .noDepthFiles)
        }
        found.files = found.files.sortedExactly()
        found.leftOut = found.leftOut.sortedExactly()
        found.notFiles = found.notFiles.sortedExactly()
        found.failures.sort { ExactText($0.path) < ExactText($1.path) }
        return found
    }

    private static func list(
        _ folder: String, _ seen: inout Set<FileStatus.Identity>, _ found: inout Found
    ) throws(FileAccessError.Reason) {
        let prefix = folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
        // Sorted, so that of several links to one folder it is always the same that counts.
        let names = try SystemCalls.names(inFolder: folder).sortedExactly()
        for name in names where name.utf8.first != UInt8(ascii: ".") {
            let path = prefix + name
            do throws(FileAccessError.Reason) {
                let status = try FileStatus(of: path)
                switch status.kind {
                case .folder:
                    if seen.insert(status.identity).inserted { try list(path, &seen, &found) }
                case .regular:
                    if isDepthFile(name) { found.files.append(path) } else { found.leftOut.append(path) }
                case .pipe, .other:
                    if isDepthFile(name) { found.notFiles.append(path) }
                }
            } catch {
                // A dangling link that does not claim to be a depth file is not worth a word.
                if error != .missing || isDepthFile(name) {
                    found.failures.append(FileAccessError(path, error))
                }
            }
        }
    }

    private static func isDepthFile(_ name: String) -> Bool {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
        return extensions.contains(name[name.utf8.index(after: dot)...].lowercased())
    }

    /// The paths in a list, one a line. If there is a zero byte, paths end with those instead, and may hold line ends.
    ///
    /// Blank lines are ignored, and so is a carriage return at the end of a line.
    package static func paths(in list: [UInt8]) -> [String] {
        let separator: UInt8 = list.contains(0) ? 0 : UInt8(ascii: "\n")
        // Some editors put a mark before UTF-8. No editor writes zeros: before those it is part of a name.
        let hasMark = separator != 0 && list.starts(with: [0xEF, 0xBB, 0xBF])
        let list = hasMark ? list.dropFirst(3) : list[...]
        return list.split(separator: separator).compactMap { line in
            var line = line
            if separator != 0, line.last == UInt8(ascii: "\r") { line.removeLast() }
            let isBlank = line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            return isBlank ? nil : String(fileBytes: line)
        }
    }
}
