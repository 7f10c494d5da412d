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
    package static func withRoom<Result, Failure: Error>(
        for byteCount: Int, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        if byteCount < leastAskedFor { return try body() }
        guard byteCount <= most else { return nil }
        let others = promised.wrappingAdd(byteCount, ordering: .relaxed).oldValue
        defer { promised.wrappingSubtract(byteCount, ordering: .relaxed) }
        guard isThere(byteCount, besides: others) else {
            MemoryTurn.current?.isRefused.store(true, ordering: .relaxed)
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
        guard byteCount >= leastAskedOfSystem, let left = SystemMemory.left() else { return true }
        return byteCount + others + reserve <= left
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

    /// Whether the process may have only so many bytes of addresses, as after `ulimit -v`.
    static var hasLimit: Bool {
        var limit = rlimit()
        #if canImport(Darwin)
            let status = getrlimit(RLIMIT_AS, &limit)
        #else
            let status = getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
        #endif
        // "No limit" is the largest number there is, of 63 or 64 bits.
        return status == 0 && limit.rlim_cur < 1 << 62
    }
}

/// A piece of work that may find too little memory beside others, and is then done once more alone: so no result
/// depends on how many are done at once.
///
///     let answer = MemoryTurn.take { measurer.measure(entry) }
package final class MemoryTurn: Sendable {
    @TaskLocal static var current: MemoryTurn?

    let isRefused = Atomic(false)
    private let isRepeatable = Atomic(true)
    private static let gate = Gate()

    /// Calls `work`, and once more, alone, if it was refused memory. What has read from a pipe cannot be done again.
    package static func take<Result>(_ work: () -> Result) -> Result {
        let turn = MemoryTurn()
        let result = gate.together { $current.withValue(turn) { work() } }
        guard turn.isRefused.load(ordering: .relaxed), turn.isRepeatable.load(ordering: .relaxed) else { return result }
        return gate.alone(work)
    }

    /// Asks for memory once more where there was too little, when all that is under way has ended: for whoever reads
    /// what is worked on, outside of every turn, and cannot read it twice.
    package static func withRoomAlone<Result, Failure: Error>(
        for byteCount: Int, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        if let result = try Memory.withRoom(for: byteCount, body) { return result }
        precondition(current == nil, "a turn that waits for the end of all turns waits for itself")
        return try gate.alone { () throws(Failure) in try Memory.withRoom(for: byteCount, body) }
    }

    /// To be called by whoever reads what cannot be read twice.
    static func cannotBeRepeated() { current?.isRepeatable.store(false, ordering: .relaxed) }
}

/// Lets many in together, or one alone.
///
/// SAFETY: the lock is made before anyone can use it, and lies at one address until the process ends: gates are static.
private final class Gate: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)

    init() {
        lock.initialize(to: pthread_rwlock_t())
        let status = pthread_rwlock_init(lock, nil)
        precondition(status == 0, "a lock with default attributes can be made")
    }

    func together<Result>(_ body: () -> Result) -> Result {
        pthread_rwlock_rdlock(lock)
        defer { pthread_rwlock_unlock(lock) }
        return body()
    }

    func alone<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_rwlock_wrlock(lock)
        defer { pthread_rwlock_unlock(lock) }
        return try body()
    }
}
