/// The bytes that processing one file takes from the byte budget of the process.
///
///     let reservation = ByteReservation.forProcess()
///     reservation.reserve(count)         // blocks while others hold too many
///     let samples = decode(bytes)     // allocates `count` bytes
///
/// A reader takes the bytes announced by a header or a limit before it allocates them. All bytes are returned when
/// the reservation is released. A thread may hold only one reservation, because with two it could wait for itself.
package final class ByteReservation: Sendable {
    /// Smaller amounts are not counted.
    static let minimumCounted = 1 << 20

    private let budget: ByteBudget
    private let number: Int

    package static func forProcess() -> ByteReservation { ByteReservation(of: .shared) }

    init(of budget: ByteBudget) {
        self.budget = budget
        number = budget.begin()
    }

    deinit { budget.end(number) }

    /// Takes bytes. Blocks while there are too few, except for the oldest reservation.
    package func reserve(_ byteCount: Int) {
        if byteCount >= Self.minimumCounted { budget.reserve(byteCount, for: number) }
    }

    package func release(_ byteCount: Int) {
        if byteCount >= Self.minimumCounted { budget.release(byteCount, of: number) }
    }
}
