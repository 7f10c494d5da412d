import DepthFiles
import Platform

/// The members of an archive, as inputs.
struct ArchiveContents: Sendable {
    let archive: DepthArchive
    /// What the file of the archive was when its directory was read.
    let version: RandomAccessFile.Version
    /// Without folders, and without hidden files where they are files.
    let members: [ZipMember]
    /// What is known of all maps.
    let options: ReadingOptions

    init(
        archive: DepthArchive, version: RandomAccessFile.Version, members: [ZipMember], options: ReadingOptions
    ) {
        self.archive = archive
        self.version = version
        let isOfArrays = Self.isOfArrays(archive)
        self.members = members.filter { !$0.isFolder && (isOfArrays || !Self.isHidden($0.name)) }
        self.options = options
    }

    private static func isOfArrays(_ archive: DepthArchive) -> Bool { FileExtension(of: archive.path) == "npz" }

    /// Hidden files, and the folder in which macOS keeps what zip has no place for.
    private static func isHidden(_ name: String) -> Bool {
        name.pathParts.contains { $0.utf8.first == UInt8(ascii: ".") && $0 != ".." || $0 == "__MACOSX" }
    }

    /// Every depth file, arrays of NumPy by their names; in the order of the directory.
    func depthFiles(arrays wanted: [String], leaveOut: (LeftOut) -> Void) -> [DepthInput] {
        let isOfArrays = Self.isOfArrays(archive)
        var taken: Set<ExactText> = []
        var missing = wanted
        var arrayNames: [String] = []
        var inputs: [DepthInput] = []
        let frames = CapturedFrames(members.map(\.name))
        let besides = wanted.isEmpty ? membersBesideMaps : [:]
        for member in members where !frames.isConfidence(member.name) {
            guard DepthFileList.isDepthFile(member.name),
                FileExtension(of: member.name).map(DepthArchive.extensions.contains) != true
            else {
                leaveOut(.unknownExtension("\(archive.name)/\(member.name)"))
                continue
            }
            if let found = besides[ExactText(member.name)] {
                leaveOut(.noMap("\(archive.name)/\(member.name)", found: found))
                continue
            }
            var name = member.name
            if isOfArrays, FileExtension(of: name) == "npy" { name = String(name.dropLast(4)) }
            arrayNames.append(name)
            missing.removeAll { $0.isExactly(name) }
            guard wanted.isEmpty || wanted.contains(where: { $0.isExactly(name) }) else { continue }
            if taken.insert(ExactText(name)).inserted {
                let kind = isOfArrays ? "an archive of NumPy arrays" : "a zip archive"
                let frame = frames.frame(of: member.name)
                inputs.append(
                    input(
                        member, named: name, in: kind, layout: frame?.layout,
                        confidence: frame.map { confidence($0.layout, members[$0.confidence]) }))
            } else {
                inputs.append(secondOfItsName(member, named: name))
            }
        }
        inputs += missing.map { name in
            .unusable(
                .unusableMember(
                    path: "\(archive.name)/\(name)", .noSuchArray(name, found: Array(arrayNames.prefix(8)))))
        }
        return inputs
    }

    /// What lies beside maps and is none: matrices, boxes, arrays of other types, colour pictures. Where nothing
    /// else is a map, none of it is left out.
    private var membersBesideMaps: [ExactText: String] {
        let candidates = members.filter { DepthFileList.isDepthFile($0.name) }
        let colour = ColourFrames(besideMapsAt: candidates.map(\.name))
        var found: [ExactText: String] = [:]
        var file: ByteSource?
        for member in candidates {
            if colour.isColour(member.name) {
                found[ExactText(member.name)] = LeftOut.colourFrame
            } else if FileExtension(of: member.name) == "npy" {
                if file == nil { file = (try? archive.open()).map { .file($0) } }
                guard let file, let kind = ArrayKind(of: member.start(in: file, count: 1024)), !kind.isMap else {
                    continue
                }
                found[ExactText(member.name)] = kind.words
            }
        }
        return found.count < candidates.count ? found : [:]
    }

    /// What stands for a member that another one before it has the name of.
    func secondOfItsName(_ member: ZipMember, named name: String? = nil) -> DepthInput {
        .unusable(
            .unusableMember(
                path: "\(archive.name)/@\(member.offset)", .sameName("\(archive.name)/\(name ?? member.name)")))
    }

    /// The confidence that belongs to a map: what it is read from, and how.
    typealias Confidence = @Sendable () throws(ReadingError) -> ConfidenceMap

    private func confidence(_ layout: CaptureLayout, _ member: ZipMember) -> Confidence {
        let name = "\(archive.name)/\(member.name)"
        return { () throws(ReadingError) in
            let bytes = try contents(of: member, named: name)
            return try layout.confidence(png: bytes, named: name, limit: options.maximumByteCount)
        }
    }

    /// A member as an input.
    func input(
        _ member: ZipMember, named name: String, in kind: String, options: ReadingOptions? = nil,
        layout: CaptureLayout? = nil, confidence: Confidence? = nil
    ) -> DepthInput {
        let path = "\(archive.name)/\(name)"
        return .member(
            DepthFileMember(
                name: path, in: kind, options: options ?? self.options, layout: layout, confidence: confidence
            ) {
                () throws(ReadingError) in try contents(of: member, named: path)
            })
    }

    /// Reads a member, which is called `name` in errors.
    func contents(of member: ZipMember, named name: String) throws(ReadingError) -> [UInt8] {
        do throws(ZipError) {
            let file = try archive.open()
            guard file.version == version else {
                throw .inaccessible(FileAccessError(archive.path, .changedWhileRead))
            }
            return try member.contents(from: .file(file), limit: options.maximumByteCount)
        } catch {
            throw archive.error(error, named: name)
        }
    }
}
