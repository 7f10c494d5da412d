/// The bytes that work on one file takes of the byte budget of the process.
///
///     let reservation = ByteReservation.ofProcess()
///     reservation.take(count)         // waits while others hold too many
///     let samples = decode(bytes)     // of `count` bytes
///
/// A reader takes what a header or a limit says before it allocates it. All bytes are given back when the reservation
/// ends with its last owner. A thread holds one reservation at a time: with two it could wait for itself.
package final class ByteReservation: Sendable {
    /// Fewer bytes than this are not counted.
    static let leastCounted = 1 << 20

    private let budget: ByteBudget
    private let number: Int

    /// A reservation of the budget that all work of the process shares.
    package static func ofProcess() -> ByteReservation { ByteReservation(of: .shared) }

    init(of budget: ByteBudget) {
        self.budget = budget
        number = budget.begin()
    }

    deinit { budget.end(number) }

    /// Takes bytes; waits while there are too few, unless this is the oldest reservation.
    package func take(_ byteCount: Int) {
        if byteCount >= Self.leastCounted { budget.take(byteCount, for: number) }
    }

    /// Gives back bytes that are free again before the work ends.
    package func giveBack(_ byteCount: Int) {
        if byteCount >= Self.leastCounted { budget.giveBack(byteCount, of: number) }
    }
}
