/// A file that is written in pieces and appears completely or not at all: a ``TemporaryFile`` replaces the target.
///
/// An existing target must be writable and keeps its permissions and, if possible, its owner and group, but not access
/// control lists; other hard links keep the old contents. Symbolic links are followed. Pipes, devices and open files
/// such as `/dev/stdout` are written directly.
package final class OutputFile {
    private enum Way {
        case straight(Int32)
        case replacing(TemporaryFile, target: String, old: FileStatus?)
        case ended
    }

    private let path: String
    private var way: Way

    /// Throws now if the file cannot be written. With `mustBeFile`, for names that the user did not give, a pipe or
    /// device is an error.
    package init(_ path: String, isPrivate: Bool = false, mustBeFile: Bool = false) throws(FileAccessError) {
        self.path = path
        way = try FileAccess.naming(
            FileAccess.nameWithTarget(path), try Self.way(to: path, isPrivate: isPrivate, mustBeFile: mustBeFile))
    }

    package func write(_ bytes: [UInt8]) throws(FileAccessError) {
        switch way {
        case .straight(let descriptor): try FileAccess.naming(path, try SystemCalls.write(bytes, to: descriptor))
        case .replacing(let file, _, _): try FileAccess.naming(path, try SystemCalls.write(bytes, to: file.descriptor))
        case .ended: preconditionFailure("an ended file is not written to")
        }
    }

    /// After an error the target is unchanged, unless it is written directly.
    package func commit() throws(FileAccessError) {
        let way = way
        self.way = .ended
        switch way {
        case .straight(let descriptor): try FileAccess.naming(path, try SystemCalls.close(descriptor))
        case .replacing(let file, let target, let old):
            try FileAccess.naming(path, try file.replace(of: target, isThere: old != nil))
        case .ended: preconditionFailure("a file is ended once")
        }
    }

    deinit { if case .straight(let descriptor) = way { try? SystemCalls.close(descriptor) } }

    private static func way(
        to path: String, isPrivate: Bool, mustBeFile: Bool
    ) throws(FileAccessError.Reason) -> Way {
        switch try OutputTarget(of: path) {
        case .descriptor where mustBeFile, .stream where mustBeFile: throw .isNotFile
        case .descriptor(let number): return .straight(try SystemCalls.duplicate(number))
        case .stream(let path): return .straight(try SystemCalls.openForWriting(path))
        case .file(let target, let old):
            if old != nil { try SystemCalls.requireWritable(target) }
            let file = try TemporaryFile(beside: target, isPrivate: isPrivate || old != nil)
            if let old, !isPrivate { SystemCalls.giveOwnerAndPermissions(of: old, to: file.descriptor) }
            return .replacing(file, target: target, old: old)
        }
    }
}

enum OutputTarget {
    /// An open file, such as `/dev/stdout`. Opening it again would overwrite output from its first byte on.
    case descriptor(Int32)
    /// A pipe or device, written directly.
    case stream(String)
    /// A regular file to create or replace. The path is not a link.
    case file(String, replacing: FileStatus?)

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
    /// Whether a path is a pipe, device or open file of this process, which is written directly and cannot be resumed.
    package static func isStream(_ path: String) -> Bool {
        switch try? OutputTarget(of: path) {
        case .descriptor, .stream: true
        case .file, nil: false
        }
    }
}

extension FileStatus {
    static func ifThere(_ path: String) throws(FileAccessError.Reason) -> FileStatus? {
        do throws(FileAccessError.Reason) {
            return try FileStatus(of: path)
        } catch {
            if error == .missing { return nil }
            throw error
        }
    }
}
