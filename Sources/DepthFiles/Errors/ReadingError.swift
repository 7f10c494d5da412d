public import Support

/// Why a file gives no depth map: either nobody could open it, or what stands in it is none.
///
///     do throws(ReadingError) {
///         map = try DepthMap(contentsOf: path)
///     } catch .undecodable(_, .truncated) {
///         …  // ask for the file again
///     } catch {
///         print(error)  // room.bin.gz: found no such file or folder; expected an existing one; check the path
///     }
///
/// ``description`` names the file and puts the error into words, ``code`` names its kind for programs.
public enum ReadingError: Error, Hashable, Sendable {
    /// The file could not be read.
    case inaccessible(FileAccessError)
    /// The bytes of the file at `path` are no depth map.
    case undecodable(path: String, DepthFileError)
    /// There is no such file to be had from its container; `path` is `container/member`.
    case unusableMember(path: String, MemberError)

    /// Whether it says nothing of the file, only that there was too little memory for it.
    package var isOfMemory: Bool {
        switch self {
        case .inaccessible(let error): if case .notEnoughMemory = error.reason { true } else { false }
        case .undecodable(_, let error): if case .notEnoughMemory = error { true } else { false }
        case .unusableMember: false
        }
    }

    /// The file as it was named.
    public var path: String {
        switch self {
        case .inaccessible(let error): error.path
        case .undecodable(let path, _), .unusableMember(let path, _): path
        }
    }
}

extension ReadingError {
    /// The kind of error in snake case: that of the error it holds, such as `missing` or `wrong_checksum`.
    public var code: String {
        switch self {
        case .inaccessible(let error): error.code
        case .undecodable(_, let error): error.code
        case .unusableMember(_, let error): error.code
        }
    }
}

extension ReadingError: CustomStringConvertible {
    /// The error in one line: "found …; expected …; …". The caller puts ``path`` before it.
    public var message: String { message(naming: .properties) }
    /// ``path`` and ``message``.
    public var description: String { "\(Printable.form(of: path)): \(message)" }

    /// ``message``, with the names that reading options go by where it is shown.
    package func message(naming names: ReadingOptionNames) -> String {
        switch self {
        case .inaccessible(let error): error.message(naming: names)
        case .undecodable(_, let error): error.message(naming: names)
        case .unusableMember(_, let error): error.message(naming: names)
        }
    }
}
