import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How much memory the process may have.
package enum Memory {
    /// What stays free for stacks of threads and small texts.
    private static let reserve = 8 << 20
    /// More than any machine has, and little enough to be added up.
    private static let most = 1 << 56

    /// The bytes of addresses that the process may have, as after `ulimit -v`; nil without a limit.
    package static var addressLimit: Int? {
        var limit = rlimit()
        #if canImport(Glibc)
            let status = getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
        #else
            let status = getrlimit(RLIMIT_AS, &limit)
        #endif
        // "No limit" is the largest number there is, of 63 or 64 bits.
        return status == 0 && limit.rlim_cur < 1 << 62 ? Int(limit.rlim_cur) : nil
    }

    /// Whether that many bytes can be allocated now: the question of a command before it reads a table whose rows all
    /// stay in memory. Files are bounded by ``ByteBudget`` instead.
    package static func hasRoom(for byteCount: Int) -> Bool {
        guard byteCount <= most, canAllocate(byteCount + reserve) else { return false }
        return SystemMemory.left().map { byteCount + reserve <= $0 } ?? true
    }

    /// The bytes that the process may still have: those that the system has left, or its addresses if that is less.
    package static var left: Int { min(addressLimit ?? .max, SystemMemory.left() ?? .max) }

    /// Where the last piece tried was. The compiler removes allocations that nothing looks at.
    private static let lastPlace = Atomic(UInt(0))

    /// Nothing is written to the piece, so no memory is used.
    private static func canAllocate(_ byteCount: Int) -> Bool {
        let piece = malloc(byteCount)
        lastPlace.store(UInt(bitPattern: piece), ordering: .relaxed)
        free(piece)
        return piece != nil
    }
}
