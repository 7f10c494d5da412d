import DepthAnalysis
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

extension FileAccessError: CustomStringConvertible {
    /// The error in one line: "found …; expected …; …", without ``path``.
    public var message: String { message(naming: .properties) }
    /// ``path`` and ``message``.
    public var description: String { "\(Printable.form(of: path)): \(message)" }

    /// ``message`` with the given names of reading options.
    package func message(naming names: ReadingOptionNames) -> String { sentence(words(names)) }

    private func words(_ names: ReadingOptionNames) -> ErrorParts {
        switch reason {
        case .missing: ("missing", "no such file or folder", "an existing one", "check the path")
        case .emptyList: ("empty_list", "no path in the list", "one path per line", "check how the list was made")
        case .permissionDenied:
            ("permission_denied", "no permission", "an accessible file or folder", "change its permissions")
        case .isFolder: ("is_folder", "a folder", "a file", "name a file")
        case .isNotFile: ("is_no_file", "a pipe, a socket or a device", "a file", "name a file")
        case .isLFSPointer:
            (
                ForeignFormat.gitLFSPointer.code, ForeignFormat.gitLFSPointer.name, "the file itself",
                ForeignFormat.gitLFSPointer.remedy(names)
            )
        case .isNotFolder: ("is_not_folder", "a file where a folder should be", "a folder", "check the path")
        case .tooLarge(let limit):
            ("too_large", "more than \(byteText(limit))", "no more than the limit", names.raise)
        case .notEnoughMemory(let byteCount): lackOfMemory(byteCount)
        case .noDepthFiles(let skippedCount):
            (
                "no_depth_files", "no depth file in the folder" + names.remark(skippedCount, "file"),
                "files named " + DepthFileList.extensions.map { "*." + $0 }.joined(separator: " "),
                names.takesAll.map { "read every file with \($0), or name the files" } ?? "name the files"
            )
        case .changedWhileRead:
            (
                "changed_while_read", "a file that changed while it was read", "an unchanged file",
                "try again when the file is complete"
            )
        case .tooManyOpenFiles(let limit):
            (
                "too_many_open_files",
                "all \(limit.map { "\($0) " } ?? "")open files allowed for this process in use", "one more",
                "raise the limit with ulimit -n, or process fewer files at once"
            )
        case .sizeLimitReached(let limit):
            (
                "size_limit_reached", "a file at \(limit.map { "\($0) bytes, " } ?? "")the size limit of this process",
                "room for the whole file", "raise the limit with ulimit -f"
            )
        case .brokenPipe: ("broken_pipe", "a closed pipe", "a reader at its other end", "keep the reader running")
        case .notOpen: ("not_open", "a closed stream", "an open one", "connect it to a file or a pipe")
        case .system(let number, let text):
            ("system_error", "error \(number): \(text)", "no error", "resolve the cause")
        }
    }
}

extension FileAccessError {
    /// The kind of error in snake case, such as `permission_denied`.
    public var code: String { words(.properties).code }
}

// Shared wording of errors. Options are named through `ReadingOptionNames`, because a library does not know the
// options of a command.

/// The code of an error, and the parts of its sentence.
package typealias ErrorParts = (code: String, finding: String, expectation: String, remedy: String)

func lackOfMemory(_ byteCount: Int) -> ErrorParts {
    (
        "not_enough_memory", "too little memory for the \(byteText(byteCount)) needed", "that much free memory",
        "free memory, raise the limit of the process, or process the file on another machine"
    )
}

package func sentence(_ words: ErrorParts) -> String {
    "found \(words.finding); expected \(words.expectation); \(words.remedy)"
}

extension ReadingOptionNames {
    /// For example " (2 files skipped)"; empty for none.
    func remark(_ skippedCount: Int, _ noun: String) -> String {
        switch skippedCount {
        case 0: ""
        case 1: " (1 \(noun) skipped)"
        default: " (\(skippedCount) \(noun)s skipped)"
        }
    }

    var raise: String {
        maximumByteCount.map { "raise it with \($0) if the file is a depth map" } ?? "name a smaller file"
    }
}

extension DepthContainer {
    var stream: String {
        compression.map { "\(self == .lzfse ? "an" : "a") \($0) stream" } ?? "an uncompressed file"
    }

    /// A further remedy for containers that uncompressed samples can resemble by chance.
    func hint(_ names: ReadingOptionNames) -> String {
        self == .zlib || self == .deflate ? ", or give \(names.dimensions) if it is uncompressed" : ""
    }
}

extension MapDimensions {
    var text: String { "\(width)x\(height)" }
}

/// Omits `.0` from whole numbers.
func integerText(_ number: Float) -> String { Int(exactly: number)?.description ?? number.description }

package func byteText(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }
func sampleText(_ count: Int) -> String { count == 1 ? "1 sample" : "\(count) samples" }
