/// The memory that the system has left for this process, where it reports it.
enum SystemMemory {
    /// The smaller of what the machine and the control group have left; nil if neither is known.
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

    /// The files of control groups, versions 2 and 1.
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

    /// The memory left in a control group: the limit minus the usage, not counting file caches, which the system can
    /// reclaim.
    ///
    /// - Returns: nil without a limit, which is stored as `max` or as a huge number.
    static func left(limit: String, used: String, reclaimable statistics: String, key: String) -> Int? {
        guard let limit = number(limit), let used = number(used), limit < 1 << 60 else { return nil }
        return max(0, limit - max(0, used - (number(after: key, in: statistics) ?? 0)))
    }

    /// The number after a word at the start of a line.
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
