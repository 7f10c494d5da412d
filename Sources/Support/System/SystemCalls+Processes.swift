#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

// System calls for processes and private folders.

extension SystemCalls {
    static func hasEnded(_ process: Int32) -> Bool {
        var information = siginfo_t()
        let result = waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
        // The field stays 0 while the child runs; an error means that there is no such child.
        #if canImport(Darwin)
            return result != 0 || information.si_pid != 0
        #else
            return result != 0 || information.si_signo != 0
        #endif
    }

    static func killGroup(_ group: Int32) { signalGroup(group, SIGKILL) }
    static func signalGroup(_ group: Int32, _ signal: Int32) { if group > 1 { kill(-group, signal) } }

    /// Reaps a child process and returns its status; nil if it has not ended or is not a child.
    static func endOfChild(_ process: Int32) -> Int32? {
        var status: Int32 = 0
        return uninterrupted { waitpid(process, &status, WNOHANG) } == process ? status : nil
    }

    static func createPrivateFolder(_ path: String) throws(FileAccessError.Reason) {
        _ = try retried(path) { mkdir($0, 0o700) }
    }

    /// Opens a folder. Nil for a link, a folder of another user, and one that others may access.
    static func openOwnFolder(_ path: String) throws(FileAccessError.Reason) -> Int32? {
        let descriptor = try retried(path) { open($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
        let status = try FileStatus(of: descriptor)
        if status.owner == geteuid(), status.permissions == 0o700 { return descriptor }
        try close(descriptor)
        return nil
    }

    static func removeFolder(_ path: String) { _ = try? path.withSystemPath { rmdir($0) } }

    static func removeTree(_ path: String) {
        // This removes anything except a folder.
        remove(path)
        for name in (try? names(inFolder: path)) ?? [] { removeTree("\(path)/\(name)") }
        removeFolder(path)
    }
}
