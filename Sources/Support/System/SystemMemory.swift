/// How much memory the system has left for this process, where it says so.
enum SystemMemory {
    /// The least of what the machine and the control group have left; nil where neither says.
    static func left() -> Int? {
        let machine = text(of: "/proc/meminfo").flatMap { number(after: "MemAvailable:", in: $0) }.map { $0 * 1024 }
        let group = groups.compactMap { group in
            text(of: group.limit).flatMap { limit in
                text(of: group.used).flatMap { used in
                    left(limit: limit, used: used, reclaimable: text(of: group.statistics) ?? "", key: group.key)
                }
            }
        }
        return (group + [machine].compactMap { $0 }).min()
    }

    /// Where control groups say what they allow, in their second and their first version.
    private static let groups: [(limit: String, used: String, statistics: String, key: String)] = [
        (
            "/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current", "/sys/fs/cgroup/memory.stat",
            "inactive_file"
        ),
        (
            "/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes",
            "/sys/fs/cgroup/memory/memory.stat", "total_inactive_file"
        ),
    ]

    /// What a control group has left: its limit less what is used, but for copies of files, which the system gives up.
    ///
    /// - Returns: nil without a limit, which is the word `max` or a number beyond all memory.
    static func left(limit: String, used: String, reclaimable statistics: String, key: String) -> Int? {
        guard let limit = number(limit), let used = number(used), limit < 1 << 60 else { return nil }
        return max(0, limit - max(0, used - (number(after: key, in: statistics) ?? 0)))
    }

    /// The number that follows a word at the start of a line.
    static func number(after word: String, in text: String) -> Int? {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count > 1, words[0] == word { return Int(words[1]) }
        }
        return nil
    }

    private static func number(_ text: String) -> Int? { Int(text.prefix { $0 != "\n" }) }

    private static func text(of path: String) -> String? {
        (try? FileAccess.read(path, maximumByteCount: 1 << 16)).map { String(decoding: $0, as: UTF8.self) }
    }
}
