import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension Memory {
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

/// A piece of work beside others. What it allocates counts against the ``MemoryBudget``. Where the system has too
/// little memory left, the piece runs once more alone. So no result depends on how many run at once.
///
///     let answer = MemoryTurn.take { measurer.measure(entry) }
package final class MemoryTurn: Sendable {
    @TaskLocal static var current: MemoryTurn?

    let isRefused = Atomic(false)
    private let isRepeatable = Atomic(true)
    private let piece = MemoryBudget.shared.begin()
    private static let gate = Gate()

    /// Calls `work`, and once more, alone, if it was refused memory. What has read from a pipe cannot be done again.
    package static func take<Result>(_ work: () -> Result) -> Result {
        let (result, turn) = gate.together {
            let turn = MemoryTurn()
            defer { MemoryBudget.shared.end(turn.piece) }
            return ($current.withValue(turn) { work() }, turn)
        }
        guard turn.isRefused.load(ordering: .relaxed), turn.isRepeatable.load(ordering: .relaxed) else { return result }
        return gate.alone(work)
    }

    /// Takes bytes of the budget, which may take until other pieces have ended.
    func take(_ byteCount: Int) { MemoryBudget.shared.take(byteCount, for: piece) }

    /// Gives back bytes of the budget before the work ends.
    func giveBack(_ byteCount: Int) { MemoryBudget.shared.giveBack(byteCount, of: piece) }

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
