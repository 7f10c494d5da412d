internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

// The one file that asks the system for a place and the day.

/// Names for files that are removed before the command ends.
enum Scratch {
    private static let counter = Atomic(0)

    /// A path in the system's folder for temporary files that no other process and no other call gets.
    static func uniquePath(ending: String) -> String {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        let number = counter.add(1, ordering: .relaxed).newValue
        return "\(folder)/depthcheck-\(getpid())-\(number)\(ending)"
    }
}

/// The day, by the clock of this machine in UTC, as `2026-11-21`.
func today() -> String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + "\(number)" }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
}
