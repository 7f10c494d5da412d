package import Support

struct ArchiveContents: Sendable {
    let archive: DepthArchive
    /// The version of the file when its directory was read.
    let version: RandomAccessFile.Version
    let members: [ZipMember]
    let options: ReadingOptions

    init(archive: DepthArchive, version: RandomAccessFile.Version, members: [ZipMember], options: ReadingOptions) {
        (self.archive, self.version) = (archive, version)
        let isArrayArchive = Self.isArrayArchive(archive)
        self.members = members.filter { !$0.isFolder && (isArrayArchive || !Self.isHidden($0.name)) }
        self.options = options
    }

    /// Whether a member is a zip file, by its name. Zip files inside a zip file are not opened.
    private static func isArchive(_ name: String) -> Bool {
        FileExtension(of: name).map(DepthArchive.zipExtensions.contains) == true
    }

    private static func isArrayArchive(_ archive: DepthArchive) -> Bool { FileExtension(of: archive.path) == "npz" }

    private static func isHidden(_ name: String) -> Bool {
        name.pathParts.contains { $0.utf8.first == UInt8(ascii: ".") && $0 != ".." || $0 == "__MACOSX" }
    }

    /// The depth files in directory order, but the frames of a capture by number. Arrays are named without extension.
    func depthFiles(
        arrays wanted: [String], _ selection: FileSelection, leaveOut: (SkippedEntry) -> Void
    ) -> [DepthInput] {
        let isArrayArchive = Self.isArrayArchive(archive)
        var taken: Set<ExactText> = []
        var missing = wanted
        var arrayNames: [String] = []
        var inputs: [DepthInput] = []
        let frames = CapturedFrames(members.map(\.name))
        var captures = Record3DCaptures(self) { includes($0, selection) }
        let descriptions = self.descriptions
        let candidates = members.filter { member in
            !frames.isConfidence(member.name) && !captures.holds(member.name) && includes(member.name, selection)
                && !Self.isArchive(member.name)
        }
        let isByContents = wanted.isEmpty && selection.isByExtension
        let besides = isByContents ? membersBesideMaps(candidates, areAlone: captures.isEmpty) : [:]
        for member in members where !frames.isConfidence(member.name) {
            let path = "\(archive.name)/\(member.name)"
            if captures.holds(member.name) {
                inputs += captures.inputs(at: member.name)
                continue
            }
            if descriptions.members.contains(ExactText(member.name)) { continue }
            guard includes(member.name, selection) else {
                let isColour = captures.isColour(member.name)
                leaveOut(isColour ? .noMap(path, found: SkippedEntry.colourFrame) : .unknownExtension(path))
                continue
            }
            let isArchive = Self.isArchive(member.name)
            if let found = isArchive ? "an archive in an archive" : besides[ExactText(member.name)] {
                leaveOut(.noMap(path, found: found))
                continue
            }
            let name = nameOfMap(member.name)
            arrayNames.append(name)
            missing.removeAll { $0.isExactly(name) }
            guard wanted.isEmpty || wanted.contains(where: { $0.isExactly(name) }) else { continue }
            if taken.insert(ExactText(name)).inserted {
                let kind = isArrayArchive ? "an archive of NumPy arrays" : "a zip archive"
                let frame = frames.frame(of: member.name)
                do throws(ReadingError) {
                    var known = options
                    if let description = descriptions.ofMaps[ExactText(member.name)] {
                        known = try options(of: member, describedBy: description)
                    }
                    inputs.append(
                        input(
                            member, named: name, in: kind, options: known, layout: frame?.layout,
                            confidence: frame.map { confidence($0.layout, members[$0.confidence]) }))
                } catch {
                    inputs.append(.unusable(error))
                }
            } else {
                inputs.append(duplicateMember(member, named: name))
            }
        }
        if !captures.isEmpty { missing = [] }
        inputs += missing.map { name in
            .unusable(
                .unusableMember(
                    path: "\(archive.name)/\(name)", .noSuchArray(name, found: Array(arrayNames.prefix(8)))))
        }
        return inputs
    }

    /// The description files by the name of the map that each describes, and the names of the description files.
    private var descriptions: (ofMaps: [ExactText: ZipMember], members: Set<ExactText>) {
        let ending = Array(".json".utf8)
        let files = members.filter { $0.name.utf8.suffix(ending.count).elementsEqual(ending) }
        guard !files.isEmpty else { return ([:], []) }
        let names = Set(members.map { ExactText($0.name) })
        var found: (ofMaps: [ExactText: ZipMember], members: Set<ExactText>) = ([:], [])
        for file in files {
            let map = ExactText(String(Substring(file.name.utf8.dropLast(ending.count))))
            guard names.contains(map) else { continue }
            found.ofMaps[map] = file
            found.members.insert(ExactText(file.name))
        }
        return found
    }

    private func options(
        of member: ZipMember, describedBy description: ZipMember
    ) throws(ReadingError) -> ReadingOptions {
        let path = "\(archive.name)/\(member.name)"
        let bytes = try contents(of: description, named: MapDescription.path(besideFileAt: path))
        return try MapDescription(bytes, of: path)?.completing(options) ?? options
    }

    private func includes(_ name: String, _ selection: FileSelection) -> Bool {
        selection.includes(nameOfMap(name), isDepthFile: DepthFileList.isDepthFile(name))
    }

    /// The name of the map in a member: the member's name, without `.npy` in an archive of arrays.
    private func nameOfMap(_ name: String) -> String {
        Self.isArrayArchive(archive) && FileExtension(of: name) == "npy" ? String(name.dropLast(4)) : name
    }

    /// The reason to skip each matrix, box, array of another type and colour picture. Empty if no member is a map.
    private func membersBesideMaps(_ candidates: [ZipMember], areAlone: Bool) -> [ExactText: String] {
        let colour = ColourFrames(besideMapsAt: candidates.map(\.name))
        var found: [ExactText: String] = [:]
        var file: ByteSource?
        for member in candidates {
            let kind = FileExtension(of: member.name)
            if colour.isColour(member.name) {
                found[ExactText(member.name)] = SkippedEntry.colourFrame
            } else if kind == "npy" || kind == "png" {
                if file == nil { file = (try? archive.open()).map { .file($0) } }
                guard let file else { continue }
                let start = member.start(in: file, count: ArrayKind.maximumHeaderByteCount)
                let isColour = kind == "png" && ColourFrames.isColourPNG(start)
                found[ExactText(member.name)] =
                    isColour ? SkippedEntry.colourFrame : ArrayKind.reasonNotMap(member.name, start)
            }
        }
        return !areAlone || found.count < candidates.count ? found : [:]
    }

    func duplicateMember(_ member: ZipMember, named name: String? = nil) -> DepthInput {
        .unusable(
            .unusableMember(
                path: "\(archive.name)/@\(member.offset)", .sameName("\(archive.name)/\(name ?? member.name)")))
    }

    typealias Confidence = @Sendable () throws(ReadingError) -> ConfidenceMap

    private func confidence(_ layout: CaptureLayout, _ member: ZipMember) -> Confidence {
        let name = "\(archive.name)/\(member.name)"
        return { () throws(ReadingError) in
            let bytes = try contents(of: member, named: name)
            return try layout.confidence(png: bytes, named: name, limit: options.maximumByteCount)
        }
    }

    func input(
        _ member: ZipMember, named name: String, in kind: String, options: ReadingOptions? = nil,
        layout: CaptureLayout? = nil, confidence: Confidence? = nil
    ) -> DepthInput {
        let path = "\(archive.name)/\(name)"
        return .member(
            DepthFileMember(
                name: path, in: kind, options: options ?? self.options, layout: layout, confidence: confidence,
                byteCount: member.reservedByteCount(limit: (options ?? self.options).maximumByteCount)
            ) {
                () throws(ReadingError) in try contents(of: member, named: path)
            })
    }

    func contents(of member: ZipMember, named name: String) throws(ReadingError) -> [UInt8] {
        do throws(ZipError) {
            let file = try archive.open()
            guard file.version == version else { throw .inaccessible(FileAccessError(archive.path, .changedWhileRead)) }
            return try member.contents(from: .file(file), limit: options.maximumByteCount)
        } catch {
            throw archive.error(error, named: name)
        }
    }
}

/// The members of an archive that are frames of a ``CaptureLayout``, and their confidence maps.
struct CapturedFrames {
    /// The index of each PNG by name, the first among equal names.
    private let places: [ExactText: Int]

    init(_ names: [String]) {
        let pictures = names.enumerated().filter { FileExtension(of: $1) == "png" }
        places = Dictionary(pictures.map { (ExactText($1), $0) }) { first, _ in first }
    }

    /// The layout of the frame of this name and the index of its confidence map; nil if no frame has the name.
    func frame(of name: String) -> (layout: CaptureLayout, confidence: Int)? {
        for (layout, path) in CaptureLayout.confidence(besideMapAt: name) {
            if let place = places[ExactText(path)] { return (layout, place) }
        }
        return nil
    }

    func isConfidence(_ name: String) -> Bool {
        CaptureLayout.maps(besideConfidenceAt: name).contains { places[ExactText($0)] != nil }
    }
}

/// Random access to the bytes of an open file or of an array.
package enum ByteSource: Sendable {
    case file(RandomAccessFile)
    case bytes([UInt8])

    package var byteCount: Int {
        switch self {
        case .file(let file): file.byteCount
        case .bytes(let bytes): bytes.count
        }
    }

    package func read(at offset: Int, count: Int) throws(FileAccessError) -> [UInt8] {
        switch self {
        case .file(let file): return try file.read(at: offset, count: count)
        case .bytes(let bytes):
            guard offset < bytes.count else { return [] }
            return Array(bytes[offset...].prefix(count))
        }
    }
}
