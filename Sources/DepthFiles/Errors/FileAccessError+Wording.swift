public import Support

extension FileAccessError: CustomStringConvertible {
    /// The error in one line: "found …; expected …; …", without ``path``.
    public var message: String { message(naming: .properties) }
    /// ``path`` and ``message``.
    public var description: String { "\(Printable.form(of: path)): \(message)" }

    /// ``message`` with the given names of reading options.
    package func message(naming names: ReadingOptionNames) -> String { sentence(words(names)) }

    private func words(_ names: ReadingOptionNames) -> ErrorParts {
        switch reason {
        case .missing: ("no such file or folder", "an existing one", "check the path")
        case .emptyList: ("no path in the list", "one path per line", "check how the list was made")
        case .permissionDenied: ("no permission", "an accessible file or folder", "change its permissions")
        case .isFolder: ("a folder", "a file", "name a file")
        case .isNotFile: ("a pipe, a socket or a device", "a file", "name a file")
        case .isLFSPointer:
            (ForeignFormat.gitLFSPointer.name, "the file itself", ForeignFormat.gitLFSPointer.remedy(names))
        case .isNotFolder: ("a file where a folder should be", "a folder", "check the path")
        case .tooLarge(let limit):
            ("more than \(byteText(limit))", "no more than the limit", names.raise)
        case .notEnoughMemory(let byteCount): lackOfMemory(byteCount)
        case .noDepthFiles(let skippedCount):
            (
                "no depth file in the folder" + names.remark(skippedCount, "file"),
                "files named " + DepthFileList.extensions.map { "*." + $0 }.joined(separator: " "),
                names.takesAll.map { "read every file with \($0), or name the files" } ?? "name the files"
            )
        case .changedWhileRead:
            (
                "a file that changed while it was read", "an unchanged file",
                "try again when the file is complete"
            )
        case .tooManyOpenFiles(let limit):
            (
                "all \(limit.map { "\($0) " } ?? "")open files allowed for this process in use", "one more",
                "raise the limit with ulimit -n, or process fewer files at once"
            )
        case .sizeLimitReached(let limit):
            (
                "a file at \(limit.map { "\($0) bytes, " } ?? "")the size limit of this process",
                "room for the whole file", "raise the limit with ulimit -f"
            )
        case .brokenPipe: ("a closed pipe", "a reader at its other end", "keep the reader running")
        case .notOpen: ("a closed stream", "an open one", "connect it to a file or a pipe")
        case .system(let number, let text): ("error \(number): \(text)", "no error", "resolve the cause")
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
