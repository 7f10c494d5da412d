/// The target of writing to a path.
enum OutputTarget {
    /// An open file of this process, such as `/dev/stdout`. Opening it again would start at its first byte and
    /// overwrite output.
    case descriptor(Int32)
    /// A pipe or device, written directly.
    case stream(String)
    /// A regular file to create or replace. The path is not a link.
    case file(String, replacing: FileStatus?)

    /// Follows all links, including dangling ones.
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
    /// Whether a path is a pipe, device or open file of this process, which is written directly and cannot be
    /// resumed.
    package static func isStream(_ path: String) -> Bool {
        switch try? OutputTarget(of: path) {
        case .descriptor, .stream: true
        case .file, nil: false
        }
    }
}

extension FileStatus {
    /// The status of a path; nil if nothing is there.
    static func ifThere(_ path: String) throws(FileAccessError.Reason) -> FileStatus? {
        do throws(FileAccessError.Reason) { return try FileStatus(of: path) } catch {
            if error == .missing { return nil }
            throw error
        }
    }
}
