public import Support

extension DepthFileList {
    /// What was found below a folder.
    public struct Found: Sendable {
        /// The depth files, sorted by the bytes of their paths. Each path begins with that of the folder.
        public fileprivate(set) var files: FilePaths
        /// Files left out because of their names, sorted likewise; hidden ones aside.
        public fileprivate(set) var leftOut: FilePaths
        /// Colour pictures beside depth maps, sorted likewise.
        public fileprivate(set) var colourFrames: FilePaths
        /// Arrays beside depth maps that are none, such as matrices, sorted likewise.
        public fileprivate(set) var otherArrays: FilePaths
        /// Pipes, sockets and devices named like depth files, sorted likewise. They were not opened.
        public fileprivate(set) var notFiles: FilePaths
        /// Folders below that could not be listed, sorted likewise. The rest was.
        public fileprivate(set) var failures: [FileAccessError]
        fileprivate var selection: FileSelection
        /// How long the path of the folder is, with a slash at its end.
        fileprivate var rootByteCount = 0
    }

    /// Lists the depth files in a folder and in all folders below.
    ///
    /// Hidden files and folders (".name") are skipped, as is whatever has none of the ``extensions`` or is not in the
    /// selection, colour pictures and matrices beside depth maps, and what maps are read with: the confidence beside
    /// them as ``CaptureLayout`` knows it, and the metadata and confidence of Record3D. Symbolic links are followed,
    /// but each folder is listed once only, so a link to a folder above ends there; `/proc` and `/sys` are never
    /// entered, by any link. Any name can be read again; bytes in it that are no UTF-8 are private characters in the
    /// path.
    ///
    /// - Throws: ``FileAccessError``: the folder cannot be listed, or there is no depth file
    ///   (``FileAccessError/Reason/noDepthFiles``) and no folder failed either.
    public static func files(
        below folder: String, _ selection: FileSelection = FileSelection()
    ) throws(FileAccessError) -> Found {
        var found = Found(
            files: [], leftOut: [], colourFrames: [], otherArrays: [], notFiles: [], failures: [],
            selection: selection)
        found.rootByteCount = folder.utf8.last == UInt8(ascii: "/") ? folder.utf8.count : folder.utf8.count + 1
        do throws(FileAccessError.Reason) {
            var seen: Set<FileStatus.Identity> = []
            // Those that are gone through, each inside of the one before: no call for each, for folders may lie as deep
            // in each other as stacks do not reach.
            var open: [OpenFolder] = []
            if let first = try found.enter(folder, try FileStatus(of: folder), &seen) { open.append(first) }
            while let last = open.indices.last {
                guard let path = open[last].nextPath() else {
                    open.removeLast()
                    continue
                }
                if let folder = found.take(path, &seen) { open.append(folder) }
            }
        } catch {
            throw FileAccessError(folder, error)
        }
        found.files.sortExactly()
        found.leaveConfidenceOut()
        found.leaveRecordingsOut()
        found.leaveColourOut()
        found.leaveDescriptionsOut()
        found.leaveArraysOut()
        if found.files.isEmpty && found.failures.isEmpty {
            throw FileAccessError(folder, .noDepthFiles(skippedCount: found.leftOut.count + found.colourFrames.count))
        }
        found.leftOut.sortExactly()
        found.colourFrames.sortExactly()
        found.notFiles.sortExactly()
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

/// A folder that is gone through, of which regular files are taken already.
private struct OpenFolder {
    /// What else is in it, sorted, so that of several links to one folder it is always the same that counts.
    private let others: FilePaths
    private var next = 0

    init(others: FilePaths) {
        self.others = others.picking(others.exactOrder)
    }

    mutating func nextPath() -> String? {
        guard next < others.count else { return nil }
        defer { next += 1 }
        return others[next]
    }
}

extension DepthFileList.Found {
    /// The confidence of maps that were found is no map itself.
    fileprivate mutating func leaveConfidenceOut() {
        let pictures = files.indices.filter { files.withBytes(at: $0) { FileExtension(ofPath: $0) == "png" } }
        let mayBe = pictures.map { (index: $0, maps: CaptureLayout.maps(besideConfidenceAt: files[$0])) }
            .filter { !$0.maps.isEmpty }
        guard !mayBe.isEmpty else { return }
        let wanted = mayBe.flatMap(\.maps).exactTexts
        let present = Set(files.lazy.map(ExactText.init).filter(wanted.contains))
        let confidence = Set(
            mayBe.filter { $0.maps.contains { present.contains(ExactText($0)) } }.map(\.index))
        files = files.picking(files.indices.filter { !confidence.contains($0) })
    }

    /// Metadata and confidence of Record3D's captures are read with their frames, so they are neither files of their
    /// own nor skipped; the pictures beside frames are colour.
    fileprivate mutating func leaveRecordingsOut() {
        guard files.hasRecordedPart else { return }
        let inFiles = files.recordedParts
        let besides = leftOut.recordedParts
        let frames = inFiles.map(\.part).filter { $0.kind == .depth }
        // They may lie above the folder that was named.
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
        colourFrames += leftOut.picking(colour)
        leftOut = leftOut.picking(leftOut.indices.filter { !known.contains($0) })
    }

    /// Arrays that are no maps are left out where something else is one, unless every file was asked for.
    fileprivate mutating func leaveArraysOut() {
        guard selection.isByExtension, files.count > 1 else { return }
        let arrays = files.indices.filter { index in
            files.withBytes(at: index) { FileExtension(ofPath: $0) == "npy" }
                && ArrayKind.wordsOfNoMap(at: files[index]) != nil
        }
        guard !arrays.isEmpty, arrays.count < files.count else { return }
        let others = Set(arrays)
        otherArrays = files.picking(arrays)
        files = files.picking(files.indices.filter { !others.contains($0) })
    }

    /// Colour pictures beside maps are no maps, unless every file was asked for.
    fileprivate mutating func leaveColourOut() {
        guard selection.isByExtension else { return }
        let pictures = files.indices.filter { files.withBytes(at: $0) { FileExtension(ofPath: $0) == "png" } }
        guard !pictures.isEmpty else { return }
        let frames = ColourFrames(besideMapsAt: pictures.map { files[$0] })
        guard !frames.isEmpty else { return }
        let colour = Set(pictures.filter { frames.isColour(files[$0]) })
        guard !colour.isEmpty else { return }
        colourFrames += files.picking(files.indices.filter(colour.contains))
        files = files.picking(files.indices.filter { !colour.contains($0) })
    }

    /// The description of a file that was found, as `room.bin.gz.json`, is read with it.
    fileprivate mutating func leaveDescriptionsOut() {
        func mayBe(in paths: FilePaths) -> [(index: Int, file: ExactText)] {
            let ending = Array(".json".utf8)
            return paths.indices.filter { paths.withBytes(at: $0) { $0.suffix(ending.count).elementsEqual(ending) } }
                .map { ($0, ExactText(String(fileBytes: paths[$0].fileBytes.dropLast(ending.count)))) }
        }
        let (ofFiles, ofOthers) = (mayBe(in: files), mayBe(in: leftOut))
        guard !ofFiles.isEmpty || !ofOthers.isEmpty else { return }
        let wanted = Set((ofFiles + ofOthers).map(\.file))
        let present = Set(files.lazy.map(ExactText.init).filter(wanted.contains))
        func picking(_ paths: FilePaths, besides mayBe: [(index: Int, file: ExactText)]) -> FilePaths {
            let descriptions = Set(mayBe.filter { present.contains($0.file) }.map(\.index))
            return paths.picking(paths.indices.filter { !descriptions.contains($0) })
        }
        (files, leftOut) = (picking(files, besides: ofFiles), picking(leftOut, besides: ofOthers))
    }

    /// Takes the regular files in a folder, which may be a million, as they come; returns what else is in it.
    fileprivate mutating func takeFiles(in folder: String) throws(FileAccessError.Reason) -> OpenFolder {
        let prefix = folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
        var others = FilePaths()
        let below = prefix.dropFirst(0).utf8.dropFirst(rootByteCount)
        try SystemCalls.forEachEntry(inFolder: folder) { name, isRegular in
            if name.first == UInt8(ascii: ".") { return }
            if !isRegular {
                others.append(prefix: prefix, fileBytes: name)
            } else if selection.takes(name, in: below) {
                files.append(prefix: prefix, fileBytes: name)
            } else {
                leftOut.append(prefix: prefix, fileBytes: name)
            }
        }
        return OpenFolder(others: others)
    }

    /// Takes the files in a folder; nil for one that was seen before, and for those in which the kernel shows itself.
    fileprivate mutating func enter(
        _ folder: String, _ status: FileStatus, _ seen: inout Set<FileStatus.Identity>
    ) throws(FileAccessError.Reason) -> OpenFolder? {
        guard !SystemCalls.kernelDevices.contains(status.identity.device), seen.insert(status.identity).inserted else {
            return nil
        }
        return try takeFiles(in: folder)
    }

    /// Takes what a path stands for that may be anything; returns it where it is a folder that was not seen yet.
    fileprivate mutating func take(_ path: String, _ seen: inout Set<FileStatus.Identity>) -> OpenFolder? {
        let folder = path.utf8.dropFirst(rootByteCount)
        let name = path.lastPathPart
        let isDepthFile = name.withBytes { selection.takes($0, in: folder.dropLast(name.utf8.count)) }
        do throws(FileAccessError.Reason) {
            let status = try FileStatus(of: path)
            switch status.kind {
            case .folder: return try enter(path, status, &seen)
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

extension FilePaths {
    /// Whether one of them may be a frame of Record3D's, by its extension.
    fileprivate var hasRecordedPart: Bool {
        indices.contains { withBytes(at: $0) { FileExtension(ofPath: $0) == "depth" } }
    }

    /// Those that are named like parts of captures of Record3D's.
    fileprivate var recordedParts: [(index: Int, part: Record3DPart)] {
        indices.filter { withBytes(at: $0) { Record3DPart.mayBe($0) } }
            .compactMap { index in Record3DPart(self[index]).map { (index, $0) } }
    }
}
