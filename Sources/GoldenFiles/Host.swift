#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

// The one file that asks the system for a place and the day.

/// The machine this runs on.
enum Host {
    /// A path in the system's folder for temporary files that no other process gets, for a file that is removed before
    /// the command ends.
    ///
    /// - Parameter ending: what tells it from the others of this process.
    static func temporaryPath(ending: String) -> String {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        return "\(folder)/depthcheck-\(getpid())-\(ending)"
    }

    /// The day, by its clock in UTC, as `2026-11-21`.
    static func today() -> String {
        var now = time(nil)
        var parts = tm()
        gmtime_r(&now, &parts)
        func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + "\(number)" }
        return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    }
}
