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
    case unusableMember(path: String, ArchiveMemberError)

    /// Whether the error is a lack of memory, independent of the file.
    package var isMemoryShortage: Bool {
        switch self {
        case .inaccessible(let error): if case .notEnoughMemory = error.reason { true } else { false }
        case .undecodable(_, let error): if case .notEnoughMemory = error { true } else { false }
        case .unusableMember: false
        }
    }

    static func readFile(_ path: String, limit: Int) throws(ReadingError) -> [UInt8] {
        do throws(FileAccessError) {
            return try FileAccess.readFile(path, maximumByteCount: limit)
        } catch {
            throw .inaccessible(error)
        }
    }

    /// The path as given.
    public var path: String {
        switch self {
        case .inaccessible(let error): error.path
        case .undecodable(let path, _), .unusableMember(let path, _): path
        }
    }

    /// The kind of error in snake case: the code of the enclosed error, such as `missing` or `wrong_checksum`.
    public var code: String {
        switch self {
        case .inaccessible(let error): error.code
        case .undecodable(_, let error): error.code
        case .unusableMember(_, let error): error.code
        }
    }
}

extension ReadingError: CustomStringConvertible, PresentedError {
    /// The error in one line: "found …; expected …; …", without ``path``.
    public var message: String { wording.description }
    /// ``path`` and ``message``.
    public var description: String { "\(Printable.form(of: path)): \(message)" }

    package var wording: Message {
        switch self {
        case .inaccessible(let error): error.wording
        case .undecodable(_, let error): error.wording
        case .unusableMember(_, let error): error.wording
        }
    }
}

extension FileAccessError: CustomStringConvertible, PresentedError {
    /// The error in one line: "found …; expected …; …", without ``path``.
    public var message: String { reason.description }
    /// ``path`` and ``message``.
    public var description: String { "\(Printable.form(of: path)): \(message)" }
    /// The kind of error in snake case, such as `permission_denied`.
    public var code: String { reason.words.code }

    package var wording: Message { reason.words.sentence }
}

extension FileAccessError.Reason: CustomStringConvertible {
    /// The error in one line: "found …; expected …; …".
    public var description: String { words.sentence.description }

    fileprivate var words: ErrorWords {
        switch self {
        case .missing: ErrorWords("missing", "no such file or folder", "an existing one", "check the path")
        case .emptyList:
            ErrorWords("empty_list", "no path in the list", "one path per line", "check how the list was made")
        case .permissionDenied:
            ErrorWords("permission_denied", "no permission", "an accessible file or folder", "change its permissions")
        case .isFolder: ErrorWords("is_folder", "a folder", "a file", "name a file")
        case .isNotFile: ErrorWords("is_no_file", "a pipe, a socket or a device", "a file", "name a file")
        case .notFileURL:
            ErrorWords("not_file_url", "a URL that names no file", "a file URL", "make it with URL(filePath:)")
        case .isLFSPointer:
            ErrorWords(
                ForeignFormat.gitLFSPointer.code, ForeignFormat.gitLFSPointer.name, "the file itself",
                ForeignFormat.gitLFSPointer.remedy)
        case .isNotFolder: ErrorWords("is_not_folder", "a file where a folder should be", "a folder", "check the path")
        case .tooLarge(let limit):
            ErrorWords("too_large", "more than \(byteText(limit))", "no more than the limit", raiseLimit)
        case .notEnoughMemory(let byteCount): lackOfMemory(byteCount)
        case .noDepthFiles(let skippedCount):
            ErrorWords(
                "no_depth_files",
                skippedCount == 0 ? "an empty folder" : "no depth file in the folder" + remark(skippedCount, "file"),
                "files named " + DepthFileList.extensions.map { "*." + $0 }.joined(separator: " "),
                .offering(
                    .allFiles, "read every file with \(option: .allFiles), or name the files",
                    otherwise: "name the files"))
        case .changedWhileRead:
            ErrorWords(
                "changed_while_read", "a file that changed while it was read", "an unchanged file",
                "try again when the file is complete")
        case .tooManyOpenFiles(let limit):
            ErrorWords(
                "too_many_open_files", "all \(limit.map { "\($0) " } ?? "")open files allowed for this process in use",
                "one more", "raise the limit with ulimit -n, or process fewer files at once")
        case .sizeLimitReached(let limit):
            ErrorWords(
                "size_limit_reached", "a file at \(limit.map { "\($0) bytes, " } ?? "")the size limit of this process",
                "room for the whole file", "raise the limit with ulimit -f")
        case .brokenPipe:
            ErrorWords("broken_pipe", "a closed pipe", "a reader at its other end", "keep the reader running")
        case .notOpen: ErrorWords("not_open", "a closed stream", "an open one", "connect it to a file or a pipe")
        case .system(let number, let text):
            ErrorWords("system_error", "error \(number): \(text)", "no error", "resolve the cause")
        }
    }
}

struct ErrorWords {
    let code, finding, expectation: String
    let remedy: Message

    init(_ code: String, _ finding: String, _ expectation: String, _ remedy: Message) {
        (self.code, self.finding, self.expectation, self.remedy) = (code, finding, expectation, remedy)
    }

    var sentence: Message { "found \(finding); expected \(expectation); \(remedy)" }
}

func lackOfMemory(_ byteCount: Int) -> ErrorWords {
    ErrorWords(
        "not_enough_memory", "too little memory for the \(byteText(byteCount)) needed", "that much free memory",
        "free memory, raise the limit of the process, or process the file on another machine")
}

/// For example " (2 files skipped)"; empty for none.
func remark(_ skippedCount: Int, _ noun: String) -> String {
    skippedCount == 0 ? "" : " (\(NumberText.count(skippedCount, noun)) skipped)"
}

let raiseLimit = Message.offering(
    .maxBytes, "raise it with \(option: .maxBytes) if the file is a depth map", otherwise: "name a smaller file")

extension DepthContainer {
    var stream: String { compression.map { "\(self == .lzfse ? "an" : "a") \($0) stream" } ?? "an uncompressed file" }

    /// A further remedy for containers that uncompressed samples can resemble by chance.
    var hint: Message {
        self == .zlib || self == .deflate ? ", or give \(option: .dimensions) if it is uncompressed" : ""
    }
}

extension MapDimensions { var text: String { "\(width)x\(height)" } }

/// Omits `.0` from whole numbers.
func integerText(_ number: Float) -> String { Int(exactly: number)?.description ?? number.description }

package func byteText(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }
func sampleText(_ count: Int) -> String { count == 1 ? "1 sample" : "\(count) samples" }
