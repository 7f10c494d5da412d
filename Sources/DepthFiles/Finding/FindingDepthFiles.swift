public import Support

extension DepthFileList {
    /// The result of listing a folder.
    public struct Contents: Sendable {
        /// The depth files, sorted by the bytes of their paths. Each path begins with the path of the listed folder.
        public fileprivate(set) var files: FilePaths
        /// Files skipped because of their names, in the same order. Hidden files are not listed.
        public fileprivate(set) var unknownExtensions: FilePaths
        /// Colour pictures beside depth maps, in the same order.
        public fileprivate(set) var colourFrames: FilePaths
        /// Arrays beside depth maps that are not maps, such as matrices, in the same order.
        public fileprivate(set) var otherArrays: FilePaths
        /// Pipes, sockets and devices with names of depth files, in the same order. They are not opened.
        public fileprivate(set) var irregularFiles: FilePaths
        /// Subfolders that could not be listed, in the same order. Everything else was listed.
        public fileprivate(set) var failures: [FileAccessError]
        fileprivate var selection: FileSelection
        /// The number of bytes in the folder's path, including a slash at its end.
        fileprivate var rootByteCount = 0
    }

    /// Lists the depth files in a folder and all its subfolders.
    ///
    /// The list omits hidden files and folders (".name"), files outside the selection (by default, those without one of
    /// the ``extensions``), and colour pictures and matrices beside depth maps. It also omits files that are read with
    /// a map: its confidence (``CaptureLayout``), and the metadata and confidence of Record3D captures.
    ///
    /// Symbolic links are followed, but each folder is listed only once, so a link to a parent folder does not recurse.
    /// `/proc` and `/sys` are never entered. Bytes of a name that are not UTF-8 become noncharacters in the path, from
    /// which the name can be restored.
    ///
    /// - Throws: `FileAccessError` if the folder cannot be listed, or if there is no depth file and every subfolder
    ///   could be listed (`noDepthFiles`).
    public static func files(
        below folder: String, _ selection: FileSelection = FileSelection()
    ) throws(FileAccessError) -> Contents {
        var found = Contents(
            files: [], unknownExtensions: [], colourFrames: [], otherArrays: [], irregularFiles: [], failures: [],
            selection: selection)
        found.rootByteCount = folder.utf8.last == UInt8(ascii: "/") ? folder.utf8.count : folder.utf8.count + 1
        do throws(FileAccessError.Reason) {
            var seen: Set<FileStatus.Identity> = []
            // The folders being listed, each inside the previous one. An explicit stack, because folders can be
            // nested more deeply than the call stack allows.
            var open: [OpenFolder] = []
            if let first = try found.enter(folder, try FileStatus(of: folder), &seen) { open.append(first) }
            while let last = open.indices.last {
                guard let path = open[last].nextPath() else {
                    open.removeLast()
                    continue
                }
                if let folder = found.add(path, &seen) { open.append(folder) }
            }
        } catch {
            throw FileAccessError(folder, error)
        }
        found.files.sortExactly()
        found.excludeConfidence()
        found.excludeRecordingParts()
        found.excludeColour()
        found.excludeDescriptions()
        found.excludeArrays()
        if found.files.isEmpty && found.failures.isEmpty {
            let skippedCount = found.unknownExtensions.count + found.colourFrames.count
            throw FileAccessError(folder, .noDepthFiles(skippedCount: skippedCount))
        }
        found.unknownExtensions.sortExactly()
        found.colourFrames.sortExactly()
        found.irregularFiles.sortExactly()
        found.failures.sort { ExactText($0.path) < ExactText($1.path) }
        return found
    }

    /// An upper bound on the number of paths in a list; blank lines count.
    package static func maximumPaths(in list: [UInt8]) -> Int {
        let zeroCount = list.count { $0 == 0 }
        return 1 + (zeroCount > 0 ? zeroCount : list.count { $0 == UInt8(ascii: "\n") })
    }

    /// The paths in a list, one per line. If the list has zero bytes, these separate the paths, which can then contain
    /// line breaks. The caller reserves memory for ``maximumPaths(in:)`` paths.
    package static func paths(in list: [UInt8]) -> [String] {
        let separator: UInt8 = list.contains(0) ? 0 : UInt8(ascii: "\n")
        // Some editors begin UTF-8 files with a byte order mark. In a list with zero bytes it is part of a name.
        let hasMark = separator != 0 && list.starts(with: [0xEF, 0xBB, 0xBF])
        var rest = hasMark ? list.dropFirst(3) : list[...]
        var paths: [String] = []
        // Line by line: splitting the whole list at once would take more memory than the paths.
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

/// A folder being listed. Its regular files have already been recorded.
private struct OpenFolder {
    /// The other entries, sorted so that of several links to a folder, always the same one is followed.
    private let others: FilePaths
    private var next = 0

    init(others: FilePaths) { self.others = others.picking(others.exactOrder) }

    mutating func nextPath() -> String? {
        guard next < others.count else { return nil }
        defer { next += 1 }
        return others[next]
    }
}

extension DepthFileList.Contents {
    fileprivate mutating func excludeConfidence() {
        let pictures = files.indices.filter { files.withBytes(at: $0) { FileExtension(ofPath: $0) == "png" } }
        let mayBe = pictures.map { (index: $0, maps: CaptureLayout.maps(besideConfidenceAt: files[$0])) }
            .filter { !$0.maps.isEmpty }
        guard !mayBe.isEmpty else { return }
        let wanted = mayBe.flatMap(\.maps).exactTexts
        let present = Set(files.lazy.map(ExactText.init).filter(wanted.contains))
        let confidence = Set(mayBe.filter { $0.maps.contains { present.contains(ExactText($0)) } }.map(\.index))
        files = files.picking(files.indices.filter { !confidence.contains($0) })
    }

    /// Excludes metadata and confidence, which are read with a frame. Pictures beside frames become colour frames.
    fileprivate mutating func excludeRecordingParts() {
        guard files.hasRecordedPart else { return }
        let inFiles = files.recordedParts
        let besides = unknownExtensions.recordedParts
        let frames = inFiles.map(\.part).filter { $0.kind == .depth }
        // The metadata can be in a parent of the listed folder.
        let folders = frames.map(\.folder).exactTexts.filter { folder in
            (try? FileStatus(of: folder.text + "metadata").kind) == .regular
        }
        guard !folders.isEmpty else { return }
        let paths = frames.filter { folders.contains(ExactText($0.folder)) }.map { $0.path(of: .depth) }.exactTexts
        func isRead(_ part: Record3DPart) -> Bool {
            switch part.kind {
            case .metadata: folders.contains(ExactText(part.folder))
            case .confidence: paths.contains(ExactText(part.path(of: .depth)))
            case .depth, .colour: false
            }
        }
        func isColour(_ part: Record3DPart) -> Bool {
            part.kind == .colour && paths.contains(ExactText(part.path(of: .depth)))
        }
        let read = Set(inFiles.filter { isRead($0.part) }.map(\.index))
        if !read.isEmpty { files = files.picking(files.indices.filter { !read.contains($0) }) }
        let colour = besides.filter { isColour($0.part) }.map(\.index)
        let known = Set(besides.filter { isRead($0.part) }.map(\.index) + colour)
        guard !known.isEmpty else { return }
        colourFrames += unknownExtensions.picking(colour)
        unknownExtensions = unknownExtensions.picking(unknownExtensions.indices.filter { !known.contains($0) })
    }

    fileprivate mutating func excludeArrays() {
        guard selection.isByExtension, files.count > 1 else { return }
        let arrays = files.indices.filter { index in
            files.withBytes(at: index) { FileExtension(ofPath: $0) == "npy" }
                && ArrayKind.reasonNotMap(at: files[index]) != nil
        }
        guard !arrays.isEmpty, arrays.count < files.count else { return }
        let others = Set(arrays)
        otherArrays = files.picking(arrays)
        files = files.picking(files.indices.filter { !others.contains($0) })
    }

    fileprivate mutating func excludeColour() {
        guard selection.isByExtension else { return }
        let pictures = files.indices.filter { files.withBytes(at: $0) { FileExtension(ofPath: $0) == "png" } }
        guard !pictures.isEmpty else { return }
        let frames = ColourFrames(besideMapsAt: pictures.map { files[$0] })
        var colour = Set(frames.isEmpty ? [] : pictures.filter { frames.isColour(files[$0]) })
        let coloured = pictures.filter { !colour.contains($0) && ColourFrames.isColourPNG(at: files[$0]) }
        // Without depth maps beside them, these pictures stay in the list, and each is an error.
        if colour.count + coloured.count < files.count { colour.formUnion(coloured) }
        guard !colour.isEmpty else { return }
        colourFrames += files.picking(files.indices.filter(colour.contains))
        files = files.picking(files.indices.filter { !colour.contains($0) })
    }

    /// Descriptions such as `room.bin.gz.json` are read with the file they describe.
    fileprivate mutating func excludeDescriptions() {
        func mayBe(in paths: FilePaths) -> [(index: Int, file: ExactText)] {
            let ending = Array(".json".utf8)
            return paths.indices.filter { paths.withBytes(at: $0) { $0.suffix(ending.count).elementsEqual(ending) } }
                .map { ($0, ExactText(String(fileBytes: paths[$0].fileBytes.dropLast(ending.count)))) }
        }
        let (ofFiles, ofOthers) = (mayBe(in: files), mayBe(in: unknownExtensions))
        guard !ofFiles.isEmpty || !ofOthers.isEmpty else { return }
        let wanted = Set((ofFiles + ofOthers).map(\.file))
        let present = Set(files.lazy.map(ExactText.init).filter(wanted.contains))
        func picking(_ paths: FilePaths, besides mayBe: [(index: Int, file: ExactText)]) -> FilePaths {
            let descriptions = Set(mayBe.filter { present.contains($0.file) }.map(\.index))
            return paths.picking(paths.indices.filter { !descriptions.contains($0) })
        }
        (files, unknownExtensions) = (picking(files, besides: ofFiles), picking(unknownExtensions, besides: ofOthers))
    }

    /// Records the regular files of a folder and returns its other entries. Works one by one: there can be a million.
    fileprivate mutating func addFiles(in folder: String) throws(FileAccessError.Reason) -> OpenFolder {
        let prefix = folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
        var others = FilePaths()
        let below = prefix.dropFirst(0).utf8.dropFirst(rootByteCount)
        try SystemCalls.forEachEntry(inFolder: folder) { name, isRegular in
            if name.first == UInt8(ascii: ".") { return }
            if !isRegular {
                others.append(prefix: prefix, fileBytes: name)
            } else if selection.includes(name, in: below) {
                files.append(prefix: prefix, fileBytes: name)
            } else {
                unknownExtensions.append(prefix: prefix, fileBytes: name)
            }
        }
        return OpenFolder(others: others)
    }

    fileprivate mutating func enter(
        _ folder: String, _ status: FileStatus, _ seen: inout Set<FileStatus.Identity>
    ) throws(FileAccessError.Reason) -> OpenFolder? {
        guard !SystemCalls.kernelDevices.contains(status.identity.device), seen.insert(status.identity).inserted
        else { return nil }
        return try addFiles(in: folder)
    }

    /// Records the entry at `path`, of any type; returns it if it is a folder that was not listed before.
    fileprivate mutating func add(_ path: String, _ seen: inout Set<FileStatus.Identity>) -> OpenFolder? {
        let folder = path.utf8.dropFirst(rootByteCount)
        let name = path.lastPathPart
        let isDepthFile = name.withBytes { selection.includes($0, in: folder.dropLast(name.utf8.count)) }
        do throws(FileAccessError.Reason) {
            let status = try FileStatus(of: path)
            switch status.kind {
            case .folder: return try enter(path, status, &seen)
            case .regular: if isDepthFile { files.append(path) } else { unknownExtensions.append(path) }
            case .pipe, .other: if isDepthFile { irregularFiles.append(path) }
            }
        } catch {
            // A dangling link is reported only if it has the name of a depth file.
            if error != .missing || isDepthFile { failures.append(FileAccessError(path, error)) }
        }
        return nil
    }
}

extension FilePaths {
    fileprivate var hasRecordedPart: Bool {
        indices.contains { withBytes(at: $0) { FileExtension(ofPath: $0) == "depth" } }
    }

    fileprivate var recordedParts: [(index: Int, part: Record3DPart)] {
        indices.filter { withBytes(at: $0) { Record3DPart.mayBe($0) } }
            .compactMap { index in Record3DPart(self[index]).map { (index, $0) } }
    }
}
