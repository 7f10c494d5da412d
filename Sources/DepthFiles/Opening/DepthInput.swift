internal import Support

/// Something to be worked on: whatever has a name and bytes, wherever they come from.
///
///     let result = analyzer.analyze(.member(DepthFileMember(name: "shard.tar/room.bin.gz", bytes: bytes)))
///
/// A command makes a list of these, and no more than the one who opens them knows which is which.
package enum DepthInput: Sendable {
    /// A file, or one that could not even be found.
    case file(DepthFileInput)
    /// What was taken out of a container.
    indirect case member(DepthFileMember)
    /// What should have been in a container.
    indirect case unusable(ReadingError)

    /// What it is called.
    package var name: String {
        switch self {
        case .file(.path(let path)): path
        case .file(.failure(let error)): error.path
        case .member(let member): member.name
        case .unusable(let error): error.path
        }
    }
}

/// A file in a container of several.
package struct DepthFileMember: Sendable {
    /// `container/member`. Nothing is opened by it.
    package let name: String
    /// What kind of container that is, with its article.
    package let archive: String
    /// What is known of it; nil for what is known of all.
    package let options: ReadingOptions?
    /// The layout it is a frame of, which tells its units; nil for what is a frame of none.
    package let layout: CaptureLayout?
    /// How many bytes reading it takes, packed ones included; 0 if they are in memory.
    package let byteCount: Int
    /// Its bytes, read when they are asked for, and every time anew unless they are at hand.
    package let bytes: @Sendable () throws(ReadingError) -> [UInt8]
    /// The confidence that stands beside it, read likewise; nil where none does.
    package let confidence: (@Sendable () throws(ReadingError) -> ConfidenceMap)?

    /// What is said of the members of tar archives.
    package static let inTar = "a tar archive"

    /// A member that is read when it is needed.
    package init(
        name: String, in archive: String, options: ReadingOptions? = nil, layout: CaptureLayout? = nil,
        confidence: (@Sendable () throws(ReadingError) -> ConfidenceMap)? = nil, byteCount: Int = 0,
        bytes: @escaping @Sendable () throws(ReadingError) -> [UInt8]
    ) {
        self.name = name
        self.archive = archive
        self.options = options
        self.layout = layout
        self.confidence = confidence
        self.byteCount = byteCount
        self.bytes = bytes
    }

    /// The same member, of which something else is known.
    package func known(as options: ReadingOptions, named name: String? = nil) -> DepthFileMember {
        DepthFileMember(
            name: name ?? self.name, in: archive, options: options, layout: layout, confidence: confidence,
            byteCount: byteCount, bytes: bytes)
    }
}
