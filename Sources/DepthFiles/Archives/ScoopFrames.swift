internal import Support

/// The frames of a Scoop recording (`.idep`), each read from the file when it is opened.
struct ScoopFrames: Sendable {
    private let archive: DepthArchive
    private let recording: ScoopRecording
    private let header: [UInt8]
    private let frameCount: Int
    private let byteCount: Int
    private let version: RandomAccessFile.Version

    /// Nil for another extension, a damaged header, or no frames. Opening such a file like any other gives its error.
    init?(_ archive: DepthArchive) {
        guard FileExtension(of: archive.path) == DepthArchive.recordingExtension,
            let file = try? RandomAccessFile(archive.path),
            let header = try? file.read(at: 0, count: ScoopRecording.headerByteCount),
            let recording = try? ScoopRecording(header),
            let frameCount = try? recording.frameCount(inFileOf: file.byteCount)
        else { return nil }
        (self.archive, self.recording, self.header, self.frameCount) = (archive, recording, header, frameCount)
        byteCount = file.byteCount
        version = file.version
    }

    /// The selected frames; an incomplete last one is an error.
    func inputs(
        options: ReadingOptions, _ selection: FileSelection, leaveOut: (SkippedEntry) -> Void
    ) -> DepthInputs {
        let selection = selection.ofMembers(ofArchiveAt: archive.path)
        var numbers: [Int32] = []
        for number in 0..<frameCount {
            if selection.includes("\(number)", isDepthFile: true) {
                numbers.append(Int32(number))
            } else {
                leaveOut(.unknownExtension("\(archive.name)/\(number)"))
            }
        }
        guard numbers.isEmpty else { return DepthInputs(self, numbers: numbers, options) }
        return [.unusable(.unusableMember(path: archive.name, .noDepthFiles(skippedCount: frameCount)))]
    }

    func input(named digits: String, _ options: ReadingOptions) -> DepthInput? {
        guard let number = Int(digits), (0..<frameCount).contains(number), digits == number.description
        else { return nil }
        return input(number, options)
    }

    func input(_ number: Int, _ options: ReadingOptions) -> DepthInput {
        let name = "\(archive.name)/\(number)"
        guard recording.start(ofFrame: number + 1) <= byteCount
        else { return .unusable(.undecodable(path: name, .storedTruncated(.scoop, byteCount: byteCount))) }
        return .member(
            DepthFileMember(
                name: name, in: "a Scoop recording", options: options,
                byteCount: min(header.count + recording.frameByteCount, options.maximumByteCount)
            ) {
                () throws(ReadingError) in try bytes(ofFrame: number, named: name, options.maximumByteCount)
            })
    }

    /// A recording of this frame alone: the header, then the frame.
    private func bytes(ofFrame number: Int, named name: String, _ limit: Int) throws(ReadingError) -> [UInt8] {
        let count = header.count + recording.frameByteCount
        guard count <= limit else { throw .undecodable(path: name, .tooLarge(container: .none, limit: limit)) }
        do throws(FileAccessError) {
            let file = try RandomAccessFile(archive.path)
            guard file.version == version else { throw FileAccessError(archive.path, .changedWhileRead) }
            // Also reads the bytes before the frame, to replace them with the header.
            var bytes = try file.read(at: recording.start(ofFrame: number) - header.count, count: count)
            bytes.replaceSubrange(..<header.count, with: header)
            return bytes
        } catch {
            throw .inaccessible(FileAccessError(name, error.reason))
        }
    }
}

extension DepthInput {
    /// The frames of a recording in an archive, which share its bytes; for any other input, the input itself.
    package func frames(_ options: ReadingOptions) -> DepthInputs {
        guard case .member(let member) = self,
            FileExtension(of: member.name) == DepthArchive.recordingExtension, let bytes = try? member.bytes(),
            let count = try? ScoopRecording(bytes).frameCount(inFileOf: bytes.count)
        else { return [self] }
        let held =
            member.byteCount == 0
            ? member
            : DepthFileMember(name: member.name, in: member.archive, bytes: bytes, options: member.options ?? options)
        return DepthInputs(of: held, count: count, options)
    }
}
