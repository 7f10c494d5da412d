#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The bytes that all files being processed may use together. The oldest reservation never waits, so some file always
/// makes progress, and use never exceeds the budget plus one file. Results do not depend on the budget.
///
/// SAFETY: all mutable state is accessed with the lock held; lock and condition exist until deinit.
package final class ByteBudget: @unchecked Sendable {
    package static let maximumBytes = 1 << 30
    /// The budget of the process: ``maximumBytes``, or half of the available memory if that is less.
    package static let shared = ByteBudget { min(maximumBytes, Memory.left / 2) }

    /// Determined on first use, because most runs take too few bytes to be counted.
    private lazy var byteCount = determineByteCount()
    private let determineByteCount: () -> Int
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let released = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    private var total = 0
    private var taken: [Int: Int] = [:]
    private var nextNumber = 0

    init(byteCount: @escaping () -> Int) {
        determineByteCount = byteCount
        lock.initialize(to: pthread_mutex_t())
        released.initialize(to: pthread_cond_t())
        let areMade = pthread_mutex_init(lock, nil) == 0 && pthread_cond_init(released, nil) == 0
        precondition(areMade, "locks with default attributes can be made")
    }

    deinit {
        pthread_cond_destroy(released)
        pthread_mutex_destroy(lock)
        released.deallocate()
        lock.deallocate()
    }

    func begin() -> Int {
        locked {
            defer { nextNumber += 1 }
            taken[nextNumber] = 0
            return nextNumber
        }
    }

    /// Blocks while too few bytes are free, except for the oldest reservation.
    func reserve(_ count: Int, for number: Int) {
        locked {
            while total + count > byteCount, taken.keys.min() != number { pthread_cond_wait(released, lock) }
            total += count
            taken[number, default: 0] += count
        }
    }

    func release(_ count: Int, of number: Int) {
        locked {
            let count = min(count, taken[number] ?? 0)
            taken[number, default: 0] -= count
            release(count)
        }
    }

    func end(_ number: Int) { locked { release(taken.removeValue(forKey: number) ?? 0) } }

    package final class Share: Sendable {
        private let budget: ByteBudget
        private let byteCount: Int

        fileprivate init(_ budget: ByteBudget, _ byteCount: Int) {
            (self.budget, self.byteCount) = (budget, byteCount)
        }

        deinit { budget.locked { budget.release(byteCount) } }
    }

    /// Blocks while too few bytes are free and a reservation exists, so the owner of a reservation must not call it.
    package func share(_ count: Int) -> Share {
        locked {
            while total + count > byteCount, !taken.isEmpty { pthread_cond_wait(released, lock) }
            total += count
        }
        return Share(self, count)
    }

    /// Never blocks: the result is already in memory.
    package func shareOfResult(_ count: Int) -> Share {
        locked { total += count }
        return Share(self, count)
    }

    private func release(_ count: Int) {
        total -= count
        pthread_cond_broadcast(released)
    }

    private func locked<Value>(_ body: () -> Value) -> Value {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body()
    }
}

/// The bytes that processing one file takes from the byte budget. A reader takes those announced by a header or a limit
/// before it allocates them. A thread may hold only one reservation: with two it could wait for itself.
package final class ByteReservation: Sendable {
    static let minimumCounted = 1 << 20

    private let budget: ByteBudget
    private let number: Int

    package static func forProcess() -> ByteReservation { ByteReservation(of: .shared) }

    init(of budget: ByteBudget) {
        self.budget = budget
        number = budget.begin()
    }

    deinit { budget.end(number) }

    package func reserve(_ byteCount: Int) {
        if byteCount >= Self.minimumCounted { budget.reserve(byteCount, for: number) }
    }

    package func release(_ byteCount: Int) {
        if byteCount >= Self.minimumCounted { budget.release(byteCount, of: number) }
    }
}
