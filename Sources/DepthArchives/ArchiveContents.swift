import DepthFiles
import Platform

/// The members of an archive, as inputs.
struct ArchiveContents: Sendable {
    let archive: DepthArchive
    let source: ByteSource
    /// Without folders and hidden files.
    let members: [ZipMember]
    /// What is known of all maps.
    let options: ReadingOptions

    init(archive: DepthArchive, source: ByteSource, members: [ZipMember], options: ReadingOptions) {
        self.archive = archive
        self.source = source
        self.members = members.filter { !$0.isFolder && !Self.isHidden($0.name) }
        self.options = options
    }

    /// Hidden files, and the folder in which macOS keeps what zip has no place for.
    private static func isHidden(_ name: String) -> Bool {
        name.pathParts.contains { $0.utf8.first == UInt8(ascii: ".") || $0 == "__MACOSX" }
    }

    /// Every depth file, arrays of NumPy by their names; in the order of the directory.
    func depthFiles(arrays wanted: [String], leaveOut: (String) -> Void) -> [DepthInput] {
        let isOfArrays = archive.path.lowerCaseExtension == "npz"
        var taken: Set<ExactText> = []
        var missing = wanted
        var arrayNames: [String] = []
        var inputs: [DepthInput] = []
        for member in members {
            guard DepthFileList.isDepthFile(member.name),
                !DepthArchive.extensions.contains(member.name.lowerCaseExtension)
            else {
                leaveOut("\(archive.name)/\(member.name)")
                continue
            }
            var name = member.name
            if isOfArrays, name.lowerCaseExtension == "npy" { name = String(name.dropLast(4)) }
            arrayNames.append(name)
            missing.removeAll { $0.isExactly(name) }
            guard wanted.isEmpty || wanted.contains(where: { $0.isExactly(name) }) else { continue }
            if taken.insert(ExactText(name)).inserted {
                inputs.append(
                    input(member, named: name, in: isOfArrays ? "an archive of NumPy arrays" : "a zip archive"))
            } else {
                let path = "\(archive.name)/@\(member.offset)"
                inputs.append(.unusable(.unusableMember(path: path, .sameName("\(archive.name)/\(name)"))))
            }
        }
        inputs += missing.map { name in
            .unusable(
                .unusableMember(
                    path: "\(archive.name)/\(name)", .noSuchArray(name, found: Array(arrayNames.prefix(8)))))
        }
        return inputs
    }

    /// The confidence that belongs to a map: what it is read from, and how.
    typealias Confidence = @Sendable () throws(ReadingError) -> ConfidenceMap

    /// A member as an input.
    func input(
        _ member: ZipMember, named name: String, in kind: String, options: ReadingOptions? = nil,
        confidence: Confidence? = nil
    ) -> DepthInput {
        let path = "\(archive.name)/\(name)"
        return .member(
            DepthFileMember(name: path, in: kind, options: options, confidence: confidence) {
                () throws(ReadingError) in try contents(of: member, named: path)
            })
    }

    /// Reads a member, which is called `name` in errors.
    func contents(of member: ZipMember, named name: String) throws(ReadingError) -> [UInt8] {
        do throws(ZipError) {
            return try member.contents(from: source, limit: options.maximumByteCount)
        } catch {
            throw archive.error(error, named: name)
        }
    }
}
