import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The memory available to the process.
package enum Memory {
    /// Memory reserved for thread stacks and small allocations.
    private static let reserve = 8 << 20
    /// More than any machine has, but small enough not to overflow in sums.
    private static let most = 1 << 56

    /// The limit of address space in bytes, as set by `ulimit -v`; nil if there is none.
    package static var addressLimit: Int? {
        var limit = rlimit()
        #if canImport(Glibc)
            let status = getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
        #else
            let status = getrlimit(RLIMIT_AS, &limit)
        #endif
        // "No limit" is the largest number, of 63 or 64 bits.
        return status == 0 && limit.rlim_cur < 1 << 62 ? Int(limit.rlim_cur) : nil
    }

    /// Whether this many bytes can be allocated now. Commands check it before they read a table whose rows stay in
    /// memory; files are bounded by ``ByteBudget`` instead.
    package static func hasRoom(for byteCount: Int) -> Bool {
        guard byteCount <= most, canAllocate(byteCount + reserve) else { return false }
        return SystemMemory.left().map { byteCount + reserve <= $0 } ?? true
    }

    /// The bytes still available: the free memory of the system or the limit of address space, whichever is less.
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
