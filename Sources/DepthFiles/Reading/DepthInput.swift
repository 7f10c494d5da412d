internal import Platform

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
        case .file(.success(let path)): path
        case .file(.failure(let error)): error.path
        case .member(let member): member.name
        case .unusable(let error): error.path
        }
    }
}

/// A file that was taken out of a container of several.
package struct DepthFileMember: Sendable {
    /// `container/member`. Nothing is opened by it.
    package let name: String
    package let bytes: [UInt8]
    /// What is known of it; nil for what is known of all.
    package let options: ReadingOptions?

    package init(name: String, bytes: [UInt8], options: ReadingOptions? = nil) {
        self.name = name
        self.bytes = bytes
        self.options = options
    }
}
