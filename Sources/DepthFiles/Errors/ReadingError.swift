public import Support

/// The reason why no depth map could be read: the file could not be opened, or its content is not a depth map.
///
///     do throws(ReadingError) {
///         map = try DepthMap(contentsOf: path)
///     } catch .undecodable(_, .truncated) {
///         …  // ask for the file again
///     } catch {
///         print(error)  // room.bin.gz: found no such file or folder; expected an existing one; check the path
///     }
///
/// ``description`` names the file and the error, ``code`` identifies the kind for programs.
public enum ReadingError: Error, Hashable, Sendable {
    /// The file could not be read.
    case inaccessible(FileAccessError)
    /// The bytes of the file at `path` are not a depth map.
    case undecodable(path: String, DepthFileError)
    /// The file could not be extracted from its container; `path` is `container/member`.
    case unusableMember(path: String, MemberError)

    /// Whether the error is a lack of memory, independent of the file.
    package var isMemoryShortage: Bool {
        switch self {
        case .inaccessible(let error): if case .notEnoughMemory = error.reason { true } else { false }
        case .undecodable(_, let error): if case .notEnoughMemory = error { true } else { false }
        case .unusableMember: false
        }
    }

    /// The path as given.
    public var path: String {
        switch self {
        case .inaccessible(let error): error.path
        case .undecodable(let path, _), .unusableMember(let path, _): path
        }
    }
}

extension ReadingError {
    /// The kind of error in snake case: the code of the enclosed error, such as `missing` or `wrong_checksum`.
    public var code: String {
        switch self {
        case .inaccessible(let error): error.code
        case .undecodable(_, let error): error.code
        case .unusableMember(_, let error): error.code
        }
    }
}

extension ReadingError: CustomStringConvertible {
    /// The error in one line: "found …; expected …; …", without ``path``.
    public var message: String { message(naming: .properties) }
    /// ``path`` and ``message``.
    public var description: String { "\(Printable.form(of: path)): \(message)" }

    /// ``message`` with the given names of reading options.
    package func message(naming names: ReadingOptionNames) -> String {
        switch self {
        case .inaccessible(let error): error.message(naming: names)
        case .undecodable(_, let error): error.message(naming: names)
        case .unusableMember(_, let error): error.message(naming: names)
        }
    }
}
