public import Support

extension FileAccessError: CustomStringConvertible {
    /// The error in one line: "found …; expected …; …", without ``path``.
    public var message: String { message(naming: .properties) }
    /// ``path`` and ``message``.
    public var description: String { "\(Printable.form(of: path)): \(message)" }

    /// ``message`` with the names of reading options that the user knows.
    package func message(naming names: ReadingOptionNames) -> String { sentence(words(names)) }

    private func words(_ names: ReadingOptionNames) -> Words {
        switch reason {
        case .missing: ("no such file or folder", "an existing one", "check the path")
        case .emptyList: ("no path in the list", "one path a line", "check how the list was made")
        case .permissionDenied: ("no permission", "a file or folder that may be used", "change its permissions")
        case .isFolder: ("a folder", "a file", "name a file")
        case .isNotFile: ("a pipe, a socket or a device", "a file", "name a file")
        case .isLFSPointer: (ForeignFormat.gitLFSPointer.name, "the file itself", ForeignFormat.gitLFSPointer.remedy)
        case .isNotFolder: ("a file where a folder should be", "a folder", "check the path")
        case .tooLarge(let limit):
            ("more than \(byteText(limit))", "no more than the limit", names.raise)
        case .notEnoughMemory(let byteCount): lackOfMemory(byteCount)
        case .noDepthFiles(let skippedCount):
            (
                "no depth file in the folder" + names.remark(skippedCount, "file"),
                "files named " + DepthFileList.extensions.map { "*." + $0 }.joined(separator: " "),
                "take every file with \(names.takesAll), or name the files themselves"
            )
        case .changedWhileRead:
            (
                "a file that changed while it was read", "one that stays as it is",
                "try again when it has been written"
            )
        case .tooManyOpenFiles(let limit):
            (
                "all \(limit.map { "\($0) " } ?? "")files open that this process may have", "one more",
                "raise the limit with ulimit -n, or work on fewer files at once"
            )
        case .sizeLimitReached(let limit):
            (
                "a file that has reached the \(limit.map { "\($0) bytes" } ?? "size") which this process may write",
                "room for all of it", "raise the limit with ulimit -f"
            )
        case .brokenPipe: ("a closed pipe", "a reader at its other end", "keep the reader running")
        case .notOpen: ("a closed stream", "an open one", "connect it to a file or a pipe")
        case .system(let number, let text): ("error \(number): \(text)", "a working file", "see to the cause")
        }
    }
}

extension FileAccessError {
    /// The kind of error in snake case, such as `permission_denied`.
    public var code: String {
        switch reason {
        case .missing: "missing"
        case .permissionDenied: "permission_denied"
        case .isFolder: "is_folder"
        case .isNotFile: "is_no_file"
        // The same code as for such a pointer inside an archive.
        case .isLFSPointer: ForeignFormat.gitLFSPointer.code
        case .isNotFolder: "is_not_folder"
        case .emptyList: "empty_list"
        // The same code as for a file that inflates beyond the limit.
        case .tooLarge: "too_large"
        case .notEnoughMemory: "not_enough_memory"
        case .noDepthFiles: "no_depth_files"
        case .changedWhileRead: "changed_while_read"
        case .tooManyOpenFiles: "too_many_open_files"
        case .sizeLimitReached: "size_limit_reached"
        case .brokenPipe: "broken_pipe"
        case .notOpen: "not_open"
        case .system: "system_error"
        }
    }
}
