package import Support

/// A name and bytes from any source. Commands treat all inputs alike; only the reader distinguishes files and members.
package enum DepthInput: Sendable {
    case file(DepthFileInput)
    indirect case member(DepthFileMember)
    /// A missing or unusable member of a container.
    indirect case unusable(ReadingError)

    /// The prefix of the names of its maps, if there are several.
    package var mapsName: String { if case .member(let member) = self { member.mapsName } else { name } }

    package var name: String {
        switch self {
        case .file(let file): file.name
        case .member(let member): member.name
        case .unusable(let error): error.path
        }
    }
}

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

package struct DepthFileMember: Sendable {
    /// `container/member`; for display, not for opening.
    package internal(set) var name: String
    /// The prefix of the names of its maps, as in `mapsName/3`: ``name``, unless another input has that name.
    package internal(set) var mapsName: String
    /// The kind of container, with an article.
    package let archive: String
    package let options: ReadingOptions?
    /// The capture layout, which defines the units; nil for none.
    package let layout: CaptureLayout?
    /// The memory needed to read the member, including its packed bytes; 0 if its bytes are already in memory.
    package let byteCount: Int
    package let bytes: @Sendable () throws(ReadingError) -> [UInt8]
    package let confidence: (@Sendable () throws(ReadingError) -> ConfidenceMap)?

    package static let inTar = "a tar archive"

    package init(
        name: String, in archive: String, options: ReadingOptions? = nil, layout: CaptureLayout? = nil,
        confidence: (@Sendable () throws(ReadingError) -> ConfidenceMap)? = nil, byteCount: Int = 0,
        bytes: @escaping @Sendable () throws(ReadingError) -> [UInt8]
    ) {
        self.name = name
        mapsName = name
        (self.archive, self.options, self.layout, self.confidence) = (archive, options, layout, confidence)
        (self.byteCount, self.bytes) = (byteCount, bytes)
    }

    package init(name: String, in archive: String = inTar, bytes: [UInt8], options: ReadingOptions? = nil) {
        // Members with their bytes are queued, and together can take many times the size of a compressed archive.
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
