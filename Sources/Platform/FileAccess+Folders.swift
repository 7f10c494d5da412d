// What keeping stored answers in a folder takes, besides reading and writing files.
extension FileAccess {
    /// The names in a folder, sorted by their bytes, hidden ones included.
    ///
    /// - Throws: ``FileAccessError``.
    package static func names(inFolder path: String) throws(FileAccessError) -> [String] {
        do throws(FileAccessError.Reason) {
            return try SystemCalls.names(inFolder: path).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        } catch {
            throw FileAccessError(path, error)
        }
    }

    /// Whether something has this path: a file, a folder, anything.
    package static func exists(_ path: String) -> Bool {
        (try? FileStatus(of: path)) != nil
    }

    /// Whether a path names a folder. `false` if it is something else, or nothing.
    package static func isFolder(_ path: String) -> Bool {
        (try? FileStatus(of: path))?.kind == .folder
    }

    /// Gives a file another name, in one step; a file that has it already is replaced.
    ///
    /// - Throws: ``FileAccessError``.
    package static func rename(_ path: String, to target: String) throws(FileAccessError) {
        do throws(FileAccessError.Reason) { try SystemCalls.rename(path, to: target) } catch {
            throw FileAccessError(path, error)
        }
    }

    /// Removes a file, if it is there.
    package static func remove(_ path: String) {
        SystemCalls.remove(path)
    }

    /// Creates a folder in an existing one, unless it is there already.
    ///
    /// - Throws: ``FileAccessError``.
    package static func createFolder(_ path: String) throws(FileAccessError) {
        if FileAccess.isFolder(path) { return }
        do throws(FileAccessError.Reason) { try SystemCalls.createFolder(path) } catch {
            throw FileAccessError(path, error)
        }
    }

    /// Removes an empty folder, if it is there.
    package static func removeFolder(_ path: String) {
        SystemCalls.removeFolder(path)
    }
}
