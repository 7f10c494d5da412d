#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The bytes that all files under way may take together, see ``ByteReservation``.
///
/// A reservation that would exceed the budget waits until others have ended. The oldest one never waits, so one file
/// always makes progress: at most the budget and what a single file takes are in use. Results do not depend on it.
///
/// SAFETY: what changes is read and written with the lock held. The lock and the condition are made before anyone can
/// use them, and lie at one address until nobody does.
package final class ByteBudget: @unchecked Sendable {
    package static let mostBytes = 1 << 30
    /// That of the process: ``mostBytes``, or half of what is left if that is less.
    package static let shared = ByteBudget { min(mostBytes, Memory.left / 2) }

    /// Determined when bytes are first taken: most runs take too few to be counted.
    private lazy var byteCount = determineByteCount()
    private let determineByteCount: () -> Int
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let released = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    /// What is in use, shares included.
    private var total = 0
    /// What each reservation under way has taken.
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

    /// Begins a reservation and returns its number. Later ones have larger numbers.
    func begin() -> Int {
        locked {
            defer { nextNumber += 1 }
            taken[nextNumber] = 0
            return nextNumber
        }
    }

    /// Takes bytes for a reservation until it ends; waits while there are too few, unless it is the oldest.
    func take(_ count: Int, for number: Int) {
        locked {
            while total + count > byteCount, taken.keys.min() != number { pthread_cond_wait(released, lock) }
            total += count
            taken[number, default: 0] += count
        }
    }

    /// Gives back bytes that a reservation has taken.
    func giveBack(_ count: Int, of number: Int) {
        locked {
            let count = min(count, taken[number] ?? 0)
            taken[number, default: 0] -= count
            release(count)
        }
    }

    /// Ends a reservation and gives back all that it has taken.
    func end(_ number: Int) {
        locked { release(taken.removeValue(forKey: number) ?? 0) }
    }

    /// Bytes besides those of reservations: of a file that waits for its turn, or of what was made of one.
    package final class Share: Sendable {
        private let budget: ByteBudget
        private let byteCount: Int

        fileprivate init(_ budget: ByteBudget, _ byteCount: Int) {
            self.budget = budget
            self.byteCount = byteCount
        }

        deinit { budget.locked { budget.release(byteCount) } }
    }

    /// A share for a file that waits for its turn; waits while there are too few bytes and a reservation is under way.
    /// Not for the owner of a reservation, which would wait for itself.
    package func share(_ count: Int) -> Share {
        locked {
            while total + count > byteCount, !taken.isEmpty { pthread_cond_wait(released, lock) }
            total += count
        }
        return Share(self, count)
    }

    /// A share for what was made of a file, and is in memory already.
    package func shareOfResult(_ count: Int) -> Share {
        locked { total += count }
        return Share(self, count)
    }

    /// With the lock held.
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
