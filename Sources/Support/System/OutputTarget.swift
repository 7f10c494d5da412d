/// What is written to when a path is named for an output.
enum OutputTarget {
    /// A file of this process that is open already, such as `/dev/stdout` names: opening it again would begin at its
    /// first byte, and write over what others put there.
    case descriptor(Int32)
    /// A pipe or a device, which is written straight to.
    case stream(String)
    /// A file to appear at this path, in place of the one that is there, if any. The path is no link.
    case file(String, replacing: FileStatus?)

    /// Follows the links that a path consists of, also those that lead to nothing yet.
    init(of path: String) throws(FileAccessError.Reason) {
        let end = try SystemCalls.endOfLinks(path)
        if let number = SystemCalls.descriptorNumber(end) {
            self = .descriptor(number)
            return
        }
        guard let status = try FileStatus.ifThere(path) else {
            self = .file(end, replacing: nil)
            return
        }
        switch status.kind {
        case .folder: throw .isFolder
        case .pipe, .other: self = .stream(path)
        case .regular: self = .file(try SystemCalls.resolved(path), replacing: status)
        }
    }
}

extension FileAccess {
    /// Whether a path names a pipe, a device or an open file of this process: something that is written straight to,
    /// and has no contents to go on with.
    package static func isStream(_ path: String) -> Bool {
        switch try? OutputTarget(of: path) {
        case .descriptor, .stream: true
        case .file, nil: false
        }
    }
}

extension FileStatus {
    /// The status of what a path leads to; nil if there is nothing.
    static func ifThere(_ path: String) throws(FileAccessError.Reason) -> FileStatus? {
        do throws(FileAccessError.Reason) { return try FileStatus(of: path) } catch {
            if error == .missing { return nil }
            throw error
        }
    }
}
