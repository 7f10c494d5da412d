import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Asks for memory before much of it is taken: an array for which there is none ends the whole process.
///
///     guard let bytes = Memory.withRoom(for: count, { [UInt8](repeating: 0, count: count) }) else {
///         throw .notEnoughMemory(byteCount: count)
///     }
///
/// There is room where the allocator can give it, within the limits of the process, and where the system has it left
/// (``SystemMemory``). What others have been promised and not yet taken is counted, so that several files worked on at
/// once do not all rely on the same memory.
package enum Memory {
    /// Less than this is not asked for: ``reserve`` covers it.
    static let leastAskedFor = 1 << 20
    /// What stays free for all that nobody asks for, stacks of threads and small texts among it.
    static let reserve = 8 << 20
    /// From here on the system is asked too, which takes longer than asking the allocator.
    private static let leastAskedOfSystem = 32 << 20
    /// More than any machine has, and little enough to be added up.
    private static let most = 1 << 56

    /// What those inside of ``withRoom(for:_:)`` may still take.
    private static let promised = Atomic(0)

    /// Calls `body`, which may allocate that many bytes; returns nil, without calling it, where they are not there.
    ///
    /// In a piece of work beside others, what it allocates counts as in use until the piece ends (``MemoryBudget``).
    ///
    /// - Parameter freed: how many bytes, of these or of earlier ones, are free again when `body` has ended.
    package static func withRoom<Result, Failure: Error>(
        for byteCount: Int, freeing freed: Int = 0, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        if byteCount < leastAskedFor { return try body() }
        guard byteCount <= most else { return nil }
        #if !hasFeature(Embedded)
            let turn = MemoryTurn.current
            turn?.take(byteCount)
            // Less than a megabyte was never taken.
            defer { if freed >= leastAskedFor { turn?.giveBack(freed) } }
        #endif
        let others = promised.wrappingAdd(byteCount, ordering: .relaxed).oldValue
        defer { promised.wrappingSubtract(byteCount, ordering: .relaxed) }
        guard isThere(byteCount, besides: others) else {
            #if !hasFeature(Embedded)
                MemoryTurn.current?.isRefused.store(true, ordering: .relaxed)
            #endif
            return nil
        }
        return try body()
    }

    /// Whether that many bytes are there at this moment, for what is not done beside anything else: the plain question
    /// before a table is read, see ``withRoom(for:_:)`` for work that others do too.
    package static func hasRoom(for byteCount: Int) -> Bool {
        byteCount <= most && isThere(byteCount, besides: promised.load(ordering: .relaxed))
    }

    /// Whether threads find room for their stacks, of which they use little, and for small work.
    static func hasRoomForThreads(stackByteCount: Int) -> Bool {
        canAllocate([stackByteCount, reserve, promised.load(ordering: .relaxed), reserve])
    }

    private static func isThere(_ byteCount: Int, besides others: Int) -> Bool {
        guard canAllocate([byteCount, others, reserve]) else { return false }
        #if hasFeature(Embedded)
            return true
        #else
            guard byteCount >= leastAskedOfSystem, let left = SystemMemory.left() else { return true }
            return byteCount + others + reserve <= left
        #endif
    }

    /// Where the last piece tried lay. The compiler takes away allocations that nobody looks at, and with them the
    /// answer.
    private static let lastPlace = Atomic(UInt(0))

    /// Whether all these pieces can be had together. Nothing is written to them, so no memory is used.
    private static func canAllocate(_ byteCounts: [Int]) -> Bool {
        var pieces: [UnsafeMutableRawPointer?] = []
        defer { for piece in pieces { free(piece) } }
        for byteCount in byteCounts where byteCount > 0 {
            let piece = malloc(byteCount)
            lastPlace.store(UInt(bitPattern: piece), ordering: .relaxed)
            if piece == nil { return false }
            pieces.append(piece)
        }
        return true
    }
}
