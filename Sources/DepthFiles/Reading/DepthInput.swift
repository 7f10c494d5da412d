package import Support

/// An input to process: a name and bytes from any source.
///
///     let result = analyzer.analyze(.member(DepthFileMember(name: "shard.tar/room.bin.gz", bytes: bytes)))
///
/// Commands treat all inputs alike; only the reader distinguishes files and members.
package enum DepthInput: Sendable {
    /// A file, or an error in place of one.
    case file(DepthFileInput)
    /// A member of a container.
    indirect case member(DepthFileMember)
    /// A missing or unusable member of a container.
    indirect case unusable(ReadingError)

    /// The name that its maps continue, if there are several.
    package var mapsName: String { if case .member(let member) = self { member.mapsName } else { name } }

    package var name: String {
        switch self {
        case .file(let file): file.name
        case .member(let member): member.name
        case .unusable(let error): error.path
        }
    }
}

/// A file to process, or an error in place of one.
package enum DepthFileInput: Sendable {
    case path(String)
    case failure(FileAccessError)

    package var name: String {
        switch self {
        case .path(let path): path
        case .failure(let error): error.path
        }
    }
}

/// A file in a container of several.
package struct DepthFileMember: Sendable {
    /// `container/member`; for display, not for opening.
    package internal(set) var name: String
    /// The name that its maps continue, if there are several: `mapsName/3`. ``name``, unless another input is called
    /// so.
    package internal(set) var mapsName: String
    /// The kind of container, with an article.
    package let archive: String
    /// Options for this member; nil for the reader's own.
    package let options: ReadingOptions?
    /// The capture layout, which defines the units; nil for none.
    package let layout: CaptureLayout?
    /// The memory needed to read the member, including its packed bytes; 0 if its bytes are already in memory.
    package let byteCount: Int
    /// Reads the bytes, again on each call unless they are in memory.
    package let bytes: @Sendable () throws(ReadingError) -> [UInt8]
    /// Reads the confidence beside the member; nil for none.
    package let confidence: (@Sendable () throws(ReadingError) -> ConfidenceMap)?

    package static let inTar = "a tar archive"

    /// Makes a member that is read on demand.
    package init(
        name: String, in archive: String, options: ReadingOptions? = nil, layout: CaptureLayout? = nil,
        confidence: (@Sendable () throws(ReadingError) -> ConfidenceMap)? = nil, byteCount: Int = 0,
        bytes: @escaping @Sendable () throws(ReadingError) -> [UInt8]
    ) {
        self.name = name
        mapsName = name
        self.archive = archive
        self.options = options
        self.layout = layout
        self.confidence = confidence
        self.byteCount = byteCount
        self.bytes = bytes
    }

    /// Makes a member whose bytes are already in memory.
    package init(name: String, in archive: String = inTar, bytes: [UInt8], options: ReadingOptions? = nil) {
        // Such members are queued, and together can take many times the size of a compressed archive.
        let share = bytes.count < 1 << 20 ? nil : ByteBudget.shared.share(bytes.count)
        self.init(name: name, in: archive, options: options) { () throws(ReadingError) in
            withExtendedLifetime(share) { bytes }
        }
    }

    package func known(as options: ReadingOptions, named name: String? = nil) -> DepthFileMember {
        var known = DepthFileMember(
            name: name ?? self.name, in: archive, options: options, layout: layout, confidence: confidence,
            byteCount: byteCount, bytes: bytes)
        if name == nil { known.mapsName = mapsName }
        return known
    }
}
