#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The bytes that all pieces of work under way may take together, see ``MemoryTurn``.
///
///     let piece = budget.begin()
///     defer { budget.end(piece) }
///     budget.take(1 << 28, for: piece)
///
/// A piece that would exceed the budget waits until others have ended. The oldest piece never waits, so one always
/// makes progress: at most the budget and what a single piece takes are in use. Results do not depend on it.
///
/// SAFETY: what changes is read and written with the lock held. The lock and the condition are made before anyone can
/// use them, and lie at one address until nobody does.
package final class MemoryBudget: @unchecked Sendable {
    /// That of the process.
    package static let shared = MemoryBudget(byteCount: 1 << 30)

    private let byteCount: Int
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let released = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    /// What is in use, shares included.
    private var total = 0
    /// What each piece under way has taken.
    private var taken: [Int: Int] = [:]
    private var nextPiece = 0

    init(byteCount: Int) {
        self.byteCount = byteCount
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

    /// Begins a piece of work, and gives its number. Later pieces have larger ones.
    func begin() -> Int {
        locked {
            defer { nextPiece += 1 }
            taken[nextPiece] = 0
            return nextPiece
        }
    }

    /// Takes bytes for a piece until it ends; waits while there are too few, unless it is the oldest.
    func take(_ count: Int, for piece: Int) {
        locked {
            while total + count > byteCount, taken.keys.min() != piece { pthread_cond_wait(released, lock) }
            total += count
            taken[piece, default: 0] += count
        }
    }

    /// Gives back bytes that a piece has taken.
    func giveBack(_ count: Int, of piece: Int) {
        locked {
            let count = min(count, taken[piece] ?? 0)
            taken[piece, default: 0] -= count
            release(count)
        }
    }

    /// Ends a piece, and gives back all that it has taken.
    func end(_ piece: Int) {
        locked { release(taken.removeValue(forKey: piece) ?? 0) }
    }

    /// Bytes that are in use while this is, besides those of pieces: of what waits for its piece, or came of one.
    package final class Share: Sendable {
        private let budget: MemoryBudget
        private let byteCount: Int

        fileprivate init(_ budget: MemoryBudget, _ byteCount: Int) {
            self.budget = budget
            self.byteCount = byteCount
        }

        deinit { budget.locked { budget.release(byteCount) } }
    }

    /// A share for what a piece of work is to be given; waits while there are too few bytes and a piece is under way.
    /// Not to be called from a piece.
    package func share(_ count: Int) -> Share {
        locked {
            while total + count > byteCount, !taken.isEmpty { pthread_cond_wait(released, lock) }
            total += count
        }
        return Share(self, count)
    }

    /// A share for what came of a piece of work, and is in memory already.
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
