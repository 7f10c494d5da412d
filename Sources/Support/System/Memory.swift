import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

package enum Memory {
    /// Memory reserved for thread stacks and small allocations.
    private static let reserve = 8 << 20
    /// More than any machine has, but small enough not to overflow in sums.
    private static let most = 1 << 56

    package static var addressLimit: Int? { SystemCalls.limit(of: RLIMIT_AS) }

    /// Checked before reading a table whose rows stay in memory. For depth files, ``ByteBudget`` is the bound.
    package static func hasRoom(for byteCount: Int) -> Bool {
        guard byteCount <= most, canAllocate(byteCount + reserve) else { return false }
        return SystemMemory.left().map { byteCount + reserve <= $0 } ?? true
    }

    package static var left: Int { min(addressLimit ?? .max, SystemMemory.left() ?? .max) }

    /// The address of the last allocation; storing it keeps the compiler from removing the allocation.
    private static let lastPlace = Atomic(UInt(0))

    /// Allocates without writing, which uses no memory.
    private static func canAllocate(_ byteCount: Int) -> Bool {
        let piece = malloc(byteCount)
        lastPlace.store(UInt(bitPattern: piece), ordering: .relaxed)
        free(piece)
        return piece != nil
    }
}

enum SystemMemory {
    /// The memory left on the machine or in the control group, whichever is less; nil if unknown.
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

    /// The limit minus the usage without file caches, which the system can reclaim; nil without a limit.
    static func left(limit: String, used: String, reclaimable statistics: String, key: String) -> Int? {
        guard let limit = number(limit), let used = number(used), limit < 1 << 60 else { return nil }
        return max(0, limit - max(0, used - (number(after: key, in: statistics) ?? 0)))
    }

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
