#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

// What other programs need: processes, and a place for files that are only theirs.

extension SystemCalls {
    /// Whether a child of this process has ended. Its end can still be waited for afterwards.
    static func hasEnded(_ process: Int32) -> Bool {
        var information = siginfo_t()
        let result = waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
        // The process number stays 0 while there is nothing to tell; an error says that there is no such child.
        #if canImport(Darwin)
            return result != 0 || information.si_pid != 0
        #else
            return result != 0 || information.si_signo != 0
        #endif
    }

    static func killGroup(_ group: Int32) { signalGroup(group, SIGKILL) }

    static func signalGroup(_ group: Int32, _ signal: Int32) {
        if group > 1 { kill(-group, signal) }
    }

    /// Takes note of the end of a child, whose number is free from then on: the status of `waitpid`; nil for one that
    /// has not ended, and for what is no child.
    static func endOfChild(_ process: Int32) -> Int32? {
        var status: Int32 = 0
        return uninterrupted { waitpid(process, &status, WNOHANG) } == process ? status : nil
    }

    /// Creates a folder that only this user may look into, where there is nothing yet.
    static func createPrivateFolder(_ path: String) throws(FileAccessError.Reason) {
        _ = try retried(path) { mkdir($0, 0o700) }
    }

    /// Opens a folder that belongs to this user, is open to nobody else and is no link; nil for any other.
    static func openOwnFolder(_ path: String) throws(FileAccessError.Reason) -> Int32? {
        let descriptor = try retried(path) { open($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
        let status = try FileStatus(of: descriptor)
        if status.owner == geteuid(), status.permissions == 0o700 { return descriptor }
        try close(descriptor)
        return nil
    }

    static func removeFolder(_ path: String) {
        _ = try? path.withSystemPath { rmdir($0) }
    }

    /// Removes a folder with all that is in it; links are not followed.
    static func removeTree(_ path: String) {
        // What is no folder goes by this, and its names cannot be asked for.
        remove(path)
        for name in (try? names(inFolder: path)) ?? [] { removeTree("\(path)/\(name)") }
        removeFolder(path)
    }
}
