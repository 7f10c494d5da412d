public import Platform

extension DepthFileList {
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
    /// Hidden files and folders (".name") are skipped, as is whatever has none of the ``extensions``, and the
    /// confidence that lies beside maps as ``CaptureLayout`` knows it. Symbolic links are followed, but each folder is
    /// listed once only, so a link to a folder above ends there. Any name can be read again; bytes in it that are no
    /// UTF-8 stand in the path as private characters.
    ///
    /// - Throws: ``FileAccessError``: the folder cannot be listed, or there is no depth file
    ///   (``FileAccessError/Reason/noDepthFiles``) and no folder failed either.
    public static func files(below folder: String) throws(FileAccessError) -> Found {
        var found = Found(files: [], leftOut: [], notFiles: [], failures: [])
        do throws(FileAccessError.Reason) {
            var seen: Set = [try FileStatus(of: folder).identity]
            // Those that are gone through, each inside of the one before: no call for each, for folders may lie as deep
            // in each other as stacks do not reach.
            var open = [try OpenFolder(folder)]
            while let last = open.indices.last {
                guard let entry = open[last].nextEntry() else {
                    open.removeLast()
                    continue
                }
                if let folder = found.take(entry.name, isRegular: entry.isRegular, in: open[last], &seen) {
                    open.append(folder)
                }
            }
        } catch {
            throw FileAccessError(folder, error)
        }
        found.leaveConfidenceOut()
        if found.files.isEmpty && found.failures.isEmpty {
            throw FileAccessError(folder, .noDepthFiles)
        }
        found.files = found.files.sortedExactly()
        found.leftOut = found.leftOut.sortedExactly()
        found.notFiles = found.notFiles.sortedExactly()
        found.failures.sort { ExactText($0.path) < ExactText($1.path) }
        return found
    }

    /// How many paths a list may name, blank lines counted.
    package static func mostPaths(in list: [UInt8]) -> Int {
        let zeroCount = list.count { $0 == 0 }
        return 1 + (zeroCount > 0 ? zeroCount : list.count { $0 == UInt8(ascii: "\n") })
    }

    /// The paths in a list, one a line. If there is a zero byte, paths end with those instead, and may hold line ends.
    ///
    /// Blank lines are ignored, and so is a carriage return at the end of a line. Whoever asks has seen to it that
    /// there is memory for so many as ``mostPaths(in:)``.
    package static func paths(in list: [UInt8]) -> [String] {
        let separator: UInt8 = list.contains(0) ? 0 : UInt8(ascii: "\n")
        // Some editors put a mark before UTF-8. No editor writes zeros: before those it is part of a name.
        let hasMark = separator != 0 && list.starts(with: [0xEF, 0xBB, 0xBF])
        var rest = hasMark ? list.dropFirst(3) : list[...]
        var paths: [String] = []
        // Line by line: all of them cut out at once would take more than the paths.
        while !rest.isEmpty {
            var line = rest.prefix { $0 != separator }
            rest = rest[line.endIndex...].dropFirst()
            if separator != 0, line.last == UInt8(ascii: "\r") { line.removeLast() }
            let isBlank = line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            if !isBlank { paths.append(String(fileBytes: line)) }
        }
        return paths
    }
}

/// A folder that is gone through.
private struct OpenFolder {
    /// What stands before the names: the path and a slash.
    let prefix: String
    /// What is in it, sorted, so that of several links to one folder it is always the same that counts.
    private let names: [String]
    private let areRegular: [Bool]
    private var next = 0

    init(_ path: String) throws(FileAccessError.Reason) {
        prefix = path.utf8.last == UInt8(ascii: "/") ? path : path + "/"
        let entries = try SystemCalls.entries(inFolder: path)
        let order = entries.names.exactOrder
        // In loops of their own, which wait for many names at once.
        names = order.map { entries.names[$0] }
        areRegular = order.map { entries.areRegular[$0] }
    }

    mutating func nextEntry() -> (name: String, isRegular: Bool)? {
        guard next < names.count else { return nil }
        defer { next += 1 }
        return (names[next], areRegular[next])
    }
}

extension DepthFileList.Found {
    /// The confidence of maps that were found is no map itself.
    fileprivate mutating func leaveConfidenceOut() {
        let mayBe = files.filter { !CaptureLayout.maps(besideConfidenceAt: $0).isEmpty }
        guard !mayBe.isEmpty else { return }
        let all = files.exactTexts
        let confidence = mayBe.filter { path in
            CaptureLayout.maps(besideConfidenceAt: path).contains { all.contains(ExactText($0)) }
        }.exactTexts
        files.removeAll { confidence.contains(ExactText($0)) }
    }
    /// Takes what a name in a folder stands for; returns it where it is a folder that was not seen yet.
    fileprivate mutating func take(
        _ name: String, isRegular: Bool, in folder: OpenFolder, _ seen: inout Set<FileStatus.Identity>
    ) -> OpenFolder? {
        if name.utf8.first == UInt8(ascii: ".") { return nil }
        let path = folder.prefix + name
        let isDepthFile = DepthFileList.isDepthFile(name)
        if isRegular {
            if isDepthFile { files.append(path) } else { leftOut.append(path) }
            return nil
        }
        do throws(FileAccessError.Reason) {
            let status = try FileStatus(of: path)
            switch status.kind {
            case .folder: return seen.insert(status.identity).inserted ? try OpenFolder(path) : nil
            case .regular: if isDepthFile { files.append(path) } else { leftOut.append(path) }
            case .pipe, .other: if isDepthFile { notFiles.append(path) }
            }
        } catch {
            // A dangling link that does not claim to be a depth file is not worth a word.
            if error != .missing || isDepthFile { failures.append(FileAccessError(path, error)) }
        }
        return nil
    }
}
